/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/xo/xo_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/names.h"
#include "tools/fpgaclc/common/seal.h"

/* A file being read. */
struct xo {
	struct fclc_program *program;
	struct fclc_source *source;
	struct fclc_kernel *kernel; /* the kernel whose lines are being read */
	uint32_t args_capacity, ports_capacity;
	const char *path;
	unsigned line;
	const char *object;
	size_t object_size;
	struct fcl_err *err;
	bool any_target;
};

static int xo_bad(const struct xo *xo, const char *what)
{
	return fclc_error(xo->err, (struct fclc_place){xo->path, xo->line},
			  "expected an intact .xo file of fpgaclc: %s", what);
}

static char *xo_keep(const struct xo *xo, const char *text)
{
	char *kept = fclc_copy(xo->program->arena, text, strlen(text));

	/* Messages quote names. */
	fcl_text_make_printable(kept);
	return kept;
}

static int xo_target(struct xo *xo, const char *value)
{
	struct fclc_options *options = &xo->program->options;
	enum fcl_image_target target = !strcmp(value, "hw_emu")   ? FCL_TARGET_HW_EMU
				       : !strcmp(value, "sw_emu") ? FCL_TARGET_SW_EMU
								  : 0;

	xo->any_target = !strcmp(value, "any");
	if (xo->any_target)
		return 0;
	if (!target)
		return xo_bad(xo, fclc_format(xo->program->arena,
					      "expected target sw_emu, hw_emu or any, found '%s'",
					      value));
	if (!options->target)
		options->target = target;
	if (options->target != target)
		return fclc_error(xo->err, FCLC_NOWHERE,
				  "'%s' was compiled for %s, but the link is for %s", xo->path,
				  value, fcl_image_target_name(options->target));
	return 0;
}

static int xo_isa(struct xo *xo, const char *value)
{
	struct fclc_options *options = &xo->program->options;
	const char *found = fclc_isa_find(value);

	if (!found)
		return xo_bad(xo,
			      fclc_format(xo->program->arena,
					  "expected instruction set " FCLC_ISA_NAMES ", found '%s'",
					  value));
	/* The payload needs the most capable instruction set of its parts. */
	if (fclc_isa_exceeds(found, options->march))
		options->march = found;
	return 0;
}

static int xo_new_kernel(struct xo *xo, const char *name)
{
	struct fclc_program *program = xo->program;

	if (!fclc_is_identifier(name))
		return xo_bad(xo, "expected an identifier as the name of a kernel");
	for (uint32_t i = 0; i < program->nkernels; i++)
		if (!strcmp(program->kernels[i].name, name))
			return fclc_error(xo->err, FCLC_NOWHERE,
					  "kernel '%s' is in '%s' and in another file", name,
					  xo->path);
	program->kernels = fclc_grow(program->arena, program->kernels, program->nkernels,
				     &program->kernels_capacity, sizeof(*program->kernels));
	xo->kernel = &program->kernels[program->nkernels++];
	*xo->kernel = (struct fclc_kernel){
		.name = xo_keep(xo, name), .source = xo->source, .any_target = xo->any_target};
	xo->args_capacity = xo->ports_capacity = 0;
	xo->source->nkernels++;
	return 0;
}

static int xo_place(struct xo *xo, const char *value)
{
	int end = 0;

	if (sscanf(value, "%u %n", &xo->kernel->place.line, &end) != 1 || !end)
		return xo_bad(xo, "expected a line number and a file");
	xo->kernel->place.file = value[end] ? xo_keep(xo, value + end) : NULL;
	return 0;
}

static int xo_state(struct xo *xo, const char *value)
{
	struct fclc_kernel *kernel = xo->kernel;
	unsigned control, slave, private_data;
	unsigned long long stack;

	if (sscanf(value, "%u %u %u %llu %u %u", &control, &slave, &kernel->regs_size, &stack,
		   &private_data, &kernel->model_ports) != 6 ||
	    control > FCL_CONTROL_NONE)
		return xo_bad(xo, "expected six numbers");
	kernel->control = (enum fcl_image_control)control;
	kernel->has_slave = slave;
	kernel->stack_size = stack;
	kernel->private_data = private_data;
	return 0;
}

static int xo_port(struct xo *xo, const char *value)
{
	struct fclc_kernel *kernel = xo->kernel;
	unsigned mode, stream;
	struct fclc_port port = {0};
	int end = 0;

	if (sscanf(value, "%u %u %u %u %n", &mode, &port.data_width, &stream, &port.arg, &end) !=
		    4 ||
	    !end || mode < FCL_PORT_MASTER || mode > FCL_PORT_WRITE_ONLY || !value[end])
		return xo_bad(xo, "expected four numbers and a name");
	port.mode = (enum fcl_image_port_mode)mode;
	port.stream = stream;
	port.name = xo_keep(xo, value + end);
	kernel->ports = fclc_grow(xo->program->arena, kernel->ports, kernel->nports,
				  &xo->ports_capacity, sizeof(*kernel->ports));
	kernel->ports[kernel->nports++] = port;
	return 0;
}

