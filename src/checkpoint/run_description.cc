#include "checkpoint/run_description.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <span>
#include <string_view>

#include "bsg/error.h"
#include "bsg/version.h"
#include "options/recorded_options.h"
#include "posterior/posterior_file.h"
#include "tensors/checksum.h"
#include "tensors/format_error.h"

namespace bsg::checkpoint {
namespace {

using tensors::FormatError;
using tensors::text_of;

constexpr std::string_view kOption = "option.", kSetting = "setting.";

std::string absolute(const std::string& path) {
  return path.empty() || path == "-" ? path : std::filesystem::absolute(path).string();
}

std::optional<std::string> absolute(const std::optional<std::string>& path) {
  return path ? std::optional(absolute(*path)) : std::nullopt;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > 0x20 && byte < 0x7F && c != '%' && c != '"' && c != '\\';
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      result += text[at];
      continue;
    }
    unsigned int byte = 0;
    const std::string_view digits = text.substr(at + 1, 2);
    const char* const end = digits.data() + digits.size();
    if (digits.size() != 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
      throw FormatError("a path in it cannot be read");
    }
    result += static_cast<char>(byte);
    at += 2;
  }
  return result;
}

std::optional<std::string> path_of(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  return found == metadata.end() ? std::nullopt : std::optional(unescaped(found->second));
}

/// The values of PREFIX0, PREFIX1, … up to the first that is not there.
std::vector<std::string> list_of(const Metadata& metadata, const std::string& prefix) {
  std::vector<std::string> values;
  for (auto found = metadata.find(prefix + "0"); found != metadata.end();
       found = metadata.find(fmt::format("{}{}", prefix, values.size()))) {
    values.push_back(found->second);
  }
  return values;
}

/// Option values by name, of the keys with a prefix.
std::map<std::string, std::string> values_of(const Metadata& metadata, std::string_view prefix) {
  std::map<std::string, std::string> values;
  for (const auto& [key, value] : metadata) {
    if (key.starts_with(prefix)) values.emplace(key.substr(prefix.size()), unescaped(value));
  }
  return values;
}

}  // namespace

std::map<std::string, std::string> recorded_options(const TrainingInput& input,
                                                    const TrainingOptions& options) {
  return options::recorded_options(options, {.vocabulary = input.vocabulary.has_value(),
                                             .features = input.features.has_value(),
                                             .base = input.base.has_value()});
}

RunDescription describe_run(const TrainingInput& input, const TrainingOptions& options) {
  RunDescription run{
      .version = std::string(version()),
      .simd = std::string(simd_target()),
      .options = recorded_options(input, options),
      .in_memory = input.sentences != nullptr,
      .vocabulary = absolute(input.vocabulary),
      .features = absolute(input.features),
      .save_vocabulary = absolute(input.save_vocabulary),
      .keep_posterior = absolute(input.keep_posterior),
      .save_draws = absolute(input.save_draws),
      .output = absolute(input.output),
      .every = input.checkpoint.every,
  };
  if (input.base) {
    run.base = absolute(input.base->path);
    run.base_posterior = absolute(input.base->posterior);
    run.base_checksum = posterior::model_checksum(input.base->model);
  }
  for (const OptionDescription& option : option_table()) {
    if (option.affects_result) continue;
    const std::string value = get_option(options, option.name);
    run.settings.emplace(option.name, option.kind == "FOLDER" ? absolute(value) : value);
  }
  for (const std::string& text : input.texts) run.texts.push_back(absolute(text));
  return run;
}

std::string words_checksum(const corpus::Vocabulary& vocabulary) {
  tensors::RunningChecksum checksum;
  for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
    const std::string_view bytes = vocabulary.word(word);
    const std::uint64_t numbers[] = {bytes.size(), vocabulary.count(word)};
    checksum.add(std::as_bytes(std::span(numbers)));
    checksum.add(std::as_bytes(std::span(bytes)));
  }
  return checksum.digits();
}

