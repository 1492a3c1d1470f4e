/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>

#include "hal/include/fcl_hal.h"
#include "hal/null/fcl_hal_null.h"
#include "runtime/base/log.h"
#ifdef FCL_HAL_HAVE_EMU
#include "hal/emu/fcl_hal_emu.h"
#endif

/* In the order in which boards are looked for. */
static const struct fcl_hal_ops *const builtin[] = {
#ifdef FCL_HAL_HAVE_EMU
	&fcl_hal_emu_ops,
#endif
	&fcl_hal_null_ops,
};

#define NBUILTIN (sizeof(builtin) / sizeof(struct fcl_hal_ops *))

/* Written once, by complete_all(); read-only afterwards. */
static struct fcl_hal_ops completed[NBUILTIN];
static unsigned ncompleted;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void complete_all(void)
{
	struct fcl_err err;

	for (size_t i = 0; i < NBUILTIN; i++) {
		if (!fcl_hal_complete(builtin[i], &completed[ncompleted], &err))
			ncompleted++;
		else
			fcl_log(FCL_LOG_ERROR, "hal", "%s", err.text);
	}
}

const struct fcl_hal_ops *fcl_hal_backend(unsigned index)
{
	pthread_once(&once, complete_all);
	return index < ncompleted ? &completed[index] : NULL;
}

const struct fcl_hal_ops *fcl_hal_find(const char *name)
{
	const struct fcl_hal_ops *ops;

	for (unsigned i = 0; (ops = fcl_hal_backend(i)); i++)
		if (!strcmp(ops->name, name))
			return ops;
	return NULL;
}
