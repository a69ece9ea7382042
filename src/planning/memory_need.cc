#include "planning/memory_need.h"

#include <algorithm>
#include <cmath>

#include "inference/deviation_factors.h"
#include "inference/expected_negatives.h"
#include "inference/feature_prior.h"
#include "inference/gauge.h"
#include "inference/half_update.h"
#include "inference/kept_precisions.h"
#include "inference/text_scatter.h"
#include "kernels/row_layout.h"
#include "sampling/data_set.h"
#include "sampling/sampled_text.h"
#include "sampling/user_items.h"

namespace bsg::planning {
namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kProgram = 24 * kMegabyte;
/// Blocks of text, their tokens and ids, and what the allocator keeps for a thread.
constexpr std::uint64_t kProgramThread = 10 * kMegabyte;
/// A word with its count in a table that is found by hashing, and in a model while it is made.
constexpr std::uint64_t kWordBytes = 96;
constexpr std::uint64_t kModelWordBytes = 144;
/// Length of T_sub beyond its mean that does not occur, in standard deviations.
constexpr double kDeviations = 6;
/// Description of a file, and records in a checkpoint: more than an iteration's record ever takes.
constexpr std::uint64_t kFileHeader = 64 << 10;
constexpr std::uint64_t kCheckpointRecord = 448;

/// More than any machine has, and small enough to be multiplied by bytes.
constexpr double kMost = 0x1p56;

std::uint64_t whole(double amount) {
  return static_cast<std::uint64_t>(std::min(std::ceil(amount), kMost));
}

double pairs_of_kept(double kept, std::uint64_t tokens, double pairs_of_all_sets,
                     const TrainingOptions& options) {
  if (!options.corpus.is_sets()) return kept * (options.sampling.window + 1.0);
  return tokens == 0 ? 0 : pairs_of_all_sets * kept / static_cast<double>(tokens);
}

/// Counts may be those of another text, or of one that this is a part of.
double kept_of(const corpus::Vocabulary& vocabulary, std::uint64_t tokens,
               const TrainingOptions& options) {
  const double share = static_cast<double>(tokens) / static_cast<double>(vocabulary.total());
  return std::min(static_cast<double>(tokens),
                  share * sampling::expected_kept(vocabulary, options.subsample()));
}

/// P and r of both sides, their axes, and the priors of targets with features.
std::uint64_t posterior_bytes(std::size_t words, std::size_t m, bool features) {
  const std::uint64_t floats =
      2 * words * (kernels::packed_size(m) + m) + 2 * m * m + (features ? words * (m + 1) : 0);
  return kFileHeader + 4 * floats;
}

/// Targets of users, their pairs and what is kept of them, beside what items take.
void add_users(const TextSize& text, std::size_t words, const TrainingOptions& options,
               std::uint32_t threads, MemoryNeed& need) {
  const std::size_t m = options.inference.dimension;
  const std::uint64_t users = text.sentences;
  need.densities += std::uint64_t{8} * users * kernels::row_stride(m);
  need.r += std::uint64_t{4} * users * m;
  need.sample += sampling::UserItems::bytes(users, words, text.tokens, threads);
  const std::uint64_t groups = std::min<std::uint64_t>(options.inference.negative_groups, words);
  need.negatives += 4 * users * (3 + groups);
  need.checkpoint += std::uint64_t{12} * users * m;
  need.model += kWordBytes * users + 8 * text.tokens;
}

}  // namespace

TextSize estimate_text(const corpus::Vocabulary& vocabulary, std::uint64_t tokens,
                       std::uint64_t sentences, const TrainingOptions& options) {
  TextSize size{.tokens = tokens, .sentences = sentences};
  size.kept = kept_of(vocabulary, tokens, options);
  const auto all = static_cast<double>(tokens);
  const double basket = all / static_cast<double>(std::max<std::uint64_t>(sentences, 1));
  size.positive_pairs = pairs_of_kept(size.kept, size.tokens, all * basket, options);
  return size;
}

