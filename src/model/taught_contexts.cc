#include "model/taught_contexts.h"

#include <algorithm>

namespace bsg::model {

bool has_taught_context(const Model& model, WordId id) {
  return std::ranges::any_of(model.mean(Side::context, id), [](float value) { return value != 0; });
}

bool is_taught(const Model& model, Representation representation, Role role, WordId id) {
  return in_role(representation, role) == Representation::target || has_taught_context(model, id);
}

}  // namespace bsg::model
