#include <gtest/gtest.h>

#include <cstdlib>

#include "bsg/export.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

/// Writes the files that read_model.py and load_in_gensim.py check, into the folder that
/// BSG_SAMPLE_FOLDER names, or one of its own.
TEST(SampleFiles, AreWritten) {
  const TemporaryFolder temporary;
  const char* given = std::getenv("BSG_SAMPLE_FOLDER");
  const std::filesystem::path folder = given != nullptr ? given : temporary / "samples";
  std::filesystem::create_directories(folder);
  const Model model(sample_data());
  model.save(folder / "sample.bsg");
  Model(sample_in_axes()).save(folder / "axes.bsg");
  Model(sample_with_features()).save(folder / "features.bsg");
  Model(sample_with_users()).save(folder / "users.bsg");
  export_vectors(model, folder / "sample.txt");
  export_vectors(model, folder / "sample.bin", {.format = ExportFormat::word2vec_binary});
  export_vectors(model, folder / "variance.bin",
                 {.format = ExportFormat::word2vec_binary,
                  .what = ExportWhat::variance,
                  .representation = Representation::concat});
  for (const char* name : {"sample.bsg", "axes.bsg", "features.bsg", "users.bsg", "sample.txt",
                           "sample.bin", "variance.bin"}) {
    EXPECT_GT(std::filesystem::file_size(folder / name), 0U);
  }
}

}  // namespace
}  // namespace bsg::tests
