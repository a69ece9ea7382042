#include <pybind11/stl.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "binding/module.h"
#include "binding/python_types.h"
#include "binding/training_events.h"
#include "bsg/checkpoint.h"
#include "bsg/train.h"

namespace bsg::python {
namespace {

namespace py = pybind11;
using namespace py::literals;

/// How long a signal may wait while nothing else happens.
constexpr std::chrono::milliseconds kPatience{50};

py::str name_of(Stage stage) {
  const std::string_view name = stage_name(stage);
  return {name.data(), name.size()};
}

py::object progress_object(const TrainingEvent& event) {
  const Progress& progress = event.progress;
  return python_type("results", "Progress")(
      "stage"_a = name_of(progress.stage), "bytes_read"_a = progress.bytes_read,
      "bytes_total"_a = progress.bytes_total, "iteration"_a = progress.iteration,
      "iterations"_a = progress.iterations,
      "finished"_a = event.finished ? iteration(*event.finished) : py::none());
}

/// None for text that is empty.
py::object text_or_none(std::string_view some) {
  return some.empty() ? py::object(py::none()) : py::object(text(some));
}

py::object advice_object(const Advice& advice) {
  const py::object suggestion = python_type("results", "Suggestion");
  py::list suggestions;
  for (const Suggestion& one : advice.suggestions) {
    suggestions.append(suggestion("remedy"_a = text(remedy_name(one.remedy)),
                                  "option"_a = text_or_none(option_wording(one.option).python),
                                  "value"_a = text_or_none(one.value)));
  }
  return python_type("results", "Advice")(
      "kind"_a = text(advice_name(advice.kind)), "warning"_a = advice.warning,
      "measured"_a = advice.measured, "limit"_a = advice.limit,
      "suggestions"_a = py::tuple(suggestions), "sentence"_a = text(advice.wording.python));
}

py::object report_object(const TrainingReport& report) {
  py::list advice;
  for (const Advice& one : report.advice) advice.append(advice_object(one));
  py::dict seconds;
  for (std::size_t place = 0; place < kStageCount; ++place) {
    const auto stage = static_cast<Stage>(place);
    seconds[name_of(stage)] = report.time(stage).count();
  }
  return python_type("results", "TrainingReport")(
      "tokens"_a = report.tokens, "vocabulary_tokens"_a = report.vocabulary_tokens,
      "distinct_words"_a = report.distinct_words, "new_words"_a = report.new_words,
      "updated_words"_a = report.updated_words, "sentences"_a = report.sentences,
      "invalid_utf8_sequences"_a = report.invalid_utf8_sequences,
      "row_entries"_a = report.row_entries,
      "largest_baskets_share"_a = report.largest_baskets_share,
      "largest_basket"_a = report.largest_basket, "converged"_a = report.converged,
      "resumed_after"_a = report.resumed_after, "threads"_a = report.threads,
      "planned_memory"_a = report.memory.memory, "scratch_bytes"_a = report.memory.disk,
      "seconds"_a = seconds, "advice"_a = py::tuple(advice));
}

/// A training in a thread of its own, so that the caller's can look after signals and progress.
class BackgroundTraining {
 public:
  BackgroundTraining(const TrainingInput& input, const TrainingOptions& options, bool observed)
      : thread_([this, &input, &options, observed](std::stop_token stop) {
          run(input, options, observed, std::move(stop));
        }) {}

  /// Hands on news until training is over. What a signal, `progress` or `warn` raises ends it.
  TrainingResult attend(const py::object& progress, const py::object& warn) {
    try {
      hand_on_news(progress, warn);
    } catch (...) {
      thread_.request_stop();
      const py::gil_scoped_release unlocked;
      thread_.join();
      throw;
    }
    if (failure_) std::rethrow_exception(failure_);
    return *std::move(result_);
  }

 private:
  void hand_on_news(const py::object& progress, const py::object& warn) {
    TrainingNews news;
    while (take(news)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      for (const std::string& sentence : news.warnings) warn(text(sentence));
      for (const TrainingEvent& event : news.events) progress(progress_object(event));
    }
  }

  bool take(TrainingNews& news) {
    const py::gil_scoped_release unlocked;
    return events_.take(news, kPatience);
  }

