#include "folding/words_that_fit.h"

#include <gtest/gtest.h>

#include <string>

#include "bsg/error.h"
#include "files/size_text.h"
#include "folding/random_model.h"

namespace bsg::folding {
namespace {

Wording refusal_of(std::size_t words, const FixedContexts& contexts, std::uint64_t budget) {
  try {
    refuse_too_many(words, contexts, budget);
    return {};
  } catch (const ResourceError& error) {
    return error.wording();
  }
}

TEST(WordsThatFit, AreThoseThatTheBudgetHasRoomFor) {
  const FixedContexts contexts(Model(tests::random_model({})));
  const std::uint64_t budget = 1000 * bytes_a_word(contexts);
  EXPECT_EQ(refusal_of(1000, contexts, budget), Wording());
  EXPECT_NE(refusal_of(1001, contexts, budget), Wording());
}

TEST(WordsThatFit, AreFewerInMoreDimensions) {
  const FixedContexts small(Model(tests::random_model({.dimension = 7})));
  const FixedContexts large(Model(tests::random_model({.dimension = 70})));
  EXPECT_GT(bytes_a_word(large), bytes_a_word(small) + 4 * 5 * 60);
}

TEST(WordsThatFit, AreRefusedWithWhatHelps) {
  const FixedContexts contexts(Model(tests::random_model({})));
  const Wording refusal = refusal_of(1'234'567, contexts, 4'000'000);
  const std::string fact = "inferring 1,234,567 words needs about " +
                           files::size_text(1'234'567 * bytes_a_word(contexts)) +
                           " of memory, and this machine has 4.0 MB; give a larger ";
  EXPECT_EQ(refusal.library, fact + "min-count, or name the words");
  EXPECT_EQ(refusal.command_line, fact + "--min-count, or name the words");
  EXPECT_EQ(refusal.python, fact + "min_count, or name the words");
}

}  // namespace
}  // namespace bsg::folding
