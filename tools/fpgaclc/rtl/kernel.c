/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/kernel.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/rtl/bus.h"
#include "tools/fpgaclc/rtl/verilator.h"

/* Builds a kernel's interface from its description and the signals of its top module. */

static const struct fclc_rtl_signal *signal_of(const struct fclc_rtl *rtl, const char *bus,
					       const char *suffix)
{
	size_t length = strlen(bus);

	for (uint32_t i = 0; i < rtl->nsignals; i++) {
		const char *name = rtl->signals[i].name;

		if (!strncasecmp(name, bus, length) && name[length] == '_' &&
		    !strcasecmp(name + length + 1, suffix))
			return &rtl->signals[i];
	}
	return NULL;
}

static uint32_t bits_of(const struct fclc_rtl *rtl, const char *bus, const char *suffix)
{
	const struct fclc_rtl_signal *signal = signal_of(rtl, bus, suffix);

	return signal ? signal->bits : 0;
}

static int check_width(const struct fclc_rtl *rtl, const struct fclc_bus *bus, struct fcl_err *err)
{
	if (!bus->stated_width || bus->stated_width == bus->data_width)
		return 0;
	return fclc_error(
		err, FCLC_NOWHERE,
		"kernel '%s': bus '%s' has %u bits of data in module '%s', but dataWidth=\"%u\" in its description",
		rtl->kernel, bus->name, bus->data_width, rtl->top, bus->stated_width);
}

static int measure_bus(const struct fclc_rtl *rtl, struct fclc_bus *bus, struct fcl_err *err)
{
	static const char *const needed[][2] = {[FCLC_BUS_MASTER] = {"ARADDR", "AWADDR"},
						[FCLC_BUS_SLAVE] = {"AWADDR", "ARADDR"},
						[FCLC_BUS_IN] = {"TVALID", "TVALID"},
						[FCLC_BUS_OUT] = {"TVALID", "TVALID"}};
	bool stream = bus->kind == FCLC_BUS_IN || bus->kind == FCLC_BUS_OUT;

	if (!signal_of(rtl, bus->name, needed[bus->kind][0]) &&
	    !signal_of(rtl, bus->name, needed[bus->kind][1]))
		return fclc_error(
			err, FCLC_NOWHERE,
			"kernel '%s': expected module '%s' to have the ports of bus '%s' (%s_%s), found none",
			rtl->kernel, rtl->top, bus->name, bus->name, needed[bus->kind][0]);
	if (!stream) {
		uint32_t read = bits_of(rtl, bus->name, "RDATA");

		bus->data_width = read ? read : bits_of(rtl, bus->name, "WDATA");
		if (bus->data_width < 8 || bus->data_width > 1024 ||
		    bus->data_width & (bus->data_width - 1))
			return fclc_error(
				err, FCLC_NOWHERE,
				"kernel '%s': bus '%s' has %u bits of data, expected a power of two from 8 to 1024",
				rtl->kernel, bus->name, bus->data_width);
		return check_width(rtl, bus, err);
	}
	bus->data_width = bits_of(rtl, bus->name, "TDATA");
	bus->user = bits_of(rtl, bus->name, "TUSER");
	bus->id = bits_of(rtl, bus->name, "TID");
	bus->dest = bits_of(rtl, bus->name, "TDEST");
	bus->sides = bus->user || bus->id || bus->dest || !bus->data_width ||
		     signal_of(rtl, bus->name, "TKEEP") || signal_of(rtl, bus->name, "TSTRB") ||
		     signal_of(rtl, bus->name, "TLAST");
	return check_width(rtl, bus, err);
}

static bool is_connected_stream(const struct fclc_program *program,
				const struct fclc_kernel *kernel, const struct fclc_arg *arg)
{
	for (uint32_t i = 0; i < program->nstreams; i++) {
		const struct fclc_stream *stream = &program->streams[i];

		if ((fclc_is_at(program, stream->src_cu, kernel) &&
		     &kernel->args[stream->src_arg] == arg) ||
		    (fclc_is_at(program, stream->dst_cu, kernel) &&
		     &kernel->args[stream->dst_arg] == arg))
			return true;
	}
	return false;
}

bool fclc_rtl_adapt(const struct fclc_program *program, const struct fclc_kernel *kernel,
		    struct fclc_arg *arg, uint64_t size)
{
	struct fclc_packet packet;

