#include "model/sample_model.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace bsg::tests {
namespace {

UserData users_of(const Model& model) {
  UserData users;
  for (std::size_t user = 0; user < model.user_count(); ++user) {
    if (user == 0) users.starts.push_back(0);
    users.names.emplace_back(model.user(user));
    const auto items = model.items_of(user);
    users.items.insert(users.items.end(), items.begin(), items.end());
    const auto weights = model.weights_of(user);
    users.weights.insert(users.weights.end(), weights.begin(), weights.end());
    users.starts.push_back(users.items.size());
  }
  return users;
}

}  // namespace

ModelData sample_data() {
  ModelData data;
  data.dimension = 3;
  data.words = {"the", "paris", "parish", "München", "日本", "😀"};
  data.counts = {1000, 50, 20, 20, 3, 0};
  for (int index = 0; index < 18; ++index) {
    const auto x = static_cast<float>(index);
    data.target_mean.push_back((x - 8.5F) / 3.0F);
    data.target_variance.push_back(1.0F / (1.0F + x));
    data.context_mean.push_back((7.25F - x) / 7.0F);
    data.context_variance.push_back(2.0F / (3.0F + x));
  }
  data.options = {{"dimension", "3"}, {"subsample", "1e-05"}, {"note", "a \"quoted\" – \\ text"}};
  data.iterations = {{1, 1.0, 900, 4000, 4000, 12.5, 1.0 / 3.0, 0.1},
                     {2, 0.61557220667245816, 901, 3999, 3998, 1e-300, 5e20, 0.25}};
  return data;
}

ModelData sample_in_axes() {
  ModelData data = sample_data();
  for (int index = 0; index < 9; ++index) {
    const auto x = static_cast<float>(index);
    data.target_axes.push_back((x - 3.5F) / 5.0F);
    data.context_axes.push_back(4.0F / (x - 9.5F));
  }
  return data;
}

ModelData sample_with_features() {
  ModelData data = sample_in_axes();
  data.features = {.shortest = 3,
                   .longest = 3,
                   .names = {"s<pa", "sari", "sxyz", "tcity"},
                   .weights = {},
                   .variances = {0.5F, 0.25F, 0.125F, 1.0F},
                   .variance = 0.5,
                   .unknown_variance = 2};
  for (int index = 0; index < 12; ++index) {
    data.features.weights.push_back(static_cast<float>(index));
  }
  return data;
}

ModelData sample_with_users() {
  ModelData data = sample_in_axes();
  data.users = {.names = {"ann", "bö b", "17"},
                .starts = {0, 2, 2, 5},
                .items = {1, 4, 0, 2, 5},
                .weights = {1, 2.5F, 0.5F, 1, 3}};
  return data;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "bsg-model-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::filesystem::filesystem_error("mkdtemp", {});
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::remove(path);  // truncating instead would wait for the disk on some file systems
  std::ofstream(path, std::ios::binary) << bytes;
}

ModelData data_of(const Model& model) {
  const auto copy = [](std::span<const float> array) {
    return std::vector<float>(array.begin(), array.end());
  };
  ModelData data;
  data.dimension = model.dimension();
  for (WordId id = 0; id < model.size(); ++id) {
    data.words.emplace_back(model.word(id));
    data.counts.push_back(model.count(id));
  }
  data.target_mean = copy(model.means(Side::target));
  data.target_variance = copy(model.variances(Side::target));
  data.context_mean = copy(model.means(Side::context));
  data.context_variance = copy(model.variances(Side::context));
  data.target_axes = copy(model.axes(Side::target));
  data.context_axes = copy(model.axes(Side::context));
  data.users = users_of(model);
  data.options = model.options();
  data.iterations = {model.iterations().begin(), model.iterations().end()};
  return data;
}

void expect_same(const ModelData& a, const ModelData& b) {
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.words, b.words);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(a.target_mean, b.target_mean);
  EXPECT_EQ(a.target_variance, b.target_variance);
  EXPECT_EQ(a.context_mean, b.context_mean);
  EXPECT_EQ(a.context_variance, b.context_variance);
  EXPECT_EQ(a.target_axes, b.target_axes);
  EXPECT_EQ(a.context_axes, b.context_axes);
  EXPECT_EQ(a.users.names, b.users.names);
  EXPECT_EQ(a.users.starts, b.users.starts);
  EXPECT_EQ(a.users.items, b.users.items);
  EXPECT_EQ(a.users.weights, b.users.weights);
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.iterations, b.iterations);
}

}  // namespace bsg::tests
