/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_REQUEST_H
#define FCL_HAL_REQUEST_H

#include "hal/include/fcl_hal.h"

/* What the checks ask the backend about its handles. */
struct fcl_hal_request_facts {
	uint64_t (*bytes)(const struct fcl_hal_buffer *buffer);
	const struct fcl_image *(*image)(const struct fcl_hal_program *program); /* for launches */
};

/*
 * For backends' submit(): returns whether a request is well formed and within the bounds of its
 * buffers. Rejects ARG_PIPE: backends with PIPES check those arguments themselves.
 */
bool fcl_hal_request_ok(const struct fcl_hal_request *request,
			const struct fcl_hal_request_facts *facts);

/* XRT's rule for kernels without work-items: one execution per work-group. 0: the range is empty. */
uint64_t fcl_hal_range_groups(const struct fcl_hal_range *range);

/* For svm_alloc() and svm_attach(): 0, or an error if `bytes` is 0 or larger than possible. */
int fcl_hal_svm_check(uint64_t bytes, struct fcl_err *err);

/* Writes a FILL's pattern to `to`, the address of the request's first byte. */
void fcl_hal_request_fill(const struct fcl_hal_request *request, void *to);

#endif
