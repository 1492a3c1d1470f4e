/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_REQUEST_H
#define FCL_HAL_REQUEST_H

#include "hal/include/fcl_hal.h"

/* What only a backend knows about its own handles. */
struct fcl_hal_request_facts {
	uint64_t (*bytes)(const struct fcl_hal_buffer *buffer);
	const struct fcl_image *(*image)(const struct fcl_hal_program *program); /* for launches */
};

/*
 * For backends' submit(): returns whether a request is well formed and within the bounds of its
 * buffers. Rejects ARG_PIPE: a backend with PIPES checks those itself.
 */
bool fcl_hal_request_ok(const struct fcl_hal_request *request,
			const struct fcl_hal_request_facts *facts);

/* For svm_alloc() and svm_attach(): 0, or an error for no bytes or more than there can be. */
int fcl_hal_svm_check(uint64_t bytes, struct fcl_err *err);

/* Writes a FILL's pattern to `to`, the address of the request's first byte. */
void fcl_hal_request_fill(const struct fcl_hal_request *request, void *to);

#endif
