/* SPDX-License-Identifier: Apache-2.0 */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_check.h"
#include "base/stdout.h"
#include "tools/fpgaclc/cli/options.h"
#include "tools/fpgaclc/cli/vendor.h"
#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/step.h"
#include "tools/fpgaclc/compile/examine.h"
#include "tools/fpgaclc/compile/join.h"
#include "tools/fpgaclc/compile/objects.h"
#include "tools/fpgaclc/compile/packets.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/compile/unit.h"
#include "tools/fpgaclc/frontend/direction.h"
#include "tools/fpgaclc/frontend/facts.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/frontend/kernels.h"
#include "tools/fpgaclc/hls/arrays.h"
#include "tools/fpgaclc/hls/dataflow.h"
#include "tools/fpgaclc/hls/schedule.h"
#include "tools/fpgaclc/hls/wrapper.h"
#include "tools/fpgaclc/link/banks.h"
#include "tools/fpgaclc/link/connectivity.h"
#include "tools/fpgaclc/link/cus.h"
#include "tools/fpgaclc/link/link.h"
#include "tools/fpgaclc/link/output.h"
#include "tools/fpgaclc/link/table.h"
#include "tools/fpgaclc/opencl/aoclib.h"
#include "tools/fpgaclc/opencl/kernels.h"
#include "tools/fpgaclc/opencl/library.h"
#include "tools/fpgaclc/opencl/prototypes.h"
#include "tools/fpgaclc/rtl/gather.h"
#include "tools/fpgaclc/rtl/kernel.h"
#include "tools/fpgaclc/rtl/object.h"
#include "tools/fpgaclc/rtl/unit.h"
#include "tools/fpgaclc/traffic/external.h"
#include "tools/fpgaclc/xo/xo_read.h"
#include "tools/fpgaclc/xo/xo_write.h"

static const char *forced_language(const struct fclc_options *options, const char *path)
{
	for (uint32_t i = 0; i < options->nlanguages; i++)
		if (options->languages[i].path == path)
			return options->languages[i].name;
	return NULL;
}

/* The language is set by -x or, as in compilers, follows from the file's name. */
static int classify_source(const struct fclc_options *options, struct fclc_source *source,
			   const char *path, struct fcl_err *err)
{
	static const char *const cxx[] = {".cpp", ".cc", ".cxx", ".C", ".c++"};

	source->language = forced_language(options, path);
	if (source->language) {
		source->cxx = !strcmp(source->language, "c++");
		source->opencl = !strcmp(source->language, "cl");
		return 0;
	}
	for (size_t i = 0; i < sizeof(cxx) / sizeof(cxx[0]); i++)
		source->cxx |= fclc_has_suffix(path, cxx[i]);
	source->opencl = fclc_has_suffix(path, ".cl");
	if (source->cxx || source->opencl || fclc_has_suffix(path, ".c"))
		return 0;
	return fclc_error(err, FCLC_NOWHERE,
			  "'%s': expected the name of a C, C++ or OpenCL C source", path);
}

static int open_source(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	struct fclc_source *source = &program->sources[program->nsources];
	char absolute[PATH_MAX];
	int error = classify_source(&program->options, source, path, err);

	if (error)
		return error;
	if (!realpath(path, absolute))
		return fclc_error(err, FCLC_NOWHERE, "cannot read '%s': %s", path, strerror(errno));
	/* Ignore a file that is listed twice. */
	for (uint32_t i = 0; i < program->nsources; i++)
		if (!strcmp(program->sources[i].absolute, absolute))
			return 0;
	source->path = path;
	source->absolute = fclc_format(program->arena, "%s", absolute);
	source->directory = fclc_copy(program->arena, absolute,
				      (size_t)(strrchr(absolute, '/') - absolute) + 1);
	source->index = program->nsources++;
	return source->opencl ? fclc_opencl_find_library(program, err) : 0;
}

/* A .xo file compiled without a target works for both. */
static int check_target(const struct fclc_options *options, struct fcl_err *err)
{
	if (options->target || options->mode == FCLC_MODE_COMPILE)
		return 0;
	return fclc_error(err, FCLC_NOWHERE, "no target: give -t sw_emu or -t hw_emu");
}

static int no_kernel(const struct fclc_options *options, const char *path, struct fcl_err *err)
{
	if (!options->link)
		return fclc_error(err, FCLC_NOWHERE, "no kernel: give -k <function>");
	return fclc_error(
		err, FCLC_NOWHERE,
		"-l links .xo files, found '%s': compile it first with -c -k <function>, or give -k <function> to do both",
		path);
}

