#include "corpus/open_source.h"

#include <utility>

#include "corpus/read_corpus.h"
#include "corpus/table_reader.h"
#include "tables/refuse_table.h"

namespace bsg::corpus {

std::unique_ptr<TokenSource> open_source(const std::vector<std::string>& files,
                                         const CorpusOptions& options,
                                         counting::SpillOptions spill) {
  if (options.format != InputFormat::lines) return std::make_unique<TableReader>(files, options);
  auto reader = std::make_unique<CorpusReader>(files, options, std::move(spill));
  if (options.is_sets()) tables::refuse_tables(files);
  return reader;
}

}  // namespace bsg::corpus
