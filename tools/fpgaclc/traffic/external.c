/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/traffic/external.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/rtl/bus.h"

#define MASTER "sim_ipc_axis_master"
#define SLAVE "sim_ipc_axis_slave"

enum { MIN_BITS = 8, MAX_BITS = 2048, MOST_PORTS = 4, AXIS_BITS = 512 };

/* Transfers that a traffic generator's unit holds, besides what its process does: as many as go in a message. */
enum { TRAFFIC_KEPT = 1024 };

/* Of networklayer: its registers begin with tables at the first offset. */
enum { SOCKET_TABLE = 0x820, USUAL_SOCKETS = 16, MOST_SOCKETS = 63 };

/* A stream port: its name, whether the unit writes to it, bits of TDATA, TUSER and TDEST. */
struct external_port {
	const char *name;
	bool out;
	uint32_t bits, user, dest;
	bool sides;    /* it has TKEEP and TLAST by itself; else only with what its other end has */
	uint32_t kept; /* transfers that the unit's own FIFO at the port holds */
};

/* A kernel whose code is part of the payload. */
struct external_kind {
	const char *name;  /* with _<bits> after it, for those without a width of their own */
	const char *place; /* the board's port that it is behind; NULL: by its unit, or none */
	const char *code;  /* the prefix of its functions fclc_..._open(), _close() and _run() */
	const char *registers; /* that of _read() and _write(); NULL: it has none */
	uint32_t regs_size;
	struct external_port ports[MOST_PORTS];
};

static const struct external_kind kinds[] = {
	{MASTER, NULL, "external", NULL, 16, {{"M00_AXIS", true, 0, 0, 0, false, TRAFFIC_KEPT}}},
	{SLAVE, NULL, "external", NULL, 16, {{"S00_AXIS", false, 0, 0, 0, false, TRAFFIC_KEPT}}},
	/* The order of their ports is that of fpgacl/serial.h. */
	{"aurora_flow_0",
	 "qsfp0",
	 "serial",
	 "aurora_flow",
	 0x1000,
	 {{"rx_axis", true, AXIS_BITS, 0, 0, false, 1024},
	  {"tx_axis", false, AXIS_BITS, 0, 0, false, 128}}},
	{"aurora_flow_1",
	 "qsfp1",
	 "serial",
	 "aurora_flow",
	 0x1000,
	 {{"rx_axis", true, AXIS_BITS, 0, 0, false, 1024},
	  {"tx_axis", false, AXIS_BITS, 0, 0, false, 128}}},
	{"krnl_aurora",
	 NULL,
	 "serial",
	 "krnl_aurora",
	 0x1000,
	 {{"rx_axis", true, 256, 0, 0, false, 0}, {"tx_axis", false, 256, 0, 0, false, 0}}},
	/* fpgacl/ethernet.h. */
	{"cmac_0",
	 "qsfp0",
	 "cmac",
	 "cmac",
	 0x2000,
	 {{"M_AXIS", true, AXIS_BITS, 0, 0, true, 512},
	  {"S_AXIS", false, AXIS_BITS, 0, 0, true, 512}}},
	{"cmac_1",
	 "qsfp1",
	 "cmac",
	 "cmac",
	 0x2000,
	 {{"M_AXIS", true, AXIS_BITS, 0, 0, true, 512},
	  {"S_AXIS", false, AXIS_BITS, 0, 0, true, 512}}},
	{"cmac_krnl",
	 "qsfp0",
	 "cmac",
	 "cmac",
	 0x2000,
	 {{"axis_net_rx", true, AXIS_BITS, 0, 0, true, 512},
	  {"axis_net_tx", false, AXIS_BITS, 0, 0, true, 512}}},
	{"networklayer",
	 NULL,
	 "network",
	 "network",
	 0x2000,
	 {{"S_AXIS_eth2nl", false, AXIS_BITS, 0, 0, true, 0},
	  {"M_AXIS_nl2eth", true, AXIS_BITS, 0, 0, true, 0},
	  {"S_AXIS_sk2nl", false, AXIS_BITS, 0, 16, true, 0},
	  {"M_AXIS_nl2sk", true, AXIS_BITS, 96, 16, true, 0}}},
};

