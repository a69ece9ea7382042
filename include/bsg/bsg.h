#pragma once

/// Everything: train a model, load and save it, ask it, export it.

#include "bsg/error.h"      // IWYU pragma: export
#include "bsg/export.h"     // IWYU pragma: export
#include "bsg/files.h"      // IWYU pragma: export
#include "bsg/model.h"      // IWYU pragma: export
#include "bsg/options.h"    // IWYU pragma: export
#include "bsg/query.h"      // IWYU pragma: export
#include "bsg/sentences.h"  // IWYU pragma: export
#include "bsg/train.h"      // IWYU pragma: export
#include "bsg/version.h"    // IWYU pragma: export
