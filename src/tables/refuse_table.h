#pragma once

#include <string>
#include <vector>

namespace bsg::tables {

/// For files that are to be read as lines of baskets. Throws InputError if the first rows of one
/// are very likely a table's, with the options to read it as such: rows with the same number of
/// commas and no white space, or below a header that names users and items. Pipes are not looked
/// at. Throws FileError for a file that cannot be opened.
void refuse_tables(const std::vector<std::string>& files);

}  // namespace bsg::tables
