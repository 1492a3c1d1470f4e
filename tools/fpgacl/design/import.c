/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/design/import.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uuid/uuid.h>

#include "base/file.h"
#include "base/folder.h"
#include "board_support/board_parse.h"
#include "tools/fpgacl/common/option.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/design/bd.h"
#include "tools/fpgacl/design/bit.h"
#include "tools/fpgacl/design/export.h"
#include "tools/fpgacl/design/hwh.h"
#include "tools/fpgacl/design/kernel.h"
#include "tools/fpgacl/design/output.h"
#include "tools/fpgacl/design/packed.h"
#include "tools/fpgacl/design/plan.h"

enum { MOST_KERNELS = 64, MOST_FILES = MOST_KERNELS + 2, MOST_SAID = 64 };

/* "vadd.n": whether an argument is a number or a buffer. */
struct said {
	const char *arg;
	bool buffer;
	bool used;
};

struct import {
	struct fcl_design_options options;
	const char *files[MOST_FILES];
	unsigned nfiles;
	char *bytes[MOST_FILES]; /* of files that stay; free() */
	unsigned nbytes;
	struct said said[MOST_SAID];
	unsigned nsaid;
	const char *orders[MOST_KERNELS]; /* "vadd.a,b,n" */
	unsigned norders;
	const char *folder;
	struct fcl_design design;
	struct fcl_design_bit bit;
	const struct fcl_design_member *offers; /* descriptions of kernels in an export */
	struct fcl_design_kernel *kernels, **last;
	struct fcl_err err;
};

static int import_complain(const char *problem, const char *what)
{
	fprintf(stderr, "fpgacl: card import: %s%s%s; `fpgacl --help` lists the commands\n",
		problem, *what ? " " : "", what);
	return TOOL_USAGE;
}

static int import_fail(struct fcl_err *err)
{
	/* Messages quote names from files. */
	fcl_text_make_printable(err->text);
	fprintf(stderr, "fpgacl: %s\n", err->text);
	return TOOL_FAILED;
}

/* --- options ---------------------------------------------------------------------------------- */

/* "<what>@<address>" */
static bool import_split(const char *text, char *what, size_t room, uint64_t *ret_at)
{
	const char *at = strchr(text, '@');

	if (!at || (size_t)(at - text) >= room)
		return false;
	memcpy(what, text, (size_t)(at - text));
	what[at - text] = '\0';
	return fcl_design_number(at + 1, ret_at);
}

static int take_uuid(struct import *import, const char *value)
{
	char text[40];

	import->options.has_uuid = true;
	if (!import_split(value, text, sizeof(text), &import->options.uuid_at) ||
	    uuid_parse(text, import->options.uuid) || uuid_is_null(import->options.uuid))
		return import_complain(
			"--uuid takes <uuid>@<address>, the address that of a memory on M_AXI_LITE, not",
			value);
	return TOOL_OK;
}

static int import_take_id(struct import *import, const char *value)
{
	char text[32];
	uint64_t id = 0;

	import->options.has_id = true;
	if (!import_split(value, text, sizeof(text), &import->options.id_at) ||
	    !fcl_design_number(text, &id) || id >= UINT32_MAX)
		return import_complain(
			"--identify takes <value>@<address>, such as 0x4c465259@0x40000000, not",
			value);
	import->options.id = (uint32_t)id;
	return TOOL_OK;
}

static int import_take_ids(struct import *import, const char *value)
{
	unsigned vendor, device;
	int end = 0;

	import->options.has_ids = true;
	if (strspn(value, "0123456789abcdefABCDEF:") != strlen(value) ||
	    sscanf(value, "%4x:%4x%n", &vendor, &device, &end) != 2 || value[end] || !vendor ||
	    vendor == UINT16_MAX)
		return import_complain("--ids takes <vendor>:<device> such as 10ee:7011, not",
				       value);
	import->options.vendor = (uint16_t)vendor;
	import->options.device = (uint16_t)device;
	return TOOL_OK;
}

static int take_said(struct import *import, const char *value, bool buffer)
{
	if (import->nsaid == MOST_SAID)
		return import_complain("at most 64 arguments can be named", "");
	if (!strchr(value, '.'))
		return import_complain("expected <kernel>.<argument>, found", value);
	for (unsigned i = 0; i < import->nsaid; i++)
		if (!strcasecmp(import->said[i].arg, value))
			return import_complain("expected one --value or --buffer, found two for",
					       value);
	import->said[import->nsaid++] = (struct said){value, buffer, false};
	return TOOL_OK;
}

