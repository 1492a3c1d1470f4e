/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/layers/layers.h"

#include <pthread.h>

#include "hal/layers/forward.h"
#include "hal/layers/kinds.h"
#include "hal/layers/open.h"

enum { KINDS = 3 };

static const struct fcl_hal_ops *(*find_backend)(const char *name);
static struct fcl_hal_ops tables[KINDS]; /* written once, by layers_make_tables() */
static pthread_once_t once = PTHREAD_ONCE_INIT;

void fcl_layer_set_find(const struct fcl_hal_ops *(*find)(const char *name))
{
	find_backend = find;
}

static int open_fault(const char *board, unsigned instance, struct fcl_hal_device **ret_device,
		      struct fcl_err *err)
{
	return fcl_layer_open(&fcl_layer_fault, find_backend, board, instance, ret_device, err);
}

static int open_delay(const char *board, unsigned instance, struct fcl_hal_device **ret_device,
		      struct fcl_err *err)
{
	return fcl_layer_open(&fcl_layer_delay, find_backend, board, instance, ret_device, err);
}

static int open_trace(const char *board, unsigned instance, struct fcl_hal_device **ret_device,
		      struct fcl_err *err)
{
	return fcl_layer_open(&fcl_layer_trace, find_backend, board, instance, ret_device, err);
}

static void layers_make_tables(void)
{
	tables[0] = tables[1] = tables[2] = fcl_layer_forward;
	tables[0].name = fcl_layer_fault.name;
	tables[0].open = open_fault;
	tables[1].name = fcl_layer_delay.name;
	tables[1].open = open_delay;
	tables[2].name = fcl_layer_trace.name;
	tables[2].open = open_trace;
}

const struct fcl_hal_ops *fcl_layer_at(unsigned index)
{
	pthread_once(&once, layers_make_tables);
	return index < KINDS ? &tables[index] : NULL;
}
