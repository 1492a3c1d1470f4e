/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/board.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "bitstreams/image/fcl_image.h"
#include "runtime/devices/registry.h"
#include "tools/card/place.h"
#include "tools/card/units.h"

enum { NEEDS = FCL_HAL_CAP_REGISTERS | FCL_HAL_CAP_WINDOW | FCL_HAL_CAP_KEEPS_MEMORY };

static int card_open_board(struct fcl_card *card, struct fcl_err *err)
{
	const char *name = card->options->board, *board;
	int error;

	card->hal = fcl_backend_of(name, &board, err);
	error = card->hal ? card->hal->open(board, 0, &card->board, err) : err->code;
	if (!error)
		error = fcl_card_place(card, board, err);
	if (error)
		return fcl_err_prefix(err, "the card's board '%s'", name);
	if (~card->hal->info(card->board)->caps & NEEDS)
		return fcl_err_set(
			err, -EINVAL,
			"the board '%s' cannot be behind a card: expected one with registers and "
			"with memory that this process can map and that outlives an image, such as "
			"an emulated u250",
			name);
	return 0;
}

static int board_read_image(struct fcl_card *card, struct fcl_err *err)
{
	const char *path = card->options->image;
	char *bytes;
	size_t size;
	int error = fcl_file_read(path, SIZE_MAX, &bytes, &size, err);

	if (error)
		return error;
	error = fcl_image_read(bytes, size, &card->image, err);
	free(bytes);
	return error ? fcl_err_prefix(err, "the image %s", path) : 0;
}

static int board_load(struct fcl_card *card, struct fcl_err *err)
{
	int error = card->hal->check(card->board, card->image, err);

	if (!error)
		error = card->hal->program(card->board, 0, card->image, &card->program, err);
	card->units_used = false;
	return error ? fcl_err_prefix(err, "the image %s", card->options->image) : 0;
}

/* Address 0 is no buffer's, since kernels take it for a null pointer; for DMA there is memory. */
static int map_first(struct fcl_card *card, uint64_t bytes, struct fcl_err *err)
{
	struct fcl_card_bank *bank = &card->banks[card->nbanks];
	void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		return fcl_err_set(err, -ENOMEM, "no memory for the first %" PRIu64 " bytes: %s",
				   bytes, strerror(errno));
	*bank = (struct fcl_card_bank){.size = bytes, .map = map};
	card->nbanks++;
	return 0;
}

/* A bank is one buffer, so that every address of it exists for DMA and for kernels. */
static int board_map_bank(struct fcl_card *card, uint32_t index, struct fcl_err *err)
{
	const struct fcl_hal_info *info = card->hal->info(card->board);
	const struct fcl_hal_bank *facts = &info->banks[index];
	uint64_t first = facts->base ? 0 : info->buffer_alignment;
	struct fcl_card_bank *bank;
	int fd, error = first ? map_first(card, first, err) : 0;
	off_t at;
	void *map;

	if (error)
		return error;
	bank = &card->banks[card->nbanks];
	error = card->hal->buffer_alloc(card->board, NULL, index, facts->size - first,
					&bank->buffer, err);
	if (error)
		return error;
	card->nbanks++;
	bank->size = facts->size - first;
	bank->base = card->hal->buffer_address(card->board, bank->buffer);
	error = card->hal->buffer_export(card->board, bank->buffer, &fd, err);
	if (error)
		return error;
	at = lseek(fd, 0, SEEK_CUR);
	map = mmap(NULL, bank->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, at);
	if (map != MAP_FAILED && index == card->hal->info(card->board)->default_bank) {
		card->window = map;
		card->window_fd = fd;
		card->window_at = (uint64_t)at;
	} else {
		close(fd);
	}
	if (map == MAP_FAILED)
		return fcl_err_set(err, -ENOMEM, "no address space for %s, %" PRIu64 " bytes: %s",
				   facts->tag, facts->size, strerror(errno));
	bank->map = map;
	return 0;
}

static int map_banks(struct fcl_card *card, struct fcl_err *err)
{
	const struct fcl_hal_info *info = card->hal->info(card->board);
	int error = 0;

	card->banks = calloc((size_t)info->nbanks + 1, sizeof(*card->banks));
	if (!card->banks)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < info->nbanks && !error; i++)
		if (strncmp(info->banks[i].tag, "HOST", 4) != 0)
			error = board_map_bank(card, i, err);
	return error;
}

static int check_window(struct fcl_card *card, struct fcl_err *err)
{
	const struct fcl_hal_info *info = card->hal->info(card->board);
	uint64_t most = info->banks[info->default_bank].size, wanted = card->options->window;

	if (!wanted || (wanted <= most && card->window))
		return 0;
	return fcl_err_set(err, -EINVAL,
			   "the window has %" PRIu64 " bytes, but %s, which it shows, has %" PRIu64,
			   wanted, info->banks[info->default_bank].tag, most);
}

int fcl_card_board_open(struct fcl_card *card, struct fcl_err *err)
{
	int error = card_open_board(card, err);

	if (!error && card->options->image)
		error = board_read_image(card, err);
	if (!error)
		error = fcl_card_design_read(card, err);
	if (!error && card->image)
		error = board_load(card, err);
	if (!error)
		error = map_banks(card, err);
	if (!error)
		error = check_window(card, err);
	return error ? error : fcl_card_units_create(card, err);
}

int fcl_card_board_reset(struct fcl_card *card, struct fcl_err *err)
{
	fcl_card_units_reset(card);
	if (!card->image || !card->units_used)
		return 0;
	card->hal->unprogram(card->board, card->program);
	card->program = NULL;
	return board_load(card, err);
}

char *fcl_card_memory(const struct fcl_card *card, uint64_t address, uint64_t *bytes)
{
	for (uint32_t i = 0; i < card->nbanks; i++) {
		const struct fcl_card_bank *bank = &card->banks[i];
		uint64_t offset = address - bank->base;

		if (address < bank->base || offset >= bank->size)
			continue;
		if (*bytes > bank->size - offset)
			*bytes = bank->size - offset;
		return bank->map + offset;
	}
	return NULL;
}
