#include "training/outputs.h"

#include <string>
#include <string_view>
#include <vector>

#include "bsg/error.h"
#include "bsg/files.h"
#include "files/output_file.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

/// A file that a training reads or writes, and what it is to the training.
struct NamedFile {
  std::string path;
  std::string_view role;
};

constexpr std::string_view kStandardOutput = "/dev/stdout";

/// What must not be replaced.
std::vector<NamedFile> files_read(const TrainingInput& input) {
  std::vector<NamedFile> files;
  for (const std::string& text : input.texts) {
    files.push_back({text == "-" ? "/dev/stdin" : text, "a text to train on"});
  }
  const auto add = [&files](const std::optional<std::string>& path, std::string_view role) {
    if (path && !path->empty()) files.push_back({*path, role});
  };
  add(input.vocabulary, "the vocabulary to use");
  add(input.features, "the features to use");
  if (input.base) {
    add(input.base->path, "the model to update");
    add(input.base->posterior, "the posterior to update");
  }
  return files;
}

/// Only one output can go to standard output, which is no file that is replaced.
bool is_same(const std::string& a, const std::string& b) {
  return same_file(a, b) || (a == b && a == kStandardOutput);
}

/// An output beside those that have their place already.
void check_output(std::string_view name, const std::optional<std::string>& path,
                  std::string_view role, std::vector<NamedFile>& taken) {
  if (!path) return;
  for (const NamedFile& other : taken) {
    if (!is_same(*path, other.path)) continue;
    throw OptionError(
        wording::compose("option {}: {} is also {}; choose another file", wording::option(name),
                         *path == kStandardOutput ? "standard output" : *path, other.role));
  }
  check_writable(*path);
  taken.push_back({*path, role});
}

}  // namespace

void check_outputs(const TrainingInput& input) {
  std::vector<NamedFile> taken = files_read(input);
  check_output("output", input.output, "where the model goes", taken);
  check_output("keep-posterior", input.keep_posterior, "where the posterior goes", taken);
  check_output("save-draws", input.save_draws, "where the draws go", taken);
  check_output("save-vocabulary", input.save_vocabulary, "where the vocabulary goes", taken);
}

void write_outputs(const TrainingInput& input, const Model& model, const Learned& learned,
                   const std::stop_token& stop) {
  // What can fail has happened before the model is in place.
  std::optional<files::OutputFile> posterior, draws;
  if (learned.posterior) {
    posterior.emplace(*input.keep_posterior);
    write_posterior(*posterior, model, *learned.posterior);
    posterior->make_durable();
  }
  if (learned.draws) {
    draws.emplace(*input.save_draws);
    write_draws(*draws, model, *learned.draws);
    draws->make_durable();
  }
  if (stop.stop_requested()) throw Interrupted("interrupted after the last iteration");
  if (input.output) model.save(*input.output);
  if (posterior) posterior->commit();
  if (draws) draws->commit();
}

}  // namespace bsg::training
