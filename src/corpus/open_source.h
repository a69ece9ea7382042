#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bsg/options.h"
#include "corpus/token_source.h"
#include "counting/word_counts.h"

namespace bsg::corpus {

/// Files in the layout that the options say. Throws as CorpusReader and TableReader do; InputError
/// for lines of baskets that are a table's rows, with the options to read them as such.
std::unique_ptr<TokenSource> open_source(const std::vector<std::string>& files,
                                         const CorpusOptions& options,
                                         counting::SpillOptions spill = {});

}  // namespace bsg::corpus
