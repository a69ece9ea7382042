#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bsg/files.h"
#include "bsg/split.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/basket_columns.h"
#include "cli/arguments/refuse_same_file.h"
#include "cli/commands/command.h"
#include "cli/reports/split_report.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr std::string_view kNotes =
    R"(A line of the test file is what bsg evaluate --baskets reads: known items separated by spaces, a
tab, and the held-out items. In an item a space is written "\ ", a tab \t and a backslash \\.
The training file has the form of the input, so that it is trained on with the same options.
Only baskets with two different items can be tested. Random choices depend on the seed and on the
place of a basket in the input, not on the machine.

Examples:
  bsg split baskets.txt --leave-one-out --train train.txt --test test.txt
  bsg split films.csv --input-format csv --user-column user --item-column film \
    --order-column time --by-time 0.1 --train train.csv --test test.txt
  bsg train train.txt --users -o model.bsg && bsg evaluate model.bsg --baskets test.txt
  bsg split baskets.txt --by-user 0.2 --train train.txt --test test.txt)";

struct Request {
  std::vector<std::string> files;
  bool leave_one_out = false;
  std::optional<double> by_user, by_time;
  SplitOptions options;
  std::string train, test;
  bool quiet = false;
};

void add_ways(CLI::App& app, Request& request) {
  CLI::Option* const one = app.add_flag(
      "--leave-one-out", request.leave_one_out,
      "Hold out one item of each basket: the last one where there is --order-column, else one at "
      "random. This is the default.");
  CLI::Option* const users =
      app.add_option("--by-user", request.by_user,
                     "Hold out this share of the users. A fifth of the items of each of them is "
                     "to be found: the last ones with --order-column, else random ones. The "
                     "training file has the other users. [a number between 0 and 1]")
          ->type_name("SHARE")
          ->excludes(one);
  app.add_option("--by-time", request.by_time,
                 "Hold out the last rows of all by --order-column, this share of them. Known is "
                 "what a user had before. [a number between 0 and 1]")
      ->type_name("SHARE")
      ->excludes(one)
      ->excludes(users);
  app.add_option("--seed", request.options.seed,
                 "Of random choices. [a whole number from 0 up; default 1]")
      ->type_name("INTEGER");
}

void add_arguments(CLI::App& app, Request& request) {
  app.add_option("FILE", request.files,
                 "Baskets, one a line, or tables of users and items; plain, gzip or zstd; - is "
                 "standard input.")
      ->required();
  add_ways(app, request);
  app.add_option("--train", request.train, "Where to write what is to be trained on. Required.")
      ->type_name("TRAIN");
  app.add_option("--test", request.test, "Where to write what is to be tested with. Required.")
      ->type_name("TEST");
  app.add_flag("--quiet", request.quiet, "Do not say what went where.")->group("General");
}

void settle_way(Request& request) {
  if (request.by_user) {
    request.options.method = SplitMethod::by_user;
    request.options.share = *request.by_user;
  } else if (request.by_time) {
    request.options.method = SplitMethod::by_time;
    request.options.share = *request.by_time;
  }
}

/// Nothing is read that could not be written.
void check_outputs(Request& request) {
  request.train = output_path(request.train);
  request.test = output_path(request.test);
  refuse_same_file("--test", request.test, request.train, "the training file");
  for (const std::string& file : request.files) {
    if (file == "-") continue;
    refuse_same_file("--train", request.train, file, "a file to split");
    refuse_same_file("--test", request.test, file, "a file to split");
  }
  check_writable(request.train);
  check_writable(request.test);
}

}  // namespace

void run_split(const ArgumentList& arguments) {
  Arguments parser({"split",
                    "FILE... [--leave-one-out|--by-user SHARE|--by-time SHARE] --train "
                    "TRAIN --test TEST",
                    "Baskets in two parts: to train a recommender on, and to judge it by.",
                    kNotes});
  Request request;
  add_arguments(parser.app(), request);
  const BasketColumns columns(parser.app());
  if (!parser.parse(arguments)) return;
  if (request.train.empty()) parser.refuse("--train is required");
  if (request.test.empty()) parser.refuse("--test is required");
  settle_way(request);
  const CorpusOptions corpus = columns.options();
  check_outputs(request);

  const BasketSplit split = split_baskets(read_baskets(request.files, corpus), request.options);
  write_baskets(request.train, split.train, corpus);
  write_test_baskets(request.test, split.test);
  if (!request.quiet) write_standard_error(split_text(split, request.train, request.test));
}

}  // namespace bsg::cli
