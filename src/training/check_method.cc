#include "training/check_method.h"

#include <optional>
#include <string>
#include <string_view>

#include "bsg/error.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg::training {
namespace {

using wording::compose;
using wording::option;
using wording::setting;

/// An option that is a file of one method alone.
void refuse_file(std::string_view name, const std::optional<std::string>& path, bool belongs,
                 std::string_view method) {
  if (!path || belongs) return;
  throw OptionError(compose("option {} belongs to {}; leave it out or change the method",
                            option(name), setting("method", method)));
}

/// Users are learned by variational Bayes, with expected negatives; their names tell nothing.
void check_users(const TrainingInput& input, const TrainingOptions& options) {
  const auto refuse = [](const Wording& what) {
    throw OptionError(
        compose("{} has no effect with {}; leave out one of them", what, option("users")));
  };
  if (options.method != Method::bsg) {
    throw OptionError(compose("option {} belongs to {}; leave it out or change the method",
                              option("users"), setting("method", "bsg")));
  }
  if (options.corpus.sets) refuse(option("sets"));
  if (options.subwords_in_use().any()) refuse(option("subwords"));
  if (input.keep_posterior) refuse(option("keep-posterior"));
  if (options.inference.learn_prior) refuse(option("learn-prior"));
  if (options.subsample() != 1) refuse(option("subsample"));
  if (options.sampling.negative_mode == NegativeMode::sampled) {
    refuse(setting("negative-mode", "sampled"));
  }
}

}  // namespace

void check_method(const TrainingInput& input, const TrainingOptions& options) {
  const bool bsg = options.method == Method::bsg, gibbs = options.method == Method::gibbs;
  refuse_file("features", input.features, bsg, "bsg");
  refuse_file("keep-posterior", input.keep_posterior, bsg, "bsg");
  refuse_file("save-draws", input.save_draws, gibbs, "gibbs");
  if (!options.corpus.columns.weight.empty() && !options.corpus.users) {
    throw OptionError(compose("option {} has no effect without {}; give both, or leave it out",
                              option("weight-column"), option("users")));
  }
  if (options.corpus.users) check_users(input, options);
  const auto& [sweeps, warm_up, thinning] = options.gibbs;
  if (input.save_draws && thinning > sweeps) {
    throw OptionError(
        compose("option {}: of {} there is no draw to keep with {}; choose more sweeps or a "
                "smaller thinning",
                option("save-draws"), setting("sweeps", sweeps), setting("thinning", thinning)));
  }
}

}  // namespace bsg::training
