#include "evaluation/benchmark_file.h"

namespace bsg::evaluation {

void for_each_entry(const std::filesystem::path& path,
                    const std::function<void(const TextLine&)>& take) {
  reading::for_each_line(path.string(), [&](const TextLine& line) {
    const std::size_t first = line.text.find_first_not_of(" \t");
    if (first != std::string_view::npos && line.text[first] != '#') take(line);
  });
}

std::string set_name(const std::filesystem::path& path) {
  std::filesystem::path name = path.filename();
  for (const char* compressed : {".gz", ".zst"}) {
    if (name.extension() == compressed) name = name.stem();
  }
  return name.stem().string();
}

}  // namespace bsg::evaluation
