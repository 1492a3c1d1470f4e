/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/direction.h"

static int set_direction(const struct fclc_kernel *kernel, struct fclc_arg *arg, bool in, bool out,
			 const char *what, struct fcl_err *err)
{
	if (in && out)
		return fclc_arg_error(
			err, arg->place, kernel, arg,
			"the kernel both reads and writes this %s, but an AXI4-Stream port has one direction",
			what);
	if (in || out)
		arg->direction = in ? FCL_DIR_IN : FCL_DIR_OUT;
	return 0;
}

int fclc_direction_read(struct fclc_program *program, const struct fclc_source *source,
			struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; !error && kernel->source == source && j < kernel->nargs; j++) {
			struct fclc_arg *arg = &kernel->args[j];

			if (arg->kind == FCLC_ARG_STREAM)
				error = set_direction(kernel, arg, arg->reads, arg->writes,
						      "stream", err);
		}
	}
	return error;
}

int fclc_direction_read_sequences(struct fclc_program *program, const struct fclc_source *source,
				  struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		for (uint32_t j = 0; !error && kernel->source == source && j < kernel->nargs; j++) {
			struct fclc_arg *arg = &kernel->args[j];

			if (arg->sequence && arg->direction == FCL_DIR_UNKNOWN)
				error = set_direction(kernel, arg, arg->loads, arg->stores, "array",
						      err);
		}
	}
	return error;
}
