#pragma once

#include <string>
#include <vector>

/// One function for each command. `arguments` are those after the command's name. Results go to
/// standard output, progress and reports to standard error; every failure is an exception.

namespace bsg::cli {

using ArgumentList = std::vector<std::string>;

void run_train(const ArgumentList& arguments);
void run_update(const ArgumentList& arguments);
void run_infer(const ArgumentList& arguments);
void run_compare(const ArgumentList& arguments);
void run_info(const ArgumentList& arguments);
void run_neighbors(const ArgumentList& arguments);
void run_recommend(const ArgumentList& arguments);
void run_similarity(const ArgumentList& arguments);
void run_analogy(const ArgumentList& arguments);
void run_split(const ArgumentList& arguments);
void run_evaluate(const ArgumentList& arguments);
void run_export(const ArgumentList& arguments);
void run_options(const ArgumentList& arguments);

}  // namespace bsg::cli