/* The other end of an io channel of OpenCL C; its width is that of the channel. */
static const struct external_kind io_kind = {"io", NULL, "io",
					     NULL, 16,   {{"packets", false, 0, 0, 0, false, 0}}};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* A unit that connect= puts behind a port. */
struct external_place {
	const char *cu, *port;
	struct external_place *next;
};

/* What the link step knows about such a kernel; a port's layout only once its stream is connected. */
struct fclc_external_kernel {
	const char *name, *path;
	const struct external_kind *kind;
	uint32_t bits;    /* of a kind without a width of its own */
	uint32_t sockets; /* of networklayer */
	uint32_t nports;
	struct external_place *places;
	struct {
		bool joined;
		struct fclc_packet packet;
	} ports[MOST_PORTS];
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

/* The kind that a kernel's name means; NULL: none. */
static const struct external_kind *kind_of(const char *name, uint32_t *ret_bits)
{
	for (int i = 0; i < KINDS; i++) {
		*ret_bits = kinds[i].ports[0].bits ? 0 : bits_of(name, kinds[i].name);
		if (*ret_bits || (kinds[i].ports[0].bits && !strcmp(name, kinds[i].name)))
			return &kinds[i];
	}
	return NULL;
}

/*
 * Sockets of a networklayer: 16 unless its file says another number; packed by a vendor's tools, that is
 * where its second table begins, each entry of the first one being eight bytes.
 */
static uint32_t sockets_of(const char *text)
{
	const char *at = text ? strstr(text, "\"udp_theirPort_offset\"") : NULL;
	unsigned long sockets = USUAL_SOCKETS;

	if (at && (at = strstr(at, " offset=\"")))
		sockets = (strtoul(at + strlen(" offset=\""), NULL, 0) - SOCKET_TABLE) / 8;
	else if (text && (at = strstr(text, "\nsockets ")))
		sockets = strtoul(at + strlen("\nsockets "), NULL, 10);
	return sockets && sockets <= MOST_SOCKETS ? (uint32_t)sockets : USUAL_SOCKETS;
}

static int add(struct fclc_program *program, const char *path, const char *name, const char *text,
	       struct fcl_err *err)
{
	uint32_t bits = 0;
	const struct external_kind *kind = kind_of(name, &bits);
	struct fclc_external_kernel *external;

	if (!kind)
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
	program->nothers++;
	external->name = name;
	external->path = path;
	external->kind = kind;
	external->bits = bits;
	external->sockets = sockets_of(text);
	while (external->nports < MOST_PORTS && kind->ports[external->nports].name)
		external->nports++;
	return 0;
}

/* --- packed kernels --- */

/* What an archive says about its kernel. */
struct packed {
	struct fclc_program *program;
	const char *text;
};

static bool wants_description(void *data, const char *name)
{
	(void)data;
	return !strcmp(fclc_base_name(name), "kernel.xml");
}

static int take_description(void *data, const char *name, const char *contents, size_t size,
			    struct fcl_err *err)
{
	struct packed *packed = data;

