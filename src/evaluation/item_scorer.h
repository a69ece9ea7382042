#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bsg/model.h"

namespace bsg::evaluation {

/// scores[b · l + j]: how well item j goes with the known items of basket b (ascending ids), l
/// being the number of items. Called from one thread; what it writes depends on the baskets alone.
using ItemScorer =
    std::function<void(std::span<const std::vector<WordId>> baskets, std::span<double> scores)>;

}  // namespace bsg::evaluation
