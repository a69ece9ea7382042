# bsg_add_pytests(NAME FOLDER PYTHON [PACKAGE_FOLDER…]): every test file of a folder of Python tests becomes a
# test of its own, NAME.SUBJECT, so that they run side by side. The program is in the environment, and what is in
# the PACKAGE_FOLDERs can be imported. SIGINT is not ignored, as it is for jobs in a script's background: there are
# tests that interrupt the program with it.
function(bsg_add_pytests name folder python)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/test_*.py
       ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.py)
  list(JOIN ARGN ":" packages)
  foreach(file ${files})
    cmake_path(GET file STEM subject)
    string(REGEX REPLACE "^test_|_test$" "" subject ${subject})
    add_test(NAME ${name}.${subject}
      COMMAND env --default-signal=INT ${python} -B -m pytest -q -p no:cacheprovider ${file})
    set_tests_properties(${name}.${subject} PROPERTIES TIMEOUT 900 LABELS slow
      ENVIRONMENT "BSG=$<TARGET_FILE:bsg-cli>;PYTHONPATH=${packages};MPLBACKEND=Agg")
  endforeach()
endfunction()