static bool is_header(const struct fclc_options *options, const char *path)
{
	static const char *const suffixes[] = {".h", ".hpp", ".hh", ".hxx", ".h++"};

	for (size_t i = 0;
	     !forced_language(options, path) && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (fclc_has_suffix(path, suffixes[i]))
			return true;
	return false;
}

/*
 * Makefiles pass all files of a kernel to v++, headers included. Skip headers, as the sources
 * include them anyway, unless there is nothing else.
 */
static bool skips_headers(const struct fclc_options *options)
{
	for (uint32_t i = 0; i < options->nsources; i++)
		if (!is_header(options, options->sources[i]))
			return true;
	return false;
}

static bool is_model(const struct fclc_options *options, const char *path)
{
	for (uint32_t i = options->nsources - options->nmodels; i < options->nsources; i++)
		if (options->sources[i] == path)
			return true;
	return false;
}

/* Opens all sources; .xo files follow them in the list. */
static int open_sources(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	bool skips = skips_headers(options);
	int error = 0;

	program->sources = fclc_alloc(
		program->arena, (size_t)options->nsources + program->nrtl + program->nexternals,
		sizeof(*program->sources));
	for (uint32_t i = 0; !error && i < options->nsources; i++)
		if (!fclc_xo_is(options->sources[i]) &&
		    !(skips && is_header(options, options->sources[i])))
			error = open_source(program, options->sources[i], err);
	if (error || !program->nsources)
		return error;
	for (uint32_t i = 0; !options->nkernels && i < program->nsources; i++)
		if (!program->sources[i].opencl && !is_model(options, program->sources[i].path))
			return no_kernel(options, program->sources[i].path, err);
	return check_target(options, err);
}

static int read_objects(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->nsources; i++) {
		struct fclc_source *source = &program->sources[program->nsources];

		if (!fclc_xo_is(options->sources[i]))
			continue;
		if (options->mode == FCLC_MODE_COMPILE)
			return fclc_error(
				err, FCLC_NOWHERE,
				"-c takes source files, found '%s', which is compiled already",
				options->sources[i]);
		source->index = program->nsources++;
		error = fclc_xo_read(program, source, options->sources[i], err);
	}
	return error ? error : check_target(options, err);
}

static int load_board(struct fclc_program *program, struct fcl_err *err)
{
	const char *platform = program->options.platform;
	int error;

	if (!platform)
		return fclc_error(err, FCLC_NOWHERE,
				  "no platform: give --platform u250, or another board");
	error = fcl_board_load(platform, &program->board, err);
	return error ? fcl_err_prefix(err, "fpgaclc: error: --platform %s", platform) : 0;
}

static int read_opencl(struct fclc_program *program, struct fclc_source *source,
		       struct fcl_err *err)
{
	int error = fclc_opencl_read(program, source, err);

	return error ? error : fclc_packets_measure(program, source, err);
}

static int examine(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_support_write(program, err);

	/*
	 * Cached steps need no headers, but with --save-temps the kept files must compile on their
	 * own.
	 */
	if (!error && (program->nrtl || program->options.save_temps))
		error = fclc_support_write_rest(program, err);
	if (!error)
		error = fclc_compile_examine(program, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		error = fclc_facts_read(program, &program->sources[i], err);
	if (!error && program->nsources && !program->options.nkernels)
		error = fclc_opencl_name_kernels(program, err);
	if (!error && program->nsources)
		error = fclc_select_kernels(program, err);
	if (!error && program->opencl_library)
		error = fclc_prototypes_check(program, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].opencl)
			error = read_opencl(program, &program->sources[i], err);
		else if (program->sources[i].nkernels)
			error = fclc_direction_read(program, &program->sources[i], err);
	return error;
}

static int check_directions(const struct fclc_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_STREAM &&
		    kernel->args[i].direction == FCL_DIR_UNKNOWN)
			return fclc_arg_error(
				err, kernel->args[i].place, kernel, &kernel->args[i],
				"cannot tell whether the kernel reads or writes this stream: connect it with --connectivity.sc");
	return 0;
}

/* Reads the interface pragmas of the kernels given as source. */
static int read_interfaces(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_pragmas pragmas = {0};
	int error = 0;

	fclc_pragmas_read(program, &pragmas);
	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		if (!program->kernels[i].source->compiled)
			error = fclc_interface_read(program, &program->kernels[i], &pragmas, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].nkernels && !program->sources[i].compiled)
			error = fclc_direction_read_sequences(program, &program->sources[i], err);
	return error ? error : fclc_arrays_expand(program, err);
}

static int lay_out(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		if (program->kernels[i].source->compiled)
			fclc_interface_set_late(&program->kernels[i]);
		else
			error = fclc_interface_lay_out(program, &program->kernels[i], err);
		if (!error)
			error = fclc_rtl_place_model(program, &program->kernels[i], err);
	}
	return error;
}

/* Plans the connections between compute units, once all kernels are known. */
static int plan(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_banks_check(program, err);

	if (!error)
		error = fclc_make_cus(program, err);
	/* A stream's direction that the kernel's code does not show follows from its connection. */
	if (!error)
		error = fclc_make_streams(program, err);
	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		error = check_directions(&program->kernels[i], err);
	if (!error)
		error = lay_out(program, err);
	if (!error)
		error = fclc_make_connections(program, err);
	if (!error)
		error = fclc_check_streams(program, err);
	return error ? error : fclc_place_cus(program, err);
}

