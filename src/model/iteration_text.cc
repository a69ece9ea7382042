#include "model/iteration_text.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tensors/format_error.h"

namespace bsg::model {
namespace {

using tensors::FormatError;

constexpr std::size_t kFields = 8;
constexpr std::size_t kSkipgramFields = 6;
constexpr std::size_t kPriorFields = 2;
constexpr const char* kMeanLoss = "mean_loss";  ///< what skip-gram's records alone have
constexpr const char* kTargetPrior = "target_prior_precision";  ///< where priors are learned
constexpr const char* kContextPrior = "context_prior_precision";
constexpr const char* kBound = "bound";  ///< Method::bsg; not of updates, nor in older files

[[noreturn]] void reject() {
  throw FormatError("its record of iterations cannot be read");
}

std::uint64_t integer(const nlohmann::json& record, const char* name) {
  const auto field = record.find(name);
  if (field == record.end() || !field->is_number_unsigned()) reject();
  return field->get<std::uint64_t>();
}

double number(const nlohmann::json& record, const char* name) {
  const auto field = record.find(name);
  if (field == record.end() || !field->is_number()) reject();
  return field->get<double>();
}

IterationRecord from_json(const nlohmann::json& record) {
  if (!record.is_object()) reject();
  const bool skipgram = record.contains(kMeanLoss);
  const bool learned_prior = !skipgram && record.contains(kTargetPrior);
  const bool bound = !skipgram && record.contains(kBound);
  const std::size_t fields =
      (skipgram ? kSkipgramFields : kFields) + (learned_prior ? kPriorFields : 0) + (bound ? 1 : 0);
  if (record.size() != fields) reject();
  const std::uint64_t iteration = integer(record, "iteration");
  if (iteration > std::numeric_limits<std::uint32_t>::max()) reject();
  IterationRecord result{.iteration = static_cast<std::uint32_t>(iteration),
                         .step = number(record, "step"),
                         .tokens = integer(record, "tokens"),
                         .positive_pairs = integer(record, "positive_pairs"),
                         .negative_pairs = integer(record, "negative_pairs")};
  if (skipgram) {
    result.mean_loss = number(record, kMeanLoss);
  } else {
    result.target_change = number(record, "target_change");
    result.context_change = number(record, "context_change");
    result.relative_change = number(record, "relative_change");
  }
  if (learned_prior) {
    result.target_prior_precision = number(record, kTargetPrior);
    result.context_prior_precision = number(record, kContextPrior);
  }
  if (bound) result.bound = number(record, kBound);
  return result;
}

std::string progress_text(const IterationRecord& record) {
  if (record.mean_loss) return fmt::format(R"("{}":{})", kMeanLoss, *record.mean_loss);
  std::string text =
      fmt::format(R"("target_change":{},"context_change":{},"relative_change":{})",
                  record.target_change, record.context_change, record.relative_change);
  if (record.target_prior_precision && record.context_prior_precision) {
    text += fmt::format(R"(,"{}":{},"{}":{})", kTargetPrior, *record.target_prior_precision,
                        kContextPrior, *record.context_prior_precision);
  }
  if (record.bound) text += fmt::format(R"(,"{}":{})", kBound, *record.bound);
  return text;
}

}  // namespace

std::string to_text(std::span<const IterationRecord> iterations) {
  std::string text = "[";
  for (const IterationRecord& record : iterations) {
    if (text.size() > 1) text += ',';
    text += fmt::format(
        R"({{"iteration":{},"step":{},"tokens":{},"positive_pairs":{},"negative_pairs":{},{}}})",
        record.iteration, record.step, record.tokens, record.positive_pairs, record.negative_pairs,
        progress_text(record));
  }
  return text + "]";
}

std::vector<IterationRecord> iterations_from_text(const std::string& text) {
  const nlohmann::json records = nlohmann::json::parse(text, nullptr, false);
  if (!records.is_array()) reject();
  std::vector<IterationRecord> iterations;
  iterations.reserve(records.size());
  for (const nlohmann::json& record : records) iterations.push_back(from_json(record));
  return iterations;
}

}  // namespace bsg::model
