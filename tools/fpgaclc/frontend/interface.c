/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/interface.h"

#include <string.h>

#define FCLC_MOST_REGISTERS 0x10000u /* bytes between the base addresses of two CUs */
#define FCLC_WIDEST_PACKET 65536u    /* bytes */

static const struct {
	const char *mode;
	enum fcl_image_control control;
} controls[] = {
	{"ap_ctrl_hs", FCL_CONTROL_HS},
	{"ap_ctrl_chain", FCL_CONTROL_CHAIN},
	{"ap_ctrl_none", FCL_CONTROL_NONE},
};

static bool set_control(struct fclc_kernel *kernel, const char *mode)
{
	for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
		if (strcmp(controls[i].mode, mode) != 0)
			continue;
		kernel->control = controls[i].control;
		return true;
	}
	return false;
}

static bool is_one_of(const char *mode, const char *const *modes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(modes[i], mode))
			return true;
	return false;
}

/* Modes that add handshake wires; the value itself is still read from its register. */
static bool is_wire_mode(const char *mode)
{
	static const char *const modes[] = {"ap_none", "ap_stable", "ap_vld",
					    "ap_ack",  "ap_ovld",   "ap_hs"};

	return is_one_of(mode, modes, sizeof(modes) / sizeof(modes[0]));
}

/* Modes for IP blocks with a separate memory or queue, which the kernel flow does not have. */
static bool is_block_mode(const char *mode)
{
	static const char *const modes[] = {"ap_memory", "bram", "ap_fifo", "ap_bus"};

	return is_wire_mode(mode) || is_one_of(mode, modes, sizeof(modes) / sizeof(modes[0]));
}

/* Whether `name`, such as "d.s", is this member "d_s" of a class with streams. */
static bool is_member(const struct fclc_arg *arg, const char *name, size_t length)
{
	if (!arg->record || strlen(arg->name) != length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (name[i] != arg->name[i] && (name[i] != '.' || arg->name[i] != '_'))
			return false;
	return true;
}

/* A pragma for one stream of an array, "s[0]", applies to all of them. */
static struct fclc_arg *find_arg(struct fclc_kernel *kernel, const char *name)
{
	size_t length = strcspn(name, "[");

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];

		if ((is_member(arg, name, length) ||
		     (!strncmp(arg->name, name, length) && !arg->name[length])) &&
		    (!name[length] || arg->array))
			return arg;
	}
	return NULL;
}

static void set_slave_bundle(struct fclc_kernel *kernel, const struct fclc_pragma *pragma)
{
	if (!pragma->bundle)
		return;
	if (kernel->slave_bundle && strcmp(kernel->slave_bundle, pragma->bundle) != 0)
		fclc_warn(
			pragma->place,
			"kernel '%s' can have one s_axilite interface only: bundle '%s' is merged into '%s'",
			kernel->name, pragma->bundle, kernel->slave_bundle);
	else
		kernel->slave_bundle = pragma->bundle;
}

static const char *kind_name(const struct fclc_arg *arg)
{
	return arg->kind == FCLC_ARG_STREAM    ? "a stream"
	       : arg->kind == FCLC_ARG_POINTER ? "a pointer or an array"
					       : "a value";
}

/* A value that the kernel refers to is behind an AXI4 master if a pragma says so. */
static void make_memory(struct fclc_program *program, struct fclc_arg *arg)
{
	arg->kind = FCLC_ARG_POINTER;
	arg->type_name = fclc_format(program->arena, "%s%s*", arg->packet.is_const ? "const " : "",
				     arg->type_name);
	arg->is_const = arg->packet.is_const;
	arg->direction = arg->is_const ? FCL_DIR_IN : FCL_DIR_UNKNOWN;
	arg->elements = 1;
	arg->size = 8;
}