static int import_take_order(struct import *import, const char *value)
{
	if (import->norders == MOST_KERNELS)
		return import_complain("the arguments of at most 64 kernels can be named", "");
	if (!strchr(value, '.'))
		return import_complain("expected <kernel>.<argument>,<argument>..., found", value);
	import->orders[import->norders++] = value;
	return TOOL_OK;
}

static int import_take_option(struct import *import, const char *name, const char *value)
{
	if (!strcmp(name, "-o")) {
		import->folder = value;
	} else if (!strcmp(name, "--name")) {
		import->options.name = value;
	} else if (!strcmp(name, "--ids")) {
		return import_take_ids(import, value);
	} else if (!strcmp(name, "--uuid")) {
		return take_uuid(import, value);
	} else if (!strcmp(name, "--identify")) {
		return import_take_id(import, value);
	} else if (!strcmp(name, "--args")) {
		return import_take_order(import, value);
	} else if (!strcmp(name, "--value") || !strcmp(name, "--buffer")) {
		return take_said(import, value, name[2] == 'b');
	} else {
		return import_complain("unexpected option", name);
	}
	return TOOL_OK;
}

static int take_options(struct import *import, int argc, char **argv)
{
	static const char *const repeats[] = {"--value", "--buffer", "--args", NULL};

	for (int i = 0; i < argc; i++) {
		const char *problem;
		int status;

		if (argv[i][0] != '-') {
			if (import->nfiles == MOST_FILES)
				return import_complain("expected at most 66 files, found more", "");
			import->files[import->nfiles++] = argv[i];
			continue;
		}
		problem = fcl_tool_option_problem(argc, argv, i, repeats);
		if (problem)
			return import_complain(problem, argv[i]);
		status = import_take_option(import, argv[i], argv[i + 1]);
		if (status)
			return status;
		i++;
	}
	if (!import->folder)
		return import_complain(
			"expected -o <folder>, in which a folder with the board is made", "");
	return TOOL_OK;
}

/* --- files ------------------------------------------------------------------------------------ */

static bool has_suffix(const char *file, const char *suffix)
{
	size_t length = strlen(file), part = strlen(suffix);

	return length > part && !strcasecmp(file + length - part, suffix);
}

static bool is_design(const char *file)
{
	return has_suffix(file, ".hwh") || has_suffix(file, ".bd");
}

static int import_read_file(struct import *import, const char *file, size_t *ret_size)
{
	int error = fcl_file_read_regular(file,
					  has_suffix(file, ".bit") || has_suffix(file, ".xsa") ||
							  has_suffix(file, ".hdf")
						  ? FCL_DESIGN_MOST_BYTES
						  : FCL_DESIGN_MOST_TEXT,
					  &import->bytes[import->nbytes], ret_size, &import->err);

	if (!error)
		import->nbytes++;
	return error;
}

static int add_design(struct import *import, const char *file, const char *bytes, size_t size)
{
	if (import->design.cells)
		return fcl_err_set(&import->err, -EINVAL,
				   "expected one .hwh, .bd or .xsa file, found %s and %s",
				   import->design.file, file);
	import->design.file = file;
	return has_suffix(file, ".hwh")
		       ? fcl_design_hwh_read(&import->design, bytes, size, &import->err)
		       : fcl_design_bd_read(&import->design, bytes, size, &import->err);
}

static int add_bit(struct import *import, const char *file, const char *bytes, size_t size)
{
	if (import->bit.file)
		return fcl_err_set(&import->err, -EINVAL, "expected one .bit file, found %s and %s",
				   import->bit.file, file);
	return fcl_design_bit_read(&import->design, file, bytes, size, &import->bit, &import->err);
}

static int import_add_kernel(struct import *import, const char *file, const char *bytes,
			     size_t size)
{
	struct fcl_design_kernel *kernel;
	int error = has_suffix(file, ".xo") ? fcl_design_packed_read(&import->design, file, bytes,
								     size, &kernel, &import->err)
					    : fcl_design_kernel_read(&import->design, file, bytes,
								     size, &kernel, &import->err);

	for (const struct fcl_design_kernel *at = import->kernels; at && !error; at = at->next)
		if (!strcasecmp(at->name, kernel->name))
			error = fcl_err_set(
				&import->err, -EINVAL,
				"expected one description of kernel %.100s, found %s and %s",
				kernel->name, at->file, file);
	if (error)
		return error;
	*import->last = kernel;
	import->last = &kernel->next;
	return 0;
}

