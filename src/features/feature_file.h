#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bsg::features {

/// What a file tells of words or items.
class TaggedWords {
 public:
  struct Line {
    std::string word;
    std::vector<std::string> tags;
  };

  /// Lines of word TAB tags, which are separated by tabs or spaces; plain, gzip or zstd. A word
  /// without tags may be there, with its tab. Throws FileError, or InputError with file and line:
  /// for a line without a tab, a word that is there twice, or text that is not valid UTF-8.
  static TaggedWords read(const std::filesystem::path& path);

  /// By word, ascending by bytes.
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  /// Empty for a word that is not there.
  [[nodiscard]] const std::vector<std::string>& tags_of(std::string_view word) const;

  /// Checksum of words and tags, whatever the order of lines.
  [[nodiscard]] std::string fingerprint() const;

 private:
  std::vector<Line> lines_;
};

}  // namespace bsg::features
