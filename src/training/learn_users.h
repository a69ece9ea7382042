#pragma once

#include "training/learn.h"

namespace bsg::training {

/// CorpusOptions::users: targets are the users, contexts the items. Half-updates of both sides in
/// turn, on the same pairs in every iteration, without blending. Once the items' contexts stand,
/// each item gets a target of its own, from the pairs of items that users had together, so that
/// items can be compared, too. Throws as learn() does.
Learned learn_users(const PreparedText& prepared, const TrainingInput& input,
                    const TrainingOptions& options, Run& run);

}  // namespace bsg::training
