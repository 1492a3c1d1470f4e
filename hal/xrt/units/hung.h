/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_HUNG_H
#define FCL_HAL_XRT_HUNG_H

#include "hal/xrt/xrt.h"

/*
 * A compute unit has hung if none of its runs has ended within FPGACL_TIMEOUT_S. No driver can stop
 * a run, which may still write to memory. So the unit counts as broken as long as the board holds
 * its image, and its runs are kept until the image is unloaded.
 */

/* Whether a running launch's CU has hung; marks it as broken then. launches.lock is held. */
bool fcl_xrt_is_hung(const struct fcl_xrt_launches *launches, const struct fcl_hal_request *request,
		     uint64_t now_ns);

/* The error of a launch that was running when its CU hung: what the CU's control register says. */
int fcl_xrt_hung_error(struct fcl_hal_device *device, const struct fcl_hal_request *request,
		       struct fcl_err *err);

/* The error of a launch all of whose CUs are broken. */
int fcl_xrt_broken_error(struct fcl_hal_device *device, const struct fcl_hal_request *request,
			 struct fcl_err *err);

#endif
