/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/support.h"

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/compile/flags.h"

void fclc_parts_add_step(struct fclc_program *program, struct fclc_parts *parts,
			 struct fclc_step *step)
{
	parts->steps = fclc_grow(program->arena, parts->steps, parts->count, &parts->capacity,
				 sizeof(struct fclc_step *));
	parts->steps[parts->count++] = step;
}

void fclc_parts_add(struct fclc_program *program, struct fclc_parts *parts, const char *path)
{
	struct fclc_step *step = fclc_step_new(program, fclc_base_name(path));
	struct fclc_argv *argv = &step->chain->argv;
	const char *object = fclc_format(program->arena, "%s/part-%s.o", program->tmp,
					 fclc_base_name(path));
	bool cxx = fclc_has_suffix(path, ".cpp");

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, cxx ? "--driver-mode=g++" : "--driver-mode=gcc");
	fclc_argv_add(argv, cxx ? "-std=gnu++14" : "-std=gnu11");
	fclc_flags_code(program, argv);
	/*
	 * malloc() and memset() must not be merged into calloc(), whose implementation calls
	 * malloc().
	 */
	fclc_argv_add(argv, "-fno-builtin");
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s/%s", program->tmp, path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	fclc_parts_add_step(program, parts, step);
}

void fclc_parts_add_all(struct fclc_program *program, struct fclc_parts *parts,
			const char *const *paths)
{
	for (; *paths; paths++)
		fclc_parts_add(program, parts, *paths);
}
