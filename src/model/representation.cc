#include "model/representation.h"

#include <algorithm>

#include "bsg/error.h"

namespace bsg::model {
namespace {

std::span<const float> side_row(const Model& model, Side side, Moment moment, WordId id) {
  return moment == Moment::mean ? model.mean(side, id) : model.variance(side, id);
}

}  // namespace

Representation in_role(Representation representation, Role role) {
  if (representation != Representation::target_context) return representation;
  return role == Role::asked ? Representation::target : Representation::context;
}

void check_representation(const Model& model, Representation representation) {
  if (!describe(representation).needs_contexts || model.has_contexts()) return;
  throw ModelError("this model has no context vectors: use the representation target");
}

std::size_t representation_dimension(const Model& model, Representation representation) {
  return representation == Representation::concat ? 2 * model.dimension() : model.dimension();
}

template <typename Real>
void representation_row(const Model& model, Representation representation, Moment moment, WordId id,
                        std::span<Real> row) {
  const std::span<const float> target = side_row(model, Side::target, moment, id);
  const std::span<const float> context = side_row(model, Side::context, moment, id);
  switch (representation) {
    case Representation::target:
      std::ranges::copy(target, row.begin());
      break;
    case Representation::context:
    case Representation::target_context:
      std::ranges::copy(context, row.begin());
      break;
    case Representation::sum:
      std::ranges::transform(target, context, row.begin(),
                             [](float u, float v) { return Real{u} + Real{v}; });
      break;
    case Representation::concat:
      std::ranges::copy(context, std::ranges::copy(target, row.begin()).out);
      break;
  }
}

template void representation_row(const Model&, Representation, Moment, WordId, std::span<float>);
template void representation_row(const Model&, Representation, Moment, WordId, std::span<double>);

}  // namespace bsg::model
