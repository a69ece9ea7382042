#include "bsg/error.h"
#include "bsg/evaluate.h"
#include "wording/compose.h"
#include "wording/names.h"

namespace bsg {

void check_guesses(const Model& model) {
  if (model.knows_spelling()) return;
  throw ModelError(wording::compose(
      "this model knows no spelling to guess words from: leave out {}, or train it with {}",
      wording::option("oov"), wording::option("subwords")));
}

}  // namespace bsg
