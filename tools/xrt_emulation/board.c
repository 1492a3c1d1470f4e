/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/board.h"

#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "runtime/devices/offer.h"
#include "runtime/devices/registry.h"

static void board_print_problem(int error, bool named, const char *text)
{
	(void)error;
	(void)named;
	fprintf(stderr, "genericpciemodel: %s\n", text);
}

/* Takes one of the devices in FPGACL_DEVICES and closes the others. */
static int open_configured(struct fcl_xemu_board *board, unsigned number, struct fcl_err *err)
{
	struct fcl_offer offer = {0};
	uint32_t count;

	fcl_offer_open(&offer, board_print_problem);
	count = offer.count;
	if (number < count) {
		board->hal = offer.devices[number].hal;
		board->device = offer.devices[number].board;
		offer.devices[number].board = NULL;
	}
	fcl_offer_close(&offer);
	if (number < count)
		return 0;
	return fcl_err_set(
		err, -ENODEV,
		"XRT requests device %u, but FPGACL_DEVICES offers %u; emconfig.json and "
		"that variable must list the same number",
		number, count);
}

int fcl_xemu_board_open(struct fcl_xemu_board *board, const char *platform, unsigned number,
			struct fcl_err *err)
{
	const char *named = fcl_config_string(FCL_CONFIG_DEVICES);
	int error;

	if (board->device)
		return 0;
	if (named && *named)
		return open_configured(board, number, err);
	board->hal = fcl_backend_find("emu");
	if (!board->hal)
		return fcl_err_set(err, -ENOENT, "this build has no emulated board");
	error = board->hal->open(platform, number, &board->device, err);
	if (error)
		fcl_err_prefix(err, "emconfig.json names the board '%s'", platform);
	return error;
}

void fcl_xemu_board_close(struct fcl_xemu_board *board)
{
	if (board->device)
		board->hal->close(board->device);
	board->device = NULL;
}

struct waiting {
	struct fcl_hal_request *request;
	sem_t done;
	int status;
	struct fcl_err *err;
};

static void transfer_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct waiting *waiting = (struct waiting *)request->tag;

	waiting->status = status;
	if (status)
		fcl_err_set(waiting->err, status, "%s", text ? text : strerror(-status));
	sem_post(&waiting->done);
}

int fcl_xemu_run(struct fcl_xemu_board *board, struct fcl_hal_request *request, struct fcl_err *err)
{
	struct waiting waiting = {.request = request, .err = err};
	int error;

	sem_init(&waiting.done, 0, 0);
	request->done = transfer_done;
	request->tag = &waiting;
	error = board->hal->submit(board->device, &request, 1);
	if (error) {
		sem_destroy(&waiting.done);
		return fcl_err_set(err, error, "the board refuses the transfer: %s",
				   strerror(-error));
	}
	board->hal->kick(board->device);
	while (board->hal->progress(board->device, &waiting) == 1)
		;
	while (sem_wait(&waiting.done) && errno == EINTR)
		;
	sem_destroy(&waiting.done);
	return waiting.status;
}
