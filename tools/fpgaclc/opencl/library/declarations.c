/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/library/declarations.h"

#include <string.h>

#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/opencl/library/library.h"

int fclc_opencl_declare(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err)
{
	bool later = source && source->needs_2_0;
	struct fclc_step *step = fclc_step_new(program, "OpenCL C's built-in functions");
	struct fclc_argv *argv = &step->chain->argv;
	const char *path = fclc_format(program->arena, "%s/opencl%s.pch", program->tmp,
				       later ? "2" : "");
	int error;

	fclc_opencl_header(program, source, argv);
	fclc_flags_code(program, argv);
	fclc_opencl_flags(program, argv);
	/*
	 * The compiler rejects a precompiled header that was built with other code generation
	 * flags.
	 */
	for (uint32_t i = 0; i < program->options.ncompiler_flags; i++)
		if (!strncmp(program->options.compiler_flags[i], "-f", 2))
			fclc_argv_add(argv, "%s", program->options.compiler_flags[i]);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_flags_deps(program, argv, step, "opencl", later);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", path);
	fclc_step_output(step, path);
	error = fclc_steps_run(program, &step, 1, err);
	if (!error)
		program->opencl_pch[later] = path;
	return error;
}

int fclc_opencl_prepare(struct fclc_program *program, struct fcl_err *err)
{
	static const char *const standards[] = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
	int error = 0;

	if (fclc_opencl_find_library(program, err))
		return 0;
	for (size_t i = 0; !error && i < sizeof(standards) / sizeof(standards[0]); i++) {
		program->options.standard = standards[i];
		error = fclc_opencl_declare(program, NULL, err);
	}
	return error;
}
