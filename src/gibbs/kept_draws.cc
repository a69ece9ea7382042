#include "gibbs/kept_draws.h"

#include <fmt/format.h>

#include <array>

#include "posterior/posterior_file.h"
#include "tensors/write_tensors.h"

namespace bsg::gibbs {
namespace {

void append(std::vector<float>& values, const inference::Densities& draw) {
  const kernels::DensityRows rows = draw.rows();
  for (std::size_t word = 0; word < draw.size(); ++word) {
    const float* const x = rows.mean(word);
    values.insert(values.end(), x, x + draw.dimension());
  }
}

}  // namespace

KeptDraws::KeptDraws(std::size_t words, std::size_t dimension, std::uint32_t most)
    : words_(words), dimension_(dimension) {
  u_.reserve(most * words * dimension);
  v_.reserve(most * words * dimension);
}

void KeptDraws::add(const inference::Densities& u, const inference::Densities& v) {
  append(u_, u);
  append(v_, v);
  ++size_;
}

void KeptDraws::resize(std::uint32_t size) {
  size_ = size;
  u_.resize(size * words_ * dimension_);
  v_.resize(size * words_ * dimension_);
}

void write_draws(files::OutputFile& file, const Model& model, const KeptDraws& draws) {
  const tensors::Shape shape{draws.size(), draws.words(), draws.dimension()};
  const std::array tensors{tensors::whole("u", shape, draws.all(Side::target)),
                           tensors::whole("v", shape, draws.all(Side::context))};
  write_tensors(file,
                {{kDrawsFile.format_key, fmt::format("{}", kDrawsFile.newest_format)},
                 {"model", posterior::model_checksum(model)}},
                tensors);
}

}  // namespace bsg::gibbs
