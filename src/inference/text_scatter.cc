#include "inference/text_scatter.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "bsg/error.h"
#include "inference/solve_words.h"
#include "inference/update_steps.h"
#include "kernels/aligned_buffer.h"
#include "kernels/batched_solve.h"
#include "kernels/row_layout.h"

namespace bsg::inference {

using kernels::AlignedBuffer;
using kernels::kPairBlock;

/// One thread's sums of (14) for a word at a time, and what they leave of r − P μ.
class TextScatter::Residuals {
 public:
  explicit Residuals(const TextScatter& all)
      : all_(all),
        m_(all.targets_.densities.dimension()),
        stride_(kernels::row_stride(m_)),
        counter_(all.contexts_.size()),
        precision_(m_ * stride_),
        diagonal_(stride_),
        r_(stride_),
        workspace_(kernels::pair_workspace_size(m_)) {}

  /// sums += d of a word.
  void add_to(float* sums, std::uint32_t word, const PairSource& signed_rows,
              const PairSource& rows, const Background* background) {
    signed_rows(word, counter_, row_);
    const double pairs = std::accumulate(row_.counts.begin(), row_.counts.end(), 0.0);
    if (pairs == 0) return;
    const double share = std::accumulate(row_.pulls.begin(), row_.pulls.end(), 0.0) / pairs;
    clear();
    add_row(word, row_.pulls, row_.pulls, nullptr);
    add_residual(sums, word, 1);
    clear();
    if (background != nullptr) {
      add_background(word, *background);
    } else {
      add_negatives(word, rows);
    }
    add_residual(sums, word, share);
  }

 private:
  void clear() {
    for (AlignedBuffer* sum : {&precision_, &diagonal_, &r_}) {
      std::fill_n(sum->data(), sum->size(), 0.0F);
    }
  }

  void add_background(std::uint32_t word, const Background& background) {
    background.add(word, {m_, stride_, precision_.data(), diagonal_.data(), r_.data()},
                   background_workspace_);
    if (!background.excludes_pairs()) return;
    const std::vector<float> nothing(row_.ids.size());
    add_row(word, nothing, nothing, &background);
  }

  /// All pairs less the positive ones, which the row has.
  void add_negatives(std::uint32_t word, const PairSource& rows) {
    for (float& count : row_.counts) count = -count;
    add_row(word, row_.counts, row_.counts, nullptr);
    rows(word, counter_, row_);
    add_row(word, row_.counts, row_.pulls, nullptr);
  }

  /// The pairs of the row with these counts and pulls, less what a background has of them.
  void add_row(std::uint32_t word, std::span<const float> counts, std::span<const float> pulls,
               const Background* background) {
    const kernels::DensityRows targets = all_.targets_.densities.rows();
    const kernels::DensityRows contexts = all_.contexts_.rows();
    alignas(kernels::kAlignment) std::array<float, kPairBlock> xi_squared{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> count{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> weights{};
    alignas(kernels::kAlignment) std::array<float, kPairBlock> pull{};
    for (std::size_t begin = 0; begin < row_.ids.size(); begin += kPairBlock) {
      const auto ids =
          std::span(row_.ids).subspan(begin, std::min(kPairBlock, row_.ids.size() - begin));
      std::copy_n(counts.data() + begin, ids.size(), count.data());
      std::copy_n(pulls.data() + begin, ids.size(), pull.data());
      kernels::expected_squares(targets.mean(word), targets.variance(word), contexts, m_, ids,
                                all_.xi_, xi_squared.data(), workspace_.data());
      expected_weights().weigh({}, word, ids, xi_squared.data(), count.data(), weights.data());
      if (background != nullptr) {
        background->take_out(word, background_workspace_, ids, weights.data(), pull.data());
      }
      kernels::add_pairs(contexts, m_, ids, weights.data(), pull.data(),
                         {precision_.data(), diagonal_.data(), r_.data()}, workspace_.data());
    }
  }

  /// sums += share · (r − P μ).
  void add_residual(float* sums, std::uint32_t word, double share) const {
    const float* const mean = all_.targets_.densities.rows().mean(word);
    std::vector<double> product(m_);
    for (std::size_t i = 0; i < m_; ++i) {
      const float* const row = precision_.data() + i * stride_;
      product[i] += (double{row[i]} + double{diagonal_.data()[i]}) * double{mean[i]};
      for (std::size_t k = i + 1; k < m_; ++k) {
        product[i] += double{row[k]} * double{mean[k]};
        product[k] += double{row[k]} * double{mean[i]};
      }
    }
    for (std::size_t i = 0; i < m_; ++i) {
      sums[i] += static_cast<float>(share * (double{r_.data()[i]} - product[i]));
    }
  }

  const TextScatter& all_;
  std::size_t m_;
  std::size_t stride_;
  sampling::PairCounter counter_;
  sampling::PairRow row_;
  AlignedBuffer precision_;  ///< P of one word, m rows of stride floats
  AlignedBuffer diagonal_;   ///< what P's diagonal has beside that
  AlignedBuffer r_;
  AlignedBuffer workspace_;
  AlignedBuffer background_workspace_;
};

TextScatter::TextScatter(const LearnedSide& targets, const Densities& contexts, kernels::XiForm xi,
                         std::vector<std::uint32_t> words)
    : targets_(targets),
      contexts_(contexts),
      xi_(xi),
      words_(std::move(words)),
      sums_(words_.size() * targets.densities.dimension()) {}

void TextScatter::add(const PairSource& signed_rows, const PairSource& rows,
                      const Background* background, const std::stop_token& stop) {
  const std::size_t m = targets_.densities.dimension();
  tbb::enumerable_thread_specific<Residuals> residuals([this] { return Residuals(*this); });
  tbb::parallel_for(std::size_t{0}, words_.size(), [&](std::size_t place) {
    if (stop.stop_requested()) return;
    residuals.local().add_to(&sums_[place * m], words_[place], signed_rows, rows, background);
  });
  if (stop.stop_requested()) throw Interrupted("interrupted while calibrating");
  ++draws_;
}

std::vector<float> TextScatter::moves() const {
  const std::size_t m = targets_.densities.dimension();
  const std::size_t lanes = kernels::solve_lanes();
  std::vector<float> moves(sums_.size()), variances(sums_.size());
  tbb::enumerable_thread_specific<AlignedBuffer> workspaces(kernels::solve_workspace_size(m));
  tbb::parallel_for(std::size_t{0}, (words_.size() + lanes - 1) / lanes, [&](std::size_t batch) {
    std::vector<kernels::System> systems;
    const std::size_t first = batch * lanes, last = std::min(first + lanes, words_.size());
    for (std::size_t place = first; place < last; ++place) {
      systems.push_back({targets_.natural.precision(words_[place]), &sums_[place * m],
                         &moves[place * m], &variances[place * m], false});
    }
    solve_words(m, std::span(words_).subspan(first, systems.size()), systems,
                workspaces.local().data());
  });
  for (float& move : moves) move /= static_cast<float>(draws_);
  return moves;
}

}  // namespace bsg::inference
