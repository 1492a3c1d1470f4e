# SPDX-License-Identifier: Apache-2.0
# Removes the files that MANIFEST lists, below DESTDIR if that is set, and the folders that become
# empty.
if(NOT EXISTS ${MANIFEST})
  message(FATAL_ERROR "there is no ${MANIFEST}: nothing was installed from this build folder")
endif()
file(STRINGS ${MANIFEST} files)
set(folders "")
foreach(file ${files})
  set(path "$ENV{DESTDIR}${file}")
  if(EXISTS "${path}" OR IS_SYMLINK "${path}")
    message(STATUS "removing ${path}")
    file(REMOVE "${path}")
  endif()
  # Folders named after us are ours; others belong to the system.
  get_filename_component(folder "${path}" DIRECTORY)
  while(folder MATCHES "/(lib|libexec|include|share|cmake|[^/]*-linux-gnu)/fpgacl(/|$)")
    list(APPEND folders "${folder}")
    get_filename_component(folder "${folder}" DIRECTORY)
  endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING) # inner folders first
foreach(folder ${folders})
  file(GLOB left "${folder}/*")
  if(IS_DIRECTORY "${folder}" AND NOT left)
    file(REMOVE_RECURSE "${folder}")
  endif()
endforeach()
