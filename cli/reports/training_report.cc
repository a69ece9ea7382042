#include "cli/reports/training_report.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/progress/progress.h"
#include "cli/reports/calibration.h"
#include "cli/reports/convergence.h"
#include "cli/reports/quantity.h"
#include "cli/reports/table.h"

namespace bsg::cli {
namespace {

/// Below this the clock says more than the computation.
constexpr double kShortestMeasurable = 0.05;

/// What a sentence of the model is.
std::string_view sentences_name(const CorpusOptions& corpus) {
  if (corpus.users || (!corpus.sets && corpus.format != InputFormat::lines)) return "users";
  return corpus.sets ? "baskets" : "lines";
}

std::string_view words_name(const CorpusOptions& corpus) {
  return corpus.is_sets() ? "items" : "words";
}

std::string tokens_text(const TrainingReport& report, const CorpusOptions& corpus) {
  std::string text = fmt::format("{}, of them {} in the vocabulary; {} {}", grouped(report.tokens),
                                 grouped(report.vocabulary_tokens), grouped(report.sentences),
                                 sentences_name(corpus));
  if (report.invalid_utf8_sequences > 0) {
    text += fmt::format("; {} invalid UTF-8 sequences became U+FFFD",
                        grouped(report.invalid_utf8_sequences));
  }
  return text;
}

/// Empty unless a model was updated.
std::string update_text(const FinishedTraining& training) {
  const std::optional<BaseModel>& base = training.input.base;
  if (!base) return {};
  const UpdateOptions& how = training.options.update;
  std::string text = base->path.empty() ? "a model in memory" : base->path;
  text += base->posterior ? fmt::format(", by the posterior {}", *base->posterior)
                          : ", by its variances";
  if (how.forget > 0) text += fmt::format("; {:.0f} % of it forgotten", 100 * how.forget);
  return text + (how.new_axes ? "; new axes" : "; axes kept");
}

std::string pairs_text(const Model& model, const TrainingOptions& options) {
  std::uint64_t positive = 0, negative = 0;
  auto records = model.iterations();
  if (options.method == Method::gibbs) records = records.last(1);  // all have the same
  for (const IterationRecord& record : records) {
    positive += record.positive_pairs;
    negative += record.negative_pairs;
  }
  return fmt::format("{} positive, {} negative", grouped(positive), grouped(negative));
}

std::string iterations_text(const TrainingResult& result, const TrainingOptions& options) {
  const auto records = result.model.iterations();
  std::string text = grouped(records.size());
  const bool gibbs = options.method == Method::gibbs;
  if (gibbs) {
    text += fmt::format(": {} of variational Bayes, {} sweeps to warm up, {} kept",
                        grouped(options.inference.iterations), grouped(options.gibbs.warm_up),
                        grouped(options.gibbs.sweeps));
  }
  if (!records.empty() && !gibbs)
    text += fmt::format(", {} in the last", convergence_text(records.back()));
  if (result.report.resumed_after > 0) {
    text += fmt::format("; {} of them before the checkpoint", grouped(result.report.resumed_after));
  }
  if (result.report.converged) text += "; the change fell below --tolerance";
  return text;
}

bool has_stage(const TrainingReport& report, const TrainingOptions& options, Stage stage) {
  const bool skipgram = options.method == Method::skipgram;
  switch (stage) {
    case Stage::targets:
    case Stage::contexts:
      return !skipgram;
    case Stage::passes:
      return skipgram;
    case Stage::calibration:
      return report.time(stage).count() > 0;
    case Stage::gauge:
      return options.method == Method::bsg && options.inference.gauge != 0;
    case Stage::counting:
    case Stage::encoding:
    case Stage::sampling:
      break;
  }
  return true;
}

std::string stages_text(const TrainingReport& report, const TrainingOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < kStageCount; ++i) {
    const auto stage = static_cast<Stage>(i);
    if (!has_stage(report, options, stage)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", stage_label(stage),
                        duration_text(report.time(stage).count()));
  }
  if (report.checkpoint_time.count() > 0) {
    text += fmt::format(", checkpoints {}", duration_text(report.checkpoint_time.count()));
  }
  return text;
}

std::string total_text(const FinishedTraining& training) {
  const std::uint32_t threads = training.result.report.threads;
  return fmt::format("{} on {} thread{}, {} of CPU time", duration_text(training.elapsed_seconds),
                     threads, threads == 1 ? "" : "s", duration_text(process_cpu_seconds()));
}

std::string file_text(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  return unknown ? path.string() : fmt::format("{}, {}", path.string(), byte_count(size));
}

std::string advice_text(const TrainingReport& report) {
  std::string text;
  for (const Advice& advice : report.advice) {
    text +=
        fmt::format("{}: {}\n", advice.warning ? "warning" : "note", advice.wording.command_line);
  }
  return text;
}

/// Empty where the time was too short to say.
std::string speed_text(const FinishedTraining& training) {
  const auto& [model, report] = training.result;
  const bool skipgram = training.options.method == Method::skipgram;
  const double seconds =
      skipgram ? training.cpu.seconds(Stage::passes)
               : training.cpu.seconds(Stage::targets) + training.cpu.seconds(Stage::contexts);
  if (seconds <= kShortestMeasurable) return {};
  if (!skipgram) {
    return fmt::format("{} row entries a CPU second of updating",
                       short_count(static_cast<double>(report.row_entries) / seconds));
  }
  std::uint64_t pairs = 0;
  for (const IterationRecord& record : model.iterations().subspan(report.resumed_after)) {
    pairs += record.positive_pairs;
  }
  return fmt::format("{} positive pairs a CPU second of passes",
                     short_count(static_cast<double>(pairs) / seconds));
}

std::string vocabulary_text(const FinishedTraining& training) {
  const TrainingReport& report = training.result.report;
  const std::string size = grouped(training.result.model.size() - report.cold_words);
  // A given vocabulary with counts spares counting the text's own words.
  const std::string_view words = words_name(training.options.corpus);
  std::string text =
      report.distinct_words == 0
          ? fmt::format("{} {}", size, words)
          : fmt::format("{} of {} distinct {}", size, grouped(report.distinct_words), words);
  if (report.updated_words > 0) {
    text = fmt::format("{} {}: {} updated, {} of them new", size, words,
                       grouped(report.updated_words), grouped(report.new_words));
  }
  if (report.cold_words > 0) {
    text +=
        fmt::format(", and {} {}", grouped(report.cold_words),
                    report.updated_words > 0 ? "that no text has" : "known by their tags alone");
  }
  if (report.features > 0) text += fmt::format("; {} n-grams and tags", grouped(report.features));
  return text;
}

}  // namespace

