/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/device.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "hal/xrt/facts.h"
#include "hal/xrt/library/load.h"
#include "hal/xrt/library/probe.h"
#include "hal/xrt/library/root.h"
#include "hal/xrt/memory/move.h"
#include "hal/xrt/memory/share.h"
#include "hal/xrt/units/launch.h"
#include "hal/xrt/xrt.h"

/* --- XRT, once per process -------------------------------------------------------------------- */

/* The helper's findings for this root and mode. */
struct xrt {
	bool probed, noop;
	char *root;
	struct fcl_xrt_boards boards;
	const struct fcl_xrt_calls *calls; /* NULL until a board is opened; never freed */
};

static pthread_mutex_t xrt_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the_xrt */
static struct xrt the_xrt;

/*
 * The child does not have the thread that held the lock, which may have left the_xrt half written.
 */
static void device_forget_in_child(void)
{
	pthread_mutex_init(&xrt_lock, NULL);
	the_xrt = (struct xrt){.calls = the_xrt.calls};
}

static void device_register_once(void)
{
	pthread_atfork(NULL, NULL, device_forget_in_child);
}

static void lock_xrt(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, device_register_once);
	pthread_mutex_lock(&xrt_lock);
}

/* Runs the helper unless it has already run with the current environment; xrt_lock is held. */
static int device_probe(bool again, struct fcl_err *err)
{
	struct fcl_xrt_boards boards;
	char *root = NULL;
	bool noop = false;
	int error = fcl_xrt_mode(&noop, err);

	if (!error)
		error = fcl_xrt_root_find(&fcl_xrt_places, &root, err);
	if (!error && !again && the_xrt.probed && the_xrt.noop == noop &&
	    !strcmp(the_xrt.root, root)) {
		free(root);
		return 0;
	}
	if (!error)
		error = fcl_xrt_probe_boards(root, FCL_XRT_PATIENCE_MS, &boards, err);
	if (error) {
		free(root);
		return error;
	}
	fcl_log(FCL_LOG_DEBUG, "xrt", "root %s, %u boards%s", root, boards.count,
		noop ? ", and the noop device" : "");
	free(the_xrt.root);
	fcl_xrt_boards_free(&the_xrt.boards);
	the_xrt = (struct xrt){true, noop, root, boards, the_xrt.calls};
	return 0;
}

/* Loads XRT into this process; the helper has shown that it works. xrt_lock is held. */
static int device_load(struct fcl_err *err)
{
	int error = fcl_xrt_root_publish(the_xrt.root, err);

	return error || the_xrt.calls ? error : fcl_xrt_load(the_xrt.root, &the_xrt.calls, err);
}

/* --- which boards there are ------------------------------------------------------------------- */

/* Whether XRT's driver has a card, or XILINX_XRT is set: otherwise there is no reason to probe. */
static bool worth_probing(void)
{
	DIR *folder;
	struct dirent *entry;
	bool found = false;

	if (*fcl_config_string(FCL_CONFIG_XILINX_XRT))
		return true;
	folder = opendir("/sys/bus/pci/drivers/xocl");
	while (folder && !found && (entry = readdir(folder)))
		found = strchr(entry->d_name, ':');
	if (folder)
		closedir(folder);
	return found;
}

/*
 * A board that cannot be opened has no BDF, thus no name, and would be missing without an
 * explanation.
 */
static void warn_of_closed(uint32_t index, uint32_t count)
{
	fcl_log(FCL_LOG_WARN, "xrt",
		"XRT cannot open board %u of %u, so it is not offered: check that this user may "
		"open its file in /dev/dri (renderD...)",
		index + 1, count);
}

int fcl_xrt_list(fcl_hal_found *found, void *user, struct fcl_err *err)
{
	struct fcl_xrt_boards boards = {0};
	bool noop = false;
	int error = fcl_xrt_mode(&noop, err);

	/* In other modes, this backend has no boards. */
	if (error)
		return 0;
	if (!noop && !worth_probing()) {
		fcl_log(FCL_LOG_DEBUG, "xrt",
			"XRT is not probed: the driver xocl has no card, and XILINX_XRT is not set");
		return 0;
	}
	lock_xrt();
	error = device_probe(true, err);
	if (!error && the_xrt.boards.count) {
		boards.boards = calloc(the_xrt.boards.count, sizeof(*boards.boards));
		boards.count = boards.boards ? the_xrt.boards.count : 0;
		if (!boards.boards)
			error = fcl_err_set(err, -ENOMEM, "no memory for a list of boards");
		for (uint32_t i = 0; i < boards.count; i++)
			boards.boards[i] = the_xrt.boards.boards[i];
	}
	pthread_mutex_unlock(&xrt_lock);
	if (!error && noop)
		found(user, "noop");
	for (uint32_t i = 0; i < boards.count; i++)
		if (boards.boards[i].bdf[0])
			found(user, boards.boards[i].bdf);
		else
			warn_of_closed(i, boards.count);
	fcl_xrt_boards_free(&boards);
	return error;
}

/* Whether this is the shell of a board of type `type`, such as "u250". */
static bool is_of_type(const char *shell, const char *type)
{
	struct fcl_board *board;
	bool same;

	if (fcl_board_load(shell, &board, NULL))
		return false;
	same = !strcmp(board->name, type);
	fcl_board_free(board);
	return same;
}

