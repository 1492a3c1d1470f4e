# SPDX-License-Identifier: Apache-2.0
# Part of the installation: writes the vendors file, with the path `library` in it. `vendors` is its folder; the
# system's one is used only by who may write there, and for a prefix of the system.
if(vendors STREQUAL "/etc/OpenCL/vendors")
  set(user 0)
  if("$ENV{DESTDIR}" STREQUAL "")
    execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  if(NOT user STREQUAL "0" OR NOT "${CMAKE_INSTALL_PREFIX}/" MATCHES "^/(/|usr/|opt/)")
    set(vendors "${CMAKE_INSTALL_PREFIX}/etc/OpenCL/vendors")
    message(STATUS "fpgacl: hosts find this driver with OCL_ICD_VENDORS=${vendors}")
  endif()
endif()
file(WRITE "${build}/vendors/fpgacl.icd" "${library}\n")
file(INSTALL DESTINATION "${vendors}" TYPE FILE FILES "${build}/vendors/fpgacl.icd")
