#include "bsg/model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>

#include "bsg/error.h"
#include "bsg/version.h"
#include "model/sample_model.h"

namespace bsg::tests {
namespace {

TEST(Model, HoldsWhatItWasMadeOf) {
  const Model model(sample_data());
  expect_same(data_of(model), sample_data());
  EXPECT_EQ(model.mean(Side::context, 2)[1], sample_data().context_mean[7]);
  EXPECT_EQ(model.variance(Side::target, 5)[2], sample_data().target_variance[17]);
  EXPECT_EQ(model.library_version(), version());
  EXPECT_EQ(model.simd_target(), simd_target());
}

TEST(Model, SavesAndLoadsTheSame) {
  const TemporaryFolder folder;
  Model(sample_data()).save(folder / "a.bsg");
  const Model loaded = Model::load(folder / "a.bsg");
  expect_same(data_of(loaded), sample_data());
  loaded.save(folder / "b.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg"), read_bytes(folder / "b.bsg"));
  loaded.save(folder / "a.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg"), read_bytes(folder / "b.bsg"));
  expect_same(data_of(loaded), sample_data());
}

TEST(Model, KeepsItsAxes) {
  const TemporaryFolder folder;
  const Model made(sample_in_axes());
  expect_same(data_of(made), sample_in_axes());
  made.save(folder / "a.bsg");
  const Model loaded = Model::load(folder / "a.bsg");
  expect_same(data_of(loaded), sample_in_axes());
  loaded.save(folder / "b.bsg");
  EXPECT_EQ(read_bytes(folder / "a.bsg"), read_bytes(folder / "b.bsg"));
}

/// So that programs that know nothing of axes read it.
TEST(Model, WithoutAxesIsWrittenInTheFirstFormat) {
  const TemporaryFolder folder;
  Model(sample_data()).save(folder / "a.bsg");
  EXPECT_NE(read_bytes(folder / "a.bsg").find(R"("bsg.format":"1")"), std::string::npos);
  Model(sample_in_axes()).save(folder / "b.bsg");
  EXPECT_NE(read_bytes(folder / "b.bsg").find(R"("bsg.format":"2")"), std::string::npos);
}

TEST(Model, KeepsTheBoundOfEachIterationThatHasOne) {
  ModelData data = sample_data();
  data.iterations = {
      {.iteration = 1, .bound = -10.0 / 3},
      {.iteration = 2},
      {.iteration = 3, .target_prior_precision = 2, .context_prior_precision = 1, .bound = -3}};
  const TemporaryFolder folder;
  Model(data).save(folder / "bound.bsg");
  expect_same(data_of(Model::load(folder / "bound.bsg")), data);
  data.iterations.back().bound = std::nan("");
  EXPECT_THROW(Model{data}, ModelError);
}

TEST(Model, OfPointsHasNoVariances) {
  ModelData data = sample_data();
  data.target_variance.clear();
  data.context_variance.clear();
  data.iterations = {{.iteration = 1, .step = 0.025, .tokens = 900, .mean_loss = 1.0 / 3}};
  const TemporaryFolder folder;
  Model(data).save(folder / "points.bsg");
  const Model model = Model::load(folder / "points.bsg");
  EXPECT_FALSE(model.has_variances());
  EXPECT_TRUE(Model(sample_data()).has_variances());
  EXPECT_TRUE(model.variance(Side::target, 1).empty());
  expect_same(data_of(model), data);
  EXPECT_EQ(read_bytes(folder / "points.bsg").find("variance"), std::string::npos);
}

TEST(Model, CopiesOutliveTheOriginal) {
  const TemporaryFolder folder;
  Model(sample_data()).save(folder / "a.bsg");
  auto original = std::make_unique<Model>(Model::load(folder / "a.bsg"));
  const Model copy = *original;
  original.reset();
  std::filesystem::remove(folder / "a.bsg");
  expect_same(data_of(copy), sample_data());
}

TEST(Model, RefusesWhatIsNoModel) {
  using Change = std::function<void(ModelData&)>;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::pair<const char*, Change>> changes{
      {"no words",
       [](ModelData& d) {
         d = {};
         d.dimension = 3;
       }},
      {"no dimension", [](ModelData& d) { d.dimension = 0; }},
      {"other dimension", [](ModelData& d) { d.dimension = 4; }},
      {"counts", [](ModelData& d) { d.counts.pop_back(); }},
      {"order", [](ModelData& d) { d.counts[3] = 21; }},
      {"huge count", [](ModelData& d) { d.counts[0] = std::uint64_t{1} << 63; }},
      {"empty word", [](ModelData& d) { d.words[2].clear(); }},
      {"repeated word", [](ModelData& d) { d.words[4] = d.words[0]; }},
      {"not UTF-8", [](ModelData& d) { d.words[4].assign(1, '\xff'); }},
      {"cut UTF-8", [](ModelData& d) { d.words[4].pop_back(); }},
      {"mean size", [](ModelData& d) { d.context_mean.push_back(1); }},
      {"variance size", [](ModelData& d) { d.target_variance.pop_back(); }},
      {"one side's variances", [](ModelData& d) { d.target_variance.clear(); }},
      {"NaN mean", [=](ModelData& d) { d.target_mean[4] = nan; }},
      {"zero variance", [](ModelData& d) { d.context_variance[4] = 0; }},
      {"infinite step",
       [](ModelData& d) { d.iterations[1].step = std::numeric_limits<double>::infinity(); }},
      {"NaN loss", [](ModelData& d) { d.iterations[1].mean_loss = std::nan(""); }}};
  for (const auto& [name, change] : changes) {
    ModelData data = sample_data();
    change(data);
    EXPECT_THROW(Model{data}, ModelError) << name;
  }
}