static int add_export(struct import *import, const char *file, const char *bytes, size_t size)
{
	struct fcl_design_export found;
	int error = fcl_design_export_read(&import->design, file, bytes, size, &found,
					   &import->err);

	if (error)
		return error;
	import->offers = found.headers;
	error = add_design(import, found.hwh->name, found.hwh->bytes, found.hwh->size);
	return error || !found.bit
		       ? error
		       : add_bit(import, found.bit->name, found.bit->bytes, found.bit->size);
}

/* Descriptions in an export are used for kernels that no other file describes. */
static int add_offer(struct import *import, const struct fcl_design_member *offer)
{
	struct fcl_design_kernel *kernel;
	int error = fcl_design_offer_read(&import->design, offer->name, offer->bytes, offer->size,
					  &kernel, &import->err);

	for (const struct fcl_design_kernel *at = import->kernels; at && !error; at = at->next)
		if (!strcasecmp(at->name, kernel->name))
			return 0;
	if (error)
		return error;
	*import->last = kernel;
	import->last = &kernel->next;
	return 0;
}

static int read_one(struct import *import, const char *file)
{
	size_t size = 0;
	int error = import_read_file(import, file, &size);
	const char *bytes = error ? NULL : import->bytes[import->nbytes - 1];

	if (error)
		return error;
	if (is_design(file))
		return add_design(import, file, bytes, size);
	if (has_suffix(file, ".xsa") || has_suffix(file, ".hdf"))
		return add_export(import, file, bytes, size);
	return has_suffix(file, ".bit") ? add_bit(import, file, bytes, size)
					: import_add_kernel(import, file, bytes, size);
}

static int import_read_files(struct import *import)
{
	int error = 0;

	for (unsigned i = 0; i < import->nfiles && !error; i++)
		error = read_one(import, import->files[i]);
	for (const struct fcl_design_member *at = import->offers; at && !error; at = at->next)
		error = add_offer(import, at);
	if (!error && !import->design.cells)
		error = fcl_err_set(
			&import->err, -EINVAL,
			"expected the .hwh, .bd or .xsa file of a design with XDMA, found %s",
			import->nfiles ? "none among the files" : "no file");
	return error;
}

/* --- arguments -------------------------------------------------------------------------------- */

static void apply_to(struct said *said, struct fcl_design_kernel *kernel)
{
	const char *dot = strchr(said->arg, '.');
	size_t length = (size_t)(dot - said->arg);

	if (strlen(kernel->name) != length || strncasecmp(kernel->name, said->arg, length) != 0)
		return;
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fcl_design_arg *arg = &kernel->args[i];

		if (arg->kind || strcmp(arg->name, dot + 1) != 0)
			continue;
		arg->buffer = said->buffer;
		arg->stated = said->used = true;
	}
}

static int apply_said(struct import *import)
{
	for (unsigned i = 0; i < import->nsaid; i++) {
		for (struct fcl_design_kernel *kernel = import->kernels; kernel;
		     kernel = kernel->next)
			apply_to(&import->said[i], kernel);
		if (!import->said[i].used)
			return fcl_err_set(&import->err, -EINVAL,
					   "no kernel of these files has an argument \"%.100s\"",
					   import->said[i].arg);
	}
	return 0;
}

/* Swaps the argument of that name to the place; false: there is none among those that are left. */
static bool put_next(struct fcl_design_kernel *kernel, uint32_t place, const char *name,
		     size_t length)
{
	for (uint32_t i = place; i < kernel->nargs; i++) {
		struct fcl_design_arg arg = kernel->args[i];

		if (strlen(arg.name) != length || memcmp(arg.name, name, length) != 0)
			continue;
		kernel->args[i] = kernel->args[place];
		kernel->args[place] = arg;
		return true;
	}
	return false;
}

/* "a,b,n": each argument once. */
static int order_args(struct import *import, struct fcl_design_kernel *kernel, const char *names)
{
	const char *at = names;
	uint32_t place = 0;

	for (; *at && *at != ','; place++) {
		size_t length = strcspn(at, ",");

		if (!put_next(kernel, place, at, length))
			return fcl_err_set(
				&import->err, -EINVAL,
				"--args: expected each argument of %.100s once, found \"%.*s\"",
				kernel->name, (int)(length < 100 ? length : 100), at);
		at += length + (at[length] == ',' && at[length + 1]);
	}
	kernel->has_ids = place == kernel->nargs && !*at;
	return kernel->has_ids
		       ? 0
		       : fcl_err_set(&import->err, -EINVAL,
				     "--args: expected all %u arguments of %.100s, found %u",
				     kernel->nargs, kernel->name, place);
}

