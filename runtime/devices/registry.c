/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fork.h"
#include "base/log.h"
#include "board_support/board.h"
#include "emulator/backend.h"
#include "hal/board/client/backend.h"
#include "hal/layers/layers.h"
#include "hal/layers/spec.h"
#include "hal/null/backend.h"
#include "hal/ops.h"
#include "hal/pcie/backend.h"
#include "runtime/devices/module.h"

/* In the order in which fcl_backend_at() lists them. */
static const struct fcl_hal_ops *const builtin[] = {
	&fcl_emu_backend,
	&fcl_hal_null_backend,
	&fcl_bd_backend,
	&fcl_hal_pcie_backend,
};

#define NBUILTIN (sizeof(builtin) / sizeof(struct fcl_hal_ops *))

enum { LAYERS = 8 }; /* at most */

/* Written once, by complete_all(); read-only afterwards. */
static struct fcl_hal_ops completed[NBUILTIN + LAYERS];
static unsigned ncompleted;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A backend from a module; never freed, because callers keep the table. */
struct loaded {
	struct loaded *next;
	struct fcl_hal_ops ops; /* constant once it is in the list */
};

static pthread_mutex_t modules_lock = PTHREAD_MUTEX_INITIALIZER;
static struct loaded *modules; /* guarded by modules_lock */

static void registry_complete(const struct fcl_hal_ops *backend)
{
	struct fcl_err err;

	if (!fcl_hal_complete(backend, &completed[ncompleted], &err))
		ncompleted++;
	else
		fcl_log(FCL_LOG_ERROR, "hal", "%s", err.text);
}

static void complete_all(void)
{
	const struct fcl_hal_ops *layer;

	for (size_t i = 0; i < NBUILTIN; i++)
		registry_complete(builtin[i]);
	fcl_layer_set_find(fcl_backend_find);
	for (unsigned i = 0; i < LAYERS && (layer = fcl_layer_at(i)); i++)
		registry_complete(layer);
}

const struct fcl_hal_ops *fcl_backend_at(unsigned index)
{
	pthread_once(&once, complete_all);
	return index < ncompleted ? &completed[index] : NULL;
}

/* Under modules_lock. */
static const struct fcl_hal_ops *registry_find_module(const char *name)
{
	struct loaded *loaded;
	struct fcl_err err;
	int error;

	for (loaded = modules; loaded; loaded = loaded->next)
		if (!strcmp(loaded->ops.name, name))
			return &loaded->ops;
	loaded = calloc(1, sizeof(*loaded));
	if (!loaded)
		return NULL;
	error = fcl_module_load(name, &loaded->ops, &err);
	if (error) {
		fcl_log(error == -ENOENT ? FCL_LOG_DEBUG : FCL_LOG_ERROR, "hal", "%s", err.text);
		free(loaded);
		return NULL;
	}
	loaded->next = modules;
	modules = loaded;
	return &loaded->ops;
}

const struct fcl_hal_ops *fcl_backend_find(const char *name)
{
	const struct fcl_hal_ops *ops;

	for (unsigned i = 0; (ops = fcl_backend_at(i)); i++)
		if (!strcmp(ops->name, name))
			return ops;
	fcl_fork_protect(&modules_lock);
	pthread_mutex_lock(&modules_lock);
	ops = registry_find_module(name);
	pthread_mutex_unlock(&modules_lock);
	return ops;
}

/* Whether the name alone is that of a board that can be emulated. */
static bool is_emulated(const char *name)
{
	struct fcl_board *board;
	struct fcl_err ignored;

	if (fcl_board_load(name, &board, &ignored))
		return false;
	fcl_board_free(board);
	return true;
}

const struct fcl_hal_ops *fcl_backend_of(const char *device, const char **ret_board,
					 struct fcl_err *err)
{
	char name[64];
	const char *board = fcl_layer_split(device, name, sizeof(name));
	const struct fcl_hal_ops *backend = board ? fcl_backend_find(name) : NULL;

	if (!board && is_emulated(device)) {
		*ret_board = device;
		return fcl_backend_find("emu");
	}
	if (!board)
		fcl_err_set(err, -EINVAL,
			    "expected backend:board (such as emu:u250) or a layer around one (such "
			    "as fault(emu:u250)?launch=EIO@3), found '%s'",
			    device);
	else if (!backend)
		fcl_err_set(err, -ENOENT, "there is no backend '%s'", name);
	else
		*ret_board = board;
	return backend;
}
