/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/units/program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>

#include "hal/bank.h"
#include "hal/pcie/suspend.h"

enum {
	CONTROL_BYTES = 0x10, /* the registers that every CU has */
	MOST_BYTES = 1 << 20,
};

/* --- what fits -------------------------------------------------------------------------------- */

/* Bytes of a kernel's registers: as its port says, or up to the last argument. */
static uint64_t registers_of(const struct fcl_image_kernel *kernel)
{
	uint64_t bytes = CONTROL_BYTES;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		uint64_t end = arg->offset + (arg->size + 3) / 4 * 4;

		if (arg->qualifier != FCL_ARG_STREAM && arg->qualifier != FCL_ARG_LOCAL &&
		    end > bytes)
			bytes = end;
	}
	if (kernel->range_at && kernel->range_at + sizeof(struct fcl_image_range) > bytes)
		bytes = kernel->range_at + sizeof(struct fcl_image_range);
	for (uint32_t i = 0; i < kernel->nports; i++)
		if (kernel->ports[i].mode == FCL_PORT_SLAVE && kernel->ports[i].range > bytes)
			bytes = kernel->ports[i].range;
	return bytes;
}

static bool has_registers(const struct fcl_image_cu *cu)
{
	return cu->control != FCL_CONTROL_NONE && cu->base != UINT64_MAX;
}

static int check_args(const struct fcl_image_kernel *kernel, struct fcl_err *err)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		bool value = arg->qualifier == FCL_ARG_SCALAR || arg->qualifier == FCL_ARG_GLOBAL ||
			     arg->qualifier == FCL_ARG_CONSTANT;

		if (value && (arg->offset < CONTROL_BYTES || arg->offset % 4 ||
			      arg->offset > MOST_BYTES || arg->size > MOST_BYTES))
			return fcl_err_set(
				err, -EINVAL,
				"argument %s of kernel %s: expected its register at a multiple of 4 from 0x10 on, found %" PRIu64
				" bytes at 0x%" PRIx64,
				arg->name, kernel->name, arg->size, arg->offset);
	}
	return 0;
}

static int check_cu(const struct fcl_hal_device *device, const struct fcl_image *image,
		    const struct fcl_image_cu *cu, struct fcl_err *err)
{
	const struct fcl_board_card *card = &device->board->card;
	const struct fcl_image_kernel *kernel = &image->kernels[cu->kernel];
	uint64_t bytes;
	int error;

	if (!has_registers(cu))
		return 0;
	error = check_args(kernel, err);
	if (error)
		return error;
	bytes = registers_of(kernel);
	if (cu->control != FCL_CONTROL_HS && cu->control != FCL_CONTROL_CHAIN)
		return fcl_err_set(
			err, -EINVAL,
			"compute unit %s: expected the control protocol ap_ctrl_hs or ap_ctrl_chain",
			cu->name);
	if (cu->base % 4 || bytes > MOST_BYTES || cu->base < card->user_base ||
	    bytes > card->user_size || cu->base - card->user_base > card->user_size - bytes)
		return fcl_err_set(err, -EINVAL,
				   "compute unit %s: its %" PRIu64
				   " bytes of registers at 0x%" PRIx64
				   " are not in BAR %u, which holds 0x%" PRIx64 " to 0x%" PRIx64
				   " (user-base and user-size in %s)",
				   cu->name, bytes, cu->base, card->user_bar, card->user_base,
				   card->user_base + card->user_size - 1, device->board->file);
	return check_args(kernel, err);
}

static void read_uuid(struct fcl_hal_device *device, uint8_t ret_uuid[16])
{
	const struct fcl_board_card *card = &device->board->card;

	for (uint32_t i = 0; i < 16; i += 4) {
		uint32_t word = fcl_pcie_read(device->transport, card->user_bar, card->uuid + i);

		memcpy(ret_uuid + i, &word, 4);
	}
}

static bool has_uuid(const struct fcl_hal_device *device)
{
	return device->board->card.uuid != UINT64_MAX;
}

/* A register with a value of this design's own. */
static int check_id(struct fcl_hal_device *device, struct fcl_err *err)
{
	const struct fcl_board_card *card = &device->board->card;
	uint32_t id;

	if (card->id_at == UINT64_MAX)
		return 0;
	id = fcl_pcie_read(device->transport, card->user_bar, card->id_at);
	if (id == card->id)
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "%s: expected the identification 0x%08x at 0x%" PRIx64
			   " of BAR %u, as %s says, found 0x%08x: the card holds another design",
			   device->transport->name, card->id, card->id_at, card->user_bar,
			   device->board->file, id);
}

