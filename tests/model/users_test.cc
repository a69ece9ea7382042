// Users in a model: what they had, found by name, through a file and back.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>

#include "bsg/error.h"
#include "bsg/model.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

/// A model of users, each with one item of two.
ModelData many_users(std::size_t users) {
  ModelData data;
  data.dimension = 1;
  data.words = {"a", "b"};
  data.counts = {2, 1};
  data.target_mean = data.target_variance = {1, 1};
  data.context_mean = data.context_variance = {1, 1};
  data.users.starts.push_back(0);
  for (std::size_t user = 0; user < users; ++user) {
    data.users.names.push_back("user " + std::to_string(user));
    data.users.items.push_back(user % 2);
    data.users.starts.push_back(user + 1);
  }
  return data;
}

TEST(UsersOfModel, AreKeptInAFile) {
  const TemporaryFolder folder;
  const Model made(sample_with_users());
  expect_same(data_of(made), sample_with_users());
  made.save(folder / "a.bsg");
  const Model loaded = Model::load(folder / "a.bsg");
  expect_same(data_of(loaded), sample_with_users());
  loaded.save(folder / "b.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg"), read_bytes(folder / "b.bsg"));
  EXPECT_NE(read_bytes(folder / "a.bsg").find(R"("bsg.format":"4")"), std::string::npos);
}

TEST(UsersOfModel, AreFoundByName) {
  const Model model(sample_with_users());
  EXPECT_EQ(model.user_count(), 3U);
  EXPECT_EQ(model.find_user("17"), 2U);
  EXPECT_EQ(model.find_user("bö b"), 1U);
  EXPECT_EQ(model.find_user("the"), std::nullopt) << "a word is no user";
  EXPECT_EQ(model.find_user(""), std::nullopt);
  EXPECT_TRUE(model.items_of(1).empty());
  EXPECT_EQ(model.weights_of(2)[0], 0.5F);
}

TEST(UsersOfModel, NeedNotBeThere) {
  const Model model(sample_data());
  EXPECT_EQ(model.user_count(), 0U);
  EXPECT_EQ(model.find_user("ann"), std::nullopt);
}

TEST(UsersOfModel, MayBeManyWithWeightsOfOne) {
  const TemporaryFolder folder;
  const ModelData data = many_users(100'000);
  Model(data).save(folder / "many.bsg");
  EXPECT_EQ(read_bytes(folder / "many.bsg").find("users.weights"), std::string::npos);
  const Model loaded = Model::load(folder / "many.bsg");
  expect_same(data_of(loaded), data);
  for (std::size_t user = 0; user < loaded.user_count(); ++user) {
    ASSERT_EQ(loaded.find_user(loaded.user(user)), user);
  }
}

TEST(UsersOfModel, MayAllHaveNothing) {
  const TemporaryFolder folder;
  ModelData data = sample_data();
  data.users = {.names = {"ann", "bob"}, .starts = {0, 0, 0}};
  Model(data).save(folder / "none.bsg");
  expect_same(data_of(Model::load(folder / "none.bsg")), data);
}

TEST(UsersOfModel, AreRefusedIfTheyDoNotFit) {
  using Change = std::function<void(UserData&)>;
  const std::vector<std::pair<const char*, Change>> changes{
      {"no end", [](UserData& u) { u.starts.pop_back(); }},
      {"no names", [](UserData& u) { u.names.clear(); }},
      {"items of nobody", [](UserData& u) { u = {.items = {1}}; }},
      {"weights", [](UserData& u) { u.weights.pop_back(); }},
      {"first start", [](UserData& u) { u.starts[0] = 1; }},
      {"descending starts", [](UserData& u) { u.starts[1] = 4, u.starts[2] = 3; }},
      {"last start", [](UserData& u) { u.starts[3] = 6; }},
      {"huge start", [](UserData& u) { u.starts[2] = std::uint64_t{1} << 63; }},
      {"empty name", [](UserData& u) { u.names[1].clear(); }},
      {"repeated name", [](UserData& u) { u.names[1] = "ann"; }},
      {"not UTF-8", [](UserData& u) { u.names[1] = "\xff"; }},
      {"foreign item", [](UserData& u) { u.items[4] = 6; }},
      {"items out of order", [](UserData& u) { u.items[1] = 0; }},
      {"an item twice", [](UserData& u) { u.items[1] = 1; }},
      {"no weight", [](UserData& u) { u.weights[0] = 0; }},
      {"NaN", [](UserData& u) { u.weights[0] = std::nanf(""); }},
      {"infinite", [](UserData& u) { u.weights[0] = HUGE_VALF; }}};
  for (const auto& [name, change] : changes) {
    ModelData data = sample_with_users();
    change(data.users);
    EXPECT_THROW(Model{data}, ModelError) << name;
  }
}

}  // namespace
}  // namespace bsg::tests
