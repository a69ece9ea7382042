#pragma once

/// Everything: train a model, load and save it, ask it, judge it, recommend with it, export it,
/// import others.

#include "bsg/advice.h"            // IWYU pragma: export
#include "bsg/baskets.h"           // IWYU pragma: export
#include "bsg/checkpoint.h"        // IWYU pragma: export
#include "bsg/choices.h"           // IWYU pragma: export
#include "bsg/compare.h"           // IWYU pragma: export
#include "bsg/error.h"             // IWYU pragma: export
#include "bsg/evaluate.h"          // IWYU pragma: export
#include "bsg/evaluate_baskets.h"  // IWYU pragma: export
#include "bsg/export.h"            // IWYU pragma: export
#include "bsg/files.h"             // IWYU pragma: export
#include "bsg/held_out.h"          // IWYU pragma: export
#include "bsg/import.h"            // IWYU pragma: export
#include "bsg/infer.h"             // IWYU pragma: export
#include "bsg/lines.h"             // IWYU pragma: export
#include "bsg/measure.h"           // IWYU pragma: export
#include "bsg/memory_plan.h"       // IWYU pragma: export
#include "bsg/model.h"             // IWYU pragma: export
#include "bsg/named_value.h"       // IWYU pragma: export
#include "bsg/options.h"           // IWYU pragma: export
#include "bsg/query.h"             // IWYU pragma: export
#include "bsg/rank.h"              // IWYU pragma: export
#include "bsg/recipe.h"            // IWYU pragma: export
#include "bsg/recommend.h"         // IWYU pragma: export
#include "bsg/representation.h"    // IWYU pragma: export
#include "bsg/sentences.h"         // IWYU pragma: export
#include "bsg/split.h"             // IWYU pragma: export
#include "bsg/threads.h"           // IWYU pragma: export
#include "bsg/train.h"             // IWYU pragma: export
#include "bsg/version.h"           // IWYU pragma: export
#include "bsg/wording.h"           // IWYU pragma: export
