#include "posterior/old_posterior.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/row_layout.h"
#include "posterior/posterior_file.h"

namespace bsg::posterior {
namespace {

using inference::Gauge;
using inference::WordSums;

class KeptPosterior final : public OldPosterior {
 public:
  KeptPosterior(const std::filesystem::path& path, const Model& model)
      : file_(path, model), row_bytes_(sizeof(float) * kernels::packed_size(model.dimension())) {}

  [[nodiscard]] std::size_t words() const override { return file_.words(); }
  [[nodiscard]] const std::optional<Gauge>& axes() const override { return file_.axes(); }

  [[nodiscard]] std::span<const float> prior_precisions() const override {
    return file_.prior_precisions();
  }
  [[nodiscard]] std::span<const float> prior_means() const override { return file_.prior_means(); }

  void add(Side side, WordId word, float weight, const WordSums& sums) const override {
    sums.add_packed(file_.precision(side, word), weight);
    const float* const r = file_.r(side, word);
    for (std::size_t k = 0; k < sums.m; ++k) sums.r[k] += weight * r[k];
    give_back();
  }

 private:
  /// Rows that were read do not stay in memory, a few of the last ones apart.
  void give_back() const {
    const std::uint64_t before = read_.fetch_add(row_bytes_, std::memory_order_relaxed);
    if (before / kMostBytesInMemory != (before + row_bytes_) / kMostBytesInMemory)
      file_.give_back();
  }

  PosteriorFile file_;
  std::uint64_t row_bytes_;
  mutable std::atomic<std::uint64_t> read_ = 0;
};

class DiagonalPosterior final : public OldPosterior {
 public:
  explicit DiagonalPosterior(Model model) : model_(std::move(model)) {}

  [[nodiscard]] std::size_t words() const override { return model_.size(); }
  [[nodiscard]] const std::optional<Gauge>& axes() const override { return axes_; }

  void add(Side side, WordId word, float weight, const WordSums& sums) const override {
    const std::span<const float> mean = model_.mean(side, word);
    const std::span<const float> variance = model_.variance(side, word);
    for (std::size_t k = 0; k < sums.m; ++k) {
      const float precision = weight / variance[k];
      sums.diagonal[k] += precision;
      sums.r[k] += precision * mean[k];
    }
  }

 private:
  Model model_;
  std::optional<Gauge> axes_;
};

}  // namespace

std::shared_ptr<const OldPosterior> kept_posterior(const std::filesystem::path& path,
                                                   const Model& model) {
  return std::make_shared<const KeptPosterior>(path, model);
}

std::shared_ptr<const OldPosterior> diagonal_posterior(Model model) {
  return std::make_shared<const DiagonalPosterior>(std::move(model));
}

}  // namespace bsg::posterior