std::string training_report(const FinishedTraining& training) {
  const auto& [model, report] = training.result;
  std::vector<std::pair<std::string, std::string>> lines{
      {"vocabulary", vocabulary_text(training)},
      {"tokens", tokens_text(report, training.options.corpus)},
      {"iterations", iterations_text(training.result, training.options)},
      {"pairs", pairs_text(model, training.options)},
      {"stages", stages_text(report, training.options)},
      {"total", total_text(training)},
  };
  if (const std::string update = update_text(training); !update.empty()) {
    lines.insert(lines.begin(), {"update of", update});
  }
  const std::string calibration = calibration_text(model);
  if (!calibration.empty() && report.updated_words == 0) {
    lines.emplace_back("calibration", calibration);
  }
  if (const std::string speed = speed_text(training); !speed.empty()) {
    lines.emplace_back("speed", speed);
  }
  const bool scratch = report.memory.disk > 0;
  lines.emplace_back("peak memory", byte_count(peak_memory()) +
                                        (scratch ? ", pages of scratch files among it" : ""));
  lines.emplace_back("model", file_text(*training.input.output));
  if (training.input.keep_posterior) {
    lines.emplace_back("posterior", file_text(*training.input.keep_posterior));
  }
  if (training.input.save_draws) {
    lines.emplace_back("draws", file_text(*training.input.save_draws));
  }
  return aligned_pairs(lines) + advice_text(report);
}

}  // namespace bsg::cli