TextSize measure_text(const corpus::EncodedCorpus& text, const corpus::Vocabulary& vocabulary,
                      const TrainingOptions& options) {
  TextSize size{.tokens = text.ids.size(), .sentences = text.sentences.size() - 1};
  std::vector<std::uint64_t> counts(vocabulary.size());
  for (std::uint64_t at = 0; at < size.tokens; ++at) ++counts[text.ids[at]];
  size.kept = sampling::expected_kept(counts, vocabulary, options.subsample());
  double pairs = 0;
  for (std::uint64_t s = 0; options.corpus.is_sets() && s < size.sentences; ++s) {
    const auto length = static_cast<double>(text.sentences[s + 1] - text.sentences[s]);
    pairs += length * (length - 1);
  }
  size.positive_pairs = pairs_of_kept(size.kept, size.tokens, pairs, options);
  return size;
}

MemoryNeed memory_need(const TextSize& text, std::size_t words, const FeatureSize& features,
                       const PosteriorUse& posterior, const TrainingOptions& options,
                       std::uint32_t threads) {
  const std::size_t m = options.inference.dimension;
  const std::uint64_t matrix = std::uint64_t{4} * words * m;
  const std::uint64_t padded = std::uint64_t{4} * words * kernels::row_stride(m);
  const double kept = text.kept + kDeviations * std::sqrt(text.kept);

  MemoryNeed need;
  need.program = kProgram + kProgramThread * threads;
  need.vocabulary = kWordBytes * words;
  need.checkpoint = kFileHeader + kCheckpointRecord * options.all_iterations();
  need.text = 4 * text.tokens + 8 * (text.sentences + 1);
  need.sample = sampling::sampling_bytes(text.sentences, whole(kept), text.tokens, words, threads);
  if (options.method == Method::skipgram) {
    need.densities = 2 * padded;
    need.workspaces = 16 * std::uint64_t{words} + kMegabyte * threads;
    need.model = matrix + kModelWordBytes * words;
    need.checkpoint += 2 * matrix;
    return need;
  }
  if (options.method == Method::gibbs) {
    const std::uint64_t draws =
        posterior.draws ? options.gibbs.sweeps / options.gibbs.thinning : std::uint64_t{0};
    need.draws = 4 * padded + 2 * draws * matrix;
    need.checkpoint += 4 * matrix + 2 * draws * matrix;
  }
  const bool drawn = options.sampling.negative_mode == NegativeMode::sampled;
  const double negatives = drawn ? text.positive_pairs * options.sampling.negatives : 0;
  need.sample += sampling::DataSet::bytes(whole(kept), whole(negatives), words, threads);
  need.densities = 4 * padded;
  need.r = 2 * matrix;
  if (inference::any_keeps_precision(options.inference, posterior.needed_at_end))
    need.precision = 4 * words * kernels::packed_size(m);
  need.workspaces = std::max(inference::half_update_bytes(words, m, threads),
                             posterior.needed_at_end ? inference::gauge_bytes(m, threads) : 0);
  need.base = posterior.base;
  need.keeps_posterior = posterior.kept;
  if (posterior.kept) need.posterior = posterior_bytes(words, m, features.features > 0);
  if (!drawn) {
    using inference::ExpectedNegatives;
    need.workspaces = std::max(need.workspaces, ExpectedNegatives::bytes_for_a_time(words, m));
    need.negatives = ExpectedNegatives::bytes(words, options.inference, threads);
  }
  if (options.inference.calibrate != Calibrate::no) {
    const std::size_t measured = inference::most_words_of_all_counts(words);
    const std::uint64_t means = std::uint64_t{4} * measured * m;
    // Those of halfway and the moves are kept, and turned into the axes of the model.
    need.workspaces += inference::TextScatter::bytes(measured, m) + 3 * means + 8 * words;
    need.checkpoint += means;
  }
  need.model = 2 * matrix + kModelWordBytes * words;
  if (options.corpus.users) add_users(text, words, options, threads, need);
  if (features.features > 0) {
    const std::uint64_t weights = std::uint64_t{4} * features.features * m;
    need.features = features.bytes + inference::FeaturePrior::bytes(words, features.features, m);
    need.model += 2 * weights + features.bytes;
    // Their rows are copied to where those of the vocabulary are, and so are these.
    need.model += features.cold_words * (std::uint64_t{32} * m + kModelWordBytes);
    if (features.cold_words > 0) need.model += 2 * matrix;
    need.checkpoint += weights + std::uint64_t{4} * words;
    if (posterior.kept) need.checkpoint += matrix;
  }
  need.checkpoint += 4 * matrix + need.r + 2 * need.precision;
  return need;
}

}  // namespace bsg::planning
