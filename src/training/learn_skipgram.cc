#include "training/learn_skipgram.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "bsg/error.h"
#include "checkpoint/checkpoint_file.h"
#include "sampling/sampled_text.h"
#include "skipgram/pass.h"
#include "skipgram/points.h"
#include "training/make_model.h"
#include "training/text_without_pairs.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using skipgram::PassSummary;
using skipgram::Points;

IterationRecord make_record(std::uint32_t pass, double learning_rate,
                            const sampling::SampledText& text, const PassSummary& summary) {
  const auto pairs = static_cast<double>(std::max<std::uint64_t>(summary.positive_pairs, 1));
  return {.iteration = pass,
          .step = learning_rate,
          .tokens = text.size(),
          .positive_pairs = summary.positive_pairs,
          .negative_pairs = summary.negative_pairs,
          .mean_loss = summary.loss / pairs};
}

/// Steps that are too long throw vectors ever farther out.
void refuse_divergence(const corpus::Vocabulary& vocabulary, const Points& points,
                       std::uint32_t pass) {
  const std::optional<std::uint32_t> word = find_infinite(points);
  if (!word) return;
  throw NumericalError(wording::compose(
      "the vector of '{}' left the range of single precision in pass {}; try a smaller {} or fewer "
      "{}",
      vocabulary.word(*word), pass, wording::option("learning-rate"),
      wording::option("negatives")));
}

checkpoint::StateArray array_of(const char* name, Points& points) {
  const kernels::PointRows rows = points.rows();
  return {name, points.size(), points.dimension(),
          [rows](std::uint32_t word) { return rows.row(word); }};
}

/// All that a pass leaves to the next.
std::vector<checkpoint::StateArray> arrays_of(Points& u, Points& v) {
  return {array_of("target.point", u), array_of("context.point", v)};
}

}  // namespace

ModelData learn_skipgram(const corpus::Vocabulary& vocabulary, const corpus::EncodedCorpus& text,
                         const TrainingOptions& options, Run& run) {
  const std::uint32_t passes = options.inference.iterations;
  const skipgram::LearningRate rate{options.skipgram.learning_rate, passes};
  begin_stage(run, Stage::sampling, 1);
  const sampling::TextSampler sampler(text, vocabulary, options.sampling, options.subsample(),
                                      options.corpus.is_sets(), options.seed);
  const skipgram::Trainer trainer(vocabulary, options.sampling, rate, options.seed);
  Points u(vocabulary.size(), options.inference.dimension);
  Points v(vocabulary.size(), options.inference.dimension);
  initialise(u, options.seed);

  sampling::SampledText sampled;
  std::vector<IterationRecord> records;
  if (run.checkpoints && !run.checkpoints->done().empty()) {
    records = run.checkpoints->done();
    run.checkpoints->restore(arrays_of(u, v));
    run.report.resumed_after = static_cast<std::uint32_t>(records.size());
  }
  for (std::uint32_t pass = run.report.resumed_after + 1; pass <= passes; ++pass) {
    begin_stage(run, Stage::sampling, pass);
    sampler.sample(pass, sampled);
    begin_stage(run, Stage::passes, pass);
    const PassSummary summary = trainer.pass(pass, sampled, u, v, stop_within_iteration(run));
    records.push_back(make_record(pass, rate.at(pass, 0), sampled, summary));
    if (pass == 1) refuse_text_without_pairs(records.back());
    refuse_divergence(vocabulary, u, pass);
    refuse_divergence(vocabulary, v, pass);
    finish_iteration(run, records.back());
    keep_checkpoint(run, records, pass == passes, arrays_of(u, v));
  }
  sampled = sampling::SampledText();
  ModelData data = model_of_words(vocabulary);
  data.dimension = u.dimension();
  data.iterations = std::move(records);
  data.target_mean = u.compact();
  u = Points(0, data.dimension);
  data.context_mean = v.compact();
  return data;
}

}  // namespace bsg::training
