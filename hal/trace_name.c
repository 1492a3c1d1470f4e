/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/trace_name.h"

#include <stdio.h>

void fcl_hal_trace_name(const struct fcl_hal_info *info, char name[FCL_HAL_TRACE_NAME])
{
	const char *board = info->board ? info->board : info->name;
	const char *bdf = info->bdf ? info->bdf : "";

	snprintf(name, FCL_HAL_TRACE_NAME, "%.30s%s%.30s", board, *bdf ? " " : "", bdf);
}
