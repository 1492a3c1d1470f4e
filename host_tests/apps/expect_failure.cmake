# cmake -DCOMMAND=<list> -DMESSAGE=<text> -P expect_failure.cmake
#
# The command must fail (with an exit status, not by a signal) and its output must contain MESSAGE.
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE result OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(NOT result MATCHES "^[1-9][0-9]*$")
  message(FATAL_ERROR "expected an exit code above 0, found '${result}':\n${output}")
endif()
string(FIND "${output}" "${MESSAGE}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "expected '${MESSAGE}', found:\n${output}")
endif()
