#include "bsg/advice.h"

namespace bsg {
std::string_view advice_name(AdviceKind kind) {
  switch (kind) {
    case AdviceKind::few_pairs:
      return "few_pairs";
    case AdviceKind::prior_alone:
      return "prior_alone";
    case AdviceKind::dominating_baskets:
      return "dominating_baskets";
    case AdviceKind::differing_runs:
      return "differing_runs";
    case AdviceKind::variances_alone:
      return "variances_alone";
    case AdviceKind::unfamiliar_text:
      return "unfamiliar_text";
    case AdviceKind::outdated_axes:
      return "outdated_axes";
  }
  return {};
}

std::string_view remedy_name(Remedy remedy) {
  switch (remedy) {
    case Remedy::more_data:
      return "more_data";
    case Remedy::divide_baskets:
      return "divide_baskets";
    case Remedy::set_option:
      return "set_option";
    case Remedy::lower_option:
      return "lower_option";
    case Remedy::omit_option:
      return "omit_option";
    case Remedy::keep_posterior:
      return "keep_posterior";
  }
  return {};
}

}  // namespace bsg
