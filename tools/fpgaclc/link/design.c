/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/design.h"

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/link/banks.h"
#include "tools/fpgaclc/link/connectivity.h"
#include "tools/fpgaclc/link/cus.h"
#include "tools/fpgaclc/link/pins.h"

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

int fclc_lay_out(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		error = kernel->source->language->lay_out(program, kernel, err);
		for (uint32_t j = 0; !error && program->languages[j]; j++)
			if (program->languages[j]->place)
				error = program->languages[j]->place(program, kernel, err);
	}
	return error;
}

int fclc_design(struct fclc_program *program, struct fcl_err *err)
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
		error = fclc_lay_out(program, err);
	if (!error)
		error = fclc_make_connections(program, err);
	if (!error)
		error = fclc_connect_pins(program, err);
	if (!error)
		error = fclc_check_streams(program, err);
	return error ? error : fclc_place_cus(program, err);
}