static int apply_order(struct import *import, const char *text)
{
	const char *dot = strchr(text, '.');
	size_t length = (size_t)(dot - text);

	for (struct fcl_design_kernel *at = import->kernels; at; at = at->next)
		if (strlen(at->name) == length && !strncasecmp(at->name, text, length))
			return order_args(import, at, dot + 1);
	return fcl_err_set(&import->err, -EINVAL, "--args: no file describes a kernel \"%.*s\"",
			   (int)(length < 100 ? length : 100), text);
}

/* With registers in several interfaces, only the user, or a kernel.xml, knows the order. */
static int apply_orders(struct import *import)
{
	struct fcl_err *err = &import->err;
	int error = 0;

	for (unsigned i = 0; i < import->norders && !error; i++)
		error = apply_order(import, import->orders[i]);
	for (struct fcl_design_kernel *at = import->kernels; at && !error; at = at->next) {
		if (!at->several || at->has_ids || at->refusal)
			continue;
		error = fcl_err_set(
			err, -EINVAL,
			"%s: %.60s has its registers in several interfaces, which do not say the order of its arguments: say it with --args %.60s.<argument>,<argument>...",
			at->file, at->name, at->name);
		if (!at->offered)
			continue;
		at->refusal = fcl_design_text(&import->design, err, "%s", err->text);
		error = at->refusal ? 0 : -ENOMEM;
	}
	return error;
}

/* --- output ----------------------------------------------------------------------------------- */

static int write_in(struct import *import, const struct fcl_design_card *card, const char *file,
		    const void *bytes, size_t size)
{
	char path[4096];

	if (snprintf(path, sizeof(path), "%s/%s/%s", import->folder, card->name, file) >=
	    (int)sizeof(path))
		return fcl_err_set(&import->err, -ENAMETOOLONG, "%s: the path is too long",
				   import->folder);
	return fcl_file_write(path, bytes, size, &import->err);
}

static int write_board(struct import *import, const struct fcl_design_card *card)
{
	struct fcl_text text = {0};
	struct fcl_board *board = NULL;
	int error;

	fcl_design_put_board(card, &text);
	if (text.failed) {
		fcl_text_free(&text);
		return fcl_err_set(&import->err, -ENOMEM, "no memory for a board.xml");
	}
	error = fcl_board_parse(text.bytes, text.size, "the board.xml of this design", &board,
				&import->err);
	fcl_board_free(board);
	if (!error)
		error = write_in(import, card, "board.xml", text.bytes, text.size);
	fcl_text_free(&text);
	return error;
}

static int import_write_image(struct import *import, const struct fcl_design_card *card)
{
	struct fcl_image *image = NULL;
	void *bytes = NULL;
	char file[64];
	size_t size = 0;
	int error = fcl_design_make_image(card, &bytes, &size, &import->err);

	/* What is written can be read, or it is not written. */
	if (!error)
		error = fcl_image_read(bytes, size, &image, &import->err);
	fcl_image_unref(image);
	snprintf(file, sizeof(file), "%s.xclbin", card->name);
	if (!error)
		error = write_in(import, card, file, bytes, size);
	free(bytes);
	return error;
}

static int import_write_files(struct import *import, const struct fcl_design_card *card)
{
	char folder[4096];
	int error;

	snprintf(folder, sizeof(folder), "%s/%s", import->folder, card->name);
	error = fcl_folder_make(folder);
	if (error)
		return fcl_err_set(&import->err, error, "%s cannot be created: %s", folder,
				   strerror(-error));
	error = write_board(import, card);
	return error || !card->units ? error : import_write_image(import, card);
}

static void import_print_arg(const struct fcl_design_arg *arg, struct fcl_text *out)
{
	if (arg->kind)
		fcl_text_format(out, "  -      %-16s %s\n", arg->name,
				arg->kind == FCL_ARG_STREAM ? "a stream" : "local memory");
	else
		fcl_text_format(out, "  0x%03" PRIx64 "  %-16s %s of %u bits\n", arg->offset,
				arg->name, arg->buffer ? "a buffer's address" : "a number",
				arg->bits);
}