static int compile_units(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t nsteps = 0;
	int error = 0;

	fclc_dataflow_choose(program);
	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		const char *path = source->rewritten ? source->rewritten : source->path;

		if (source->compiled)
			continue;
		if (source->nkernels)
			error = fclc_wrapper_write(program, source, &path, err);
		if (!error)
			error = fclc_compile_unit(program, source, path, &steps[nsteps++], err);
	}
	if (!error)
		error = fclc_steps_run(program, steps, nsteps, err);
	if (!error)
		error = fclc_compile_join(program, err);
	if (!error)
		error = fclc_rtl_compile(program, err);
	if (!error)
		error = fclc_objects_measure(program, err);
	return error ? error : fclc_objects_separate(program, err);
}

/* -c: does everything that does not depend on other kernels. */
static int make_object(struct fclc_program *program, struct fcl_err *err)
{
	int error = lay_out(program, err);

	if (!error)
		error = compile_units(program, err);
	return error ? error : fclc_xo_write(program, err);
}

static void say_native(const struct fclc_program *program)
{
	bool native = false;

	for (uint32_t i = 0; i < program->nkernels; i++)
		native |= !program->kernels[i].rtl && !program->kernels[i].external;
	if (native && program->options.target == FCL_TARGET_HW_EMU)
		fputs("fpgaclc: note: -t hw_emu: kernels in C, C++ and OpenCL C run as native code, "
		      "with estimates in the log at level info; only those in Verilog are simulated\n",
		      stderr);
}

static int make_image(struct fclc_program *program, struct fcl_err *err)
{
	const char *table;
	int error = plan(program, err);

	if (!error)
		error = compile_units(program, err);
	if (!error)
		error = fclc_table_write(program, &table, err);
	if (!error)
		error = fclc_link(program, table, err);
	if (!error)
		say_native(program);
	return error ? error : fclc_output_write(program, err);
}

static int compile(struct fclc_program *program, struct fcl_err *err)
{
	/* If the command line names a board, load it before compiling, to report errors early. */
	int error = fclc_external_gather(program, err);

	if (!error && program->options.platform)
		error = load_board(program, err);
	if (!error)
		error = fclc_driver_open(program, err);
	if (!error)
		error = fclc_rtl_gather(program, err);
	if (!error && program->nrtl && program->options.mode == FCLC_MODE_COMPILE)
		return fclc_rtl_write(program, err);
	if (!error)
		error = fclc_aoclib_unpack(program, err);
	if (!error)
		error = open_sources(program, err);
	if (!error)
		error = examine(program, err);
	if (!error)
		error = read_objects(program, err);
	if (!error)
		error = fclc_rtl_add_kernels(program, err);
	if (!error)
		error = fclc_external_add_kernels(program, err);
	/* A Vitis HLS component is built for an FPGA part, not for a board. */
	if (!error && !program->board && !program->options.hls)
		error = load_board(program, err);
	if (!error)
		error = read_interfaces(program, err);
	if (!error)
		error = program->options.mode == FCLC_MODE_COMPILE ? make_object(program, err)
								   : make_image(program, err);
	return error ? error : fclc_schedule(program, err);
}

/* Precompiles the OpenCL C declarations for each version; does nothing without PoCL's library. */
static int prepare_opencl(struct fclc_program *program, struct fcl_err *err)
{
	static const char *const standards[] = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
	int error = 0;

	if (fclc_opencl_find_library(program, err))
		return 0;
	for (size_t i = 0; !error && i < sizeof(standards) / sizeof(standards[0]); i++) {
		program->options.standard = standards[i];
		error = fclc_compile_declarations(program, NULL, err);
	}
	return error;
}

/* Anything that fails to be prepared here is built when it is first needed. */
static int prepare(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_driver_open(program, err);

	if (!error)
		error = fclc_support_write(program, err);
	if (!error)
		error = fclc_link_prepare(program, err);
	if (!error)
		error = prepare_opencl(program, err);
	if (error)
		printf("fpgaclc: note: --prepare %s: %s\n", program->options.prepare, err->text);
	else
		fclc_clang_version(program, program->clang);
	return 0;
}

static int run(struct fclc_program *program, char **argv, struct fcl_err *err)
{
	if (program->options.prepare)
		return prepare(program, err);
	if (program->options.target == FCL_TARGET_HW)
		return fclc_vendor_exec(program, argv, err);
	if (program->options.mode == FCLC_MODE_PACKAGE)
		return fclc_package(program, err);
	return compile(program, err);
}

static int run_tool(int argc, char **argv)
{
	struct fclc_program program = {.arena = fclc_arena_create()};
	struct fcl_err err = {0};
	int result;

	fcl_config_check();
	result = fclc_options_parse(&program, argc, argv, &err);
	if (!result && !program.options.printed)
		result = run(&program, argv, &err);
	fclc_make_printable(err.text);
	if (result)
		fprintf(stderr, "%s\n", err.text);
	fclc_driver_close(&program);
	fcl_board_free(program.board);
	fclc_arena_destroy(program.arena);
	return result ? 1 : 0;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish("fpgaclc", run_tool(argc, argv));
}
