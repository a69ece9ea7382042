#include "cli/reports/query_json.h"

#include "cli/reports/guesses.h"

namespace bsg::cli {

Json json_of(const Score& score, const Model& model) {
  const auto if_known = [&](double value) {
    return model.has_variances() ? Json(value) : Json(nullptr);
  };
  Json json;
  json["score"] = score.value;
  json["deviation"] = if_known(score.deviation);
  json["lower"] = if_known(score.lower);
  json["product_mean"] = score.product_mean;
  json["product_variance"] = if_known(score.product_variance);
  json["cosine"] = score.cosine;
  json["cosine_mean"] = if_known(score.cosine_mean);
  json["cosine_deviation"] = if_known(score.cosine_deviation);
  return json;
}

Json json_of(const Answer& answer, const Model& model) {
  Json json;
  json["word"] = answer.word;
  json["count"] = model.count(answer.id);
  json.update(json_of(answer.score, model));
  json["beats_next"] = answer.beats_next ? Json(*answer.beats_next) : Json(nullptr);
  return json;
}

Json json_of(const Composition& query, const std::vector<Answer>& answers, const Model& model) {
  Json json;
  json["positive"] = query.positive;
  json["negative"] = query.negative;
  json["guessed"] = guessed_words(model, query);
  json["answers"] = Json::array();
  for (const Answer& answer : answers) json["answers"].push_back(json_of(answer, model));
  return json;
}

Json json_head(const QueryArguments& arguments) {
  const QueryOptions options = arguments.options();
  Json json;
  json["model"] = arguments.model;
  json["measure"] = describe(options.measure).name;
  json["representation"] = describe(options.representation).name;
  json["raw"] = options.raw || !describe(options.measure).unit_length;
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bsg::cli
