#include "wording/names.h"

#include <gtest/gtest.h>

#include "wording/compose.h"

namespace bsg::wording {
namespace {

TEST(OptionNames, AreWrittenAsEachFrontWritesThem) {
  const Wording name = option("min-count");
  EXPECT_EQ(name.library, "min-count");
  EXPECT_EQ(name.command_line, "--min-count");
  EXPECT_EQ(name.python, "min_count");
  EXPECT_EQ(option_wording("min-count"), name);
}

TEST(OptionNames, ComeWithValues) {
  EXPECT_EQ(setting("min-count", 5), (Wording{"min-count 5", "--min-count 5", "min_count=5"}));
  EXPECT_EQ(setting("subsample", "1e-3"),
            (Wording{"subsample 1e-3", "--subsample 1e-3", "subsample=1e-3"}));
  EXPECT_EQ(setting("method", "skipgram"),
            (Wording{"method skipgram", "--method skipgram", "method='skipgram'"}));
}

TEST(Numbers, AreInGroupsOfThreeDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(~std::uint64_t{0}), "18,446,744,073,709,551,615");
}

TEST(Calls, AreThoseOfTheFront) {
  EXPECT_EQ(resume_call("my folder", false, false).command_line, "bsg train --resume 'my folder'");
  EXPECT_EQ(resume_call("my folder", false, true).command_line, "bsg update --resume 'my folder'");
  EXPECT_EQ(resume_call("my folder", false, false).python, "bsg.resume('my folder')");
  EXPECT_EQ(resume_call("my folder", true, false).python, "bsg.resume('my folder', texts)");
  EXPECT_EQ(begin_call("kept").command_line,
            "bsg train TEXT (or bsg update MODEL TEXT) -o MODEL --checkpoint FOLDER");
  EXPECT_EQ(begin_call("kept").python, "bsg.train(texts, checkpoint='kept')");
  EXPECT_EQ(resume_call("Ann's", false, false).command_line, R"(bsg train --resume 'Ann'\''s')");
  EXPECT_EQ(resume_call("Ann's", false, false).python, R"(bsg.resume('Ann\'s'))");
}

TEST(Compose, FormatsForEveryFront) {
  const Wording inner = compose("{} ({:.1f})", option("burn-in"), 0.25);
  const Wording whole = compose("'{}' needs {} of {}", "--a {}", 3, inner);
  EXPECT_EQ(whole.library, "'--a {}' needs 3 of burn-in (0.2)");
  EXPECT_EQ(whole.command_line, "'--a {}' needs 3 of --burn-in (0.2)");
  EXPECT_EQ(whole.python, "'--a {}' needs 3 of burn_in (0.2)");
}

}  // namespace
}  // namespace bsg::wording
