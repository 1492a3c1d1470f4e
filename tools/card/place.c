/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/place.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "bitstreams/image/fcl_image.h"
#include "board_support/board.h"

enum { XILINX = 0x10ee, XDMA_GEN3_X16 = 0x903f, BARS = 6 };

/* A window has 64 bits, so it needs two BARs. */
static uint32_t find_window(const struct fcl_card *card)
{
	uint32_t bar = 0;

	while (bar < BARS && (card->user_bar / 2 == bar / 2 || card->dma_bar / 2 == bar / 2))
		bar += 2;
	return bar;
}

int fcl_card_place(struct fcl_card *card, const char *board, struct fcl_err *err)
{
	struct fcl_board *facts;
	int error = fcl_board_load(board, &facts, err);

	if (error)
		return error;
	card->dma_bar = FCL_CARD_XDMA;
	card->user_bar = FCL_CARD_USER;
	card->id_at = UINT64_MAX;
	card->vendor = XILINX;
	card->device = XDMA_GEN3_X16;
	if (facts->card.present) {
		card->dma_bar = facts->card.dma_bar;
		card->user_bar = facts->card.user_bar;
		card->user_base = facts->card.user_base;
		card->user_least = facts->card.user_size;
		card->uuid_at = facts->card.uuid;
		card->id_at = facts->card.id_at;
		card->id = facts->card.id;
		card->vendor = (uint16_t)facts->card.vendor_id;
		card->device = (uint16_t)facts->card.device_id;
	}
	/* As many channels as the driver will expect. */
	card->channels = facts->h2d_channels > facts->d2h_channels ? facts->h2d_channels
								   : facts->d2h_channels;
	if (card->channels > FCL_CARD_CHANNELS)
		card->channels = FCL_CARD_CHANNELS;
	if (card->options->channels)
		card->channels = card->options->channels;
	if (card->options->has_ids) {
		card->vendor = card->options->vendor;
		card->device = card->options->device;
	}
	fcl_board_free(facts);
	card->window_bar = find_window(card);
	if (card->options->window && card->window_bar >= BARS)
		return fcl_err_set(
			err, -EINVAL,
			"there is no room for a window: its BAR has 64 bits, and the registers have BARs %u and %u",
			card->user_bar, card->dma_bar);
	return 0;
}

/* --- another design's addresses ---------------------------------------------------------------- */

int fcl_card_design_read(struct fcl_card *card, struct fcl_err *err)
{
	const char *path = card->options->design;
	char *bytes;
	size_t size;
	int error = path ? fcl_file_read(path, SIZE_MAX, &bytes, &size, err) : 0;

	card->shown = card->image;
	if (error || !path)
		return error;
	error = fcl_image_read(bytes, size, &card->design, err);
	free(bytes);
	if (error)
		return fcl_err_prefix(err, "the design %s", path);
	card->shown = card->design;
	if (card->design->ncus == (card->image ? card->image->ncus : 0))
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "expected an image with the %u compute units of the design %s, found %u",
			   card->design->ncus, path, card->image ? card->image->ncus : 0);
}

static const char *kernel_name(const struct fcl_image *image, uint32_t cu)
{
	return image->kernels[image->cus[cu].kernel].name;
}

/* How many CUs before this one are of the same kernel. */
static uint32_t rank_of(const struct fcl_image *image, uint32_t cu)
{
	uint32_t rank = 0;

	for (uint32_t i = 0; i < cu; i++)
		rank += image->cus[i].kernel == image->cus[cu].kernel;
	return rank;
}

static int place_check_args(const struct fcl_card *card, uint32_t cu, uint32_t other,
			    struct fcl_err *err)
{
	const struct fcl_image_kernel *here = &card->image->kernels[card->image->cus[cu].kernel];
	const struct fcl_image_kernel *there =
		&card->design->kernels[card->design->cus[other].kernel];

	if (here->nargs != there->nargs)
		return fcl_err_set(err, -EINVAL,
				   "kernel %s: expected %u arguments, as the design has, found %u",
				   here->name, there->nargs, here->nargs);
	for (uint32_t i = 0; i < here->nargs; i++)
		if ((here->args[i].size + 3) / 4 != (there->args[i].size + 3) / 4)
			return fcl_err_set(
				err, -EINVAL,
				"kernel %s: expected %" PRIu64
				" bytes for argument %s, as the design has for %s, found %" PRIu64,
				here->name, there->args[i].size, here->args[i].name,
				there->args[i].name, here->args[i].size);
	return 0;
}

/* The number of an interrupt is that of the CU among those with registers, in the image's order. */
static uint32_t irq_of(const struct fcl_image *image, uint32_t cu)
{
	uint32_t irq = 0;

	for (uint32_t i = 0; i < cu; i++)
		irq += image->cus[i].base != UINT64_MAX;
	return irq;
}

int fcl_card_unit_place(const struct fcl_card *card, uint32_t cu, uint64_t *ret_base,
			uint32_t *ret_irq, const struct fcl_image_kernel **ret_registers,
			struct fcl_err *err)
{
	const struct fcl_image *design = card->design;
	uint32_t other = 0;

	*ret_base = card->image->cus[cu].base;
	*ret_irq = irq_of(card->image, cu);
	*ret_registers = &card->image->kernels[card->image->cus[cu].kernel];
	if (!design)
		return 0;
	while (other < design->ncus &&
	       (strcmp(kernel_name(card->image, cu), kernel_name(design, other)) != 0 ||
		rank_of(card->image, cu) != rank_of(design, other)))
		other++;
	if (other == design->ncus)
		return fcl_err_set(
			err, -EINVAL,
			"the design has no compute unit %u of kernel %s, as the image has",
			rank_of(card->image, cu) + 1, kernel_name(card->image, cu));
	*ret_base = design->cus[other].base;
	*ret_irq = irq_of(design, other);
	*ret_registers = &design->kernels[design->cus[other].kernel];
	return place_check_args(card, cu, other, err);
}