static int xo_arg(struct xo *xo, const char *value)
{
	struct fclc_kernel *kernel = xo->kernel;
	unsigned kind, direction, late, is_const;
	unsigned long long size, element;
	struct fclc_arg arg = {0};
	int end = 0;

	if (sscanf(value, "%u %u %u %llu %llu %u %u %u %n", &kind, &direction, &late, &size,
		   &element, &is_const, &arg.port, &arg.offset, &end) != 8 ||
	    !end || kind > FCLC_ARG_STREAM || direction > FCL_DIR_INOUT || !value[end] ||
	    strpbrk(value + end, "\"\\"))
		return xo_bad(xo, "expected eight numbers and a name");
	arg.kind = (enum fclc_arg_kind)kind;
	arg.direction = (enum fcl_image_direction)direction;
	arg.late_direction = late;
	arg.size = size;
	arg.element_size = element;
	arg.is_const = is_const;
	arg.name = xo_keep(xo, value + end);
	arg.place = kernel->place;
	kernel->args = fclc_grow(xo->program->arena, kernel->args, kernel->nargs,
				 &xo->args_capacity, sizeof(*kernel->args));
	kernel->args[kernel->nargs++] = arg;
	return 0;
}

static int xo_part(struct xo *xo, const char *value)
{
	char *end;
	unsigned long part = strtoul(value, &end, 10);

	if (!xo->kernel->nargs || end == value || *end || part >= UINT32_MAX)
		return xo_bad(xo, "expected a number after 'arg'");
	xo->kernel->args[xo->kernel->nargs - 1].part = (uint32_t)part;
	return 0;
}

/* What a language has stored of a kernel, in the line of its name. False if there is no such language. */
static bool xo_language(struct xo *xo, const char *key, const char *value, int *ret_error)
{
	const struct fclc_language *const *known = xo->program->languages;

	while (*known && (!(*known)->restore || strcmp((*known)->name, key) != 0))
		known++;
	if (!*known)
		return false;
	if (!xo->kernel) {
		*ret_error = xo_bad(xo, "expected 'kernel' first");
		return true;
	}
	xo->kernel->language = *known;
	*ret_error = (*known)->restore(xo->kernel, value) ? 0 : xo_bad(xo, "expected four numbers");
	return true;
}

static int xo_units(struct xo *xo, const char *value)
{
	if (sscanf(value, "%u", &xo->kernel->units) != 1 || xo->kernel->units > FCLC_MOST_UNITS)
		return xo_bad(xo, "expected a number of compute units");
	return 0;
}

static int xo_dimensions(struct xo *xo, const char *value)
{
	if (sscanf(value, "%u", &xo->kernel->work_dims) != 1 || xo->kernel->work_dims > 4)
		return xo_bad(xo, "expected a number of dimensions");
	return 0;
}

static int xo_order(struct xo *xo, const char *value)
{
	unsigned tiled;

	if (sscanf(value, "%u %u", &xo->kernel->inner, &tiled) != 2 || xo->kernel->inner > 2 ||
	    tiled > 1)
		return xo_bad(xo, "expected a dimension from 0 to 2, and 0 or 1");
	xo->kernel->tiled = tiled;
	return 0;
}

static int xo_space(struct xo *xo, const char *value)
{
	unsigned space;

	if (!xo->kernel->nargs || sscanf(value, "%u", &space) != 1 || space < FCL_ARG_GLOBAL ||
	    space > FCL_ARG_LOCAL)
		return xo_bad(xo, "expected the number of an address space");
	xo->kernel->args[xo->kernel->nargs - 1].space = (enum fcl_image_qualifier)space;
	return 0;
}

static int xo_global(struct xo *xo, const char *value)
{
	struct fclc_arg *arg = xo->kernel->nargs ? &xo->kernel->args[xo->kernel->nargs - 1] : NULL;
	unsigned certain, host = 0;

	if (!arg || arg->kind != FCLC_ARG_STREAM ||
	    sscanf(value, "%u %u %u %u", &arg->depth, &arg->number, &certain, &host) < 3 ||
	    !arg->depth)
		return xo_bad(xo, "expected three or four numbers after the 'arg' of a pipe");
	arg->certain = certain;
	arg->host = host;
	arg->global = arg->name;
	return 0;
}

