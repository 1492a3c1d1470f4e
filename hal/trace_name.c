/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/trace_name.h"

#include <stdio.h>

#include "base/trace/trace.h"

void fcl_hal_trace_name(const struct fcl_hal_info *info, char name[FCL_HAL_TRACE_NAME])
{
	const char *board = info->board ? info->board : info->name;
	const char *bdf = info->bdf ? info->bdf : "";

	snprintf(name, FCL_HAL_TRACE_NAME, "%.30s%s%.30s", board, *bdf ? " " : "", bdf);
}

void fcl_hal_trace_launch(const struct fcl_hal_request *request, const struct fcl_image *image,
			  const char *device, int status)
{
	uint32_t cu = request->u.launch.ran_on - 1;
	const char *kernel;
	char name[300];

	if (request->op != FCL_HAL_LAUNCH || cu >= image->ncus || !request->end_ns)
		return;
	kernel = image->kernels[image->cus[cu].kernel].name;
	snprintf(name, sizeof(name), "%s:%s", kernel, image->cus[cu].name);
	fcl_trace_execution(&(struct fcl_trace_execution){.device = device,
							  .kernel = kernel,
							  .cu = name,
							  .row = FCL_TRACE_ANY_ROW,
							  .start_ns = request->start_ns,
							  .end_ns = request->end_ns,
							  .status = status});
}