static void import_print_kernel(const struct fcl_design_kernel *kernel, struct fcl_text *out)
{
	fcl_text_format(out, "kernel %s (%s): %s%s\n", kernel->name, kernel->file,
			kernel->control == FCL_CONTROL_CHAIN ? "ap_ctrl_chain" : "ap_ctrl_hs",
			kernel->stated ? "" : ", which its description does not say");
	for (uint32_t i = 0; i < kernel->nargs; i++)
		import_print_arg(&kernel->args[i], out);
}

static void import_print_card(const struct fcl_design_card *card, struct fcl_text *out)
{
	fcl_text_format(
		out,
		"board %s: %04x:%04x, XDMA in BAR %u, %u and %u channels; registers in BAR %u, "
		"0x%" PRIx64 " bytes from 0x%" PRIx64 " on\n",
		card->name, card->vendor, card->device, card->dma_bar, card->h2c, card->c2h,
		card->user_bar, card->user_size, card->user_base);
	for (const struct fcl_design_bank *bank = card->banks; bank; bank = bank->next)
		fcl_text_format(out, "  %-8s 0x%" PRIx64 " bytes at 0x%" PRIx64 " (%s)\n",
				bank->tag, bank->size, bank->base, bank->slave);
	for (const struct fcl_design_unit *unit = card->units; unit; unit = unit->next) {
		fcl_text_format(out, "  %-8s registers at 0x%" PRIx64, unit->cell->name,
				unit->base);
		if (unit->irq >= 0 && unit->irq < (int)card->irqs)
			fcl_text_format(out, ", interrupt %d", unit->irq);
		fcl_text_format(out, "\n");
	}
	for (const struct fcl_design_kernel *kernel = card->kernels; kernel; kernel = kernel->next)
		import_print_kernel(kernel, out);
	if (card->bit)
		fcl_text_format(out, "bitstream %s: %s, for %s, of %s %s\n", card->bit->file,
				card->bit->name, card->bit->part, card->bit->date, card->bit->time);
}

static void import_print_notes(const struct import *import, const struct fcl_design_card *card,
			       struct fcl_text *out)
{
	for (unsigned i = 0; i < card->nnotes; i++)
		fcl_text_format(out, "note: %s\n", card->notes[i]);
	if (!card->options->has_uuid && !card->options->has_id)
		fcl_text_format(
			out,
			"note: nothing in this design is compared with the card, so nothing proves that the card holds it (--uuid, --identify)\n");
	fcl_text_format(out, "written: %s/%s/board.xml", import->folder, card->name);
	if (card->units)
		fcl_text_format(out, " and %s.xclbin", card->name);
	fcl_text_format(out, "\n");
}

static int import_print(const struct import *import, const struct fcl_design_card *card)
{
	struct fcl_text out = {0};
	char *line, *next;

	import_print_card(card, &out);
	import_print_notes(import, card, &out);
	/* Names come from files. */
	for (line = out.bytes; !out.failed && line && *line; line = next) {
		next = line + strcspn(line, "\n");
		next += *next ? 1 : 0;
		if (next[-1] == '\n')
			next[-1] = '\0';
		fcl_text_make_printable(line);
		puts(line);
	}
	fcl_text_free(&out);
	return out.failed ? TOOL_FAILED : TOOL_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

static int import_files(struct import *import)
{
	struct fcl_design_card card = {.arena = &import->design.arena,
				       .options = &import->options,
				       .design = &import->design};
	int error = import_read_files(import);

	if (!error)
		error = apply_said(import);
	if (!error)
		error = apply_orders(import);
	card.kernels = import->kernels;
	card.bit = import->bit.file ? &import->bit : NULL;
	if (!error)
		error = fcl_design_plan(&card, &import->err);
	if (!error)
		error = import_write_files(import, &card);
	return error ? import_fail(&import->err) : import_print(import, &card);
}

int fcl_tool_card_import(int argc, char **argv)
{
	struct import *import = calloc(1, sizeof(*import));
	int status;

	if (!import)
		return import_complain("no memory", "");
	import->last = &import->kernels;
	fcl_design_init(&import->design, "");
	status = take_options(import, argc, argv);
	if (!status)
		status = import_files(import);
	fcl_design_free(&import->design);
	while (import->nbytes)
		free(import->bytes[--import->nbytes]);
	free(import);
	return status;
}
