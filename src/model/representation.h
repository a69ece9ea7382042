#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bsg/model.h"
#include "bsg/representation.h"

/// Densities that stand for a word (section 2.3): u, v, u + v or (u, v), u and v independent.

namespace bsg::model {

enum class Moment : std::uint8_t { mean, variance };

/// What a word is in a question. They differ under Representation::target_context only.
enum class Role : std::uint8_t { asked, answer };

/// What stands for a word in that role: under target_context u of those asked and v of answers.
Representation in_role(Representation representation, Role role);

/// Throws ModelError if the representation needs contexts and the model has none.
void check_representation(const Model& model, Representation representation);

/// m, or 2m for concat.
std::size_t representation_dimension(const Model& model, Representation representation);

/// One word's row. Under target_context it is the answers' side, v. The variance of u + v is the
/// sum of the variances. REQUIRES: row has representation_dimension() elements; the
/// representation passes its check; for Moment::variance the model has variances. Instantiated for
/// float and double.
template <typename Real>
void representation_row(const Model& model, Representation representation, Moment moment, WordId id,
                        std::span<Real> row);

}  // namespace bsg::model
