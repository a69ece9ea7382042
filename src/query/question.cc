#include "query/question.h"

#include <algorithm>
#include <map>

#include "bsg/error.h"

namespace bsg::query {
namespace {

std::vector<Term> collect(AskedWords& words, const Composition& composition) {
  std::map<WordId, double> coefficients;
  for (const std::string& word : composition.positive)
    coefficients[words.id(Role::asked, word)] += 1;
  for (const std::string& word : composition.negative)
    coefficients[words.id(Role::asked, word)] -= 1;
  for (const TargetDensity& density : composition.densities) coefficients[words.id(density)] += 1;
  if (coefficients.empty()) throw OptionError("a query needs at least one word");
  std::vector<Term> terms;
  for (const auto& [id, coefficient] : coefficients)
    terms.push_back({id, coefficient, coefficient});
  return terms;
}

bool brings_to_unit_length(const QueryOptions& options, const std::vector<Term>& terms) {
  const auto counts = [](const Term& term) { return term.coefficient != 0; };
  const auto words = std::ranges::count_if(terms, counts);
  if (words == 0) throw OptionError("the words of the query cancel each other out");
  return describe(options.measure).unit_length && !options.raw && words > 1;
}

}  // namespace

Question::Question(AskedWords& words, const QueryOptions& options, const Composition& composition)
    : terms_(collect(words, composition)) {
  const bool unit = brings_to_unit_length(options, terms_);
  for (Term& term : terms_) {
    densities_.push_back(words.density(Role::asked, term.id));
    if (unit) term.factor = term.coefficient * unit_scale(densities_.back());
  }
  sum_ = sum_of(densities_);
}

double Question::factor_of(WordId id) const {
  const auto term = std::ranges::find(terms_, id, &Term::id);
  return term == terms_.end() ? 0 : term->factor;
}

Density Question::rest_without(WordId id) const {
  std::vector<Density> others = densities_;
  const auto term = std::ranges::find(terms_, id, &Term::id);
  if (term != terms_.end()) {
    others[static_cast<std::size_t>(term - terms_.begin())] = zero_density(sum_.mean.size());
  }
  return sum_of(others);
}

Density Question::sum_of(const std::vector<Density>& densities) const {
  Density sum = zero_density(densities.front().mean.size());
  for (std::size_t t = 0; t < terms_.size(); ++t) add_scaled(sum, terms_[t].factor, densities[t]);
  return sum;
}

}  // namespace bsg::query
