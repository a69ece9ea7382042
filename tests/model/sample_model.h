#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bsg/model.h"

namespace bsg::tests {

/// Six words, three dimensions; read_model.py knows the same numbers by formula.
ModelData sample_data();

/// The same with axes: a model after a gauge.
ModelData sample_in_axes();

/// The same with features: n-grams of three letters, and a tag.
ModelData sample_with_features();

/// sample_in_axes() with three users, of whom the second has nothing.
ModelData sample_with_users();

/// A folder that is removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);

/// ModelData of a model, for comparison.
ModelData data_of(const Model& model);

/// Fails the test at each field in which the two differ.
void expect_same(const ModelData& a, const ModelData& b);

}  // namespace bsg::tests
