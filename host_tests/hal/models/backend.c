/* SPDX-License-Identifier: Apache-2.0 */
/* A backend in a module: the null backend under another name. */
#include "hal/include/fcl_hal.h"
#include "hal/null/fcl_hal_null.h"

__attribute__((visibility("default"))) fcl_hal_module_entry fcl_hal_module;

const struct fcl_hal_ops *fcl_hal_module(void)
{
	static struct fcl_hal_ops ops;

	ops = fcl_hal_null_ops;
	ops.name = "module";
	return &ops;
}