static int apply_m_axi(struct fclc_program *program, struct fclc_kernel *kernel,
		       struct fclc_arg *arg, const struct fclc_pragma *pragma, struct fcl_err *err)
{
	if (arg->kind == FCLC_ARG_VALUE && arg->cxx_reference && !arg->record)
		make_memory(program, arg);
	if (arg->kind != FCLC_ARG_POINTER)
		return fclc_arg_error(
			err, pragma->place, kernel, arg,
			"mode m_axi needs a pointer, an array or a reference, found %s",
			kind_name(arg));
	if (pragma->offset && (!strcmp(pragma->offset, "off") || !strcmp(pragma->offset, "direct")))
		fclc_warn(
			pragma->place,
			"kernel '%s', argument '%s': offset=%s would leave no register for the buffer's address; using offset=slave",
			kernel->name, arg->name, pragma->offset);
	if (pragma->bundle)
		arg->bundle = pragma->bundle;
	return 0;
}

/*
 * Mode axis on something other than a stream: its elements pass through the port in address order.
 */
static int make_sequence(struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fclc_arg *arg, const struct fclc_pragma *pragma,
			 struct fcl_err *err)
{
	const struct fclc_item *packet = &arg->packet;
	uint64_t packets;

	if (!packet->size || packet->holds_pointer)
		return fclc_arg_error(err, pragma->place, kernel, arg,
				      "mode axis needs elements of a known size without pointers");
	if (packet->size > FCLC_WIDEST_PACKET)
		return fclc_arg_error(err, pragma->place, kernel, arg,
				      "expected packets of at most %u bytes, found %llu",
				      FCLC_WIDEST_PACKET, (unsigned long long)packet->size);
	if (arg->kind == FCLC_ARG_VALUE) {
		arg->elements = (uint32_t)(arg->size / packet->size);
		arg->direction = arg->cxx_reference && !packet->is_const ? FCL_DIR_UNKNOWN
									 : FCL_DIR_IN;
	} else {
		packets = arg->elements * (arg->element_size / packet->size);
		arg->elements = packets < UINT32_MAX ? (uint32_t)packets : UINT32_MAX;
	}
	arg->kind = FCLC_ARG_STREAM;
	arg->sequence = true;
	arg->type_name = fclc_format(program->arena, "stream<%s>", packet->type_name);
	return 0;
}

static int apply_to_arg(struct fclc_program *program, struct fclc_kernel *kernel,
			struct fclc_arg *arg, const struct fclc_pragma *pragma, struct fcl_err *err)
{
	const char *mode = pragma->mode;

	if (!strcmp(mode, "m_axi"))
		return apply_m_axi(program, kernel, arg, pragma, err);
	if (!strcmp(mode, "s_axilite")) {
		if (arg->kind == FCLC_ARG_STREAM)
			return fclc_arg_error(
				err, pragma->place, kernel, arg,
				"mode s_axilite needs a value or a pointer, found a stream");
		set_slave_bundle(kernel, pragma);
		return 0;
	}
	if (!strcmp(mode, "axis"))
		return arg->kind == FCLC_ARG_STREAM
			       ? 0
			       : make_sequence(program, kernel, arg, pragma, err);
	if (is_wire_mode(mode) && arg->kind == FCLC_ARG_VALUE)
		return 0;
	if (!strcmp(mode, "ap_fifo") && arg->kind == FCLC_ARG_STREAM)
		return 0;
	if (!strcmp(mode, "ap_fifo") && arg->kind == FCLC_ARG_VALUE) {
		fclc_warn(
			pragma->place,
			"kernel '%s', argument '%s': a value cannot have a port of mode 'ap_fifo'; using a register (s_axilite)",
			kernel->name, arg->name);
		return 0;
	}
	if (is_block_mode(mode) && arg->kind == FCLC_ARG_POINTER) {
		fclc_warn(
			pragma->place,
			"kernel '%s', argument '%s': a kernel cannot have a port of mode '%s'; using an AXI4 master (m_axi)",
			kernel->name, arg->name, mode);
		return 0;
	}
	return fclc_arg_error(err, pragma->place, kernel, arg,
			      "interface mode '%s' cannot be used for this argument, which is %s",
			      mode, kind_name(arg));
}

/*
 * Applies a pragma for an object with streams: axis to its streams, s_axilite to the other members.
 */
