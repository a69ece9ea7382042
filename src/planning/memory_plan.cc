#include "planning/memory_plan.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bsg/error.h"
#include "files/free_space.h"
#include "files/size_text.h"
#include "files/unnamed_file.h"
#include "planning/machine_memory.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::planning {
namespace {

using wording::compose;
using wording::option;

constexpr std::string_view kText = "text";
constexpr std::string_view kBase = "model to update";
constexpr std::string_view kDraws = "draws";
constexpr std::string_view kNegatives = "expected negatives";
/// Of the memory needed.
constexpr double kLargeShare = 0.25;
constexpr std::array<std::string_view, 2> kPrecisions{"precisions of targets",
                                                      "precisions of contexts"};

MemoryPart& part(MemoryPlan& plan, std::string_view name) {
  return *std::ranges::find(plan.parts, name, &MemoryPart::name);
}

bool is_in_file(const MemoryPlan& plan, std::string_view name) {
  return std::ranges::any_of(
      plan.parts, [name](const MemoryPart& one) { return one.name == name && one.in_file; });
}

/// 0 for a part that the plan does not have.
std::uint64_t bytes_of(const MemoryPlan& plan, std::string_view name) {
  const auto found = std::ranges::find(plan.parts, name, &MemoryPart::name);
  return found == plan.parts.end() ? 0 : found->bytes;
}

/// The most that is in memory at one time: while training, or while the model is made.
std::uint64_t peak(const MemoryPlan& plan, const MemoryNeed& need) {
  std::uint64_t training = 0;
  for (const MemoryPart& one : plan.parts) training += one.in_file ? 0 : one.bytes;
  training -= need.model;
  std::uint64_t making =
      need.program + need.vocabulary + need.densities + need.draws + need.base + need.model;
  if (!is_in_file(plan, kText)) making += need.text;
  if (need.keeps_posterior) {
    making += need.r;
    for (const std::string_view name : kPrecisions) {
      making += is_in_file(plan, name) ? 0 : need.precision;
    }
  }
  return std::max(training, making);
}

/// All parts, those that can move in files.
MemoryPlan movable_in_files(const MemoryNeed& need) {
  MemoryPlan plan;
  const auto add = [&plan](std::string_view name, std::uint64_t bytes, bool in_file = false) {
    if (bytes > 0) plan.parts.push_back({name, bytes, in_file});
  };
  add("program", need.program);
  add("vocabulary", need.vocabulary);
  add(kText, need.text, true);
  add("an iteration's data", need.sample);
  add("densities", need.densities);
  add(kDraws, need.draws);
  add("r", need.r);
  for (const std::string_view name : kPrecisions) add(name, need.precision, true);
  add("features", need.features);
  add(kBase, need.base);
  add("workspaces", need.workspaces);
  add(kNegatives, need.negatives);
  add("model", need.model);
  return plan;
}

std::string largest_parts(const MemoryPlan& plan) {
  std::vector<MemoryPart> parts;
  std::ranges::copy_if(plan.parts, std::back_inserter(parts),
                       [](const MemoryPart& one) { return !one.in_file; });
  std::ranges::sort(parts, std::greater<>(), &MemoryPart::bytes);
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(parts.size(), 3); ++k) {
    text +=
        fmt::format("{}{} {}", k == 0 ? "" : ", ", parts[k].name, files::size_text(parts[k].bytes));
  }
  return text;
}

/// Worth making smaller by an option of its own.
bool is_large(const MemoryPlan& plan, std::string_view name) {
  return static_cast<double>(bytes_of(plan, name)) >=
         kLargeShare * static_cast<double>(plan.memory);
}

/// The options that make a training smaller.
Wording smaller_training(const MemoryPlan& plan) {
  // Of a model that is updated only the new words are a choice.
  if (bytes_of(plan, kBase) > 0)
    return compose("a smaller {} of new words", option("vocabulary-size"));
  Wording model = compose("a smaller {} or {}", option("dimension"), option("vocabulary-size"));
  if (is_large(plan, kDraws)) return compose("{}, a larger {}", model, option("thinning"));
  if (is_large(plan, kNegatives)) return compose("{}, fewer {}", model, option("negative-groups"));
  return model;
}

void refuse_beyond_budget(const MemoryPlan& plan, bool automatic) {
  if (plan.memory <= plan.budget) return;
  throw ResourceError(compose(
      "training needs {} of memory with all in files that can be there, and {} {} (the largest "
      "parts: {}); choose {}, or a larger {}",
      files::size_text(plan.memory),
      automatic ? compose("this machine has") : compose("{} allows", option("memory")),
      files::size_text(plan.budget), largest_parts(plan), smaller_training(plan),
      automatic ? compose("machine") : option("memory")));
}

/// Brings parts back into memory while they fit.
void use_budget(MemoryPlan& plan, const MemoryNeed& need, bool text_is_in_file) {
  std::vector<std::string_view> candidates;
  if (need.precision > 0) candidates.assign(kPrecisions.begin(), kPrecisions.end());
  if (!text_is_in_file) candidates.push_back(kText);
  for (const std::string_view name : candidates) {
    part(plan, name).in_file = false;
    if (peak(plan, need) > plan.budget) part(plan, name).in_file = true;
  }
}

bool on_one_disk(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev;
}

/// In scratch files, beside what is there already.
std::uint64_t more_scratch(const MemoryPlan& plan, bool text_is_in_file) {
  return plan.disk - (text_is_in_file ? bytes_of(plan, kText) : 0);
}

