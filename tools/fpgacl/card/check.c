/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/card/check.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/file.h"
#include "base/text.h"
#include "bitstreams/image/fcl_image.h"
#include "board_support/board.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/find.h"
#include "hal/pcie/pcie.h"
#include "tools/fpgacl/card/function.h"
#include "tools/fpgacl/card/walk.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/run/requests.h"

/* UG1399, "S_AXILITE control register map". */
enum {
	CONTROL = 0x0,
	GLOBAL_ENABLE = 0x4,
	INTERRUPT_ENABLE = 0x8,
	INTERRUPT_STATUS = 0xc,
	AP_IDLE = 4,
	INTERRUPT_MS = 500,
};

struct check {
	const char *name; /* BOARD@PLACE */
	struct fcl_board *board;
	struct fcl_image *image; /* NULL: none */
	struct fcl_pcie_transport *transport;
	struct fcl_xdma xdma;
	unsigned nchannels;
	unsigned problems;
};

/* --- findings --------------------------------------------------------------------------------- */

static void print_finding(const char *word, const char *format, va_list args)
{
	struct fcl_err line;

	vsnprintf(line.text, sizeof(line.text), format, args);
	/* Names come from files. */
	fcl_text_make_printable(line.text);
	printf("%-8s %s\n", word, line.text);
}

__attribute__((format(printf, 1, 2))) static void fits(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_finding("fits", format, args);
	va_end(args);
}

__attribute__((format(printf, 2, 3))) static void wrong(struct check *check, const char *format,
							...)
{
	va_list args;

	va_start(args, format);
	print_finding("WRONG", format, args);
	va_end(args);
	check->problems++;
}

/* --- the function ----------------------------------------------------------------------------- */

static void check_ids(struct check *check)
{
	const struct fcl_board_card *card = &check->board->card;
	uint32_t ids = fcl_pcie_read(check->transport, FCL_PCIE_CONFIG, PCI_VENDOR_ID);

	if ((ids & 0xffff) == card->vendor_id && ids >> 16 == card->device_id)
		fits("ids: %04x:%04x", ids & 0xffff, ids >> 16);
	else
		wrong(check, "ids: expected %04x:%04x, found %04x:%04x", card->vendor_id,
		      card->device_id, ids & 0xffff, ids >> 16);
}

static bool card_check_bar(struct check *check, const char *what, uint32_t bar, uint64_t bytes)
{
	uint64_t size = check->transport->sizes[bar];

	if (size >= bytes)
		fits("BAR %u, %s: 0x%" PRIx64 " of 0x%" PRIx64 " bytes are used", bar, what, bytes,
		     size);
	else
		wrong(check, "BAR %u, %s: expected 0x%" PRIx64 " bytes, found 0x%" PRIx64, bar,
		      what, bytes, size);
	return size >= bytes;
}

static bool check_xdma(struct check *check)
{
	const struct fcl_board *board = check->board;
	struct fcl_err err = {0};
	int bar = fcl_tool_card_dma_bar(check->transport);

	if (bar >= 0 && (uint32_t)bar != board->card.dma_bar) {
		wrong(check, "XDMA: expected in BAR %u (dma-bar), found in BAR %d",
		      board->card.dma_bar, bar);
		return false;
	}
	check->xdma.transport = check->transport;
	check->xdma.bar = board->card.dma_bar;
	if (fcl_xdma_find(&check->xdma, &err)) {
		wrong(check, "XDMA: %s", err.text);
		return false;
	}
	check->nchannels = check->xdma.nh2c + check->xdma.nc2h;
	if (check->xdma.nh2c < board->h2d_channels || check->xdma.nc2h < board->d2h_channels)
		wrong(check,
		      "channels: expected %u to the card and %u to the host, found %u and %u",
		      board->h2d_channels, board->d2h_channels, check->xdma.nh2c, check->xdma.nc2h);
	else
		fits("channels: %u to the card, %u to the host", check->xdma.nh2c,
		     check->xdma.nc2h);
	return true;
}

static void check_vectors(struct check *check)
{
	uint32_t wanted = check->nchannels + check->board->card.irqs;

	if (check->transport->nvectors >= wanted)
		fits("vectors: %u, of which %u are used", check->transport->nvectors, wanted);
	else
		wrong(check,
		      "vectors: expected %u, for the channels and %u compute units, found %u: the others are polled",
		      wanted, check->board->card.irqs, check->transport->nvectors);
}

/* --- registers -------------------------------------------------------------------------------- */

