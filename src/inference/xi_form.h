#pragma once

#include "bsg/options.h"
#include "kernels/pair_update.h"

namespace bsg::inference {

/// The kernels' name for a choice of ξ.
constexpr kernels::XiForm xi_form(Xi xi) {
  return xi == Xi::exact ? kernels::XiForm::exact : kernels::XiForm::paper;
}

}  // namespace bsg::inference