	(void)name, (void)err;
	packed->text = fclc_copy(packed->program->arena, contents, size);
	return 0;
}

/* The description of an RTL kernel that a vendor's tools or fpgaclc have packed; NULL: it is none. */
static const char *packed_text(struct fclc_program *program, const char *bytes, size_t size)
{
	struct packed packed = {.program = program};
	const struct fclc_archive_reader reader = {
		.data = &packed, .wants = wants_description, .take = take_description};
	struct fcl_err damage;

	if (!strncmp(bytes, "fpgaclc-rtl ", strlen("fpgaclc-rtl ")))
		return bytes;
	if (fclc_archive_is(bytes, size))
		fclc_archive_read(bytes, size, &reader, &damage);
	return packed.text;
}

/*
 * The kernel that it describes, if its code is part of the payload: such a kernel's RTL needs IP that only the
 * vendor has. NULL: another kernel, or one of such a name with other ports.
 */
static const char *packed_kernel(struct fclc_program *program, const char *text)
{
	static const char *const starts[] = {"\nkernel ", "<kernel name=\""};
	const struct external_kind *kind;
	const char *name = NULL;
	uint32_t bits;

	for (int i = 0; text && !name && i < 2; i++) {
		const char *at = strstr(text, starts[i]);

		if (at)
			name = fclc_copy(program->arena, at + strlen(starts[i]),
					 strcspn(at + strlen(starts[i]), "\"\n"));
	}
	kind = name ? kind_of(name, &bits) : NULL;
	for (int i = 0; kind && i < MOST_PORTS && kind->ports[i].name; i++)
		if (!strstr(text, kind->ports[i].name))
			return NULL;
	return kind ? name : NULL;
}

/* Whether it is such a file; a file that cannot be read is one by its name. */
static int look_at(struct fclc_program *program, const char *path, bool *ret_found,
		   struct fcl_err *err)
{
	static const char head[] = "fpgaclc-external 1 ";
	const char *file = fclc_base_name(path), *text, *name = NULL;
	bool generator = !strncmp(file, "sim_ipc_", 8);
	char *bytes;
	uint32_t bits;
	size_t size;
	int error;

	*ret_found = false;
	if (generator && access(path, R_OK))
		return fclc_error(
			err, FCLC_NOWHERE,
			"cannot read '%s': %s; the settings64.sh of fpgacl sets XILINX_VITIS to a "
			"folder whose data/emulation/XO has the kernels for traffic generators",
			path, strerror(errno));
	error = fclc_read_file(program, path, &bytes, &size, err);
	if (error)
		return error;
	text = packed_text(program, bytes, size);
	if (!strncmp(bytes, head, sizeof(head) - 1)) {
		text = bytes;
		name = fclc_copy(program->arena, bytes + sizeof(head) - 1,
				 strcspn(bytes + sizeof(head) - 1, "\n"));
	} else if (text) {
		name = packed_kernel(program, text);
	}
	if (!name && fclc_archive_is(bytes, size)) {
		const char *stem = fclc_copy(program->arena, file, strlen(file) - strlen(".xo"));

		name = generator || kind_of(stem, &bits) ? stem : NULL;
	}
	*ret_found = name != NULL;
	return name ? add(program, path, name, text, err) : 0;
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

/* The port's bus: data of its width, and side channels if it has any by itself. */
static struct fclc_bus external_bus(const struct fclc_external_kernel *external, uint32_t port)
{
	const struct external_port *facts = &external->kind->ports[port];

	return (struct fclc_bus){.data_width = facts->bits ? facts->bits : external->bits,
				 .user = facts->user,
				 .dest = facts->dest,
				 .sides = facts->sides};
}

static void make_kernel(struct fclc_program *program, struct fclc_external_kernel *external,
			struct fclc_kernel *kernel)
{
	uint32_t count = external->nports;

