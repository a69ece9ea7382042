# How every target of this project is compiled: bsg_compile(TARGET).
#
# -ffp-contract=off: a multiply and an add are fused only where a kernel asks for it, so that results
# do not depend on what the optimiser sees (determinism).
function(bsg_compile target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    -ffp-contract=off
    $<$<BOOL:${BSG_WARNINGS_AS_ERRORS}>:-Werror>)
  if(BSG_FEW_SIMD_TARGETS)
    target_compile_definitions(${target} PRIVATE BSG_FEW_SIMD_TARGETS)
  endif()
  if(BSG_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${BSG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${BSG_SANITIZE})
    if(BSG_SANITIZE MATCHES thread)
      target_include_directories(${target} BEFORE PRIVATE
        ${PROJECT_SOURCE_DIR}/tests/sanitizers/ordered)
    endif()
  endif()
endfunction()
