#include "model/calibration_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tensors/format_error.h"

namespace bsg::model {
namespace {

[[noreturn]] void reject() {
  throw tensors::FormatError("its calibration cannot be read");
}

float number(const nlohmann::json& point, const char* name) {
  const auto field = point.find(name);
  if (field == point.end() || !field->is_number()) reject();
  return field->get<float>();
}

}  // namespace

std::string to_text(std::span<const CalibrationPoint> calibration) {
  std::string text = "[";
  for (const CalibrationPoint& point : calibration) {
    if (text.size() > 1) text += ',';
    text += fmt::format(R"({{"count":{},"target":{},"context":{}}})", point.count, point.target,
                        point.context);
  }
  return text + "]";
}

std::vector<CalibrationPoint> calibration_from_text(const std::string& text) {
  const nlohmann::json points = nlohmann::json::parse(text, nullptr, false);
  if (!points.is_array()) reject();
  std::vector<CalibrationPoint> calibration;
  for (const nlohmann::json& point : points) {
    if (!point.is_object() || point.size() != 3) reject();
    calibration.push_back(
        {number(point, "count"), number(point, "target"), number(point, "context")});
  }
  return calibration;
}

}  // namespace bsg::model
