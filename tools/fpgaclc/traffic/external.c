/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/traffic/external.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/rtl/bus.h"

#define MASTER "sim_ipc_axis_master"
#define SLAVE "sim_ipc_axis_slave"

enum { MIN_BITS = 8, MAX_BITS = 2048 };

/* What the link step knows about such a kernel; the layout only once its stream is connected. */
struct fclc_external_kernel {
	const char *name, *path;
	bool master; /* sends to the board */
	uint32_t bits;
	bool joined;
	struct fclc_packet packet;
};

/* --- files ------------------------------------------------------------------------------------- */

/* The width at the end of a name such as "sim_ipc_axis_master_32", in bits; 0 for other names. */
static uint32_t bits_of(const char *name, const char *stem)
{
	size_t length = strlen(stem);
	unsigned long bits;
	char *end;

	if (strncmp(name, stem, length) != 0 || name[length] != '_')
		return 0;
	bits = strtoul(name + length + 1, &end, 10);
	if (*end || bits < MIN_BITS || bits > MAX_BITS || bits & (bits - 1))
		return 0;
	return (uint32_t)bits;
}

static int add(struct fclc_program *program, const char *path, const char *name,
	       struct fcl_err *err)
{
	uint32_t master = bits_of(name, MASTER), slave = bits_of(name, SLAVE);
	struct fclc_external_kernel *external;

	if (!master && !slave)
		return fclc_error(
			err, FCLC_NOWHERE,
			"'%s' is not supported: of the kernels for traffic generators, only those of "
			"AXI4-Stream are, " MASTER "_<bits> and " SLAVE
			"_<bits> with a power of two from %d to %d",
			path, MIN_BITS, MAX_BITS);
	for (uint32_t i = 0; i < program->nexternals; i++)
		if (!strcmp(program->externals[i].name, name))
			return 0;
	external = &program->externals[program->nexternals++];
	external->name = name;
	external->path = path;
	external->master = master;
	external->bits = master + slave;
	return 0;
}

/* Whether it is such a file; a file that cannot be read is one by its name. */
static int look_at(struct fclc_program *program, const char *path, bool *ret_found,
		   struct fcl_err *err)
{
	static const char head[] = "fpgaclc-external 1 ";
	bool named = !strncmp(fclc_base_name(path), "sim_ipc_", 8);
	char *bytes, *name;
	size_t size;
	int error;

	*ret_found = false;
	if (named && access(path, R_OK))
		return fclc_error(
			err, FCLC_NOWHERE,
			"cannot read '%s': %s; the settings64.sh of fpgacl sets XILINX_VITIS to a "
			"folder whose data/emulation/XO has the kernels for traffic generators",
			path, strerror(errno));
	error = fclc_read_file(program, path, &bytes, &size, err);
	if (error)
		return error;
	if (!strncmp(bytes, head, sizeof(head) - 1)) {
		name = bytes + sizeof(head) - 1;
		name[strcspn(name, "\n")] = 0;
	} else if (named && !strncmp(bytes, "PK", 2)) {
		name = fclc_copy(program->arena, fclc_base_name(path),
				 strlen(fclc_base_name(path)) - strlen(".xo"));
	} else {
		return 0;
	}
	*ret_found = true;
	return add(program, path, name, err);
}

int fclc_external_gather(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	uint32_t left = 0;
	int error = 0;

	if (options->mode == FCLC_MODE_COMPILE)
		return 0;
	program->externals = fclc_alloc(program->arena, (size_t)options->nsources + 1,
					sizeof(*program->externals));
	for (uint32_t i = 0; !error && i < options->nsources; i++) {
		bool found = false;

		if (fclc_xo_is(options->sources[i]))
			error = look_at(program, options->sources[i], &found, err);
		if (!found)
			options->sources[left++] = options->sources[i];
	}
	options->nsources = left;
	return error;
}

/* --- kernels ----------------------------------------------------------------------------------- */

static void make_kernel(struct fclc_program *program, struct fclc_external_kernel *external,
			struct fclc_kernel *kernel)
{
	const char *port = external->master ? "M00_AXIS" : "S00_AXIS";

	kernel->name = external->name;
	kernel->external = external;
	kernel->control = FCL_CONTROL_NONE;
	kernel->regs_size = 16;
	kernel->nports = kernel->model_ports = 1;
	kernel->ports = fclc_alloc(program->arena, 1, sizeof(*kernel->ports));
	*kernel->ports = (struct fclc_port){.name = port,
					    .mode = external->master ? FCL_PORT_WRITE_ONLY
								     : FCL_PORT_READ_ONLY,
					    .data_width = external->bits,
					    .stream = true};
	kernel->nargs = 1;
	kernel->args = fclc_alloc(program->arena, 1, sizeof(*kernel->args));
	*kernel->args = (struct fclc_arg){.name = port,
					  .kind = FCLC_ARG_STREAM,
					  .type_name = "stream",
					  .size = external->packet.size,
					  .element_size = 1,
					  .direction = external->master ? FCL_DIR_OUT : FCL_DIR_IN};
}

int fclc_external_add_kernels(struct fclc_program *program, struct fcl_err *err)
{
	for (uint32_t i = 0; i < program->nexternals; i++) {
		struct fclc_external_kernel *external = &program->externals[i];
		const struct fclc_bus bus = {.data_width = external->bits};
		struct fclc_source *source = &program->sources[program->nsources];
		struct fclc_kernel *kernel;

		for (uint32_t j = 0; j < program->nkernels; j++)
			if (!strcmp(program->kernels[j].name, external->name))
				return fclc_error(err, FCLC_NOWHERE, "kernel '%s' is given twice",
						  external->name);
		fclc_rtl_packet(&bus, 0, &external->packet);
		*source = (struct fclc_source){
			.path = external->path, .index = program->nsources++, .nkernels = 1};
		program->kernels = fclc_grow(program->arena, program->kernels, program->nkernels,
					     &program->kernels_capacity, sizeof(*program->kernels));
		kernel = &program->kernels[program->nkernels++];
		*kernel = (struct fclc_kernel){.source = source};
		make_kernel(program, external, kernel);
	}
	return 0;
}

