#include "training/text_without_pairs.h"

#include <fmt/format.h>

#include "bsg/error.h"

namespace bsg::training {

void refuse_text_without_pairs(const IterationRecord& first) {
  if (first.positive_pairs > 0) return;
  throw InputError(fmt::format(
      "there is no pair of words to learn from: {} tokens are left after subsampling, none beside "
      "another on its line; give longer lines, more text, or a larger --subsample",
      first.tokens));
}

}  // namespace bsg::training
