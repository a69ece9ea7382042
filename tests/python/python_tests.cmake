# The Python package of the build tree, and the package as people install it. include() this where the targets
# bsg-python and bsg-cli exist.
bsg_add_pytests(python python ${Python_EXECUTABLE} ${PROJECT_BINARY_DIR}/python ${CMAKE_CURRENT_SOURCE_DIR}/terminal)
add_test(NAME python.stubs_are_up_to_date COMMAND ${Python_EXECUTABLE} -B
  ${PROJECT_SOURCE_DIR}/scripts/python-stubs.py --check)
set_tests_properties(python.stubs_are_up_to_date PROPERTIES ENVIRONMENT PYTHONPATH=${PROJECT_BINARY_DIR}/python)
add_test(NAME python.is_usable_after_install COMMAND ${CMAKE_CURRENT_LIST_DIR}/installed_package_test.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${Python_EXECUTABLE})
set_tests_properties(python.is_usable_after_install PROPERTIES TIMEOUT 1800 LABELS slow COST 100)
