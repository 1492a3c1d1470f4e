/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_TRACE_NAME_H
#define FCL_HAL_TRACE_NAME_H

#include "hal/include/fcl_hal.h"

enum { FCL_HAL_TRACE_NAME = 64 };

/* Writes the board's name in traces, which is the same for the runtime and for the backend. */
void fcl_hal_trace_name(const struct fcl_hal_info *info, char name[FCL_HAL_TRACE_NAME]);

/* Traces a launch that has ended, if its backend leaves that to the submitter (ran_on). */
void fcl_hal_trace_launch(const struct fcl_hal_request *request, const struct fcl_image *image,
			  const char *device, int status);

#endif