static uint32_t get(struct check *check, uint64_t at)
{
	return fcl_pcie_read(check->transport, check->board->card.user_bar, at);
}

static void check_set(struct check *check, uint64_t at, uint32_t value)
{
	fcl_pcie_write(check->transport, check->board->card.user_bar,
		       &(struct fcl_pcie_word){at, value}, 1);
}

static void card_check_identity(struct check *check)
{
	const struct fcl_board_card *card = &check->board->card;
	uint8_t uuid[16];

	if (card->id_at != UINT64_MAX && get(check, card->id_at) != card->id)
		wrong(check, "id: expected 0x%08x at 0x%" PRIx64 ", found 0x%08x: another design",
		      card->id, card->id_at, get(check, card->id_at));
	else if (card->id_at != UINT64_MAX)
		fits("id: 0x%08x", card->id);
	if (card->uuid != UINT64_MAX && check->image) {
		for (uint32_t i = 0; i < 16; i += 4) {
			uint32_t word = get(check, card->uuid + i);

			memcpy(uuid + i, &word, sizeof(word));
		}
		if (memcmp(uuid, check->image->uuid, sizeof(uuid)) != 0)
			wrong(check,
			      "uuid: expected the image's at 0x%" PRIx64
			      ", found another: another design",
			      card->uuid);
		else
			fits("uuid: the image's");
	}
	if (card->id_at == UINT64_MAX && card->uuid == UINT64_MAX)
		printf("%-8s id: nothing proves that the card holds this design\n", "unknown");
}

/* Registers of arguments keep what is written, until a start; what they had comes back. */
static bool keeps(struct check *check, uint64_t at, uint64_t bits, uint32_t *ret_wrote,
		  uint32_t *ret_found)
{
	uint32_t mask = bits < 32 ? (1u << bits) - 1 : UINT32_MAX, before = get(check, at);

	*ret_wrote = ~before & mask;
	check_set(check, at, *ret_wrote);
	*ret_found = get(check, at) & mask;
	check_set(check, at, before);
	return *ret_found == *ret_wrote;
}

static bool card_check_arg(struct check *check, const struct fcl_image_cu *cu, uint64_t at,
			   const struct fcl_image_arg *arg)
{
	uint64_t bits = arg->host_size * 8;

	if (arg->qualifier == FCL_ARG_STREAM || arg->qualifier == FCL_ARG_LOCAL)
		return true;
	for (uint64_t i = 0; i * 32 < bits; i++) {
		uint32_t wrote, found;

		if (keeps(check, at + arg->offset + i * 4, bits - i * 32, &wrote, &found))
			continue;
		wrong(check,
		      "%s: argument %s: expected 0x%08x at 0x%" PRIx64
		      ", as it was written, found 0x%08x",
		      cu->name, arg->name, wrote, cu->base + arg->offset + i * 4, found);
		return false;
	}
	return true;
}

/* Whether something answers at the compute unit's address, and is idle. */
static bool check_is_there(struct check *check, const struct fcl_image_cu *cu, uint64_t *ret_at)
{
	const struct fcl_board_card *card = &check->board->card;
	uint32_t control;

	*ret_at = cu->base - card->user_base;
	if (cu->base < card->user_base || *ret_at >= card->user_size) {
		wrong(check,
		      "%s: expected an address from 0x%" PRIx64 " to 0x%" PRIx64
		      ", found 0x%" PRIx64,
		      cu->name, card->user_base, card->user_base + card->user_size - 1, cu->base);
		return false;
	}
	control = get(check, *ret_at + CONTROL);
	if (control == FCL_PCIE_GONE)
		wrong(check, "%s: expected its registers at 0x%" PRIx64 ", nothing answers there",
		      cu->name, cu->base);
	else if (!(control & AP_IDLE) || control & 1)
		wrong(check,
		      "%s: expected an idle compute unit at 0x%" PRIx64
		      ", found 0x%08x in its control register: it runs, or is something else",
		      cu->name, cu->base, control);
	else
		return true;
	return false;
}

static bool has_place(const struct fcl_image_kernel *kernel, uint64_t room)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].offset % 4 || kernel->args[i].offset > room ||
		    kernel->args[i].host_size > room - kernel->args[i].offset)
			return false;
	return room >= 16;
}

