#include "evaluation/coverage_curve.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace bsg::evaluation {
namespace {

/// right[k]: expected number of right answers among the k surest, k = 0 … n. Those that are equally
/// sure have the same chance to be among them.
std::vector<double> expected_right(std::vector<JudgedAnswer> answers) {
  std::ranges::sort(answers, std::greater{}, &JudgedAnswer::confidence);
  std::vector<double> right{0};
  for (auto begin = answers.begin(); begin != answers.end();) {
    const auto end = std::find_if(begin, answers.end(), [&](const JudgedAnswer& answer) {
      return answer.confidence != begin->confidence;
    });
    const auto hits =
        static_cast<double>(std::count_if(begin, end, std::mem_fn(&JudgedAnswer::right)));
    const auto tied = static_cast<double>(end - begin);
    const double before = right.back();
    for (double k = 1; k <= tied; ++k) right.push_back(before + hits * k / tied);
    begin = end;
  }
  return right;
}

double accuracy_at(const std::vector<double>& right, double coverage) {
  const double answers = coverage * static_cast<double>(right.size() - 1);
  const auto whole = static_cast<std::size_t>(answers);
  const double fraction = answers - static_cast<double>(whole);
  const double more = fraction > 0 ? fraction * (right[whole + 1] - right[whole]) : 0;
  return (right[whole] + more) / answers;
}

}  // namespace

std::optional<CoverageCurve> coverage_curve(std::vector<JudgedAnswer> answers) {
  if (answers.empty()) return std::nullopt;
  const std::vector<double> right = expected_right(std::move(answers));
  CoverageCurve curve;
  std::ranges::transform(CoverageCurve::kCoverages, curve.accuracies.begin(),
                         [&](double coverage) { return accuracy_at(right, coverage); });
  for (std::size_t k = 1; k < right.size(); ++k) curve.area += right[k] / static_cast<double>(k);
  curve.area /= static_cast<double>(right.size() - 1);
  return curve;
}

}  // namespace bsg::evaluation
