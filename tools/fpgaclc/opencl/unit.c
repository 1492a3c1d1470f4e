/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/unit.h"

#include <string.h>

#include "tools/fpgaclc/common/elf.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/opencl/library/library.h"

char fclc_opencl_optimize(const struct fclc_options *options)
{
	return options->opencl_unoptimized ? '0' : options->optimize;
}

int fclc_opencl_unit(struct fclc_program *program, const struct fclc_source *source, char level,
		     struct fclc_argv *argv, struct fcl_err *err)
{
	(void)err;
	fclc_opencl_builtins(program, source, level != '0', argv);
	return 0;
}

void fclc_opencl_schedule(struct fclc_program *program, const struct fclc_source *source,
			  struct fclc_argv *argv)
{
	fclc_opencl_builtins(program, source, false, argv);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-plugin-arg-fpgaclc-loops");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "pragmas");
}

int fclc_opencl_measure(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		uint64_t inner = 0, one;
		bool found, tiled = false;

		if (kernel->source != source)
			continue;
		error = fclc_elf_find(source->unit,
				      fclc_format(program->arena, "fclc_inner_%s", kernel->name),
				      &found, &inner, err);
		if (!error)
			error = fclc_elf_find(
				source->unit,
				fclc_format(program->arena, "fclc_tiled_%s", kernel->name), &tiled,
				&one, err);
		kernel->inner = found ? (uint32_t)inner : kernel->inner;
		kernel->tiled |= tiled;
	}
	return error;
}
