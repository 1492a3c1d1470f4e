/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/boards/boards.h"

#include <errno.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/thread.h"
#include "tools/serve/ops/note.h"

enum { MOST_PLATFORMS = 16, PATIENCE_NS = 200 * 1000 * 1000 };

static void add_board(struct fcl_serve_boards *boards, cl_platform_id platform, cl_device_id device)
{
	struct fcl_serve_board *board = &boards->boards[boards->count];
	char name[100] = "";

	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
	name[sizeof(name) - 1] = '\0';
	board->platform = platform;
	board->device = device;
	board->index = boards->count++;
	snprintf(board->name, sizeof(board->name), "%u:%s", board->index, name);
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
			add_board(boards, platforms[i], devices[k]);
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
