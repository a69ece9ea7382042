#pragma once

#include <array>
#include <string_view>

#include "bsg/options.h"
#include "options/option_row.h"

/// Values, methods and phrases of rows of more than one subject.

namespace bsg::options {

inline constexpr std::array<Choice<bool>, 2> kYesNo{{{"yes", true}, {"no", false}}};
inline constexpr std::string_view kYesOrNo = "yes or no";

inline constexpr std::array kVariational{Method::bsg};
inline constexpr std::array kDensities{Method::bsg, Method::gibbs};

/// The default of an option that an update takes from its model.
inline constexpr std::string_view kModels = "the model's";

}  // namespace bsg::options
