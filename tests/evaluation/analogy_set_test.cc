#include <gtest/gtest.h>

#include <string>

#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "files/temporary_folder.h"

namespace bsg::tests {
namespace {

TEST(AnalogySetFile, HasGroupsOfQuestions) {
  const TemporaryFolder folder;
  const AnalogySet set = read_analogy_set(
      folder.write("q.txt",
                   "# capitals\n: capital-common countries \r\nAthens Greece Paris France\r\n"
                   "Oslo\tNorway Bern   Switzerland\n\n: empty\n: family\nboy girl he she"));
  EXPECT_EQ(set.name, "q");
  ASSERT_EQ(set.groups.size(), 3U);
  EXPECT_EQ(set.groups[0].name, "capital-common countries");
  ASSERT_EQ(set.groups[0].questions.size(), 2U);
  const AnalogyQuestion& question = set.groups[0].questions[1];
  EXPECT_EQ(question.a + "," + question.b + "," + question.c + "," + question.d,
            "Oslo,Norway,Bern,Switzerland");
  EXPECT_TRUE(set.groups[1].questions.empty());
  EXPECT_EQ(set.groups[2].questions[0].d, "she");
}

TEST(AnalogySetFile, MayHaveQuestionsWithoutAGroup) {
  const TemporaryFolder folder;
  const AnalogySet set = read_analogy_set(folder.write("q.txt", "a b c d\n: more\ne f g h\n"));
  ASSERT_EQ(set.groups.size(), 2U);
  EXPECT_EQ(set.groups[0].name, "");
  EXPECT_EQ(set.groups[0].questions.size(), 1U);
}

TEST(AnalogySetFile, SaysWhichLineIsDamaged) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& content) -> std::string {
    try {
      (void)read_analogy_set(folder.write("q.txt", content));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto expect = [&](const std::string& content, const std::string& part) {
    EXPECT_NE(message(content).find(part), std::string::npos) << message(content);
  };
  expect("", "q.txt' has no questions");
  expect(": group\n", "no questions");
  expect(": g\na b c d\na b c\n", "q.txt' line 3: there are not four words");
  expect(": g\na b c d e\n", "line 2: there are more than four");
  expect(":  \na b c d\n", "line 1: there is no name");
  expect("a b c \xC3\n", "line 1: the word is not valid UTF-8");
}

}  // namespace
}  // namespace bsg::tests