void add_description(const RunDescription& run, Metadata& metadata) {
  metadata["bsg.version"] = run.version;
  metadata["bsg.simd"] = run.simd;
  for (const auto& [name, value] : run.options) {
    metadata[std::string(kOption) + name] = escaped(value);
  }
  for (const auto& [name, value] : run.settings) {
    metadata[std::string(kSetting) + name] = escaped(value);
  }
  for (std::size_t k = 0; k < run.texts.size(); ++k) {
    metadata[fmt::format("text.{}", k)] = escaped(run.texts[k]);
  }
  for (std::size_t k = 0; k < run.fingerprints.size(); ++k) {
    metadata[fmt::format("fingerprint.{}", k)] = run.fingerprints[k];
  }
  metadata["sentences"] = run.in_memory ? "yes" : "no";
  if (run.vocabulary) metadata["vocabulary"] = escaped(*run.vocabulary);
  if (run.features) metadata["features"] = escaped(*run.features);
  if (!run.tags.empty()) metadata["tags"] = run.tags;
  if (run.save_vocabulary) metadata["save-vocabulary"] = escaped(*run.save_vocabulary);
  if (run.keep_posterior) metadata["keep-posterior"] = escaped(*run.keep_posterior);
  if (run.save_draws) metadata["save-draws"] = escaped(*run.save_draws);
  if (run.base) metadata["base"] = escaped(*run.base);
  if (run.base_posterior) metadata["base-posterior"] = escaped(*run.base_posterior);
  if (run.base) metadata["base-checksum"] = run.base_checksum;
  metadata["words"] = run.words;
  if (run.output) metadata["output"] = escaped(*run.output);
  metadata["every"] = fmt::format("{}", run.every);
}

RunDescription description_from(const Metadata& metadata) {
  RunDescription run{
      .version = text_of(metadata, "bsg.version"),
      .simd = text_of(metadata, "bsg.simd"),
      .options = values_of(metadata, kOption),
      .settings = values_of(metadata, kSetting),
      .in_memory = text_of(metadata, "sentences") == "yes",
      .vocabulary = path_of(metadata, "vocabulary"),
      .features = path_of(metadata, "features"),
      .save_vocabulary = path_of(metadata, "save-vocabulary"),
      .keep_posterior = path_of(metadata, "keep-posterior"),
      .save_draws = path_of(metadata, "save-draws"),
      .base = path_of(metadata, "base"),
      .base_posterior = path_of(metadata, "base-posterior"),
      .base_checksum = path_of(metadata, "base-checksum").value_or(""),
      .output = path_of(metadata, "output"),
      .fingerprints = list_of(metadata, "fingerprint."),
      .words = text_of(metadata, "words"),
  };
  if (const auto tags = metadata.find("tags"); tags != metadata.end()) run.tags = tags->second;
  for (const std::string& text : list_of(metadata, "text.")) run.texts.push_back(unescaped(text));
  const std::string& every = text_of(metadata, "every");
  const char* const end = every.data() + every.size();
  if (std::from_chars(every.data(), end, run.every).ptr != end || run.every == 0) {
    throw FormatError("how often it is written cannot be read");
  }
  return run;
}

TrainingInput input_of(const RunDescription& run) {
  TrainingInput input{.texts = run.texts,
                      .vocabulary = run.vocabulary,
                      .features = run.features,
                      .output = run.output,
                      .keep_posterior = run.keep_posterior,
                      .save_draws = run.save_draws,
                      .save_vocabulary = run.save_vocabulary};
  input.checkpoint.every = run.every;
  input.checkpoint.resume = true;
  return input;
}

TrainingOptions options_of(const RunDescription& run) {
  TrainingOptions options;
  try {
    for (const auto table : {option_table(), update_option_table()}) {
      for (const OptionDescription& option : table) {
        const auto& values = option.affects_result ? run.options : run.settings;
        const auto found = values.find(std::string(option.name));
        if (found != values.end()) set_option(options, option.name, found->second);
      }
    }
  } catch (const OptionError& error) {
    throw FormatError(error.what());
  }
  return options;
}

}  // namespace bsg::checkpoint
