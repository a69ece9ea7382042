#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace bsg::cli {

/// Help in two columns, wrapped, with the command's own usage line.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::string usage);

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option, bool positional) const override;

 private:
  std::string usage_;
};

}  // namespace bsg::cli
