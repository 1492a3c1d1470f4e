/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/language.h"

#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/frontend/direction.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/hls/arrays.h"
#include "tools/fpgaclc/hls/dataflow.h"
#include "tools/fpgaclc/hls/join.h"
#include "tools/fpgaclc/hls/schedule.h"
#include "tools/fpgaclc/hls/unit.h"
#include "tools/fpgaclc/hls/wrapper.h"

static int read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	return source->nkernels ? fclc_direction_read(program, source, err) : 0;
}

static int read_ports(struct fclc_program *program, const struct fclc_source *source,
		      struct fcl_err *err)
{
	return source->nkernels ? fclc_direction_read_sequences(program, source, err) : 0;
}

/* Errors in code that older compilers accepted, possibly with a warning, or that is valid in C++98. */
static const char *const old_c[] = {"-Wno-error=implicit-function-declaration",
				    "-Wno-error=implicit-int", "-Wno-error=int-conversion",
				    "-Wno-error=incompatible-function-pointer-types", NULL};
static const char *const old_cxx[] = {"-Wno-error=c++11-narrowing", NULL};

const struct fclc_language fclc_c = {
	.name = "c",
	.x = "c",
	.suffixes = (const char *const[]){".c", NULL},
	.read = read,
	.read_ports = read_ports,
	.lay_out = fclc_interface_lay_out,
	.pragmas = true,
	.lenient = old_c,
	.compiler = fclc_hls_compiler,
	.before = fclc_support_write_rest,
	.wrap = fclc_hls_wrap_c,
	.wrapper_suffix = "c",
	.unit = fclc_hls_unit,
	.image_name = "c",
	.native = true,
};

const struct fclc_language fclc_cxx = {
	.name = "c++",
	.x = "c++",
	.suffixes = (const char *const[]){".cpp", ".cc", ".cxx", ".C", ".c++", NULL},
	.overloads = true,
	.read = read,
	.read_ports = read_ports,
	.expand = fclc_arrays_expand, /* of C, too */
	.lay_out = fclc_interface_lay_out,
	.cxx_library = true,
	.pragmas = true,
	.lenient = old_cxx,
	.compiler = fclc_hls_compiler,
	.before = fclc_support_write_rest,
	.choose = fclc_dataflow_choose,
	.wrap = fclc_hls_wrap_cxx,
	.wrapper_suffix = "cpp",
	.unit = fclc_hls_unit,
	.joins = fclc_hls_joins,
	.finish = fclc_hls_join,
	.image_name = "c",
	.native = true,
	.report = fclc_schedule, /* of C, too */
};
