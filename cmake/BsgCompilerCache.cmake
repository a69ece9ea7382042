# Compilers run through ccache where it is installed. Paths are hashed relative to the sources, so that a clone
# in another folder finds what this one compiled. A launcher that is already set is kept.
option(BSG_COMPILER_CACHE "Compile through ccache where it is installed" ${PROJECT_IS_TOP_LEVEL})
if(BSG_COMPILER_CACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(BSG_CCACHE ccache)
  if(BSG_CCACHE)
    # Sloppiness: what ccache asks for where headers are precompiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
        CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${BSG_CCACHE})
  endif()
endif()
