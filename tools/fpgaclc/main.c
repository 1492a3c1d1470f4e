/* SPDX-License-Identifier: Apache-2.0 */

#include <stdio.h>

#include "base/config_check.h"
#include "base/stdout.h"
#include "tools/fpgaclc/cli/options.h"
#include "tools/fpgaclc/cli/vendor.h"
#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/jobs.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/support.h"
#include "tools/fpgaclc/compile/compile.h"
#include "tools/fpgaclc/compile/read.h"
#include "tools/fpgaclc/compile/sources.h"
#include "tools/fpgaclc/hls/language.h"
#include "tools/fpgaclc/link/design.h"
#include "tools/fpgaclc/link/link.h"
#include "tools/fpgaclc/link/output.h"
#include "tools/fpgaclc/link/table.h"
#include "tools/fpgaclc/opencl/language.h"
#include "tools/fpgaclc/rtl/language.h"
#include "tools/fpgaclc/traffic/language.h"
#include "tools/fpgaclc/xo/language.h"
#include "tools/fpgaclc/xo/xo_write.h"

/* The order is that of kernels in images. */
static const struct fclc_language *const languages[] = {
	&fclc_cxx, &fclc_c, &fclc_opencl, &fclc_xo, &fclc_verilog, &fclc_traffic, NULL};

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

/* Has each language take its inputs; the last one, which is the most particular, goes first. */
static int gather(struct fclc_program *program, bool *ret_packed, struct fcl_err *err)
{
	int error = 0;

	*ret_packed = false;
	for (size_t i = sizeof(languages) / sizeof(languages[0]) - 1; !error && i--;)
		if (languages[i]->gather)
			error = languages[i]->gather(program, err);
	for (size_t i = 0; !error && !*ret_packed && languages[i]; i++)
		if (languages[i]->pack && program->options.mode == FCLC_MODE_COMPILE)
			error = languages[i]->pack(program, ret_packed, err);
	return error;
}

/* Adds the kernels that are not in sources. */
static int add_kernels(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (size_t i = 0; !error && languages[i]; i++) {
		uint32_t source = program->nsources, kernel = program->nkernels;

		if (languages[i]->add_kernels)
			error = languages[i]->add_kernels(program, err);
		for (; source < program->nsources; source++)
			program->sources[source].language = languages[i];
		for (; kernel < program->nkernels; kernel++)
			if (!program->kernels[kernel].language)
				program->kernels[kernel].language = languages[i];
	}
	return error ? error : fclc_target_check(program, err);
}

static int read_inputs(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_sources_open(program, err);

	if (!error)
		error = fclc_sources_read(program, err);
	if (!error)
		error = add_kernels(program, err);
	/* A .xo file may say the board; a Vitis HLS component is built for a part, not for a board. */
	if (!error && !program->board && !program->options.hls)
		error = load_board(program, err);
	return error;
}

/* -c: does everything that does not depend on other kernels. */
static int make_object(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_lay_out(program, err);

	if (!error)
		error = fclc_compile(program, err);
	return error ? error : fclc_xo_write(program, err);
}

static void say_native(const struct fclc_program *program)
{
	const struct fclc_options *options = &program->options;
	bool native = false, simulated = false;

	for (uint32_t i = 0; i < program->nkernels; i++)
		*(program->kernels[i].language->native ? &native : &simulated) = true;
	if (!simulated && (options->waves || options->snapshots))
		fprintf(stderr,
			"fpgaclc: note: --%s has no effect: no kernel of the image is in Verilog\n",
			options->snapshots ? "snapshots" : "waves");
	if (native && options->target == FCL_TARGET_HW_EMU)
		fputs("fpgaclc: note: -t hw_emu: kernels in C, C++ and OpenCL C run as native code, "
		      "with estimates in the log at level info; only those in Verilog are simulated\n",
		      stderr);
}

static int link_image(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_table_write(program, err);

	if (!error)
		error = fclc_link(program, err);
	if (!error)
		say_native(program);
	return error ? error : fclc_output_write(program, err);
}

static int make_image(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_design(program, err);

	if (!error)
		error = fclc_compile(program, err);
	return error ? error : link_image(program, err);
}

/* The cache knows the version of the clang that is found. */
static int open_tools(struct fclc_program *program, struct fcl_err *err)
{
	int error = fclc_driver_open(program, err);

	fclc_support_open(program);
	return error ? error : fclc_clang_find(program, err);
}

static int build(struct fclc_program *program, struct fcl_err *err)
{
	/* If the command line names a board, load it before compiling, to report errors early. */
	int error = program->options.platform ? load_board(program, err) : 0;
	bool packed = false;

	if (!error)
		error = open_tools(program, err);
	if (!error)
		error = gather(program, &packed, err);
	if (error || packed)
		return error;
	error = read_inputs(program, err);
	if (!error)
		error = program->options.mode == FCLC_MODE_COMPILE ? make_object(program, err)
								   : make_image(program, err);
	for (size_t i = 0; !error && languages[i]; i++)
		if (languages[i]->report)
			error = languages[i]->report(program, err);
	return error;
}

/* Anything that fails to be prepared here is built when it is first needed. */
static int prepare(struct fclc_program *program, struct fcl_err *err)
{
	int error = open_tools(program, err);

	if (!error)
		error = fclc_link_prepare(program, err);
	for (size_t i = 0; !error && languages[i]; i++)
		if (languages[i]->prepare)
			error = languages[i]->prepare(program, err);
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
	return build(program, err);
}

static int run_tool(int argc, char **argv)
{
	struct fclc_program program = {.arena = fclc_arena_create(), .languages = languages};
	struct fcl_err err = {0};
	int result;

	fcl_config_check();
	result = fclc_options_parse(&program, argc, argv, &err);
	if (!result && !program.options.printed)
		result = run(&program, argv, &err);
	fclc_make_printable(err.text);
	if (result)
		fprintf(stderr, "%s\n", err.text);
	fclc_jobs_close(&program);
	fclc_driver_close(&program);
	fcl_board_free(program.board);
	fclc_arena_destroy(program.arena);
	return result ? 1 : 0;
}

int main(int argc, char **argv)
{
	return fcl_stdout_finish("fpgaclc", run_tool(argc, argv));
}
