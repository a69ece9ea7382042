#include "cli/failure.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>

#include "bsg/error.h"
#include "cli/arguments/resumption.h"
#include "cli/standard_streams.h"

namespace bsg::cli {
namespace {

constexpr int kBadInput = 2;
constexpr int kInterrupted = 130;  // what shells report for Ctrl-C

/// File names and words may hold anything; the message stays one line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

int fail(const std::string& message, int code = kBadInput) {
  write_standard_error("bsg: " + one_line(message) + "\n");
  return code;
}

int classify() {
  try {
    throw;
  } catch (const ReaderGone&) {
    return 0;
  } catch (const ResumableInterruption& error) {
    return fail(error.what(), kInterrupted);
  } catch (const Interrupted&) {
    return fail("interrupted; no model was written", kInterrupted);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory");
  } catch (const Error& error) {
    return fail(error.wording().command_line);
  } catch (const std::exception& error) {
    return fail(error.what());
  } catch (...) {
    return fail("an unknown error occurred");
  }
}

}  // namespace

int report_failure() noexcept {
  try {
    return classify();
  } catch (...) {
    return kBadInput;
  }
}

}  // namespace bsg::cli
