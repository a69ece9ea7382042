#include "folding/words_that_fit.h"

#include "bsg/error.h"
#include "files/size_text.h"
#include "kernels/row_layout.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::folding {

std::uint64_t bytes_a_word(const FixedContexts& contexts) {
  const std::size_t m = contexts.densities().dimension(), stride = kernels::row_stride(m);
  const std::size_t density = 2 * stride, natural = m, result = 2 * m;
  const std::size_t prior = contexts.model().knows_spelling() ? m : 0;
  const std::size_t weights = contexts.groups().size();
  // Its name in three places, the pairs of a word that occurs a few times, the objects around them.
  constexpr std::size_t kSmallParts = 400;
  return sizeof(float) * (density + natural + prior + result + weights) + kSmallParts;
}

void refuse_too_many(std::size_t words, const FixedContexts& contexts, std::uint64_t budget) {
  const std::uint64_t need = words * bytes_a_word(contexts);
  if (need <= budget) return;
  throw ResourceError(wording::compose(
      "inferring {} words needs about {} of memory, and this machine has {}; give a larger {}, or "
      "name the words",
      wording::grouped(words), files::size_text(need), files::size_text(budget),
      wording::option("min-count")));
}

}  // namespace bsg::folding