	if (is_connected_stream(program, kernel, arg) ||
	    !fclc_rtl_packet(fclc_rtl_bus_of(kernel->rtl, arg->name), (uint32_t)size, &packet))
		return false;
	arg->size = size;
	return true;
}

bool fclc_rtl_stream_packet(const struct fclc_kernel *kernel, const struct fclc_arg *arg,
			    uint32_t bits, struct fclc_packet *ret_packet)
{
	const struct fclc_bus *bus = fclc_rtl_bus_of(kernel->rtl, arg->name);

	if (!bus || bus->data_width != bits ||
	    !fclc_rtl_packet(bus, (uint32_t)arg->size, ret_packet))
		return false;
	if (!bus->user)
		ret_packet->fields[FCLC_PACKET_USER].bits = 0;
	return true;
}

static void rtl_ports(struct fclc_program *program, struct fclc_rtl *rtl,
		      struct fclc_kernel *kernel)
{
	kernel->ports = fclc_alloc(program->arena, (size_t)rtl->nbuses + 1, sizeof(*kernel->ports));
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (rtl->buses[i].kind == FCLC_BUS_MASTER)
			kernel->ports[kernel->nports++] = (struct fclc_port){
				.name = fclc_upper(program->arena, rtl->buses[i].name),
				.mode = FCL_PORT_MASTER,
				.data_width = rtl->buses[i].data_width,
				.arg = UINT32_MAX};
	for (uint32_t i = 0; i < rtl->nargs; i++) {
		const struct fclc_bus *bus = fclc_rtl_bus_of(rtl, rtl->args[i].bus);

		if (rtl->args[i].kind == FCLC_ARG_STREAM)
			kernel->ports[kernel->nports++] = (struct fclc_port){
				.name = bus->name,
				.mode = bus->kind == FCLC_BUS_OUT ? FCL_PORT_WRITE_ONLY
								  : FCL_PORT_READ_ONLY,
				.data_width = bus->data_width,
				.stream = true,
				.arg = i};
	}
	kernel->model_ports = kernel->nports;
	for (uint32_t i = 0; i < rtl->nbuses && !kernel->has_slave; i++)
		if (rtl->buses[i].kind == FCLC_BUS_SLAVE) {
			kernel->ports[kernel->nports++] = (struct fclc_port){
				.name = fclc_upper(program->arena, rtl->buses[i].name),
				.mode = FCL_PORT_SLAVE,
				.data_width = 32,
				.arg = UINT32_MAX};
			kernel->has_slave = true;
		}
}

static uint32_t rtl_port_of(const struct fclc_kernel *kernel, const char *name)
{
	for (uint32_t i = 0; i < kernel->nports; i++)
		if (!strcasecmp(kernel->ports[i].name, name))
			return i;
	return kernel->nports - 1; /* the slave comes last */
}

static void rtl_arg(const struct fclc_rtl *rtl, struct fclc_kernel *kernel, uint32_t index)
{
	const struct fclc_rtl_arg *from = &rtl->args[index];
	struct fclc_arg *arg = &kernel->args[index];
	struct fclc_packet packet = {0};

	arg->name = from->name;
	arg->kind = from->kind;
	arg->size = from->size;
	arg->offset = from->offset;
	arg->element_size = 1;
	arg->port = rtl_port_of(kernel, from->bus);
	arg->direction = FCL_DIR_UNKNOWN;
	arg->type_name = from->kind == FCLC_ARG_POINTER  ? "void*"
			 : from->kind == FCLC_ARG_STREAM ? "stream"
			 : from->size == 8               ? "ulong"
			 : from->size == 4               ? "uint"
			 : from->size == 2               ? "ushort"
			 : from->size == 1               ? "uchar"
							 : "";
	if (from->kind == FCLC_ARG_STREAM) {
		const struct fclc_bus *bus = fclc_rtl_bus_of(rtl, from->bus);

		fclc_rtl_packet(bus, 0, &packet);
		arg->size = packet.size;
		arg->direction = bus->kind == FCLC_BUS_OUT ? FCL_DIR_OUT : FCL_DIR_IN;
	} else if (kernel->regs_size < from->offset + from->size) {
		kernel->regs_size = (from->offset + from->size + 3) & ~3u;
	}
}

