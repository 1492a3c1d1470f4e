# Installs the driver under an empty root, and checks that exactly the expected files are there.
execute_process(COMMAND ${CMAKE_COMMAND} -E rm -rf ${ROOT})
set(ENV{DESTDIR} ${ROOT})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --component driver --prefix /opt/x
  RESULT_VARIABLE result OUTPUT_QUIET)
if(result)
  message(FATAL_ERROR "cmake --install failed: ${result}")
endif()
file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/*)
list(SORT found)
string(REGEX REPLACE "^/" "" vendors "${VENDORS}/fpgacl.icd")
set(expected ${vendors} opt/x/${LIBDIR}/libfpgacl.so.0 opt/x/${LIBDIR}/libfpgacl.so.0.1.0
  opt/x/${LIBDIR}/fpgacl/libpi_fpgacl.so)
# A single component is the contents of a Debian package, including Debian's documents.
list(APPEND expected opt/x/share/doc/libfpgacl0/changelog.Debian.gz opt/x/share/doc/libfpgacl0/copyright
  opt/x/share/lintian/overrides/libfpgacl0)
list(SORT expected)
if(NOT found STREQUAL expected)
  message(FATAL_ERROR "installed: ${found}; expected: ${expected}")
endif()
file(READ ${ROOT}/${vendors} line)
if(NOT line STREQUAL "/opt/x/${LIBDIR}/libfpgacl.so.0\n")
  message(FATAL_ERROR "the vendors file says '${line}'")
endif()
