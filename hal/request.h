/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_REQUEST_H
#define FCL_HAL_REQUEST_H

#include "hal/include/fcl_hal.h"

/* What only a backend knows of its own handles. */
struct fcl_hal_request_facts {
	uint64_t (*bytes)(const struct fcl_hal_buffer *buffer);
	const struct fcl_image *(*image)(const struct fcl_hal_program *program); /* for launches */
};

/*
 * For backends' submit(): whether a request is well formed and stays inside its buffers. It knows
 * no ARG_PIPE: a backend with PIPES looks at those itself.
 */
bool fcl_hal_request_ok(const struct fcl_hal_request *request,
			const struct fcl_hal_request_facts *facts);

/* Writes what a FILL asks for to `to`, where the request's first byte is. */
void fcl_hal_request_fill(const struct fcl_hal_request *request, void *to);

#endif
