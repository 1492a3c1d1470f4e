/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/pins.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/link/connectivity.h"

static const char transceivers[] = "io_gt_";

static bool are_transceivers(const char *end)
{
	return !strncmp(end, transceivers, sizeof(transceivers) - 1);
}

/* "io_gt_qsfp1_00" is port qsfp1; boards with one port write "io_gt_qsfp_00". NULL: it is no port. */
static const char *port_of(struct fclc_program *program, const char *end)
{
	const char *port = end + sizeof(transceivers) - 1, *number = port + strlen("qsfp");
	size_t digits;

	if (strncmp(port, "qsfp", strlen("qsfp")) != 0)
		return NULL;
	digits = strspn(number, "0123456789");
	if (digits > 2 || (number[digits] && number[digits] != '_'))
		return NULL;
	return digits ? fclc_copy(program->arena, port, strlen("qsfp") + digits) : "qsfp0";
}

static int put_unit(struct fclc_program *program, const struct fclc_directive *directive,
		    const char *what, const char *name, const char *port, struct fcl_err *err)
{
	uint32_t cu = fclc_names_find(&program->cu_names, name);
	struct fclc_kernel *kernel;

	if (cu == FCLC_NO_NAME)
		return fclc_no_cu(program, directive, what, name, err);
	kernel = program->cus[cu].kernel;
	if (kernel->language->put)
		return kernel->language->put(program, kernel, program->cus[cu].name, port,
					     directive, err);
	fclc_warn(directive->place,
		  "%s has no effect: '%s' is no kernel that fpgacl connects with other boards",
		  what, name);
	return 0;
}

static int apply_pins(struct fclc_program *program, const struct fclc_directive *directive,
		      struct fcl_err *err)
{
	const char *what = fclc_format(program->arena, "connect=%s", directive->text);
	char *first = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *second = strchr(first, ':'), *unit;
	const char *port;

	if (second)
		*second++ = 0;
	if (!second || are_transceivers(first) == are_transceivers(second))
		return fclc_error(
			err, directive->place,
			"%s: expected <cu>/<port>:io_gt_qsfp<number>_<number>, or the other "
			"way round",
			what);
	unit = are_transceivers(first) ? second : first;
	unit[strcspn(unit, "/.")] = 0;
	port = port_of(program, are_transceivers(first) ? first : second);
	if (!port)
		return fclc_error(err, directive->place,
				  "%s: expected the transceivers of a port, such as io_gt_qsfp0_00",
				  what);
	return put_unit(program, directive, what, unit, port, err);
}

int fclc_connect_pins(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->ndirectives; i++)
		if (options->directives[i].kind == FCLC_PINS)
			error = apply_pins(program, &options->directives[i], err);
	return error;
}
