#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "bsg/infer.h"
#include "bsg/model.h"

namespace bsg::cli {

/// A line for each word, with so many neighbours.
std::string inferred_words_text(const Model& model, std::span<const InferredWord> words,
                                std::size_t neighbors);

/// model, words: [{word, count, evidence, mean, variance, answers}].
std::string inferred_words_json(const std::string& path, const Model& model,
                                std::span<const InferredWord> words, std::size_t neighbors);

}  // namespace bsg::cli
