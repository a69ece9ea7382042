#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "bsg/options.h"
#include "reading/row_reader.h"

namespace bsg::tables {

/// REQUIRES: csv or tsv.
reading::FieldRules field_rules(InputFormat format);

/// Throws OptionError unless the options of a table's columns make sense together: users and items
/// have columns of their own, numbers are from 1 up, and there is no tokenizer.
void check_columns(const CorpusOptions& options);

/// Whether a column is given by its name, so that a table's first row is the header.
bool has_names(const TableColumns& columns);

/// Places in a row, from 0.
struct ColumnPlaces {
  std::size_t user = 0;
  std::size_t item = 0;
  std::optional<std::size_t> order{};
  std::optional<std::size_t> weight{};
};

/// By the first row of a file. Throws InputError for a column that is not there, or whose name
/// several columns have; it lists those there are.
ColumnPlaces find_columns(const TableColumns& columns, const reading::TableRow& first,
                          const std::string& file);

/// A field as a message shows it.
std::string shown(std::string_view field);

}  // namespace bsg::tables