/* An image for emulation says nothing about a card, unless the card itself says that it is that image. */
static int check_identity(struct fcl_hal_device *device, const struct fcl_image *image,
			  struct fcl_err *err)
{
	char wanted[37], found[37];
	uint8_t uuid[16];

	if (check_id(device, err))
		return -EINVAL;
	if (!has_uuid(device) && image->target != FCL_TARGET_HW)
		return fcl_err_set(
			err, -EINVAL,
			"expected an image for hardware (target hw), found one for %s; a card can only be compared with it if its design has the uuid and its board.xml says where",
			fcl_image_target_name(image->target));
	if (!has_uuid(device))
		return 0;
	read_uuid(device, uuid);
	if (!memcmp(uuid, image->uuid, sizeof(uuid)))
		return 0;
	uuid_unparse_lower(image->uuid, wanted);
	uuid_unparse_lower(uuid, found);
	return fcl_err_set(err, -EINVAL, "%s: the image's uuid is %s, but the card's design has %s",
			   device->transport->name, wanted, found);
}

static int check_fit(struct fcl_hal_device *device, const struct fcl_image *image,
		     struct fcl_err *err)
{
	int error = 0;

	if (!fcl_board_is(device->board, image->vbnv))
		return fcl_err_set(err, -EINVAL,
				   "the image is for platform %s, but this board is %s",
				   image->vbnv, device->info.vbnv);
	for (uint32_t i = 0; !error && i < image->ncus; i++)
		error = check_cu(device, image, &image->cus[i], err);
	return error;
}

static bool may_load(const struct fcl_hal_device *device, const struct fcl_image *image)
{
	return device->load && image->target == FCL_TARGET_HW && image->payload_size;
}

int fcl_pcie_check(struct fcl_hal_device *device, const struct fcl_image *image,
		   struct fcl_err *err)
{
	int error = check_fit(device, image, err);

	return error || may_load(device, image) ? error : check_identity(device, image, err);
}

/* Whether the card has the image's design, as far as can be known. */
static bool holds(struct fcl_hal_device *device, const struct fcl_image *image)
{
	uint8_t uuid[16];

	if (fcl_pcie_is_gone(device->transport))
		return false;
	if (!has_uuid(device))
		return device->knows_design && !memcmp(device->design, image->uuid, sizeof(uuid));
	read_uuid(device, uuid);
	return !memcmp(uuid, image->uuid, sizeof(uuid));
}

/* Loads the design if the card may have another one, and that is allowed. */
static int ensure_design(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err)
{
	int error = fcl_pcie_check(device, image, err);

	if (error || !may_load(device, image))
		return error;
	if (!holds(device, image))
		error = device->reconfigure(device, image, err);
	return error ? error : check_identity(device, image, err);
}

/* --- attaching -------------------------------------------------------------------------------- */

static void free_program(struct fcl_hal_program *program)
{
	if (!program)
		return;
	for (uint32_t i = 0; program->cus && i < program->image->ncus; i++) {
		free(program->cus[i].written);
		free(program->cus[i].known);
	}
	free(program->cus);
	fcl_image_unref(program->image);
	free(program);
}

void fcl_pcie_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	if (!program)
		return;
	device->program = NULL;
	free_program(program);
}

void fcl_pcie_program_doubt(struct fcl_hal_program *program)
{
	for (uint32_t i = 0; program && i < program->image->ncus; i++) {
		struct fcl_pcie_cu *cu = &program->cus[i];

		cu->doubtful = true;
		cu->broken = false;
		if (cu->known)
			memset(cu->known, 0, (cu->bytes / 4 + 7) / 8);
	}
}

/* Whether registers answer where the image says that they are. */
static int probe_cu(struct fcl_hal_device *device, const struct fcl_image *image, uint32_t index,
		    struct fcl_err *err)
{
	const struct fcl_board_card *card = &device->board->card;
	const struct fcl_image_cu *cu = &image->cus[index];
	uint64_t at = cu->base - card->user_base;

	if (fcl_pcie_read(device->transport, card->user_bar, at) != FCL_PCIE_GONE)
		return 0;
	return fcl_err_set(
		err, -EINVAL,
		"compute unit %s: expected its registers at 0x%" PRIx64 " (0x%" PRIx64
		" of BAR %u), but nothing answers there: the card may hold another design",
		cu->name, cu->base, at, card->user_bar);
}

