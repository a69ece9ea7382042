#include "recommending/best_items.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "kernels/scan.h"
#include "random/counter_random.h"
#include "recommending/user_tile.h"

namespace bsg::recommending {
namespace {

using query::BestCandidates;
using query::Candidate;

/// Items between two looks at the keys.
constexpr std::size_t kBlock = 256;

/// Known items of a user, in step with blocks of ids.
class KnownItems {
 public:
  explicit KnownItems(std::span<const WordId> ids) : ids_(ids) {}

  /// Calls visit(place) for those among first … first + size - 1. REQUIRES: ascending calls.
  template <class Visit>
  void for_each_in(std::size_t first, std::size_t size, Visit visit) {
    while (next_ < ids_.size() && ids_[next_] < first + size) visit(ids_[next_++] - first);
  }

 private:
  std::span<const WordId> ids_;
  std::size_t next_ = 0;
};

/// A tile of users against all items.
class TileLists {
 public:
  TileLists(const ItemScores& scores, const inference::Densities& users, std::size_t first,
            std::span<const std::vector<WordId>> known, const ListRule& rule)
      : scores_(scores),
        rule_(rule),
        users_(known.size()),
        m_(users.dimension()),
        tile_(users, first, users_),
        best_(users_, BestCandidates(rule.count)),
        rates_(users_),
        means_(users_ * kBlock),
        spare_(rule.rank == RecommendationRank::mean ? 0 : means_.size()) {
    for (const std::vector<WordId>& items : known) known_.emplace_back(items);
  }

  /// Means become those of one draw of each user's density; `first` is the first one's place.
  void draw(std::uint64_t first) {
    const random::CounterRandom random(rule_.seed, random::Purpose::recommendations);
    drawn_.assign(tile_.means(), tile_.means() + users_ * m_);
    for (std::size_t user = 0; user < users_; ++user) {
      random::RandomSequence sequence(random, first + user, 0);
      for (std::size_t k = 0; k < m_; k += 2) {
        const std::uint64_t bits = sequence.next();
        const auto normals = random::to_normals(bits, sequence.next());
        for (std::size_t at = k; at < std::min(k + 2, m_); ++at) {
          const float deviation = std::sqrt(tile_.densities().variances[user * m_ + at]);
          drawn_[user * m_ + at] += deviation * static_cast<float>(normals[at - k]);
        }
      }
    }
  }

  void scan() {
    const std::size_t items = rule_.offsets.size();
    for (std::size_t block = 0; block < items; block += kBlock) {
      const std::size_t size = std::min(kBlock, items - block);
      make_scores(block, size);
      for (std::size_t user = 0; user < users_; ++user) offer(user, block, size);
    }
  }

  BestItems take(std::size_t user) {
    BestItems best{best_[user].take(), rates_[user]};
    std::erase_if(best.items,
                  [](const Candidate& one) { return one.key <= ItemScores::kNever / 2; });
    std::ranges::sort(best.items, query::comes_before);
    return best;
  }

 private:
  /// means_ has E[uᵀv], spare_ what else the rank needs: variances, or the draws' scores.
  void make_scores(std::size_t first, std::size_t size) {
    const Model& model = scores_.model();
    const kernels::ScanShape shape{users_, size, m_};
    const float* const means = model.means(Side::context).data() + first * m_;
    switch (rule_.rank) {
      case RecommendationRank::mean:
        kernels::scan_products(tile_.means(), means, shape, means_.data());
        break;
      case RecommendationRank::thompson:
        kernels::scan_products(tile_.means(), means, shape, means_.data());
        kernels::scan_products(drawn_.data(), means, shape, spare_.data());
        break;
      case RecommendationRank::lower:
      case RecommendationRank::upper:
        kernels::scan_moments(tile_.densities(),
                              {means, model.variances(Side::context).data() + first * m_}, shape,
                              means_.data(), spare_.data());
        break;
    }
  }

  void offer(std::size_t user, std::size_t first, std::size_t size) {
    float* const scores = means_.data() + user * size;
    float* const spare = spare_.empty() ? nullptr : spare_.data() + user * size;
    const float* const offsets = rule_.offsets.data() + first;
    for (std::size_t k = 0; k < size; ++k) scores[k] += offsets[k];
    known_[user].for_each_in(first, size,
                             [&](std::size_t place) { scores[place] = ItemScores::kNever; });
    kernels::add_exponentials(scores, size, rates_[user]);
    if (spare != nullptr) make_keys(first, scores, spare, size);
    static const std::vector<bool> kAll;
    best_[user].offer(static_cast<WordId>(first), {spare != nullptr ? spare : scores, size},
                      {{}, kAll});
  }

  /// spare becomes what the rank orders by.
  void make_keys(std::size_t first, const float* scores, float* spare, std::size_t size) const {
    const float sign = rule_.rank == RecommendationRank::lower ? -1.0F : 1.0F;
    for (std::size_t k = 0; k < size; ++k) {
      if (scores[k] <= ItemScores::kNever / 2) {
        spare[k] = ItemScores::kNever;
      } else if (rule_.rank == RecommendationRank::thompson) {
        spare[k] += rule_.offsets[first + k];
      } else {
        const double unknown = scores_.offset_variance(static_cast<WordId>(first + k));
        spare[k] = scores[k] + sign * std::sqrt(spare[k] + static_cast<float>(unknown));
      }
    }
  }

  const ItemScores& scores_;
  const ListRule& rule_;
  std::size_t users_, m_;
  UserTile tile_;
  std::vector<float> drawn_;
  std::vector<KnownItems> known_;
  std::vector<BestCandidates> best_;
  std::vector<kernels::ExponentialSum> rates_;
  std::vector<float> means_, spare_;
};

}  // namespace

std::vector<BestItems> best_items(const ItemScores& scores, const inference::Densities& users,
                                  std::uint64_t first, std::span<const std::vector<WordId>> known,
                                  const ListRule& rule) {
  std::vector<BestItems> lists(users.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, users.size(), UserTile::kUsers / 2),
                    [&](const auto& part) {
                      for (std::size_t at = part.begin(); at < part.end();) {
                        const std::size_t size = std::min(UserTile::kUsers, part.end() - at);
                        TileLists tile(scores, users, at, known.subspan(at, size), rule);
                        if (rule.rank == RecommendationRank::thompson) tile.draw(first + at);
                        tile.scan();
                        for (std::size_t k = 0; k < size; ++k) lists[at + k] = tile.take(k);
                        at += size;
                      }
                    });
  return lists;
}

}  // namespace bsg::recommending
