/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A backend module: the null backend under another name, MODULE_NAME. Some variants are
 * deliberately wrong: MODULE_VERSION is the HAL version that it claims, MODULE_TABLES the number of
 * its tables.
 */
#include "hal/null/backend.h"
#include "hal/include/fcl_hal.h"

#ifndef MODULE_VERSION
#define MODULE_VERSION FCL_HAL_VERSION
#endif
#ifndef MODULE_TABLES
#define MODULE_TABLES 1
#endif

__attribute__((visibility("default"))) fcl_hal_module_entry fcl_hal_module;

const struct fcl_hal_ops *fcl_hal_module(void)
{
	static struct fcl_hal_ops ops;

	ops = fcl_hal_null_backend;
	ops.name = MODULE_NAME;
	ops.version = MODULE_VERSION;
	return MODULE_TABLES ? &ops : NULL;
}
