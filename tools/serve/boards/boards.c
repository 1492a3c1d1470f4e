/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/boards.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/serve/ops/note.h"

enum {
	MOST_PLATFORMS = 16,
	PATIENCE_NS = 200 * 1000 * 1000,
	DEVICE_OFFERED_NAME = 0x10FC0, /* fpgacl's own query: "board:a", as in FPGACL_DEVICES */
};

/* Other drivers do not say how their user calls a board. */
static void boards_get_name(cl_device_id device, unsigned index, char *ret_name, size_t size)
{
	char text[200] = "";

	if (clGetDeviceInfo(device, DEVICE_OFFERED_NAME, sizeof(text), text, NULL) == CL_SUCCESS &&
	    *text) {
		snprintf(ret_name, size, "%s", text);
		return;
	}
	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(text), text, NULL);
	text[sizeof(text) - 1] = '\0';
	snprintf(ret_name, size, "%u:%s", index, text);
}

/* "emu:u250#1" is the second board that is called emu:u250. */
static void make_unique(struct fcl_serve_board *board, const struct fcl_serve_board *others)
{
	size_t length = strlen(board->name);
	unsigned before = 0;

	for (unsigned i = 0; i < board->index; i++)
		before += !strncmp(others[i].name, board->name, length) &&
			  (!others[i].name[length] || others[i].name[length] == '#');
	if (before)
		snprintf(board->name + length, sizeof(board->name) - length, "#%u", before);
}

static void serve_add_board(struct fcl_serve_boards *boards, cl_platform_id platform,
			    cl_device_id device)
{
	struct fcl_serve_board *board = &boards->boards[boards->count];

	board->platform = platform;
	board->device = device;
	board->index = boards->count++;
	boards_get_name(device, board->index, board->name, sizeof(board->name));
	make_unique(board, boards->boards);
	atomic_init(&board->lost, false);
	atomic_init(&board->returns, 0);
	fcl_serve_turns_init(&board->turns);
	pthread_mutex_init(&board->lock, NULL);
	fcl_cond_init(&board->some);
}

int fcl_serve_boards_find(struct fcl_serve_boards *boards, struct fcl_err *err)
{
	cl_platform_id platforms[MOST_PLATFORMS];
	cl_device_id devices[FCL_SERVE_BOARDS];
	cl_uint nplatforms = 0, ndevices;

	boards->count = 0;
	if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &nplatforms) != CL_SUCCESS)
		nplatforms = 0;
	for (cl_uint i = 0; i < nplatforms && i < MOST_PLATFORMS; i++) {
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ACCELERATOR, FCL_SERVE_BOARDS,
				   devices, &ndevices) != CL_SUCCESS)
			continue;
		for (cl_uint k = 0; k < ndevices && boards->count < FCL_SERVE_BOARDS; k++)
			serve_add_board(boards, platforms[i], devices[k]);
	}
	if (boards->count)
		return 0;
	return fcl_err_set(err, -ENODEV,
			   "no OpenCL platform offers an accelerator; `fpgacl doctor` says why");
}

static bool is_available(const struct fcl_serve_board *board)
{
	cl_bool available = CL_FALSE;

	return clGetDeviceInfo(board->device, CL_DEVICE_AVAILABLE, sizeof(available), &available,
			       NULL) == CL_SUCCESS &&
	       available;
}

bool fcl_serve_board_works(struct fcl_serve_board *board)
{
	if (!atomic_load(&board->lost) && !is_available(board) &&
	    !atomic_exchange(&board->lost, true))
		fcl_serve_note("board %s is lost", board->name);
	return !atomic_load(&board->lost);
}

bool fcl_serve_board_recover(struct fcl_serve_board *board, bool is_free)
{
	if (!is_available(board) || !is_free)
		return false;
	fcl_serve_turns_readmit(&board->turns);
	fcl_serve_note("board %s is back", board->name);
	atomic_fetch_add(&board->returns, 1);
	atomic_store(&board->lost, false);
	return true;
}

void CL_CALLBACK fcl_serve_board_report(const char *text, const void *data, size_t size, void *user)
{
	struct fcl_serve_board *board = user;

	(void)data, (void)size;
	pthread_mutex_lock(&board->lock);
	snprintf(board->said, sizeof(board->said), "%s", text);
	pthread_cond_broadcast(&board->some);
	pthread_mutex_unlock(&board->lock);
}

void fcl_serve_board_clear_report(struct fcl_serve_board *board)
{
	pthread_mutex_lock(&board->lock);
	*board->said = '\0';
	pthread_mutex_unlock(&board->lock);
}

void fcl_serve_board_get_report(struct fcl_serve_board *board, char *ret_text, size_t size)
{
	uint64_t until = fcl_now_ns() + PATIENCE_NS;

	pthread_mutex_lock(&board->lock);
	while (!*board->said && fcl_cond_wait_until(&board->some, &board->lock, until))
		;
	snprintf(ret_text, size, "%s", board->said);
	pthread_mutex_unlock(&board->lock);
}

unsigned fcl_serve_boards_left(const struct fcl_serve_boards *boards)
{
	unsigned left = 0;

	for (unsigned i = 0; i < boards->count; i++)
		left += !atomic_load(&boards->boards[i].lost);
	return left;
}
