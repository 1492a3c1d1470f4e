/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/kernels.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"

const char *fclc_opencl_name(const char *symbol)
{
	static const char theirs[] = "_cl_", ours[] = "fclc_";
	static const char *const renamed[] = {
		"sin",   "cos",   "tan",    "lgamma", "lgamma_r", "tgamma",   "cospi",
		"sinpi", "tanpi", "atanpi", "sincos", "length",   "distance", "normalize"};

	if (!strncmp(symbol, theirs, strlen(theirs)))
		return symbol + strlen(theirs);
	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
		if (!strncmp(symbol, ours, strlen(ours)) &&
		    !strcmp(symbol + strlen(ours), renamed[i]))
			return symbol + strlen(ours);
	return symbol;
}

int fclc_opencl_name_kernels(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;

	for (uint32_t i = 0; i < program->functions.count; i++)
		if (program->functions.list[i].kernel)
			fclc_append(program->arena, &options->kernels, &options->nkernels,
				    &options->kernels_capacity,
				    fclc_opencl_name(program->functions.list[i].name));
	if (!options->nkernels)
		return fclc_error(err, FCLC_NOWHERE,
				  "expected at least one __kernel in the sources, found none");
	return 0;
}

static int check_local(const struct fclc_kernel *kernel, struct fcl_err *err)
{
	if (kernel->local_size <= UINT32_MAX)
		return 0;
	return fclc_error(err, kernel->place,
			  "kernel '%s' declares 4 GiB of __local variables or more, expected less",
			  kernel->name);
}

/* Whether the last work-groups may be smaller: from CL2.0 on, unless an option says that they are not. */
static bool is_non_uniform(const struct fclc_options *options, const struct fclc_kernel *kernel)
{
	for (uint32_t i = 0; i < options->nopencl_flags; i++)
		if (!strcmp(options->opencl_flags[i], "-cl-uniform-work-group-size"))
			return false;
	return kernel->newer;
}

static int opencl_kernel(struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fcl_err *err)
{
	if (!kernel->marked)
		return fclc_error(err, kernel->place,
				  "expected a __kernel, but '%s' is an ordinary function",
				  kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_BAD)
			return fclc_arg_error(err, kernel->args[i].place, kernel, &kernel->args[i],
					      "%s", kernel->args[i].why);
	kernel->non_uniform = is_non_uniform(&program->options, kernel);
	kernel->private_data = true;
	if (kernel->autorun) {
		kernel->control = FCL_CONTROL_NONE;
		kernel->units = kernel->work_dims = 0; /* its copies are kernels of their own */
	}
	return check_local(kernel, err);
}

int fclc_opencl_read(struct fclc_program *program, struct fclc_source *source, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		if (program->kernels[i].source == source)
			error = opencl_kernel(program, &program->kernels[i], err);
	return error;
}