/// Beside those that are there already.
std::uint64_t more_checkpoints(const MemoryPlan& plan, const DiskRoom& room) {
  return plan.checkpoints - std::min(plan.checkpoints, room.checkpoints_held);
}

/// Two of them, the last good one and the next, beside the scratch files if these lie there too.
void refuse_full_checkpoint_disk(const MemoryPlan& plan, const DiskRoom& room,
                                 bool text_is_in_file) {
  const std::string& folder = room.checkpoints;
  if (folder.empty()) return;
  const std::uint64_t scratch =
      on_one_disk(plan.scratch, folder) ? more_scratch(plan, text_is_in_file) : 0;
  const std::uint64_t needed = more_checkpoints(plan, room) + scratch;
  const std::uint64_t free = files::free_space(folder, "keep checkpoints in");
  if (needed <= free) return;
  throw ResourceError(compose(
      "training needs {} of disk for checkpoints in '{}' (two of {}{}), which has {} free; make "
      "room there, or choose another folder with {}",
      files::size_text(needed), folder, files::size_text(plan.checkpoints / 2),
      scratch > 0 ? fmt::format(", and {} of scratch files", files::size_text(scratch)) : "",
      files::size_text(free), option("checkpoint")));
}

/// Scratch files and checkpoints may be there too when it is written.
void refuse_full_posterior_disk(const MemoryPlan& plan, const DiskRoom& room,
                                bool text_is_in_file) {
  if (plan.posterior == 0) return;
  std::uint64_t others = 0;
  if (on_one_disk(plan.scratch, room.posterior)) others += more_scratch(plan, text_is_in_file);
  if (on_one_disk(room.checkpoints, room.posterior)) others += more_checkpoints(plan, room);
  const std::uint64_t free = files::free_space(room.posterior, "keep the posterior in");
  if (plan.posterior + others <= free) return;
  throw ResourceError(compose(
      "the posterior takes {} of disk in '{}'{}, which has {} free; make room there, or give {} a "
      "file on another disk",
      files::size_text(plan.posterior), room.posterior,
      others > 0 ? fmt::format(", beside {} of other files", files::size_text(others)) : "",
      files::size_text(free), option("keep-posterior")));
}

void refuse_full_disk(const MemoryPlan& plan, bool text_is_in_file) {
  const std::uint64_t needed = more_scratch(plan, text_is_in_file);
  if (needed == 0) return;
  const std::uint64_t free = files::free_space(plan.scratch, "keep scratch files in");
  if (needed <= free) return;
  throw ResourceError(compose(
      "training needs {} of scratch files in '{}', which has {} free; make room there, choose "
      "another folder with {}, or raise {} ({} now)",
      files::size_text(needed), plan.scratch, files::size_text(free), option("scratch"),
      option("memory"), files::size_text(plan.budget)));
}

}  // namespace

MemoryPlan plan_memory(const MemoryNeed& need, const MemoryOptions& options, bool text_is_in_file,
                       const DiskRoom& room) {
  MemoryPlan plan = movable_in_files(need);
  plan.budget = options.budget != 0 ? options.budget : automatic_budget();
  plan.scratch = files::scratch_folder(options.scratch).string();
  plan.memory = peak(plan, need);
  refuse_beyond_budget(plan, options.budget == 0);
  use_budget(plan, need, text_is_in_file);
  plan.memory = peak(plan, need);
  for (const MemoryPart& one : plan.parts) plan.disk += one.in_file ? one.bytes : 0;
  refuse_full_disk(plan, text_is_in_file);
  if (!room.checkpoints.empty()) {
    plan.checkpoints = 2 * need.checkpoint;
    plan.checkpoint_folder = room.checkpoints;
  }
  refuse_full_checkpoint_disk(plan, room, text_is_in_file);
  if (!room.posterior.empty()) plan.posterior = need.posterior;
  refuse_full_posterior_disk(plan, room, text_is_in_file);
  return plan;
}

Wording describe_shortage(const MemoryPlan& plan) {
  if (plan.parts.empty()) {
    return compose(
        "memory ran out before training could be planned, within a budget of {}; allow this "
        "process more (ulimit -v), or give a smaller {}, so that counting words keeps within it",
        files::size_text(automatic_budget()), option("memory"));
  }
  return compose(
      "memory ran out: training needs about {}{} (the largest parts: {}), and this process could "
      "not get that; allow it more (ulimit -v), or choose {}, or fewer {}",
      files::size_text(plan.memory),
      plan.disk > 0
          ? fmt::format(" and {} that are mapped from scratch files", files::size_text(plan.disk))
          : "",
      largest_parts(plan), smaller_training(plan), option("threads"));
}

files::ScratchRule place_of_text(const MemoryPlan& plan, bool size_is_known) {
  files::ScratchRule rule{.folder = plan.scratch};
  if (is_in_file(plan, kText)) {
    rule.most_in_memory = 0;
  } else if (!size_is_known) {
    // Half of what is left over for each of the two arrays to be longer than expected.
    rule.most_in_memory = bytes_of(plan, kText) + (plan.budget - plan.memory) / 2;
  }
  return rule;
}

bool text_goes_to_file(const MemoryPlan& plan) {
  return is_in_file(plan, kText);
}

files::ScratchPlace place_of_precision(const MemoryPlan& plan, Side side) {
  if (!is_in_file(plan, kPrecisions[static_cast<std::size_t>(side)])) return std::nullopt;
  return plan.scratch;
}

}  // namespace bsg::planning