/* A stream argument and its bus must correspond one to one. */
static int check_stream(const struct fclc_rtl *rtl, uint32_t index, struct fcl_err *err)
{
	const struct fclc_rtl_arg *arg = &rtl->args[index];
	const struct fclc_bus *bus = fclc_rtl_bus_of(rtl, arg->bus);

	if (bus->kind != FCLC_BUS_IN && bus->kind != FCLC_BUS_OUT)
		return fclc_error(err, FCLC_NOWHERE,
				  "kernel '%s', argument '%s': it is a stream, but bus '%s' is not",
				  rtl->kernel, arg->name, arg->bus);
	for (uint32_t i = 0; i < index; i++)
		if (rtl->args[i].kind == FCLC_ARG_STREAM &&
		    fclc_rtl_bus_of(rtl, rtl->args[i].bus) == bus)
			return fclc_error(
				err, FCLC_NOWHERE,
				"kernel '%s', argument '%s': its bus '%s' is already that of '%s'",
				rtl->kernel, arg->name, arg->bus, rtl->args[i].name);
	return 0;
}

/* The host may also access registers beyond the arguments, up to the end of a page. */
#define FCLC_RTL_REGISTERS 0x1000u

static int rtl_check(const struct fclc_rtl *rtl, struct fcl_err *err)
{
	bool slave = false;

	for (uint32_t i = 0; i < rtl->nbuses; i++)
		slave |= rtl->buses[i].kind == FCLC_BUS_SLAVE;
	for (uint32_t i = 0; i < rtl->nargs; i++) {
		const struct fclc_rtl_arg *arg = &rtl->args[i];

		if (arg->kind != FCLC_ARG_VALUE && !fclc_rtl_bus_of(rtl, arg->bus))
			return fclc_error(err, FCLC_NOWHERE,
					  "kernel '%s', argument '%s': there is no bus '%s'",
					  rtl->kernel, arg->name, arg->bus);
		if (arg->kind != FCLC_ARG_STREAM && !slave)
			return fclc_error(
				err, FCLC_NOWHERE,
				"kernel '%s', argument '%s': expected an AXI4-Lite slave for its register, found none",
				rtl->kernel, arg->name);
		if (arg->kind == FCLC_ARG_STREAM) {
			int error = check_stream(rtl, i, err);

			if (error)
				return error;
		}
	}
	if (!slave && rtl->control != FCL_CONTROL_NONE)
		return fclc_error(
			err, FCLC_NOWHERE,
			"kernel '%s': expected an AXI4-Lite slave to start it through, found none",
			rtl->kernel);
	return 0;
}

static int rtl_make_kernel(struct fclc_program *program, struct fclc_rtl *rtl,
			   struct fclc_kernel *kernel, struct fcl_err *err)
{
	int error = rtl_check(rtl, err);

	for (uint32_t i = 0; !error && i < rtl->nbuses; i++)
		error = measure_bus(rtl, &rtl->buses[i], err);
	if (error)
		return error;
	kernel->name = rtl->kernel;
	kernel->rtl = rtl;
	kernel->control = rtl->control;
	kernel->private_data = true;
	kernel->regs_size = FCLC_RTL_REGISTERS;
	rtl_ports(program, rtl, kernel);
	kernel->args = fclc_alloc(program->arena, (size_t)rtl->nargs + 1, sizeof(*kernel->args));
	kernel->nargs = rtl->nargs;
	for (uint32_t i = 0; i < rtl->nargs; i++)
		rtl_arg(rtl, kernel, i);
	return 0;
}

int fclc_rtl_add_kernels(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nrtl; i++) {
		struct fclc_rtl *rtl = &program->rtl[i];
		struct fclc_source *source = &program->sources[program->nsources];
		struct fclc_kernel *kernel;

		if (rtl->modelled)
			continue;
		for (uint32_t j = 0; j < program->nkernels; j++)
			if (!strcmp(program->kernels[j].name, rtl->kernel))
				return fclc_error(err, FCLC_NOWHERE, "kernel '%s' is given twice",
						  rtl->kernel);
		rtl->waves = program->options.waves;
		rtl->snapshots = program->options.snapshots;
		rtl->unknown = program->options.x_initial != FCLC_X_ZERO;
		error = fclc_rtl_verilate(program, rtl, err);
		if (error)
			return error;
		*source = (struct fclc_source){.path = rtl->top,
					       .cxx_library = true,
					       .index = program->nsources++,
					       .nkernels = 1};
		program->kernels = fclc_grow(program->arena, program->kernels, program->nkernels,
					     &program->kernels_capacity, sizeof(*program->kernels));
		kernel = &program->kernels[program->nkernels++];
		*kernel = (struct fclc_kernel){.source = source};
		error = rtl_make_kernel(program, rtl, kernel, err);
	}
	return error;
}
