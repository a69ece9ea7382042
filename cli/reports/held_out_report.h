#pragma once

#include <string>
#include <vector>

#include "bsg/held_out.h"
#include "cli/reports/query_json.h"

namespace bsg::cli {

/// What a model makes of a text that it was not trained on.
struct JudgedText {
  std::vector<std::string> files;
  HeldOutResult result;
};

/// A table, and a line on what was judged.
std::string held_out_text(const JudgedText& judged);

Json held_out_json(const JudgedText& judged);

}  // namespace bsg::cli