	kernel->name = external->name;
	kernel->external = external;
	kernel->control = FCL_CONTROL_NONE;
	kernel->regs_size = external->kind->regs_size;
	kernel->has_slave = external->kind->registers != NULL;
	kernel->nports = kernel->model_ports = kernel->nargs = count;
	kernel->ports = fclc_alloc(program->arena, count, sizeof(*kernel->ports));
	kernel->args = fclc_alloc(program->arena, count, sizeof(*kernel->args));
	for (uint32_t i = 0; i < count; i++) {
		const struct external_port *port = &external->kind->ports[i];
		struct fclc_bus bus = external_bus(external, i);

		fclc_rtl_packet(&bus, 0, &external->ports[i].packet);
		kernel->ports[i] = (struct fclc_port){.name = port->name,
						      .mode = port->out ? FCL_PORT_WRITE_ONLY
									: FCL_PORT_READ_ONLY,
						      .data_width = bus.data_width,
						      .stream = true,
						      .arg = i};
		kernel->args[i] = (struct fclc_arg){.name = port->name,
						    .kind = FCLC_ARG_STREAM,
						    .type_name = "stream",
						    .size = external->ports[i].packet.size,
						    .element_size = 1,
						    .port = i,
						    .kept = port->kept,
						    .direction = port->out ? FCL_DIR_OUT
									   : FCL_DIR_IN};
	}
}

static struct fclc_kernel *next_kernel(struct fclc_program *program, struct fclc_source *source)
{
	struct fclc_kernel *kernel;

	program->kernels = fclc_grow(program->arena, program->kernels, program->nkernels,
				     &program->kernels_capacity, sizeof(*program->kernels));
	kernel = &program->kernels[program->nkernels++];
	*kernel = (struct fclc_kernel){.source = source};
	source->nkernels++;
	return kernel;
}

/* A unit between a channel and the board's port, or a file, of its name. */
static void make_io(struct fclc_program *program, struct fclc_source *source,
		    const struct fclc_arg *arg)
{
	struct fclc_external_kernel *external = fclc_alloc(program->arena, 1, sizeof(*external));
	struct external_kind *kind = fclc_alloc(program->arena, 1, sizeof(*kind));
	bool from_board = arg->direction == FCL_DIR_OUT;
	struct fclc_kernel *kernel = next_kernel(program, source);

	*kind = io_kind;
	kind->place = arg->io;
	kind->ports[0].out = !from_board;
	kind->ports[0].bits = (uint32_t)arg->size * 8;
	*external = (struct fclc_external_kernel){.name = fclc_format(program->arena, "io_%s_%s",
								      from_board ? "to" : "from",
								      arg->io),
						  .path = source->path,
						  .kind = kind,
						  .nports = 1};
	make_kernel(program, external, kernel);
	kernel->args[0].global = arg->global;
	kernel->args[0].depth = arg->depth;
	kernel->args[0].type_name = arg->type_name;
	kernel->args[0].place = arg->place;
	kernel->args[0].certain = true;
	kernel->args[0].size = kernel->args[0].element_size = arg->size;
	external->ports[0].packet = (struct fclc_packet){.size = (uint32_t)arg->size};
	external->ports[0].packet.fields[FCLC_PACKET_DATA].bytes = (uint32_t)arg->size;
	external->ports[0].packet.fields[FCLC_PACKET_DATA].bits = (uint32_t)arg->size * 8;
}

/* Whether a kernel of the program is at the channel's other end: then nothing leaves the board. */
static bool is_inside(const struct fclc_program *program, const struct fclc_arg *arg)
{
	for (uint32_t i = 0; i < program->nkernels; i++)
		for (uint32_t j = 0; j < program->kernels[i].nargs; j++) {
			const struct fclc_arg *other = &program->kernels[i].args[j];

			if (other->global && !strcmp(other->global, arg->global) &&
			    other->direction != arg->direction)
				return true;
		}
	return false;
}

/* Units for all channels with the attribute io. */
static void add_io(struct fclc_program *program)
{
	uint32_t before = program->nkernels;
	struct fclc_source *source = NULL;

	for (uint32_t i = 0; i < before; i++)
		for (uint32_t j = 0; j < program->kernels[i].nargs; j++) {
			const struct fclc_arg *arg = &program->kernels[i].args[j];

			if (!arg->io || is_inside(program, arg))
				continue;
			if (!source) {
				source = &program->sources[program->nsources];
				*source = (struct fclc_source){.path = "io channels",
							       .index = program->nsources++};
			}
			make_io(program, source, arg);
		}
}

int fclc_external_add_kernels(struct fclc_program *program, struct fcl_err *err)
{
	if (program->options.mode == FCLC_MODE_COMPILE)
		return 0;
	for (uint32_t i = 0; i < program->nexternals; i++) {
		struct fclc_external_kernel *external = &program->externals[i];
		struct fclc_source *source = &program->sources[program->nsources];

		for (uint32_t j = 0; j < program->nkernels; j++)
			if (!strcmp(program->kernels[j].name, external->name))
				return fclc_error(err, FCLC_NOWHERE, "kernel '%s' is given twice",
						  external->name);
		*source = (struct fclc_source){.path = external->path,
					       .index = program->nsources++};
		make_kernel(program, external, next_kernel(program, source));
	}
	add_io(program);
	return 0;
}

struct fclc_kernel *fclc_external_find(struct fclc_program *program, const char *name)
{
	struct fclc_kernel *found = NULL;

