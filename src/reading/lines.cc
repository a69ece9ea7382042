#include "bsg/lines.h"

#include "reading/text_lines.h"

namespace bsg {

void for_each_line(const std::string& path, const std::function<void(const FileLine&)>& take) {
  reading::for_each_line(path, [&take](const reading::TextLine& line) {
    take({.file = line.file, .number = line.number, .text = line.text});
  });
}

}  // namespace bsg
