# SPDX-License-Identifier: Apache-2.0
# Toolchain file: Debian's cross compiler for arm64, with that architecture's libraries installed
# next to the native ones.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
find_program(FPGACL_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(FPGACL_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${FPGACL_QEMU})
endif()
