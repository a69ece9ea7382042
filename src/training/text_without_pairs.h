#pragma once

#include "bsg/model.h"

namespace bsg::training {

/// Without a pair in the first iteration there is nothing to learn from: later ones draw likewise.
/// Throws InputError then.
void refuse_text_without_pairs(const IterationRecord& first);

}  // namespace bsg::training