struct fclc_kernel *fclc_external_find(struct fclc_program *program, const char *name)
{
	bool master = !strcmp(name, MASTER);
	struct fclc_kernel *found = NULL;

	if (!master && strcmp(name, SLAVE) != 0)
		return NULL;
	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		if (!kernel->external || kernel->external->master != master)
			continue;
		if (found)
			return NULL;
		found = kernel;
	}
	return found;
}

/* --- the layout of packets --------------------------------------------------------------------- */

/*
 * The side channels of "stream<axis<ap_int<32>, 16, 0, 0, 127, false>>", which are after the
 * type of its data; false: the packets are another type.
 */
static bool read_axis(const char *type, struct fclc_bus *bus, unsigned *ret_enabled)
{
	const char *at = type ? strstr(type, "axis<") : NULL;
	unsigned depth = 0;

	if (!at)
		return false;
	for (at += strlen("axis<"); *at && (depth || *at != ','); at++)
		depth += (*at == '<') - (*at == '>');
	return sscanf(at, ", %u, %u, %u, %u", &bus->user, &bus->id, &bus->dest, ret_enabled) == 4;
}

/* AXIS_ENABLE_... of ap_axi_sdata.h. */
enum { ENABLE_KEEP = 0x08, ENABLE_LAST = 0x10, ENABLE_USER = 0x40, ENABLE_ALL = 0x7f };

static void drop(struct fclc_packet *packet, int field)
{
	packet->fields[field].bits = 0;
}

/* Takes over the packet layout of the stream's other end. False if this kernel cannot have that layout. */
static bool other_layout(const struct fclc_external_kernel *external,
			 const struct fclc_kernel *kernel, const struct fclc_arg *arg,
			 struct fclc_packet *ret_packet)
{
	struct fclc_bus bus = {.data_width = external->bits};
	unsigned enabled = ENABLE_ALL;

	if (kernel->language->packet)
		return kernel->language->packet(kernel, arg, external->bits, ret_packet);
	bus.sides = read_axis(arg->type_name, &bus, &enabled);
	if (!bus.sides)
		return fclc_rtl_packet(&bus, 0, ret_packet) && ret_packet->size == arg->size;
	if (!fclc_rtl_packet(&bus, 0, ret_packet) || ret_packet->size != arg->size)
		return false;
	if (!(enabled & ENABLE_KEEP))
		drop(ret_packet, FCLC_PACKET_KEEP);
	if (!(enabled & ENABLE_LAST))
		drop(ret_packet, FCLC_PACKET_LAST);
	if (!bus.user || !(enabled & ENABLE_USER))
		drop(ret_packet, FCLC_PACKET_USER);
	return true;
}

int fclc_external_join(struct fclc_kernel *kernel, struct fclc_arg *arg,
		       const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		       const struct fclc_directive *directive, struct fcl_err *err)
{
	struct fclc_external_kernel *external = kernel->external;
	struct fclc_packet packet;

	if (other->external)
		return 0;
	if (!other_layout(external, other, other_arg, &packet))
		return fclc_error(
			err, directive->place,
			"'%s': expected a stream of %u bits at the other end of %s, found '%s' with "
			"packets of %llu bytes (%s)",
			directive->text, external->bits, kernel->name, other_arg->name,
			(unsigned long long)other_arg->size, other_arg->type_name);
	if (external->joined && memcmp(&external->packet, &packet, sizeof(packet)) != 0)
		return fclc_error(
			err, directive->place,
			"'%s': another compute unit of %s is connected to a stream with other side "
			"channels; all streams of that kernel must have the same",
			directive->text, kernel->name);
	external->packet = packet;
	external->joined = true;
	arg->size = packet.size;
	return 0;
}

/* --- the model --------------------------------------------------------------------------------- */

void fclc_external_describe(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	static const struct {
		const char *name;
		int field;
	} fields[] = {{"data", FCLC_PACKET_DATA},
		      {"keep", FCLC_PACKET_KEEP},
		      {"strb", FCLC_PACKET_STRB},
		      {"user", FCLC_PACKET_USER},
		      {"last", FCLC_PACKET_LAST}};
	const struct fclc_external_kernel *external = kernel->external;
	const struct fclc_packet *packet = &external->packet;

	fclc_text_add(out,
		      "static const struct fclc_external fclc_external_%u = {\n"
		      "\t.to_board = %d,\n\t.width = %uu,\n\t.packet_size = %uu,\n",
		      index, external->master, external->bits / 8, packet->size);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		fclc_text_add(out, "\t.%s = {%uu, %uu, %uu},\n", fields[i].name,
			      packet->fields[fields[i].field].offset,
			      packet->fields[fields[i].field].bytes,
			      packet->fields[fields[i].field].bits);
	fclc_text_add(out,
		      "};\n\n"
		      "static int fclc_open_%u(struct fcl_cu *cu)\n{\n"
		      "\treturn fclc_external_open(cu, &fclc_external_%u);\n}\n\n",
		      index, index);
}

void fclc_external_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	(void)kernel;
	fclc_text_add(out,
		      "\t.kind = FCL_MODEL_RUN,\n"
		      "\t.state_size = sizeof(void *),\n"
		      "\t.init = fclc_open_%u,\n"
		      "\t.fini = fclc_external_close,\n"
		      "\t.run = fclc_external_run,\n",
		      index);
}