  void run(const TrainingInput& input, const TrainingOptions& options, bool observed,
           std::stop_token stop) {
    TrainingObserver observer{.stop = std::move(stop)};
    observer.warned = [this](std::string_view sentence) { events_.warn(sentence); };
    if (observed) observer.progress = [this](const Progress& progress) { events_.put(progress); };
    try {
      result_ = train(input, options, observer);
    } catch (...) {
      failure_ = std::current_exception();
    }
    events_.close();
  }

  TrainingEvents events_;
  std::optional<TrainingResult> result_;
  std::exception_ptr failure_;
  std::jthread thread_;
};

TrainingInput training_input(std::vector<std::string> texts, std::shared_ptr<Sentences> sentences,
                             std::optional<std::string> vocabulary,
                             std::optional<std::string> features,
                             std::optional<std::string> save_vocabulary,
                             std::optional<BaseModel> base,
                             std::optional<std::string> keep_posterior,
                             std::optional<std::string> save_draws,
                             const CheckpointOptions& checkpoint) {
  return {.texts = std::move(texts),
          .sentences = std::move(sentences),
          .vocabulary = std::move(vocabulary),
          .features = std::move(features),
          .base = std::move(base),
          .keep_posterior = std::move(keep_posterior),
          .save_draws = std::move(save_draws),
          .save_vocabulary = std::move(save_vocabulary),
          .checkpoint = checkpoint};
}

py::tuple train_model(const TrainingInput& input, const TrainingOptions& options,
                      const py::object& progress, const py::object& warn) {
  BackgroundTraining training(input, options, !progress.is_none());
  const TrainingResult result = training.attend(progress, warn);
  return py::make_tuple(result.model, report_object(result.report));
}

py::object path_object(const std::optional<std::string>& path) {
  return path ? py::object(py::bytes(*path)) : py::none();
}

py::object read_saved_run(const std::string& folder) {
  const SavedRun saved = read_checkpoint(folder);
  py::list texts;
  for (const std::string& text : saved.input.texts) texts.append(py::bytes(text));
  return python_type("results", "SavedRun")(
      "texts"_a = texts, "vocabulary"_a = path_object(saved.input.vocabulary),
      "features"_a = path_object(saved.input.features),
      "save_vocabulary"_a = path_object(saved.input.save_vocabulary),
      "base"_a = saved.input.base ? py::cast(*saved.input.base) : py::none(),
      "posterior"_a = path_object(saved.posterior), "missing_base"_a = text(saved.missing_base),
      "keep_posterior"_a = path_object(saved.input.keep_posterior),
      "save_draws"_a = path_object(saved.input.save_draws), "checkpoint"_a = saved.input.checkpoint,
      "options"_a = saved.options);
}

}  // namespace

void bind_training(py::module_& module) {
  py::class_<BaseModel>(module, "BaseModel")
      .def(py::init([](Model model, std::string path, std::optional<std::string> posterior) {
             return BaseModel{std::move(model), std::move(path), std::move(posterior)};
           }),
           "model"_a, "path"_a, "posterior"_a)
      .def_readonly("model", &BaseModel::model)
      .def_property_readonly("path", [](const BaseModel& base) { return py::bytes(base.path); })
      .def_property_readonly("posterior",
                             [](const BaseModel& base) { return path_object(base.posterior); });
  py::class_<CheckpointOptions>(module, "Checkpoint")
      .def(py::init([](std::string folder, std::uint32_t every) {
             return CheckpointOptions{.folder = std::move(folder), .every = every};
           }),
           "folder"_a = "", "every"_a = 1)
      .def_readwrite("every", &CheckpointOptions::every);
  py::class_<TrainingInput>(module, "TrainingInput")
      .def(py::init(&training_input), "texts"_a, "sentences"_a, "vocabulary"_a, "features"_a,
           "save_vocabulary"_a, "base"_a, "keep_posterior"_a, "save_draws"_a, "checkpoint"_a);
  module.def("train", &train_model, "input"_a, "options"_a, "progress"_a, "warn"_a);
  module.def("read_checkpoint", &read_saved_run, "folder"_a);
  module.def(
      "discard_checkpoint", [](const std::string& folder) { discard_checkpoint(folder); },
      "folder"_a);
}

}  // namespace bsg::python