	for (uint32_t i = 0; i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];

		if (!kernel->external || !kernel->external->bits ||
		    strcmp(kernel->external->kind->name, name) != 0)
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

/*
 * Takes over the packet layout of the stream's other end. False if this kernel cannot have that layout. The
 * widths of links between boards are those of the kernels at their ends.
 */
static bool other_layout(struct fclc_bus bus, const struct fclc_kernel *kernel,
			 const struct fclc_arg *arg, struct fclc_packet *ret_packet)
{
	unsigned enabled = ENABLE_ALL;

	if (kernel->language->packet)
		return kernel->language->packet(kernel, arg, bus.data_width, ret_packet);
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

/* AuroraFlow's streams have 64 bytes, or half of that. */
static bool layout(const struct fclc_external_kernel *external, uint32_t port,
		   const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		   struct fclc_packet *ret_packet)
{
	struct fclc_bus bus = external_bus(external, port);

	if (other_layout(bus, other, other_arg, ret_packet))
		return true;
	bus.data_width /= 2;
	return !strncmp(external->kind->name, "aurora_flow_", 12) &&
	       other_layout(bus, other, other_arg, ret_packet);
}

int fclc_external_join(struct fclc_kernel *kernel, struct fclc_arg *arg,
		       const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		       const struct fclc_directive *directive, struct fcl_err *err)
{
	struct fclc_external_kernel *external = kernel->external;
	uint32_t port = arg->port;
	struct fclc_packet packet;

	if (other->external)
		return 0;
	if (!layout(external, port, other, other_arg, &packet))
		return fclc_error(
			err, directive->place,
			"'%s': expected a stream of %u bits at the other end of %s, found '%s' with "
			"packets of %llu bytes (%s)",
			directive->text, external_bus(external, port).data_width, kernel->name,
			other_arg->name, (unsigned long long)other_arg->size, other_arg->type_name);
	if (external->ports[port].joined &&
	    memcmp(&external->ports[port].packet, &packet, sizeof(packet)) != 0)
		return fclc_error(
			err, directive->place,
			"'%s': another compute unit of %s is connected to a stream with other side "
			"channels; all streams of that kernel must have the same",
			directive->text, kernel->name);
	external->ports[port].packet = packet;
	external->ports[port].joined = true;
	kernel->ports[port].data_width = packet.fields[FCLC_PACKET_DATA].bits;
	arg->size = packet.size;
	return 0;
}

/* --- the model --------------------------------------------------------------------------------- */

static void external_describe_port(struct fclc_text *out, const struct external_port *port,
				   const struct fclc_packet *packet)
{
	static const struct {
		const char *name;
		int field;
	} fields[] = {{"data", FCLC_PACKET_DATA}, {"keep", FCLC_PACKET_KEEP},
		      {"strb", FCLC_PACKET_STRB}, {"user", FCLC_PACKET_USER},
		      {"last", FCLC_PACKET_LAST}, {"dest", FCLC_PACKET_DEST}};

	fclc_text_add(out, "\t{.out = %d, .width = %uu, .packet_size = %uu", port->out,
		      packet->fields[FCLC_PACKET_DATA].bits / 8, packet->size);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		fclc_text_add(out, ",\n\t .%s = {%uu, %uu, %uu}", fields[i].name,
			      packet->fields[fields[i].field].offset,
			      packet->fields[fields[i].field].bytes,
			      packet->fields[fields[i].field].bits);
	fclc_text_add(out, "},\n");
}

int fclc_external_put(struct fclc_program *program, struct fclc_kernel *kernel, const char *cu,
		      const char *port, const struct fclc_directive *directive, struct fcl_err *err)
{
	struct fclc_external_kernel *external = kernel->external;
	const char *code = external->kind->code;
	struct external_place *place;

	if (strcmp(code, "serial") != 0 && strcmp(code, "cmac") != 0)
		return fclc_error(err, directive->place, "connect=%s: '%s' has no transceivers",
				  directive->text, cu);
	for (place = external->places; place; place = place->next)
		if (!strcmp(place->cu, cu))
			return strcmp(place->port, port) != 0
				       ? fclc_error(err, directive->place,
						    "connect=%s: '%s' is connected to %s already",
						    directive->text, cu, place->port)
				       : 0;
	place = fclc_alloc(program->arena, 1, sizeof(*place));
	*place = (struct external_place){.cu = cu, .port = port, .next = external->places};
	external->places = place;
	return 0;
}

/* The table of units that connect= puts behind a port, if there are any. */
static void external_describe_places(struct fclc_text *out,
				     const struct fclc_external_kernel *external, uint32_t index)
{
	const struct external_place *place = external->places;

	if (!place)
		return;
	fclc_text_add(out, "static const struct fclc_external_unit fclc_units_%u[] = {\n", index);
	for (; place; place = place->next)
		fclc_text_add(out, "\t{\"%s\", \"%s\"},\n", place->cu, place->port);
	fclc_text_add(out, "\t{0, 0},\n};\n\n");
}

void fclc_external_describe(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	const struct fclc_external_kernel *external = kernel->external;
	const struct external_kind *kind = external->kind;

	external_describe_places(out, external, index);
	fclc_text_add(out, "static const struct fclc_packets fclc_packets_%u[] = {\n", index);
	for (uint32_t i = 0; i < external->nports; i++)
		external_describe_port(out, &kind->ports[i], &external->ports[i].packet);
	fclc_text_add(out, "};\n\nstatic const struct fclc_external fclc_external_%u = {\n", index);
	if (kind->place)
		fclc_text_add(out, "\t.place = \"%s\",\n", kind->place);
	if (external->places)
		fclc_text_add(out, "\t.units = fclc_units_%u,\n", index);
	fclc_text_add(out,
		      "\t.nports = %uu,\n\t.ports = fclc_packets_%u,\n\t.sockets = %uu,\n};\n\n"
		      "static int fclc_open_%u(struct fcl_cu *cu)\n{\n"
		      "\treturn fclc_%s_open(cu, &fclc_external_%u);\n}\n\n",
		      external->nports, index, external->sockets, index, kind->code, index);
}

void fclc_external_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	const struct external_kind *kind = kernel->external->kind;

	fclc_text_add(out,
		      "\t.kind = FCL_MODEL_RUN,\n"
		      "\t.state_size = sizeof(void *),\n"
		      "\t.init = fclc_open_%u,\n"
		      "\t.fini = fclc_%s_close,\n"
		      "\t.run = fclc_%s_run,\n",
		      index, kind->code, kind->code);
	if (kind->registers)
		fclc_text_add(out, "\t.reg_read = fclc_%s_read,\n\t.reg_write = fclc_%s_write,\n",
			      kind->registers, kind->registers);
}
