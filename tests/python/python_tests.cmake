# The Python package of the build tree, a test for each file so that they run side by side, and the package
# as people install it. include() this where the targets bsg-python and bsg-cli exist.
file(GLOB bsg_python_tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_LIST_DIR}
  ${CMAKE_CURRENT_LIST_DIR}/test_*.py)
foreach(file ${bsg_python_tests})
  string(REGEX REPLACE "test_(.*)\\.py" "python.\\1" name ${file})
  add_test(NAME ${name} COMMAND ${Python_EXECUTABLE} -B -m pytest -q -p no:cacheprovider
    ${CMAKE_CURRENT_LIST_DIR}/${file})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900 LABELS slow ENVIRONMENT
    "BSG=$<TARGET_FILE:bsg-cli>;PYTHONPATH=${PROJECT_BINARY_DIR}/python:${CMAKE_CURRENT_LIST_DIR}/../terminal;MPLBACKEND=Agg")
endforeach()
add_test(NAME python.stubs_are_up_to_date COMMAND ${Python_EXECUTABLE} -B
  ${PROJECT_SOURCE_DIR}/scripts/python-stubs.py --check)
set_tests_properties(python.stubs_are_up_to_date PROPERTIES ENVIRONMENT PYTHONPATH=${PROJECT_BINARY_DIR}/python)
add_test(NAME python.is_usable_after_install COMMAND ${CMAKE_CURRENT_LIST_DIR}/installed_package_test.sh
  ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${Python_EXECUTABLE})
set_tests_properties(python.is_usable_after_install PROPERTIES TIMEOUT 1800 LABELS slow)
