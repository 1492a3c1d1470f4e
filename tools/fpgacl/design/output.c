/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "tools/fpgacl/design/plan.h"

/* The same input gives the same bytes, without a date of today: 1980-01-01. */
#define TIMESTAMP 315532800u

enum { TEXT_MOST = 255 }; /* bytes of a value in the container */

const char *fcl_design_vbnv(const struct fcl_design_card *card, char vbnv[96])
{
	snprintf(vbnv, 96, "imported_%s_xdma_1", card->name);
	return vbnv;
}

/* --- board.xml -------------------------------------------------------------------------------- */

static void put_attr(struct fcl_text *out, const char *name, const char *value)
{
	fcl_text_format(out, " %s=\"", name);
	for (; *value; value++)
		if (*value == '&' || *value == '<' || *value == '"' || *value == '>')
			fcl_text_format(out, "&#%d;", *value);
		else
			fcl_text_append(out, value, 1);
	fcl_text_append(out, "\"", 1);
}

static void output_put_head(const struct fcl_design_card *card, struct fcl_text *out)
{
	char vbnv[96];

	fcl_text_format(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			     "<!-- Written by fpgacl card import. -->\n"
			     "<board");
	put_attr(out, "name", card->name);
	fcl_text_format(out, " vendor=\"imported\">\n  <platform");
	put_attr(out, "device", fcl_design_vbnv(card, vbnv));
	put_attr(out, "vbnv", vbnv);
	if (*card->design->part && strlen(card->design->part) <= 100)
		put_attr(out, "part", card->design->part);
	fcl_text_format(out,
			"/>\n  <pci vendor=\"0x%04" PRIx32 "\" device=\"0x%04" PRIx32
			"\" bdf=\"0000:00:00.0\"/>\n"
			"  <shell version=\"1\" slots=\"1\" max-cus=\"0\" keeps-memory=\"true\"/>\n"
			"  <dma h2d=\"%" PRIu32 "\" d2h=\"%" PRIu32 "\" host-alignment=\"64\"/>\n",
			card->vendor, card->device, card->h2c, card->c2h);
}

static void put_memory(const struct fcl_design_card *card, struct fcl_text *out)
{
	fcl_text_format(out, "  <memory default=\"%s\" buffer-alignment=\"4096\">\n",
			card->banks->tag);
	for (const struct fcl_design_bank *bank = card->banks; bank; bank = bank->next)
		fcl_text_format(out,
				"    <bank tag=\"%s\" type=\"%s\" base=\"0x%" PRIx64
				"\" size=\"0x%" PRIx64 "\"/>\n",
				bank->tag, bank->type, bank->base, bank->size);
	fcl_text_format(out,
			"  </memory>\n  <clocks>\n"
			"    <clock name=\"DATA_CLK\" type=\"data\" mhz=\"%" PRIu32
			"\"/>\n  </clocks>\n",
			card->mhz);
}

void fcl_design_put_board(const struct fcl_design_card *card, struct fcl_text *out)
{
	const struct fcl_design_options *options = card->options;

	output_put_head(card, out);
	put_memory(card, out);
	fcl_text_format(
		out,
		"  <card dma-bar=\"%" PRIu32 "\" user-bar=\"%" PRIu32 "\" user-base=\"0x%" PRIx64
		"\" user-size=\"0x%" PRIx64 "\" irqs=\"%" PRIu32 "\"",
		card->dma_bar, card->user_bar, card->user_base, card->user_size, card->irqs);
	if (options->has_uuid)
		fcl_text_format(out, " uuid=\"0x%" PRIx64 "\"", options->uuid_at - card->user_base);
	if (options->has_id)
		fcl_text_format(out, " id-at=\"0x%" PRIx64 "\" id=\"0x%08" PRIx32 "\"",
				options->id_at - card->user_base, options->id);
	fcl_text_format(out, "/>\n</board>\n");
}

/* --- the image -------------------------------------------------------------------------------- */

static int output_no_memory(struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM, "no memory for an image");
}

/* A register's bits say nothing of a sign. */
static const char *output_type_of(const struct fcl_design_arg *arg)
{
	if (*arg->type)
		return arg->type;
	if (arg->buffer)
		return "void*";
	return arg->bits == 8    ? "uchar"
	       : arg->bits == 16 ? "ushort"
	       : arg->bits == 32 ? "uint"
	       : arg->bits == 64 ? "ulong"
				 : "";
}

static void fill_arg(struct fcl_image_kernel *kernel, const struct fcl_design_arg *arg)
{
	struct fcl_image_arg *out = &kernel->args[kernel->nargs];

	*out = (struct fcl_image_arg){.name = arg->name,
				      .type_name = output_type_of(arg),
				      .port = arg->buffer ? "M_AXI" : "S_AXI_CONTROL",
				      .id = kernel->nargs,
				      .qualifier = arg->buffer ? FCL_ARG_GLOBAL : FCL_ARG_SCALAR,
				      .direction = arg->buffer ? FCL_DIR_UNKNOWN : FCL_DIR_IN,
				      .offset = arg->offset,
				      .size = (arg->bits + 31) / 32 * 4,
				      .host_size = (arg->bits + 7) / 8};
	if (arg->kind) {
		out->qualifier = arg->kind;
		out->direction = arg->direction;
		out->offset = 0;
		out->port = arg->bus;
	}
	if (arg->buffer && *arg->bus)
		out->port = arg->bus;
	kernel->nargs++;
}

