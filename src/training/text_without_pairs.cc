#include "training/text_without_pairs.h"

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {

void refuse_text_without_pairs(const IterationRecord& first) {
  if (first.positive_pairs > 0) return;
  throw InputError(wording::compose(
      "there is no pair of words to learn from: {} tokens are left after subsampling, none beside "
      "another on its line; give longer lines, more text, or a larger {}",
      first.tokens, wording::option("subsample")));
}

}  // namespace bsg::training
