#include "checkpoint/same_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::checkpoint {
namespace {

constexpr const char* kVocabulary = "vocabulary";

std::string value_of(const std::map<std::string, std::string>& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? "none" : found->second;
}

void refuse_other_option(const std::string& name, const RunDescription& saved,
                         const RunDescription& now, const std::string& folder) {
  const std::string before = value_of(saved.options, name);
  const std::string given = value_of(now.options, name);
  if (before == given) return;
  throw CheckpointError(wording::compose(
      "option {}: the checkpoint in '{}' was made with {}, and now it is {}; to resume leave it "
      "out, for another model start anew in another folder",
      wording::option(name), folder, before, given));
}

void refuse_other_program(const RunDescription& saved, const RunDescription& now,
                          const std::string& folder) {
  if (saved.version != now.version) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' was made by bsg {}, and this is bsg {}: results are "
                    "the same only within one version; go on with that one",
                    folder, saved.version, now.version));
  }
  if (saved.simd != now.simd) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' was made with the instruction set {}, and here it is "
                    "{}: results are the same only within one; go on on a machine that has it",
                    folder, saved.simd, now.simd));
  }
}

/// What it is of instead, and what to do. REQUIRES: not the same base.
std::string other_base(const RunDescription& saved, const RunDescription& now) {
  if (saved.base_checksum.empty()) return "a training, not of an update; leave out the model";
  if (now.base_checksum.empty()) return "an update of a model; give that model";
  if (saved.base->empty()) return "an update of another model; give that one";
  return fmt::format("an update of another model ('{}'); give that one, or none", *saved.base);
}

void refuse_other_base(const RunDescription& saved, const RunDescription& now,
                       const std::string& folder) {
  if (saved.base_checksum != now.base_checksum) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' is of {}", folder, other_base(saved, now)));
  }
  if (saved.base_posterior.has_value() == now.base_posterior.has_value()) return;
  throw CheckpointError(wording::compose("the update in '{}' started {} a posterior; {} {}", folder,
                                         saved.base_posterior ? "from" : "without",
                                         saved.base_posterior ? "give" : "leave out",
                                         wording::option("posterior")));
}

/// Draws that were not kept are gone.
void refuse_other_draws(const RunDescription& saved, const RunDescription& now,
                        const std::string& folder) {
  if (saved.save_draws.has_value() == now.save_draws.has_value()) return;
  throw CheckpointError(wording::compose(
      "the training in '{}' keeps {} draws; {} {}, or start anew in another folder", folder,
      saved.save_draws ? "its" : "no", saved.save_draws ? "give" : "leave out",
      wording::option("save-draws")));
}

void refuse_other_kind_of_text(const RunDescription& saved, const RunDescription& now,
                               const std::string& folder) {
  if (saved.in_memory != now.in_memory) {
    const auto kind = [](bool in_memory) { return in_memory ? "sentences in memory" : "files"; };
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' was made from {}, and {} are given now; give the same "
                    "to resume",
                    folder, kind(saved.in_memory), kind(now.in_memory)));
  }
  // Nothing tells yet whether other paths have the same content.
  if (saved.fingerprints.empty() && saved.texts != now.texts) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' has learned nothing yet, and is of other texts; leave "
                    "the texts out, or start anew in another folder",
                    folder));
  }
  if (saved.texts.size() != now.texts.size()) {
    throw CheckpointError(
        fmt::format("the checkpoint in '{}' was made from {} text(s), and {} are given now; give "
                    "the same to resume, or none",
                    folder, saved.texts.size(), now.texts.size()));
  }
}

}  // namespace

void refuse_other_options(const RunDescription& saved, const RunDescription& now,
                          const std::string& folder) {
  refuse_other_program(saved, now, folder);
  refuse_other_base(saved, now, folder);
  std::set<std::string> names;
  for (const auto* options : {&saved.options, &now.options}) {
    for (const auto& [name, value] : *options) names.insert(name);
  }
  // Whether a vocabulary is given decides which options there are; the method does likewise. The
  // recipe decides their values.
  for (const char* first : {"method", "recipe", kVocabulary, "features"}) {
    refuse_other_option(first, saved, now, folder);
  }
  for (const std::string& name : names) refuse_other_option(name, saved, now, folder);
  refuse_other_draws(saved, now, folder);
  refuse_other_kind_of_text(saved, now, folder);
}

void refuse_other_posterior(const RunDescription& saved, const RunDescription& now,
                            const std::string& folder) {
  if (saved.keep_posterior.has_value() == now.keep_posterior.has_value()) return;
  throw CheckpointError(wording::compose(
      "the training in '{}' is finished, {}", folder,
      saved.keep_posterior
          ? wording::compose("and its checkpoint has a posterior to write; give {}",
                             wording::option("keep-posterior"))
          : wording::compose("and its checkpoint has no posterior; leave out {}, or train anew "
                             "with it in another folder",
                             wording::option("keep-posterior"))));
}

void refuse_other_content(const RunDescription& saved, const RunDescription& now,
                          const std::string& folder) {
  if (saved.fingerprints.empty()) return;
  const auto [before, given] = std::ranges::mismatch(saved.fingerprints, now.fingerprints);
  if (given != now.fingerprints.end()) {
    const auto place = static_cast<std::size_t>(given - now.fingerprints.begin());
    const std::string name = now.in_memory ? "the sentences" : "'" + now.texts[place] + "'";
    throw CheckpointError(
        fmt::format("{} differ{} from what the checkpoint in '{}' was made from: the content has "
                    "changed; give the same text to resume, or start anew in another folder",
                    name, now.in_memory ? "" : "s", folder));
  }
  if (saved.tags != now.tags) {
    throw CheckpointError(
        fmt::format("the features '{}' differ from what the checkpoint in '{}' was made with; give "
                    "the same to resume, or start anew in another folder",
                    now.features.value_or(""), folder));
  }
  if (saved.words == now.words) return;
  const std::string name = now.vocabulary ? " '" + *now.vocabulary + "'" : "";
  throw CheckpointError(
      fmt::format("the vocabulary{} differs from what the checkpoint in '{}' was made with; give "
                  "the same to resume, or start anew in another folder",
                  name, folder));
}

}  // namespace bsg::checkpoint
