# fcl_embed(<target> <symbol> <file>): links the bytes of a file into a target, as
#   extern const unsigned char <symbol>[]; extern const size_t <symbol>_size;
# (a zero byte follows the last one, so that text can be used as a string)
function(fcl_embed target symbol file)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embed_${symbol}.c)
  get_filename_component(path ${file} ABSOLUTE)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include <stddef.h>
__asm__(".section .rodata\n.balign 16\n"
	".globl @symbol@\n.hidden @symbol@\n@symbol@:\n.incbin \"@path@\"\n"
	".Lend_@symbol@:\n.byte 0\n.balign 8\n"
	".globl @symbol@_size\n.hidden @symbol@_size\n@symbol@_size:\n"
	".quad .Lend_@symbol@ - @symbol@\n.text\n");
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  target_sources(${target} PRIVATE ${source})
endfunction()