static bool has_port(const struct fcl_image_kernel *kernel, const char *name)
{
	for (uint32_t i = 0; i < kernel->nports; i++)
		if (!strcmp(kernel->ports[i].name, name))
			return true;
	return false;
}

static struct fcl_image_port output_port_of(const struct fcl_image_arg *arg)
{
	if (arg->qualifier != FCL_ARG_STREAM)
		return (struct fcl_image_port){.name = arg->port,
					       .mode = FCL_PORT_MASTER,
					       .range = UINT64_MAX,
					       .type = "addressable"};
	return (struct fcl_image_port){.name = arg->port,
				       .mode = arg->direction == FCL_DIR_IN ? FCL_PORT_READ_ONLY
									    : FCL_PORT_WRITE_ONLY,
				       .data_width = (uint32_t)arg->size * 8,
				       .type = "stream"};
}

static void fill_ports(struct fcl_image_kernel *kernel, uint64_t range)
{
	kernel->ports[kernel->nports++] = (struct fcl_image_port){.name = "S_AXI_CONTROL",
								  .mode = FCL_PORT_SLAVE,
								  .range = range,
								  .data_width = 32,
								  .type = "addressable"};
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (*kernel->args[i].port && !has_port(kernel, kernel->args[i].port))
			kernel->ports[kernel->nports++] = output_port_of(&kernel->args[i]);
}

/* The kernel's name is spelt as the core's in the design. */
static const char *output_name_of(struct fcl_image *image, const struct fcl_design_unit *unit)
{
	const char *at = unit->cell->vlnv;

	for (int i = 0; i < 2 && strchr(at, ':'); i++)
		at = strchr(at, ':') + 1;
	return fcl_image_string(image, "%.*s", (int)strcspn(at, ":"), at);
}

/* Returns the smallest range of addresses that a compute unit of the kernel has. */
static uint64_t output_range_of(const struct fcl_design_card *card,
				const struct fcl_design_kernel *kernel,
				const struct fcl_design_unit **ret_first)
{
	uint64_t range = UINT64_MAX;

	*ret_first = NULL;
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next) {
		if (unit->kernel != kernel)
			continue;
		if (!*ret_first)
			*ret_first = unit;
		if (unit->size < range)
			range = unit->size;
	}
	range = range < 0x10000 ? range : 0x10000;
	/* Those in another interface are further away. */
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_design_arg *arg = &kernel->args[i];
		uint64_t end = arg->offset + (arg->bits + 31) / 32 * 4;

		if (arg->shift && end > range)
			range = (end + 0xfff) & ~UINT64_C(0xfff);
	}
	return range;
}

static int fill_kernel(const struct fcl_design_card *card, struct fcl_image *image,
		       const struct fcl_design_kernel *facts, struct fcl_err *err)
{
	struct fcl_image_kernel *kernel = &image->kernels[image->nkernels];
	const struct fcl_design_unit *first;
	uint64_t range = output_range_of(card, facts, &first);

	kernel->name = output_name_of(image, first);
	kernel->language = "ip_c";
	kernel->attributes = "";
	kernel->args = fcl_image_alloc(image, facts->nargs + 1, sizeof(*kernel->args));
	kernel->ports = fcl_image_alloc(image, facts->nargs + 2, sizeof(*kernel->ports));
	if (!kernel->name || !kernel->args || !kernel->ports)
		return output_no_memory(err);
	for (uint32_t i = 0; i < facts->nargs; i++)
		fill_arg(kernel, &facts->args[i]);
	kernel->nhost_args = kernel->nargs;
	fill_ports(kernel, range);
	image->nkernels++;
	return 0;
}

static uint32_t output_index_of(const struct fcl_design_card *card,
				const struct fcl_design_kernel *kernel)
{
	uint32_t index = 0;

	for (const struct fcl_design_kernel *at = card->kernels; at != kernel; at = at->next)
		index++;
	return index;
}

/* Paths of the hierarchy become part of the name. */
static int fill_unit(const struct fcl_design_card *card, struct fcl_image *image,
		     const struct fcl_design_unit *unit, struct fcl_err *err)
{
	struct fcl_image_cu *cu = &image->cus[image->ncus];
	char *name = fcl_image_alloc(image, strlen(unit->cell->name) + 1, 1);

	if (!name)
		return output_no_memory(err);
	for (size_t i = 0; unit->cell->name[i]; i++)
		name[i] = (char)(unit->cell->name[i] == '/' ? '_' : unit->cell->name[i]);
	*cu = (struct fcl_image_cu){.name = name,
				    .kernel = output_index_of(card, unit->kernel),
				    .base = unit->base,
				    .control = unit->kernel->control,
				    .ip = image->ncus};
	image->ncus++;
	return 0;
}

