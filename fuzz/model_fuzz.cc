// The loader of model files. Checksums would stop nearly every input at the door, so structure
// alone is checked too; whatever is accepted must be readable to its last byte.

#include <algorithm>
#include <cmath>

#include "bsg/error.h"
#include "bsg/model.h"
#include "memory_file.h"
#include "reading/utf8.h"

namespace bsg::fuzz {
namespace {

void check_model(const Model& model) {
  require(model.size() > 0 && model.dimension() > 0);
  for (WordId id = 0; id < model.size(); ++id) {
    const std::string_view word = model.word(id);
    require(reading::valid_utf8_prefix(word) == word.size());
    require(model.find(word) == id);
    require(id == 0 || model.count(id) <= model.count(id - 1));
  }
  float sum = 0;
  for (const Side side : {Side::target, Side::context}) {
    for (const float mean : model.means(side)) sum += mean;
    for (const float variance : model.variances(side)) sum += variance;
    for (const float number : model.axes(side)) sum += number;
  }
  for (std::size_t user = 0; user < model.user_count(); ++user) {
    require(model.find_user(model.user(user)) == user);
    require(model.weights_of(user).empty() ||
            model.weights_of(user).size() == model.items_of(user).size());
    for (const WordId item : model.items_of(user)) require(item < model.size());
    for (const float weight : model.weights_of(user)) sum += weight;
  }
  [[maybe_unused]] volatile float used = sum;
}

void load(const std::filesystem::path& path, Verify verify) {
  try {
    const Model model = Model::load(path, verify);
    check_model(model);
    if (verify != Verify::checksums) return;
    require(std::ranges::all_of(model.means(Side::target),
                                [](float mean) { return std::isfinite(mean); }));
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace bsg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bsg::fuzz::MemoryFile file(data, size);
  bsg::fuzz::load(file.path(), bsg::Verify::structure);
  bsg::fuzz::load(file.path(), bsg::Verify::checksums);
  return 0;
}
