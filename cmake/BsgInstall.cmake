# cmake --install: headers, the library, the program, and what find_package(bsg) needs.
include(CMakePackageConfigHelpers)

install(TARGETS bsg EXPORT bsg-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/bsg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(BSG_BUILD_CLI)
  install(TARGETS bsg-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(bsg_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bsg)
install(EXPORT bsg-targets NAMESPACE bsg:: DESTINATION ${bsg_package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/bsg-config.cmake.in
  ${PROJECT_BINARY_DIR}/bsg-config.cmake INSTALL_DESTINATION ${bsg_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bsg-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bsg-config.cmake ${PROJECT_BINARY_DIR}/bsg-config-version.cmake
  DESTINATION ${bsg_package_dir})
