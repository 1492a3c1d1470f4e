/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/compile.h"
#include "tools/fpgaclc/connectivity.h"
#include "tools/fpgaclc/direction.h"
#include "tools/fpgaclc/driver.h"
#include "tools/fpgaclc/dwarf.h"
#include "tools/fpgaclc/interface.h"
#include "tools/fpgaclc/kernels.h"
#include "tools/fpgaclc/objects.h"
#include "tools/fpgaclc/options.h"
#include "tools/fpgaclc/output.h"
#include "tools/fpgaclc/wrapper.h"

static bool fclc_has_suffix(const char *path, const char *suffix)
{
	size_t length = strlen(path), tail = strlen(suffix);

	return length > tail && !strcmp(path + length - tail, suffix);
}

/* What a source is follows from its name, as the compiler takes it. */
static int fclc_classify_source(const char *path, bool *ret_cxx, struct fcl_err *err)
{
	static const char *const cxx[] = {".cpp", ".cc", ".cxx", ".C", ".c++"};

	if (fclc_has_suffix(path, ".cl"))
		return fclc_error(err, FCLC_NOWHERE,
				  "'%s' is OpenCL C: this version compiles C and C++ kernels",
				  path);
	for (size_t i = 0; i < sizeof(cxx) / sizeof(cxx[0]); i++)
		if (fclc_has_suffix(path, cxx[i])) {
			*ret_cxx = true;
			return 0;
		}
	*ret_cxx = false;
	if (fclc_has_suffix(path, ".c"))
		return 0;
	return fclc_error(err, FCLC_NOWHERE, "'%s' is not a C or C++ source by its name", path);
}

static int fclc_open_sources(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;

	program->sources = fclc_alloc(program->arena, options->nsources, sizeof(*program->sources));
	for (uint32_t i = 0; i < options->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		char absolute[PATH_MAX];
		int ret = fclc_classify_source(options->sources[i], &source->cxx, err);

		if (ret)
			return ret;
		if (!realpath(options->sources[i], absolute))
			return fclc_error(err, FCLC_NOWHERE, "cannot read '%s': %s",
					  options->sources[i], strerror(errno));
		source->path = options->sources[i];
		source->absolute = fclc_format(program->arena, "%s", absolute);
		source->directory = fclc_copy(program->arena, absolute,
					      (size_t)(strrchr(absolute, '/') - absolute) + 1);
		source->index = i;
		program->nsources++;
	}
	return 0;
}

static int fclc_examine(struct fclc_program *program, struct fcl_err *err)
{
	int ret = fclc_support_write(program, err);

	for (uint32_t i = 0; !ret && i < program->nsources; i++) {
		ret = fclc_compile_examine(program, &program->sources[i], err);
		if (!ret)
			ret = fclc_dwarf_read(program, &program->sources[i], err);
	}
	if (!ret)
		ret = fclc_select_kernels(program, err);
	for (uint32_t i = 0; !ret && i < program->nsources; i++)
		if (program->sources[i].nkernels)
			ret = fclc_direction_read(program, &program->sources[i], err);
	return ret;
}

static int fclc_check_directions(const struct fclc_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_STREAM &&
		    kernel->args[i].direction == FCL_DIR_UNKNOWN)
			return fclc_arg_error(err, kernel->args[i].place, kernel, &kernel->args[i],
					      "cannot tell whether the kernel reads or writes this "
					      "stream: connect it with --connectivity.sc");
	return 0;
}

static int fclc_plan(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_pragmas pragmas = {0};
	int ret = fclc_make_cus(program, err);

	for (uint32_t i = 0; !ret && i < program->nsources; i++)
		if (program->sources[i].nkernels)
			ret = fclc_pragmas_scan(program, &program->sources[i], &pragmas, err);
	for (uint32_t i = 0; !ret && i < program->nkernels; i++)
		ret = fclc_interface_read(&program->kernels[i], &pragmas, err);
	/* The ends of a connection tell the direction of a stream that its code leaves open. */
	if (!ret)
		ret = fclc_make_streams(program, err);
	for (uint32_t i = 0; !ret && i < program->nkernels; i++) {
		ret = fclc_check_directions(&program->kernels[i], err);
		if (!ret)
			ret = fclc_interface_lay_out(program, &program->kernels[i], err);
	}
	if (!ret)
		ret = fclc_make_connections(program, err);
	return ret ? ret : fclc_place_cus(program, err);
}

static int fclc_build(struct fclc_program *program, struct fcl_err *err)
{
	const char *table;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		const char *path = source->path;

		if (source->nkernels)
			ret = fclc_wrapper_write(program, source, &path, err);
		if (!ret)
			ret = fclc_compile_unit(program, source, path, err);
	}
	if (!ret)
		ret = fclc_objects_measure(program, err);
	if (!ret)
		ret = fclc_objects_separate(program, err);
	if (!ret)
		ret = fclc_table_write(program, &table, err);
	return ret ? ret : fclc_link(program, table, err);
}

static int fclc_compile(struct fclc_program *program, struct fcl_err *err)
{
	int ret = fcl_board_load(program->options.platform, &program->board, err);

	if (ret)
		return fcl_err_prefix(err, "fpgaclc: error: --platform %s",
				      program->options.platform);
	ret = fclc_open_sources(program, err);
	if (!ret)
		ret = fclc_driver_open(program, err);
	if (!ret)
		ret = fclc_examine(program, err);
	if (!ret)
		ret = fclc_plan(program, err);
	if (!ret)
		ret = fclc_build(program, err);
	return ret ? ret : fclc_output_write(program, err);
}

int main(int argc, char **argv)
{
	struct fclc_program program = {.arena = fclc_arena_create()};
	struct fcl_err err = {0};
	int ret;

	ret = fclc_options_parse(&program, argc, argv, &err);
	if (!ret)
		ret = fclc_compile(&program, &err);
	/* A compiler that failed has said why itself: the sink is empty then. */
	if (ret < 0 && *err.text)
		fprintf(stderr, "%s%s\n",
			strstr(err.text, "error:") ? "" : "fpgaclc: error: ", err.text);
	fclc_driver_close(&program);
	fcl_board_free(program.board);
	fclc_arena_destroy(program.arena);
	return ret < 0 ? 1 : 0;
}