static int xo_line(struct xo *xo, const char *key, const char *value)
{
	static const struct {
		const char *key;
		int (*read)(struct xo *xo, const char *value);
		bool of_kernel;
	} lines[] = {
		{"target", xo_target, false},
		{"isa", xo_isa, false},
		{"kernel", xo_new_kernel, false},
		{"place", xo_place, true},
		{"state", xo_state, true},
		{"port", xo_port, true},
		{"arg", xo_arg, true},
		{"units", xo_units, true},
		{"dimensions", xo_dimensions, true},
		{"order", xo_order, true},
		{"space", xo_space, true},
		{"part", xo_part, true},
		{"global", xo_global, true},
	};
	int error;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (strcmp(lines[i].key, key) != 0)
			continue;
		if (lines[i].of_kernel && !xo->kernel)
			return xo_bad(xo, "expected 'kernel' first");
		return lines[i].read(xo, value);
	}
	if (xo_language(xo, key, value, &error))
		return error;
	if (!strcmp(key, "cxx"))
		xo->source->cxx_library = *value == '1';
	else if (!strcmp(key, "sources"))
		xo->source->path = xo_keep(xo, value);
	else if (!strcmp(key, "type") && xo->kernel && xo->kernel->nargs)
		xo->kernel->args[xo->kernel->nargs - 1].type_name = xo_keep(xo, value);
	else if (!strcmp(key, "io") && xo->kernel && xo->kernel->nargs)
		xo->kernel->args[xo->kernel->nargs - 1].io = xo_keep(xo, value);
	else if (!strcmp(key, "nonuniform") && xo->kernel)
		xo->kernel->non_uniform = *value == '1';
	else if (!strcmp(key, "platform")) {
		if (!xo->program->options.platform && strcmp(value, "any") != 0)
			xo->program->options.platform = xo_keep(xo, value);
	} else if (strcmp(key, "fpgaclc-xo") != 0 && strcmp(key, "object") != 0)
		return xo_bad(xo, "found a line that this version does not know");
	return 0;
}

/* Leaves the header in `text`, and finds the object. */
static int xo_open(struct xo *xo, char *text, size_t size)
{
	struct fclc_sealed sealed;
	const char *wrong;

	if (strncmp(text, "fpgaclc-xo 3\n", 13) != 0)
		return xo_bad(xo,
			      !strncmp(text, "PK", 2)
				      ? "this one is the vendor's, compile its source with fpgaclc"
				      : "expected 'fpgaclc-xo 3' in its first line");
	wrong = fclc_unseal(text, size, &sealed);
	if (wrong)
		return xo_bad(xo, wrong);
	xo->object = sealed.body;
	xo->object_size = sealed.size;
	return 0;
}

/* Whether a stream argument has a port of its own, within the model's number of ports. */
static bool has_own_port(const struct fclc_kernel *kernel, uint32_t arg)
{
	uint32_t port = kernel->args[arg].port;

	return port < kernel->model_ports && kernel->ports[port].stream &&
	       kernel->ports[port].arg == arg;
}

static int xo_check(struct xo *xo, const struct fclc_kernel *kernel)
{
	bool good = kernel->model_ports <= kernel->nports;

	for (uint32_t i = 0; good && i < kernel->nargs; i++)
		good = kernel->args[i].port < kernel->nports &&
		       (kernel->args[i].kind != FCLC_ARG_STREAM || has_own_port(kernel, i));
	for (uint32_t i = 0; good && i < kernel->nports; i++)
		good = !kernel->ports[i].stream ||
		       (kernel->ports[i].arg < kernel->nargs &&
			kernel->args[kernel->ports[i].arg].kind == FCLC_ARG_STREAM);
	return good ? 0 : xo_bad(xo, "its ports and arguments do not match");
}

int fclc_xo_read(struct fclc_program *program, struct fclc_source *source, const char *path,
		 struct fcl_err *err)
{
	struct xo xo = {.program = program, .source = source, .path = path, .err = err};
	uint32_t first = program->nkernels;
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	source->path = path;
	if (!error)
		error = xo_open(&xo, text, size);
	if (error)
		return error;
	while (!error && (line = strsep(&text, "\n"))) {
		char *value = strchr(line, ' ');

		xo.line++;
		if (value)
			*value++ = 0;
		error = xo_line(&xo, line, value ? value : "");
	}
	for (uint32_t i = first; !error && i < program->nkernels; i++)
		error = xo_check(&xo, &program->kernels[i]);
	if (error)
		return error;
	source->unit = fclc_format(program->arena, "%s/xo%u.o", program->tmp, source->index);
	return fclc_write_file(source->unit, xo.object, xo.object_size, err);
}
