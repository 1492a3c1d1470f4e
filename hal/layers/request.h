/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_REQUEST_H
#define FCL_LAYERS_REQUEST_H

#include "hal/layers/device.h"

/* The submit() of every layer. */
int fcl_layer_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		     uint32_t count);

/* Frees the requests that are kept for reuse. */
void fcl_layer_requests_free(struct fcl_hal_device *device);

#endif
