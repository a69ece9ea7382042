#include "model/iteration_text.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "model/safetensors.h"

namespace bsg::model {
namespace {

constexpr std::size_t kFields = 8;

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
  if (!record.is_object() || record.size() != kFields) reject();
  const std::uint64_t iteration = integer(record, "iteration");
  if (iteration > std::numeric_limits<std::uint32_t>::max()) reject();
  return {.iteration = static_cast<std::uint32_t>(iteration),
          .step = number(record, "step"),
          .tokens = integer(record, "tokens"),
          .positive_pairs = integer(record, "positive_pairs"),
          .negative_pairs = integer(record, "negative_pairs"),
          .target_change = number(record, "target_change"),
          .context_change = number(record, "context_change"),
          .relative_change = number(record, "relative_change")};
}

}  // namespace

std::string to_text(std::span<const IterationRecord> iterations) {
  std::string text = "[";
  for (const IterationRecord& record : iterations) {
    if (text.size() > 1) text += ',';
    text += fmt::format(
        R"({{"iteration":{},"step":{},"tokens":{},"positive_pairs":{},"negative_pairs":{},)"
        R"("target_change":{},"context_change":{},"relative_change":{}}})",
        record.iteration, record.step, record.tokens, record.positive_pairs, record.negative_pairs,
        record.target_change, record.context_change, record.relative_change);
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
