/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/parts.h"

#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/rtl/verilator.h"

struct fclc_step *fclc_rtl_model_step(struct fclc_program *program, const char *path,
				      const char *folder, const char *root, const char *object,
				      unsigned number)
{
	struct fclc_step *step = fclc_step_new(program, "Verilator's model");
	struct fclc_argv *argv = &step->chain->argv;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, "--driver-mode=g++");
	fclc_argv_add(argv, "-std=gnu++14");
	fclc_flags_code(program, argv);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-I%s/rtl", program->tmp);
	fclc_argv_add(argv, "-I%s", folder);
	fclc_argv_add(argv, "-I%s/include", root);
	fclc_argv_add(argv, "-I%s/include/vltstd", root);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=verilator/", root);
	fclc_flags_deps(program, argv, step, "model", number);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	return step;
}

static void add_model(struct fclc_program *program, struct fclc_parts *parts, const char *name,
		      const char *root)
{
	fclc_parts_add_step(
		program, parts,
		fclc_rtl_model_step(
			program, fclc_format(program->arena, "%s/rtl/%s.cpp", program->tmp, name),
			program->tmp, root,
			fclc_format(program->arena, "%s/part-%s.o", program->tmp, name), 0));
}

int fclc_rtl_add_parts(struct fclc_program *program, struct fclc_parts *parts, struct fcl_err *err)
{
	static const char *const files[] = {"rtl/rtl_signal.c",
					    "rtl/rtl_axi.c",
					    "rtl/rtl_stream.c",
					    "rtl/rtl_lite.c",
					    "rtl/rtl_clock.c",
					    "rtl/rtl_hang.c",
					    "rtl/rtl_waves.c",
					    "rtl/rtl_snap.c",
					    "rtl/rtl_check.c",
					    "rtl/rtl_files.c",
					    NULL};
	const char *root;
	int error;

	fclc_parts_add_all(program, parts, files);
	error = fclc_rtl_verilator_root(program, &root, err);
	/* Verilator may be installed later. */
	if (error)
		return program->options.prepare ? 0 : error;
	add_model(program, parts, "rtl_verilated", root);
	if (program->options.waves == FCLC_WAVES_FST)
		add_model(program, parts, "rtl_waves_fst", root);
	if (program->options.waves == FCLC_WAVES_VCD)
		add_model(program, parts, "rtl_waves_vcd", root);
	return 0;
}
