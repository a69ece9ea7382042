# Headers that most files include are parsed once for a target: bsg_precompile(TARGET LIST…). Only in our own
# builds, since what gcc keeps takes 100 MB a target. Headers of libraries that make code wherever they are
# included (CLI11, pybind11) do not belong here: every file would then compile that code.
option(BSG_PRECOMPILED_HEADERS "Parse the headers that most files include only once" OFF)

set(bsg_headers_of_library <algorithm> <array> <cmath> <cstddef> <cstdint> <filesystem> <functional>
    <limits> <memory> <optional> <span> <stop_token> <string> <string_view> <utility> <vector>
    <fmt/format.h>)
set(bsg_headers_of_threads <tbb/parallel_for.h> <tbb/task_arena.h>)
set(bsg_headers_of_tests <gtest/gtest.h> <tbb/global_control.h>)

function(bsg_precompile target)
  if(NOT BSG_PRECOMPILED_HEADERS)
    return()
  endif()
  foreach(list ${ARGN})
    target_precompile_headers(${target} PRIVATE ${bsg_headers_of_${list}})
  endforeach()
  # Without it ccache cannot look into what gcc precompiled.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# bsg_precompile_once(TARGET FIRST LIST…): the same for targets that are compiled alike. FIRST is the one that the
# others take their headers from.
function(bsg_precompile_once target first)
  if(target STREQUAL first)
    bsg_precompile(${target} ${ARGN})
  elseif(BSG_PRECOMPILED_HEADERS)
    bsg_precompile(${target})
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()
