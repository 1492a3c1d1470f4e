/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/language.h"

#include <string.h>

#include "tools/fpgaclc/common/texts.h"
#include "tools/fpgaclc/frontend/direction.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/hls/arrays.h"
#include "tools/fpgaclc/hls/join.h"
#include "tools/fpgaclc/hls/schedule.h"
#include "tools/fpgaclc/hls/unit.h"
#include "tools/fpgaclc/hls/wrapper.h"

static int read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	return source->nkernels ? fclc_direction_read(program, source, err) : 0;
}

static bool names_cint(char *text, void *found)
{
	*(bool *)found |= text && strstr(text, "ap_cint.h");
	return *(bool *)found;
}

/* Vivado HLS' integers for C are classes here, as they promote like no type of C does. */
static const struct fclc_language *c_instead(const struct fclc_program *program,
					     const struct fclc_source *source)
{
	bool found = false;

	fclc_any_text(program, source->path, names_cint, &found);
	return found ? &fclc_cxx : NULL;
}

static int read_ports(struct fclc_program *program, const struct fclc_source *source,
		      struct fcl_err *err)
{
	return source->nkernels ? fclc_direction_read_sequences(program, source, err) : 0;
}

static int finish(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_hls_join(program, err);

	return error ? error : fclc_count(program, err);
}

const struct fclc_language fclc_c = {
	.name = "c",
	.x = "c",
	.suffixes = (const char *const[]){".c", NULL},
	.instead = c_instead,
	.read = read,
	.read_ports = read_ports,
	.lay_out = fclc_interface_lay_out,
	.pragmas = true,
	.compiler = fclc_hls_compiler,
	.wrap = fclc_hls_wrap_c,
	.wrapper_suffix = "c",
	.unit = fclc_hls_unit,
	.image_name = "c",
	.schedule = fclc_hls_schedule,
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
	.compiler = fclc_hls_compiler,
	.wrap = fclc_hls_wrap_cxx,
	.wrapper_suffix = "cpp",
	.unit = fclc_hls_unit,
	.joins = fclc_hls_joins,
	.finish = finish, /* of C, too */
	.image_name = "c",
	.schedule = fclc_hls_schedule,
	.native = true,
	.report = fclc_schedule, /* of all languages */
};
