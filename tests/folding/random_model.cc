#include "folding/random_model.h"

#include <Eigen/LU>
#include <algorithm>
#include <random>

#include "bsg/options.h"

namespace bsg::tests {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<float> draw(std::size_t size, float low, float high, std::mt19937_64& random) {
  std::uniform_real_distribution<float> number(low, high);
  std::vector<float> values(size);
  std::ranges::generate(values, [&] { return number(random); });
  return values;
}

void add_axes(ModelData& data, std::mt19937_64& random) {
  const auto m = static_cast<Eigen::Index>(data.dimension);
  const std::vector<float> noise = draw(data.dimension * data.dimension, -0.3F, 0.3F, random);
  const RowMajor A = Eigen::Map<const RowMajor>(noise.data(), m, m) + RowMajor::Identity(m, m);
  const RowMajor back = A.cast<double>().inverse().transpose().cast<float>();
  data.target_axes.assign(A.data(), A.data() + A.size());
  data.context_axes.assign(back.data(), back.data() + back.size());
}

void add_spelling(ModelData& data, std::mt19937_64& random) {
  data.features.shortest = 2;
  data.features.longest = 3;
  data.features.names = {"s<n", "sne", "snew"};
  data.features.weights = draw(3 * data.dimension, -1, 1, random);
  data.features.variances = draw(3, 0.02F, 0.1F, random);
  data.features.variance = 0.3;
  data.features.unknown_variance = 0.5;
}

}  // namespace

ModelData random_model(const ModelCase& c, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  ModelData data;
  data.dimension = c.dimension;
  for (std::size_t id = 0; id < c.words; ++id) {
    data.words.push_back("w" + std::to_string(id));
    data.counts.push_back(10000 / (id + 1));
  }
  data.counts.back() = 0;
  const std::size_t size = c.words * c.dimension;
  data.target_mean = draw(size, -1, 1, random);
  data.target_variance = draw(size, 0.01F, 0.3F, random);
  data.context_mean = draw(size, -1, 1, random);
  data.context_variance = draw(size, 0.01F, 0.3F, random);
  std::fill(data.context_mean.end() - static_cast<std::ptrdiff_t>(c.dimension),
            data.context_mean.end(), 0.0F);
  if (c.axes) add_axes(data, random);
  if (c.spelling) add_spelling(data, random);
  for (const OptionDescription& option : option_table()) {
    if (option.affects_result) data.options.emplace(option.name, option.default_value);
  }
  data.options["dimension"] = std::to_string(c.dimension);
  data.options["xi"] = c.xi;
  data.options["exclude-positives"] = c.exclude_positives;
  data.options["negative-groups"] = std::to_string(c.groups);
  data.options["subwords"] = c.spelling ? "2-3" : "no";
  data.options["prior-precision"] = "2.5";
  data.options["subsample"] = "0.01";
  data.options["sets"] = c.sets ? "yes" : "no";
  return data;
}

}  // namespace bsg::tests