TEST(Model, RefusesAxesThatDoNotFit) {
  using Change = std::function<void(ModelData&)>;
  const std::vector<std::pair<const char*, Change>> changes{
      {"targets' alone", [](ModelData& d) { d.context_axes.clear(); }},
      {"contexts' alone", [](ModelData& d) { d.target_axes.clear(); }},
      {"size", [](ModelData& d) { d.context_axes.push_back(1); }},
      {"infinite", [](ModelData& d) { d.target_axes[2] = std::numeric_limits<float>::infinity(); }},
      {"of points",
       [](ModelData& d) {
         d.target_variance.clear();
         d.context_variance.clear();
       }},
      {"of one side", [](ModelData& d) {
         d.context_mean.clear();
         d.context_variance.clear();
       }}};
  for (const auto& [name, change] : changes) {
    ModelData data = sample_in_axes();
    change(data);
    EXPECT_THROW(Model{data}, ModelError) << name;
  }
}

TEST(Model, RefusesToSaveOptionsThatAreNotText) {
  ModelData data = sample_data();
  data.options["note"].assign(1, '\xc3');
  const TemporaryFolder folder;
  EXPECT_THROW(Model(data).save(folder / "a.bsg"), ModelError);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.bsg"));
  EXPECT_THROW(Model(sample_data()).save(folder / "missing/a.bsg"), FileError);
}

TEST(Model, FindsEveryWordAndNoOther) {
  ModelData data;
  data.dimension = 1;
  for (int i = 0; i < 5000; ++i) data.words.push_back(fmt::format("w{}", i));
  data.counts.assign(5000, 1);
  data.target_mean.assign(5000, 0);
  data.context_mean.assign(5000, 0);
  const Model model(data);
  for (WordId id = 0; id < model.size(); ++id) EXPECT_EQ(model.find(model.word(id)), id);
  EXPECT_EQ(model.find("w5000"), std::nullopt);
  EXPECT_EQ(model.find(""), std::nullopt);
  EXPECT_EQ(model.id("w77"), 77U);
}

UnknownWordError unknown(const Model& model, const std::string& word) {
  try {
    (void)model.id(word);
  } catch (const UnknownWordError& error) {
    return error;
  }
  ADD_FAILURE() << word << " is known";
  return {"", "", {}};
}

using Words = std::vector<std::string>;

TEST(UnknownWord, NamesTheClosestWords) {
  const Model model(sample_data());
  const UnknownWordError error = unknown(model, "pariss");
  EXPECT_EQ(error.word(), "pariss");
  EXPECT_EQ(error.suggestions(), (Words{"paris", "parish"}));
  EXPECT_STREQ(error.what(),
               "unknown word \"pariss\"; the closest words are \"paris\", \"parish\"");
  EXPECT_EQ(unknown(model, "MÜNCHEN").suggestions(), Words{"München"});
  EXPECT_EQ(unknown(model, "munchne").suggestions(), Words{"München"});
  EXPECT_EQ(unknown(model, "日木").suggestions(), Words{"日本"});
  EXPECT_EQ(unknown(model, "teh").suggestions(), Words{"the"});
  EXPECT_EQ(unknown(model, "Parish").suggestions(), (Words{"parish", "paris"}));
}

TEST(UnknownWord, NamesTheNearestWhereNoneIsNear) {
  const Model model(sample_data());
  const UnknownWordError error = unknown(model, "zebra");
  EXPECT_FALSE(error.suggestions().empty());
  EXPECT_NE(std::string(error.what()).find("closest word"), std::string::npos);
}

TEST(UnknownWord, IsOneLineWhateverWasAskedFor) {
  const Model model(sample_data());
  for (const std::string& word :
       {std::string(), std::string(100000, 'a'), std::string("\xff\xfe"), std::string("a\nb c")}) {
    EXPECT_EQ(std::string(unknown(model, word).what()).find('\n'), std::string::npos);
  }
  EXPECT_TRUE(unknown(model, std::string(100000, 'a')).suggestions().empty());
}

TEST(UnknownWord, PrefersFrequentWordsAndNamesThree) {
  ModelData data;
  data.dimension = 1;
  data.words = {"cart", "bats", "cat", "hat", "mat", "rat", "sat", "vat"};
  data.counts = {9, 8, 7, 6, 5, 4, 3, 2};
  data.target_mean.assign(8, 1);
  data.context_mean.assign(8, 1);
  EXPECT_EQ(unknown(Model(data), "bat").suggestions(), (Words{"bats", "cat", "hat"}));
}

}  // namespace
}  // namespace bsg::tests
