#pragma once

#include <string>

#include "bsg/model.h"
#include "files/temporary_folder.h"

namespace bsg::tests {

/// Sentences that each take their words from one group, with a few words that all groups share.
std::string planted_groups(int sentences);

/// Share of the planted words whose nearest neighbours all come from their own group.
double recovered(const Model& model);

/// The bytes of a model's file, which is written into the folder.
std::string bytes_of(const Model& model, const TemporaryFolder& folder);

}  // namespace bsg::tests
