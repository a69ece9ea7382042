#include "bsg/train.h"

namespace bsg {

std::string_view stage_name(Stage stage) {
  switch (stage) {
    case Stage::counting:
      return "counting";
    case Stage::encoding:
      return "encoding";
    case Stage::sampling:
      return "sampling";
    case Stage::targets:
      return "targets";
    case Stage::contexts:
      return "contexts";
    case Stage::passes:
      return "passes";
    case Stage::calibration:
      return "calibration";
    case Stage::gauge:
      return "gauge";
  }
  return {};
}

}  // namespace bsg