static bool card_check_registers(struct check *check, const struct fcl_image_cu *cu)
{
	const struct fcl_image_kernel *kernel = &check->image->kernels[cu->kernel];
	bool good = true;
	uint64_t at;

	if (!check_is_there(check, cu, &at))
		return false;
	if (!has_place(kernel, (check->board->card.user_size - at) & ~(uint64_t)3)) {
		wrong(check, "%s: expected all of its registers within user-size", cu->name);
		return false;
	}
	for (uint32_t i = 0; i < kernel->nargs; i++)
		good &= card_check_arg(check, cu, at, &kernel->args[i]);
	if (good)
		fits("%s: registers at 0x%" PRIx64, cu->name, cu->base);
	return good;
}

/* --- interrupts ------------------------------------------------------------------------------- */

struct vectors {
	int events[FCL_PCIE_VECTORS];
	unsigned count;
};

static bool open_vectors(struct check *check, struct vectors *vectors)
{
	unsigned wanted = check->nchannels + check->board->card.irqs;

	if (wanted > check->transport->nvectors || wanted > FCL_PCIE_VECTORS)
		return false;
	while (vectors->count < wanted) {
		int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);

		if (event < 0)
			return false;
		vectors->events[vectors->count++] = event;
	}
	if (check->transport->ops->irqs(check->transport, vectors->events, vectors->count, NULL))
		return false;
	fcl_xdma_route(&check->xdma, vectors->count, check->board->card.irqs);
	return true;
}

static void close_vectors(struct check *check, struct vectors *vectors)
{
	fcl_xdma_route(&check->xdma, 0, 0);
	check->transport->ops->irqs(check->transport, vectors->events, 0, NULL);
	while (vectors->count)
		close(vectors->events[--vectors->count]);
}

/* The number of the user interrupt that arrives; -1: none. */
static int await_interrupt(const struct vectors *vectors, unsigned nchannels)
{
	struct pollfd pollers[FCL_PCIE_VECTORS];
	uint64_t count;
	int found = -1;

	for (unsigned i = 0; i < vectors->count; i++)
		pollers[i] = (struct pollfd){vectors->events[i], POLLIN, 0};
	if (poll(pollers, vectors->count, INTERRUPT_MS) <= 0)
		return -1;
	for (unsigned i = 0; i < vectors->count; i++)
		if (pollers[i].revents &&
		    read(pollers[i].fd, &count, sizeof(count)) == (ssize_t)sizeof(count) &&
		    i >= nchannels)
			found = (int)(i - nchannels);
	return found;
}

/* A one in its status makes the compute unit interrupt, and another one ends that. */
static void check_interrupt(struct check *check, const struct vectors *vectors, uint32_t cu,
			    int number)
{
	const char *name = check->image->cus[cu].name;
	uint64_t at = check->image->cus[cu].base - check->board->card.user_base;
	int found;

	check_set(check, at + GLOBAL_ENABLE, 1);
	check_set(check, at + INTERRUPT_ENABLE, 1);
	if (!(get(check, at + INTERRUPT_STATUS) & 1))
		check_set(check, at + INTERRUPT_STATUS, 1);
	found = await_interrupt(vectors, check->nchannels);
	check_set(check, at + INTERRUPT_ENABLE, 0);
	check_set(check, at + GLOBAL_ENABLE, 0);
	/* It clears on reading in some versions of HLS. */
	if (get(check, at + INTERRUPT_STATUS) & get(check, at + INTERRUPT_STATUS) & 1)
		check_set(check, at + INTERRUPT_STATUS, 1);
	if (found == number)
		fits("%s: interrupt %d", name, number);
	else if (found < 0)
		wrong(check, "%s: expected interrupt %d (usr_irq_req), none came in %d ms", name,
		      number, INTERRUPT_MS);
	else
		wrong(check, "%s: expected interrupt %d (usr_irq_req), found %d", name, number,
		      found);
}

static void card_check_units(struct check *check)
{
	struct vectors vectors = {.count = 0};
	bool ready = check->board->card.irqs && open_vectors(check, &vectors);
	int number = 0;

	for (uint32_t i = 0; i < check->image->ncus; i++) {
		const struct fcl_image_cu *cu = &check->image->cus[i];

		if (cu->base == UINT64_MAX || cu->control == FCL_CONTROL_NONE)
			continue;
		if (card_check_registers(check, cu) && ready &&
		    number < (int)check->board->card.irqs)
			check_interrupt(check, &vectors, i, number);
		number++;
	}
	close_vectors(check, &vectors);
}

/* --- memory ----------------------------------------------------------------------------------- */

struct memory {
	struct fcl_tool_device device;
	struct fcl_hal_buffer bank; /* made here, as no allocation covers a whole bank */
};

