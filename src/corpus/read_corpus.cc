#include "corpus/read_corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/enumerable_thread_specific.h>

#include <utility>

#include "bsg/error.h"
#include "corpus/block_parser.h"
#include "corpus/block_pipeline.h"
#include "counting/look_ahead.h"
#include "counting/spilling_table.h"

namespace bsg::corpus {
namespace {

ReadingReport report_of(const ReadingTally& tally) {
  return {tally.tokens, tally.sentences, tally.invalid_utf8_sequences};
}

struct EncodedBlock {
  ReadingTally tally;
  std::vector<std::uint32_t> ids;
  std::vector<std::size_t> line_ends;  ///< in ids
};

void encode_block(const tokenizing::Tokens& tokens, const Vocabulary& vocabulary,
                  EncodedBlock& encoded) {
  encoded.ids.clear();
  encoded.line_ends.clear();
  const counting::WordTable& words = vocabulary.table();
  std::size_t token = 0;
  auto line_end = tokens.line_ends.begin();
  const auto end_lines = [&] {
    for (; line_end != tokens.line_ends.end() && *line_end <= token; ++line_end)
      encoded.line_ends.push_back(encoded.ids.size());
  };
  counting::look_up_ahead(tokens, 0, tokens.list.size(), words,
                          [&](const counting::HashedWord& word) {
                            end_lines();
                            if (const auto id = words.find(word)) encoded.ids.push_back(*id);
                            ++token;
                          });
  end_lines();
}

/// A block whose last line goes on leaves its sentence open: the next block's first line end closes
/// it.
void append(const EncodedBlock& block, EncodedCorpus& corpus) {
  const std::size_t before = corpus.ids.size();
  corpus.ids.append(block.ids);
  for (const std::size_t line_end : block.line_ends)
    if (before + line_end > corpus.sentences.back()) corpus.sentences.push_back(before + line_end);
}

}  // namespace

CorpusReader::CorpusReader(const std::vector<std::string>& texts, CorpusOptions options,
                           counting::SpillOptions spill)
    : texts_(reading::open_texts(texts)), options_(std::move(options)), spill_(std::move(spill)) {}

counting::WordCounts CorpusReader::count(ReadingReport& report, const ReadingObserver& observer) {
  ObservedReader reader(texts_, options_, true, observer);
  // By the place of a thread in the arena: there are never more threads at work than places.
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  std::vector<BlockParser> parsers;
  std::vector<counting::SpillingTable> tables;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    parsers.emplace_back(options_);
    tables.emplace_back(spill_.table_bytes() / threads, spill_.folder);
  }
  ReadingTally total;
  for_each_block<ReadingTally>(
      reader,
      [&](const reading::TextBlock& block, ReadingTally& tally) {
        const auto thread = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
        tables[thread].add(parsers[thread].parse(block));
        tally = parsers[thread].tally_of_block();
      },
      [&](const ReadingTally& tally) { total.append(tally); });

  report = report_of(total);
  counted_ = Counted{report, reader.fingerprints()};
  return counting::join(std::move(tables), spill_, observer.stop);
}

EncodedCorpus CorpusReader::encode(const Vocabulary& vocabulary, const files::ScratchRule& rule,
                                   ReadingReport& report, const ReadingObserver& observer) {
  ObservedReader reader(texts_, options_, false, observer);
  tbb::enumerable_thread_specific<BlockParser> parsers([&] { return BlockParser(options_); });
  EncodedCorpus corpus = empty_corpus(rule);
  ReadingTally total;
  for_each_block<EncodedBlock>(
      reader,
      [&](const reading::TextBlock& block, EncodedBlock& encoded) {
        BlockParser& parser = parsers.local();
        encode_block(parser.parse(block), vocabulary, encoded);
        encoded.tally = parser.tally_of_block();
      },
      [&](const EncodedBlock& encoded) {
        append(encoded, corpus);
        total.append(encoded.tally);
      });
  encoded_ = reader.fingerprints();
  if (counted_) check_unchanged(encoded_);
  report = report_of(total);
  corpus.finish();
  return corpus;
}

std::vector<std::string> CorpusReader::fingerprints() const {
  std::vector<std::string> digits;
  for (const std::uint64_t hash : encoded_) digits.push_back(fmt::format("{:016x}", hash));
  return digits;
}

void CorpusReader::check_unchanged(const std::vector<std::uint64_t>& fingerprints) const {
  std::vector<std::string> changed;
  for (std::size_t text = 0; text < texts_.size(); ++text)
    if (fingerprints[text] != counted_->fingerprints[text]) changed.push_back(texts_[text].name());
  if (!changed.empty())
    throw InputError(
        fmt::format("'{}' changed while being read: use a copy that nothing else writes to",
                    fmt::join(changed, "', '")));
}

}  // namespace bsg::corpus