static int apply_to_members(struct fclc_program *program, struct fclc_kernel *kernel,
			    const struct fclc_pragma *pragma, bool *ret_any, struct fcl_err *err)
{
	bool axis = !strcmp(pragma->mode, "axis"), slave = !strcmp(pragma->mode, "s_axilite");
	int error = 0;

	*ret_any = false;
	for (uint32_t i = 0; !error && i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];

		if (!arg->record || strcmp(arg->record, pragma->port) != 0)
			continue;
		*ret_any = true;
		if ((arg->kind == FCLC_ARG_STREAM && slave) ||
		    (arg->kind == FCLC_ARG_VALUE && axis))
			continue;
		error = apply_to_arg(program, kernel, arg, pragma, err);
	}
	return error;
}

static int apply_pragma(struct fclc_program *program, struct fclc_kernel *kernel,
			const struct fclc_pragma *pragma, struct fcl_err *err)
{
	struct fclc_arg *arg;
	bool any;
	int error;

	if (!pragma->mode)
		return fclc_arg_error(
			err, pragma->place, kernel, NULL,
			"interface pragma without a mode (m_axi, s_axilite, axis, ap_ctrl_hs, ...)");
	if (!pragma->port || !strcmp(pragma->port, "return")) {
		if (set_control(kernel, pragma->mode))
			return 0;
		if (!pragma->port)
			return fclc_arg_error(err, pragma->place, kernel, NULL,
					      "interface pragma without port=<argument>");
		if (is_wire_mode(pragma->mode))
			return 0;
		if (strcmp(pragma->mode, "s_axilite") != 0)
			return fclc_arg_error(
				err, pragma->place, kernel, NULL,
				"port=return takes s_axilite, ap_ctrl_hs, ap_ctrl_chain or ap_ctrl_none, found '%s'",
				pragma->mode);
		set_slave_bundle(kernel, pragma);
		return 0;
	}
	arg = find_arg(kernel, pragma->port);
	if (arg)
		return apply_to_arg(program, kernel, arg, pragma, err);
	error = apply_to_members(program, kernel, pragma, &any, err);
	/* The plugin says so of the source's. No error: one text may serve several variants. */
	if (!any && pragma->directive)
		fclc_warn(
			pragma->place,
			"kernel '%s': the interface directive for '%s' has no effect: no argument has that name",
			kernel->name, pragma->port);
	return error;
}

static uint64_t register_bytes(const struct fclc_arg *arg)
{
	return (arg->size + 3) / 4 * 4 + 4;
}

/*
 * AXI4 data widths are powers of two. Returns the narrowest that fits an element, at most 512 bits.
 */
static uint32_t master_width(uint64_t element_size)
{
	uint32_t width = 32;

	while (width < 512 && width / 8 < element_size)
		width *= 2;
	return width;
}

static uint32_t master_port(struct fclc_program *program, struct fclc_kernel *kernel,
			    const struct fclc_arg *arg)
{
	const char *name = fclc_format(program->arena, "M_AXI_%s",
				       fclc_upper(program->arena, arg->bundle));
	uint32_t width = master_width(arg->element_size);
	struct fclc_port *port;

	for (uint32_t i = 0; i < kernel->nports; i++) {
		port = &kernel->ports[i];
		if (strcmp(port->name, name) != 0)
			continue;
		if (port->data_width < width)
			port->data_width = width;
		return i;
	}
	port = &kernel->ports[kernel->nports];
	port->name = name;
	port->mode = FCL_PORT_MASTER;
	port->data_width = width;
	port->arg = UINT32_MAX;
	return kernel->nports++;
}

static uint32_t stream_port(struct fclc_kernel *kernel, uint32_t arg)
{
	struct fclc_port *port = &kernel->ports[kernel->nports];

	port->name = kernel->args[arg].name;
	port->stream = true;
	port->arg = arg;
	port->mode = kernel->args[arg].direction == FCL_DIR_OUT ? FCL_PORT_WRITE_ONLY
								: FCL_PORT_READ_ONLY;
	port->data_width = (uint32_t)kernel->args[arg].size * 8;
	return kernel->nports++;
}

