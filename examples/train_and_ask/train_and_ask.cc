// Trains on a text and prints the neighbours of a word, each with its confidence.
//   train_and_ask TEXT WORD

#include <bsg/bsg.h>

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: train_and_ask TEXT WORD\n");
    return 2;
  }
  try {
    bsg::TrainingOptions options;
    options.inference.dimension = 20;
    options.sampling.subsample = 1e-3;  // a small text: keep more of it than the default does

    const bsg::TrainingResult result = bsg::train({.texts = {argv[1]}}, options);
    result.model.save("model.bsg");

    const bsg::Query query(bsg::Model::load("model.bsg"));
    for (const bsg::Answer& answer : query.neighbors(argv[2], 5)) {
      std::printf("%-20s %6.3f ± %.3f\n", answer.word.c_str(), answer.score.value,
                  answer.score.deviation);
    }
  } catch (const bsg::Error& error) {
    std::fprintf(stderr, "train_and_ask: %s\n", error.what());
    return 1;
  }
}