static int open_cu(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t index,
		   uint32_t irq, struct fcl_err *err)
{
	const struct fcl_image *image = program->image;
	const struct fcl_image_cu *facts = &image->cus[index];
	struct fcl_pcie_cu *cu = &program->cus[index];

	cu->control = facts->control;
	cu->at = facts->base - device->board->card.user_base;
	cu->bytes = (uint32_t)(registers_of(&image->kernels[facts->kernel]) + 3) / 4 * 4;
	cu->irq = irq < device->nusers ? (int)irq : -1;
	cu->doubtful = true;
	cu->written = calloc(cu->bytes / 4, sizeof(*cu->written));
	cu->known = calloc(1, (cu->bytes / 4 + 7) / 8);
	if (!cu->written || !cu->known)
		return fcl_err_set(err, -ENOMEM, "no memory for the registers of %s", facts->name);
	return probe_cu(device, image, index, err);
}

static int open_cus(struct fcl_hal_device *device, struct fcl_hal_program *program,
		    struct fcl_err *err)
{
	const struct fcl_image *image = program->image;
	uint32_t units = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < image->ncus; i++)
		if (has_registers(&image->cus[i]))
			error = open_cu(device, program, i, units++, err);
	return error;
}

int fcl_pcie_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		     struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *program;
	int error;

	if (slot)
		return fcl_err_set(err, -EINVAL, "slot %u was requested, but the board has 1",
				   slot);
	if (fcl_pcie_is_lost(device)) {
		if (!device->load)
			return fcl_pcie_report_lost(device, err);
		device->knows_design = false;
	}
	fcl_pcie_unprogram(device, device->program);
	error = ensure_design(device, image, err);
	if (error)
		return error;
	program = calloc(1, sizeof(*program));
	if (!program)
		return fcl_err_set(err, -ENOMEM, "no memory for a program");
	program->image = fcl_image_ref(image);
	program->cus = calloc(image->ncus ? image->ncus : 1, sizeof(*program->cus));
	error = program->cus
			? open_cus(device, program, err)
			: fcl_err_set(err, -ENOMEM, "no memory for %u compute units", image->ncus);
	if (error) {
		free_program(program);
		return error;
	}
	device->program = program;
	*ret_program = program;
	return 0;
}

int fcl_pcie_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		    struct fcl_err *err)
{
	if (slot || !device->program)
		return fcl_err_set(err, -ENOENT, "slot %u holds no image", slot);
	if (has_uuid(device))
		read_uuid(device, ret_uuid);
	else
		memcpy(ret_uuid, device->program->image->uuid, 16);
	return 0;
}

/* --- registers -------------------------------------------------------------------------------- */

static int find_register(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t cu, uint32_t offset, uint64_t *ret_at, struct fcl_err *err)
{
	if (!program || cu >= program->image->ncus)
		return fcl_err_set(err, -EINVAL, "there is no compute unit %u", cu);
	if (!program->cus[cu].bytes)
		return fcl_err_set(err, -EINVAL, "compute unit %s has no registers",
				   program->image->cus[cu].name);
	if (offset % 4 || offset > program->cus[cu].bytes - 4)
		return fcl_err_set(
			err, -EINVAL,
			"compute unit %s: expected a register at a multiple of 4 below 0x%x, found 0x%x",
			program->image->cus[cu].name, program->cus[cu].bytes, offset);
	if (fcl_pcie_is_gone(device->transport))
		return fcl_err_set(err, -ENODEV, "%s: the card is gone", device->transport->name);
	*ret_at = program->cus[cu].at + offset;
	return 0;
}

int fcl_pcie_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		      uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	uint64_t at;
	int error = find_register(device, program, cu, offset, &at, err);

	if (!error)
		*ret_value = fcl_pcie_read(device->transport, device->board->card.user_bar, at);
	return error;
}

int fcl_pcie_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		       uint32_t offset, uint32_t value, struct fcl_err *err)
{
	uint64_t at;
	int error = find_register(device, program, cu, offset, &at, err);

	if (error)
		return error;
	/* A later launch must not rely on the value from before. */
	__atomic_fetch_and(&program->cus[cu].known[offset / 32], (uint8_t) ~(1u << offset / 4 % 8),
			   __ATOMIC_RELAXED);
	fcl_pcie_write(device->transport, device->board->card.user_bar,
		       &(struct fcl_pcie_word){at, value}, 1);
	return 0;
}
