# Debian packages: `cpack -G DEB` in a build folder. tools/package builds the packages to be
# distributed.
get_directory_property(FPGACLC_LLVM_VERSION DIRECTORY ${PROJECT_SOURCE_DIR}/tools/fpgaclc DEFINITION FPGACLC_LLVM_VERSION)
set(CPACK_PACKAGE_NAME fpgacl)
set(CPACK_PACKAGE_VENDOR fpgacl)
set(CPACK_PACKAGE_CONTACT "fpgacl maintainers <maintainers@fpgacl.example>" CACHE STRING
  "Maintainer that packages name")
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
# The vendors file goes to /etc whatever the prefix is, so everything is installed below DESTDIR.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1 CACHE STRING "Debian revision of the packages")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_COMPONENTS_ALL driver tools dev boards)
if(FPGACL_HAVE_XRT)
  list(APPEND CPACK_COMPONENTS_ALL xrt)
endif()

if(TARGET fpgacl_device_plugin)
  list(APPEND CPACK_COMPONENTS_ALL kubernetes)
endif()

# fcl_debian(<component> <package> <section> <summary> <text>)
function(fcl_debian component package section summary text)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${key}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  # What Debian requires in addition to each package's files.
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian.gz ${CMAKE_CURRENT_BINARY_DIR}/copyright
    DESTINATION ${doc} COMPONENT ${component} EXCLUDE_FROM_ALL)
  # Lintian tags that are intentional: lines of `overrides` name packages and tags.
  file(STRINGS overrides lines REGEX "^([*]|${package}) ")
  set(text "")
  foreach(line ${lines})
    string(REGEX REPLACE "^[^ ]+ " "${package}: " line "${line}")
    string(APPEND text "${line}\n")
  endforeach()
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/overrides.d/${package} "${text}")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/overrides.d/${package}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

set(library libfpgacl${PROJECT_VERSION_MAJOR})
set(version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
fcl_debian(driver ${library} libs "OpenCL driver for FPGAs"
  "An installable client driver that runs FPGA accelerators which were\ncompiled offline, on an emulated board or, with a backend, on a real one.")
set(CPACK_DEBIAN_DRIVER_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_DRIVER_PACKAGE_PROVIDES opencl-icd)
set(CPACK_DEBIAN_DRIVER_PACKAGE_SUGGESTS "fpgacl-tools, ${library}-xrt")
fcl_debian(xrt ${library}-xrt libs "OpenCL driver for FPGAs: backend for boards that XRT drives"
  "The module that lets the driver use Alveo cards through XRT.")
set(CPACK_DEBIAN_XRT_PACKAGE_DEPENDS "${library} ${version}")
fcl_debian(tools fpgacl-tools devel "OpenCL driver for FPGAs: offline compiler and tools"
  "fpgaclc compiles kernels in HLS C and C++, OpenCL C or Verilog into images for\nemulated boards; fpgacl inspects boards and images. A tree with v++,\nemconfigutil and others lets Vitis projects be built as they are.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${library} ${version}, clang-${FPGACLC_LLVM_VERSION}, binutils, tclsh | tcl")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "libpocl2 | libpocl2t64, verilator, gdb, ocl-icd-opencl-dev, opencl-clhpp-headers")
fcl_debian(kubernetes fpgacl-kubernetes admin "OpenCL driver for FPGAs: device plugin for Kubernetes"
  "Offers a node's boards to pods, with health and topology. It checks boards with\nthe program fpgacl from fpgacl-tools.")
set(CPACK_DEBIAN_KUBERNETES_PACKAGE_SUGGESTS "fpgacl-tools")
fcl_debian(dev libfpgacl-dev libdevel "OpenCL driver for FPGAs: CMake package and header"
  "The function fpgacl_add_xclbin() for CMake projects, a file for pkg-config,\nand the header of the ABI of kernel models.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${library} ${version}, fpgacl-tools ${version}")
fcl_debian(boards fpgacl-boards misc "OpenCL driver for FPGAs: descriptions of boards"
  "The files from which boards are emulated, to copy and edit. The driver has\nthem built in and does not need this package.")
set(CPACK_DEBIAN_BOARDS_PACKAGE_ARCHITECTURE all)

if(TARGET openvx)
  list(APPEND CPACK_COMPONENTS_ALL openvx openvx_dev)
  fcl_debian(openvx libopenvx1 libs "OpenVX for FPGAs, on OpenCL"
    "OpenVX 1.3 with its OpenCL interop, and vision kernels for emulated boards:\ngraphs of kernels that were compiled offline, as pipelines of compute units.")
  set(CPACK_DEBIAN_OPENVX_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1")
  set(CPACK_DEBIAN_OPENVX_PACKAGE_RECOMMENDS "${library}")
  fcl_debian(openvx_dev libopenvx-dev libdevel "OpenVX for FPGAs, on OpenCL: headers"
    "The headers of OpenVX, the library to link with, and a file for pkg-config.")
  set(CPACK_DEBIAN_OPENVX_DEV_PACKAGE_DEPENDS "libopenvx1 ${version}, opencl-c-headers | opencl-headers")
endif()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${CMAKE_CURRENT_SOURCE_DIR}/overrides)
find_program(FPGACL_GZIP gzip)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md released REGEX "^## ${PROJECT_VERSION} " LIMIT_COUNT 1)
string(REGEX REPLACE ".*\\((.*)\\)$" "\\1" released "${released}")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian
  "fpgacl (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
  "  * CHANGELOG.md of the sources says what is new.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${released}\n")
if(FPGACL_GZIP)
  execute_process(COMMAND ${FPGACL_GZIP} -9nkf ${CMAKE_CURRENT_BINARY_DIR}/changelog.Debian)
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright
  "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: fpgacl\n\n"
  "Files: *\nCopyright: 2026 fpgacl contributors\nLicense: Apache-2.0\n"
  " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n")

include(CPack)