/*
 * Finds a board by BDF, or the `instance`-th board with that shell or of that type; xrt_lock is
 * held.
 */
static int device_find_board(const char *name, unsigned instance, uint32_t *ret_index,
			     struct fcl_err *err)
{
	const struct fcl_xrt_boards *boards = &the_xrt.boards;

	for (uint32_t i = 0; i < boards->count; i++)
		if (*name && !strcmp(boards->boards[i].bdf, name)) {
			*ret_index = i;
			return 0;
		}
	for (uint32_t i = 0; i < boards->count; i++)
		if ((!strcmp(boards->boards[i].name, name) ||
		     is_of_type(boards->boards[i].name, name)) &&
		    !instance--) {
			*ret_index = i;
			return 0;
		}
	return fcl_err_set(err, -ENOENT, "XRT has no board %s; it has %u%s%s", name, boards->count,
			   boards->count ? ", the first is " : "",
			   boards->count ? boards->boards[0].bdf : "");
}

/* Checked here, as XRT's own error does not mention missing permissions. */
static int check_rights(const char *bdf, struct fcl_err *err)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int error = 0;
	DIR *folder;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/drm", bdf);
	folder = opendir(path);
	while (folder && !error && (entry = readdir(folder))) {
		if (strncmp(entry->d_name, "renderD", 7) != 0)
			continue;
		snprintf(path, sizeof(path), "/dev/dri/%s", entry->d_name);
		if (access(path, R_OK | W_OK) && (errno == EACCES || errno == EPERM))
			error = fcl_err_set(err, -EPERM, "no permission to open %s (board %s)",
					    path, bdf);
	}
	if (folder)
		closedir(folder);
	return error;
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* Finds the board and loads the description of its type; xrt_lock is held. */
static int identify(struct fcl_hal_device *device, const char *name, unsigned instance,
		    uint32_t *ret_index, struct fcl_err *err)
{
	const struct fcl_xrt_board *found;
	int error;

	device->noop = the_xrt.noop;
	*ret_index = 0;
	if (device->noop) {
		/* The noop device can stand for any type of board, which the name selects. */
		error = fcl_board_load(strcmp(name, "noop") ? name : "u250", &device->board, err);
		if (!error)
			snprintf(device->name, sizeof(device->name), "%s", device->board->device);
		return error;
	}
	error = device_find_board(name, instance, ret_index, err);
	if (error)
		return error;
	found = &the_xrt.boards.boards[*ret_index];
	memcpy(device->bdf, found->bdf, sizeof(device->bdf));
	memcpy(device->name, found->name, sizeof(device->name));
	error = check_rights(device->bdf, err);
	if (error)
		return error;
	error = fcl_board_load(device->name, &device->board, err);
	if (error)
		fcl_err_prefix(err,
			       "board %s has no description: add a board.xml to FPGACL_BOARD_PATH",
			       device->bdf);
	return error;
}

static int open_xrt(struct fcl_hal_device *device, const char *name, unsigned instance,
		    struct fcl_err *err)
{
	uint32_t index;
	int error;

	lock_xrt();
	error = device_probe(false, err);
	if (!error)
		error = identify(device, name, instance, &index, err);
	if (!error)
		error = device_load(err);
	if (!error) {
		device->calls = the_xrt.calls;
		device->root = strdup(the_xrt.root);
		error = device->root ? device->calls->device_open(index, &device->xrt, err)
				     : fcl_err_set(err, -ENOMEM, "no memory for a path");
	}
	pthread_mutex_unlock(&xrt_lock);
	return error == -EACCES ? -EPERM : error;
}

static void device_init(struct fcl_hal_device *device)
{
	fcl_xrt_movers_init(&device->movers);
	fcl_xrt_launches_init(&device->launches);
	pthread_mutex_init(&device->inbox.lock, NULL);
	pthread_mutex_init(&device->registers, NULL);
}

int fcl_xrt_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		 struct fcl_err *err)
{
	struct fcl_hal_device *device = calloc(1, sizeof(*device));
	int error;

	if (!device)
		return fcl_err_set(err, -ENOMEM, "no memory for a device");
	device_init(device);
	error = open_xrt(device, name, instance, err);
	if (!error)
		error = fcl_xrt_facts(device, err);
	if (!error)
		error = fcl_xrt_movers_start(device, err);
	if (!error)
		error = fcl_xrt_launches_start(device, err);
	if (error)
		fcl_xrt_close(device);
	else
		*ret_device = device;
	return error;
}

void fcl_xrt_close(struct fcl_hal_device *device)
{
	if (!device)
		return;
	fcl_xrt_movers_stop(device);
	fcl_xrt_launches_stop(device);
	fcl_xrt_inbox_close(device);
	pthread_mutex_destroy(&device->inbox.lock);
	pthread_mutex_destroy(&device->registers);
	fcl_image_unref(device->loaded);
	free(device->broken);
	fcl_image_unref(device->accepted);
	if (device->calls)
		device->calls->device_close(device->xrt);
	fcl_board_free(device->board);
	free(device->banks);
	free(device->used);
	free(device->held);
	free(device->root);
	free(device);
}
