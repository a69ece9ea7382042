#include "features/feature_file.h"

#include <gtest/gtest.h>

#include "bsg/error.h"
#include "files/temporary_folder.h"

namespace bsg::features {
namespace {

using Tags = std::vector<std::string>;

std::string refusal_of(const std::string& content) {
  const tests::TemporaryFolder folder;
  try {
    TaggedWords::read(folder.write("tags.tsv", content));
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(TaggedWords, AreReadFromLines) {
  const tests::TemporaryFolder folder;
  const TaggedWords tagged = TaggedWords::read(
      folder.write("tags.tsv", "soap\thome  clean\nbread\tfood\twheat\r\n\nkey\t\n"));
  ASSERT_EQ(tagged.lines().size(), 3U);
  EXPECT_EQ(tagged.lines()[0].word, "bread");
  EXPECT_EQ(tagged.tags_of("bread"), (Tags{"food", "wheat"}));
  EXPECT_EQ(tagged.tags_of("soap"), (Tags{"home", "clean"}));
  EXPECT_TRUE(tagged.tags_of("key").empty());
  EXPECT_TRUE(tagged.tags_of("milk").empty());
}

TEST(TaggedWords, MayHaveSpacesInTheirNames) {
  const tests::TemporaryFolder folder;
  const TaggedWords tagged = TaggedWords::read(folder.write("tags.tsv", "Toy Story\tcomedy\n"));
  EXPECT_EQ(tagged.tags_of("Toy Story"), Tags{"comedy"});
}

TEST(TaggedWords, AreRefusedWithTheirLine) {
  EXPECT_NE(refusal_of("a\tx\nb\ty\na\tz\n").find("line 1 already"), std::string::npos);
  EXPECT_NE(refusal_of("a\tx\n\ty\n").find("line 2"), std::string::npos)
      << refusal_of("a\tx\n\ty\n");
  EXPECT_NE(refusal_of("a\tx\nb\t\xff\n").find("line 2: a tag is not valid UTF-8"),
            std::string::npos);
  EXPECT_NE(refusal_of("a\tx\n\xff\ty\n").find("line 2: the word is not valid UTF-8"),
            std::string::npos);
  EXPECT_NE(refusal_of("a\tx\nb y\n").find("line 2: there is no tab"), std::string::npos);
  EXPECT_NE(refusal_of("a\t\nb\t\n").find("no tags"), std::string::npos);
}

TEST(TaggedWords, HaveAFingerprintOfTheirContent) {
  const tests::TemporaryFolder folder;
  const auto fingerprint = [&](const std::string& content) {
    return TaggedWords::read(folder.write("tags.tsv", content)).fingerprint();
  };
  EXPECT_EQ(fingerprint("a\tx y\nb\tz\n"), fingerprint("b\tz\na\tx\ty\n"));
  EXPECT_NE(fingerprint("a\tx y\nb\tz\n"), fingerprint("a\tx\nb\ty z\n"));
}

}  // namespace
}  // namespace bsg::features