/* Adds masters, then streams, then the slave, so that a port's index is its number in the model. */
static void make_ports(struct fclc_program *program, struct fclc_kernel *kernel)
{
	struct fclc_port *slave;
	unsigned bundles = 0;

	kernel->ports = fclc_alloc(program->arena, (size_t)kernel->nargs + 1,
				   sizeof(*kernel->ports));
	kernel->nports = 0;
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];

		if (arg->kind != FCLC_ARG_POINTER)
			continue;
		if (!arg->bundle)
			arg->bundle = arg->tapa ? arg->name
				      : program->options.port_for_each
					      ? fclc_format(program->arena, "gmem%u", bundles++)
					      : "gmem";
		arg->port = master_port(program, kernel, arg);
	}
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_STREAM)
			kernel->args[i].port = stream_port(kernel, i);
	kernel->model_ports = kernel->nports;
	if (!kernel->has_slave)
		return;
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_VALUE)
			kernel->args[i].port = kernel->nports;
	slave = &kernel->ports[kernel->nports++];
	slave->mode = FCL_PORT_SLAVE;
	slave->data_width = 32;
	slave->arg = UINT32_MAX;
	slave->name = fclc_format(program->arena, "S_AXI_%s",
				  kernel->slave_bundle
					  ? fclc_upper(program->arena, kernel->slave_bundle)
					  : "CONTROL");
}

/*
 * As in Vitis HLS, the function's result comes first (UG1399: ap_return), then the arguments. Each
 * takes its words and one reserved word.
 */
static int make_registers(struct fclc_kernel *kernel, struct fcl_err *err)
{
	uint64_t offset = FCLC_FIRST_REGISTER;

	if (kernel->result && kernel->result->size >= FCLC_MOST_REGISTERS)
		return fclc_error(
			err, kernel->place,
			"kernel '%s' returns %llu bytes, which do not fit into 64 KiB of registers",
			kernel->name, (unsigned long long)kernel->result->size);
	if (kernel->result)
		offset += register_bytes(kernel->result);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];

		if (arg->kind == FCLC_ARG_STREAM)
			continue;
		kernel->has_slave = true;
		arg->offset = (uint32_t)offset;
		offset += arg->size < FCLC_MOST_REGISTERS ? register_bytes(arg) : arg->size;
		if (offset > FCLC_MOST_REGISTERS)
			return fclc_arg_error(
				err, arg->place, kernel, arg,
				"the arguments up to this one need %llu bytes, which do not fit into 64 KiB of registers",
				(unsigned long long)offset);
	}
	if (kernel->control != FCL_CONTROL_NONE)
		kernel->has_slave = true;
	kernel->regs_size = (uint32_t)offset;
	return 0;
}

int fclc_interface_read(struct fclc_program *program, struct fclc_kernel *kernel,
			const struct fclc_pragmas *pragmas, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->kind == FCLC_ARG_BAD)
			return fclc_arg_error(err, arg->place, kernel, arg, "%s", arg->why);
		if (arg->kind == FCLC_ARG_STREAM && arg->size > FCLC_WIDEST_PACKET)
			return fclc_arg_error(err, arg->place, kernel, arg,
					      "expected packets of at most %u bytes, found %llu",
					      FCLC_WIDEST_PACKET, (unsigned long long)arg->size);
	}
	for (uint32_t i = 0; i < pragmas->count; i++) {
		int error = 0;

		if (pragmas->list[i].kernel == kernel)
			error = apply_pragma(program, kernel, &pragmas->list[i], err);
		if (error)
			return error;
	}
	return 0;
}

int fclc_interface_lay_out(struct fclc_program *program, struct fclc_kernel *kernel,
			   struct fcl_err *err)
{
	int error = make_registers(kernel, err);

	if (!error)
		make_ports(program, kernel);
	return error;
}

int fclc_interface_set_late(struct fclc_program *program, struct fclc_kernel *kernel,
			    struct fcl_err *err)
{
	(void)program;
	(void)err;
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].late_direction)
			kernel->ports[kernel->args[i].port].mode =
				kernel->args[i].direction == FCL_DIR_OUT ? FCL_PORT_WRITE_ONLY
									 : FCL_PORT_READ_ONLY;
	return 0;
}
