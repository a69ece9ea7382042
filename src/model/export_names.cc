#include <array>

#include "bsg/export.h"

namespace bsg {
namespace {

constexpr std::array<NamedValue<ExportFormat>, 3> kFormats{{
    {"word2vec-text", ExportFormat::word2vec_text},
    {"word2vec-binary", ExportFormat::word2vec_binary},
    {"tensorboard", ExportFormat::tensorboard},
}};

constexpr std::array<NamedValue<ExportWhat>, 2> kWhats{{
    {"mean", ExportWhat::mean},
    {"variance", ExportWhat::variance},
}};

}  // namespace

std::span<const NamedValue<ExportFormat>> export_formats() {
  return kFormats;
}

std::span<const NamedValue<ExportWhat>> export_whats() {
  return kWhats;
}

}  // namespace bsg
