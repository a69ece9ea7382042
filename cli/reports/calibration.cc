#include "cli/reports/calibration.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <span>

#include "cli/reports/quantity.h"

namespace bsg::cli {

std::string calibration_text(const Model& model) {
  const std::span<const CalibrationPoint> points = model.calibration();
  if (points.empty()) return {};
  std::string text;
  for (const std::size_t place : std::set{std::size_t{0}, points.size() / 2, points.size() - 1}) {
    const CalibrationPoint& point = points[place];
    text += fmt::format("{}{:.2f} at {}{}", text.empty() ? "+- times " : ", ", point.target,
                        text.empty() ? "a count of " : "",
                        grouped(static_cast<std::uint64_t>(std::lround(point.count))));
  }
  return text;
}

}  // namespace bsg::cli
