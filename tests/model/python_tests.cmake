# The model file and the exports as other programs see them: test_model writes samples, Python reads
# them. include() this where the target test_model and BSG_TEST_PYTHON exist.
set(bsg_samples ${CMAKE_CURRENT_BINARY_DIR}/model_samples)
set(bsg_sample_model ${bsg_samples}/sample.bsg)

add_test(NAME model.write_samples COMMAND test_model --gtest_filter=SampleFiles.*)
set_tests_properties(model.write_samples PROPERTIES
  ENVIRONMENT BSG_SAMPLE_FOLDER=${bsg_samples} FIXTURES_SETUP model_samples)

add_test(NAME model.read_by_python
  COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/read_model.py ${bsg_sample_model} --sample)
add_test(NAME model.axes_read_by_python
  COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/read_model.py ${bsg_samples}/axes.bsg --sample)
add_test(NAME model.features_read_by_python
  COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/read_model.py ${bsg_samples}/features.bsg --sample)
add_test(NAME model.users_read_by_python
  COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/read_model.py ${bsg_samples}/users.bsg --sample)
if(BSG_BUILD_CLI)
  add_test(NAME model.guesses_from_the_file
    COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/read_model.py --train $<TARGET_FILE:bsg-cli>)
endif()
add_test(NAME model.load_in_gensim
  COMMAND ${BSG_TEST_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/load_in_gensim.py ${bsg_sample_model}
    ${bsg_samples}/sample.txt ${bsg_samples}/sample.bin ${bsg_samples}/variance.bin)
set_tests_properties(model.read_by_python model.axes_read_by_python model.features_read_by_python
  model.users_read_by_python model.load_in_gensim PROPERTIES FIXTURES_REQUIRED model_samples)
