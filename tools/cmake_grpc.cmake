# gRPC for C++, for those who ask for it: FPGACL_HAVE_GRPC says whether it is installed, with its compilers.
find_program(FPGACL_PROTOC protoc)
find_program(FPGACL_GRPC_PLUGIN grpc_cpp_plugin)
# pkg-config takes seconds for an answer about gRPC, and pkg_check_modules() asks it eighteen times.
if(NOT FPGACL_GRPC_FLAGS)
  execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --cflags --libs grpc++ protobuf
    OUTPUT_VARIABLE flags ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  list(REMOVE_DUPLICATES flags)
  set(FPGACL_GRPC_FLAGS "${flags}" CACHE INTERNAL "")
endif()
set(FPGACL_HAVE_GRPC OFF)
if(FPGACL_GRPC_FLAGS AND FPGACL_PROTOC AND FPGACL_GRPC_PLUGIN)
  set(FPGACL_HAVE_GRPC ON)
endif()

# fcl_grpc(<target> <name>.proto): adds the messages and services of a file to a library.
function(fcl_grpc target proto)
  get_filename_component(proto ${proto} ABSOLUTE)
  get_filename_component(name ${proto} NAME_WE)
  get_filename_component(folder ${proto} DIRECTORY)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${generated})
  set(messages ${generated}/${name}.pb.cc ${generated}/${name}.grpc.pb.cc)
  add_custom_command(
    OUTPUT ${messages} ${generated}/${name}.pb.h ${generated}/${name}.grpc.pb.h
    COMMAND ${FPGACL_PROTOC} -I ${folder} --cpp_out=${generated} --grpc_out=${generated}
      --plugin=protoc-gen-grpc=${FPGACL_GRPC_PLUGIN} ${proto}
    DEPENDS ${proto})
  add_custom_target(${target}_messages DEPENDS ${messages})
  add_dependencies(fcl_generated ${target}_messages)
  target_sources(${target} PRIVATE ${messages})
  set_source_files_properties(${messages} PROPERTIES COMPILE_OPTIONS "-w")
  target_include_directories(${target} SYSTEM PRIVATE ${generated})
  set(options ${FPGACL_GRPC_FLAGS})
  list(FILTER options INCLUDE REGEX "^-[DI]")
  target_compile_options(${target} PRIVATE ${options})
  set(libraries ${FPGACL_GRPC_FLAGS})
  list(FILTER libraries EXCLUDE REGEX "^-[DI]")
  target_link_libraries(${target} PUBLIC ${libraries} Threads::Threads)
endfunction()