static void fill_memory(const struct fcl_design_card *card, struct fcl_image *image)
{
	for (const struct fcl_design_bank *bank = card->banks; bank; bank = bank->next)
		image->mems[image->nmems++] =
			(struct fcl_image_mem){.tag = bank->tag,
					       .type = !strcmp(bank->kind, "DDR")    ? MEM_DDR4
						       : !strcmp(bank->kind, "HBM")  ? MEM_HBM
						       : !strcmp(bank->kind, "BRAM") ? MEM_BRAM
										     : MEM_DRAM,
					       .base = bank->base,
					       .size = bank->size};
}

static void connect(const struct fcl_design_card *card, struct fcl_image *image,
		    const struct fcl_design_unit *unit, uint32_t cu)
{
	for (uint32_t arg = 0; arg < unit->kernel->nargs; arg++) {
		const struct fcl_design_bank *bank = card->banks;

		for (uint32_t mem = 0; bank; mem++, bank = bank->next) {
			if (!unit->kernel->args[arg].buffer ||
			    !fcl_design_reaches(card, unit, &unit->kernel->args[arg], bank))
				continue;
			image->mems[mem].used = true;
			image->connections[image->nconnections++] =
				(struct fcl_image_connection){.cu = cu, .arg = arg, .mem = mem};
		}
	}
}

static size_t most_connections(const struct fcl_design_card *card)
{
	size_t count = 1;

	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		count += (size_t)unit->kernel->nargs * card->nbanks;
	return count;
}

static int fill_facts(const struct fcl_design_card *card, struct fcl_image *image,
		      struct fcl_err *err)
{
	static const char *const keys[] = {"fpgacl.design", "fpgacl.part", "fpgacl.built"};
	const struct fcl_design_bit *bit = card->bit;

	image->clocks = fcl_image_alloc(image, 1, sizeof(*image->clocks));
	image->keyvalues = fcl_image_alloc(image, 3, sizeof(*image->keyvalues));
	if (!image->clocks || !image->keyvalues)
		return output_no_memory(err);
	image->clocks[image->nclocks++] = (struct fcl_image_clock){
		.name = "DATA_CLK", .type = CT_DATA, .frequency_mhz = card->mhz};
	if (!bit)
		return 0;
	for (int i = 0; i < 3; i++) {
		const char *value = i == 0   ? fcl_image_string(image, "%.*s", TEXT_MOST, bit->name)
				    : i == 1 ? fcl_image_string(image, "%.*s", TEXT_MOST, bit->part)
					     : fcl_image_string(image, "%.100s %.100s", bit->date,
								bit->time);

		if (!value)
			return output_no_memory(err);
		image->keyvalues[image->nkeyvalues++] = (struct fcl_image_keyvalue){keys[i], value};
	}
	image->payload = bit->bytes;
	image->payload_size = bit->size;
	return 0;
}

static int fill_image(const struct fcl_design_card *card, struct fcl_image *image,
		      struct fcl_err *err)
{
	char vbnv[96];
	uint32_t cu = 0;
	int error = 0;

	image->container = FCL_IMAGE_XCLBIN;
	image->target = FCL_TARGET_HW;
	image->timestamp = TIMESTAMP;
	image->isa = "";
	image->vbnv = fcl_image_string(image, "%s", fcl_design_vbnv(card, vbnv));
	image->kernels = fcl_image_alloc(image, card->nunits + 1, sizeof(*image->kernels));
	image->cus = fcl_image_alloc(image, card->nunits + 1, sizeof(*image->cus));
	image->mems = fcl_image_alloc(image, card->nbanks, sizeof(*image->mems));
	image->connections = fcl_image_alloc(image, most_connections(card),
					     sizeof(*image->connections));
	if (!image->vbnv || !image->kernels || !image->cus || !image->mems || !image->connections)
		return output_no_memory(err);
	for (const struct fcl_design_kernel *kernel = card->kernels; kernel && !error;
	     kernel = kernel->next)
		error = fill_kernel(card, image, kernel, err);
	for (const struct fcl_design_unit *unit = card->units; unit && !error; unit = unit->next)
		error = fill_unit(card, image, unit, err);
	if (error)
		return error;
	fill_memory(card, image);
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next)
		connect(card, image, unit, cu++);
	return fill_facts(card, image, err);
}

/* That of the design's memory, or one derived from all that is in the image. */
static int set_uuid(const struct fcl_design_card *card, struct fcl_image *image,
		    struct fcl_err *err)
{
	if (!card->options->has_uuid)
		return fcl_image_derive_uuid(image, FCL_IMAGE_XCLBIN, err);
	memcpy(image->uuid, card->options->uuid, sizeof(image->uuid));
	return 0;
}

int fcl_design_make_image(const struct fcl_design_card *card, void **ret_bytes, size_t *ret_size,
			  struct fcl_err *err)
{
	struct fcl_image *image;
	int error = fcl_image_new(&image, err);

	if (error)
		return error;
	error = fill_image(card, image, err);
	if (!error)
		error = set_uuid(card, image, err);
	if (!error)
		error = fcl_image_write(image, FCL_IMAGE_XCLBIN, ret_bytes, ret_size, err);
	fcl_image_unref(image);
	return error;
}