static int check_move(void *user, bool writes, uint64_t offset, void *bytes, struct fcl_err *err)
{
	struct memory *memory = user;
	struct fcl_tool_request one = {0};

	one.request.op = writes ? FCL_HAL_WRITE : FCL_HAL_READ;
	one.request.u.transfer.buffer = &memory->bank;
	one.request.u.transfer.offset = offset;
	one.request.u.transfer.host = bytes;
	one.request.u.transfer.box = fcl_hal_linear_box(FCL_WALK_BYTES);
	return fcl_tool_requests_run(&memory->device, &one, 1, err);
}

static void card_check_bank(struct check *check, struct memory *memory, uint32_t index)
{
	const struct fcl_board_bank *bank = &check->board->banks[index];
	const struct fcl_walk walk = {.size = bank->size, .move = check_move, .user = memory};
	struct fcl_err err = {0};
	uint64_t size;

	memory->bank = (struct fcl_hal_buffer){
		.bytes = bank->size, .taken = bank->size, .address = bank->base, .bank = index};
	if (!fcl_walk(&walk, &size, &err))
		fits("%s: 0x%" PRIx64 " bytes at 0x%" PRIx64, bank->tag, bank->size, bank->base);
	else
		wrong(check, "%s at 0x%" PRIx64 ": %s%s", bank->tag, bank->base, err.text,
		      size ? " (size in the board.xml)" : "");
}

static void check_memory(struct check *check)
{
	struct memory memory = {.device = {.hal = &fcl_hal_pcie_backend}};
	struct fcl_err err = {0};

	if (memory.device.hal->open(check->name, 0, &memory.device.board, &err)) {
		wrong(check, "memory: the card cannot be opened: %s", err.text);
		return;
	}
	for (uint32_t i = 0; i < check->board->nbanks; i++)
		card_check_bank(check, &memory, i);
	memory.device.hal->close(memory.device.board);
}

/* --- all -------------------------------------------------------------------------------------- */

static int check_read_image(struct check *check, const char *path, struct fcl_err *err)
{
	char *bytes;
	size_t size;
	int error = path ? fcl_file_read(path, SIZE_MAX, &bytes, &size, err) : 0;

	if (error || !path)
		return error;
	error = fcl_image_read(bytes, size, &check->image, err);
	free(bytes);
	if (error)
		return fcl_err_prefix(err, "%s", path);
	if (!fcl_board_is(check->board, check->image->vbnv))
		return fcl_err_set(err, -EINVAL, "%s is for platform %s, the board is %s", path,
				   check->image->vbnv, check->board->vbnv);
	return 0;
}

static int check_open_card(struct check *check, const char *image, struct fcl_err *err)
{
	const char *at = strchr(check->name, '@');
	char board[FCL_PCIE_NAME];
	int error;

	if (!at || at == check->name || !at[1] || (size_t)(at - check->name) >= sizeof(board))
		return fcl_err_set(err, -EINVAL,
				   "expected BOARD@PLACE, such as mine@0000:17:00.0, found \"%s\"",
				   check->name);
	snprintf(board, sizeof(board), "%.*s", (int)(at - check->name), check->name);
	error = fcl_board_load(board, &check->board, err);
	if (!error && !check->board->card.present)
		error = fcl_err_set(err, -EINVAL, "board %s: its %s has no element <card>", board,
				    check->board->file);
	if (!error)
		error = check_read_image(check, image, err);
	return error ? error : fcl_tool_card_open(at + 1, &check->transport, err);
}

static void card_check_all(struct check *check)
{
	const struct fcl_board_card *card = &check->board->card;
	bool engine, user;

	check_ids(check);
	engine = card_check_bar(check, "XDMA", card->dma_bar, FCL_XDMA_BAR_BYTES) &&
		 check_xdma(check);
	user = card_check_bar(check, "registers", card->user_bar, card->user_size);
	if (engine)
		check_vectors(check);
	if (user)
		card_check_identity(check);
	if (user && engine && check->image)
		card_check_units(check);
	check->transport->ops->close(check->transport);
	check->transport = NULL;
	if (engine)
		check_memory(check);
}

int fcl_tool_card_check(const char *card, const char *image)
{
	struct check check = {.name = card};
	struct fcl_err err = {0};
	int error = check_open_card(&check, image, &err);

	if (error) {
		fcl_text_make_printable(err.text);
		fprintf(stderr, "fpgacl: card check: %s\n", err.text);
	} else {
		card_check_all(&check);
		printf("%u problem%s\n", check.problems, check.problems == 1 ? "" : "s");
	}
	fcl_image_unref(check.image);
	fcl_board_free(check.board);
	return error || check.problems ? TOOL_FAILED : TOOL_OK;
}
