/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_INFO_H
#define FCL_PI_INFO_H

#include "runtime/clients/pi/opencl.h"

/* Receives the answer to a query: the last three parameters of every pi*GetInfo. */
struct fcl_pi_answer {
	size_t room;
	void *value;
	size_t *ret_size;
};

/* Answers a query that OpenCL does not have. CL_INVALID_VALUE: the buffer is too small. */
pi_result fcl_pi_answer(const struct fcl_pi_answer *answer, const void *data, size_t size);
pi_result fcl_pi_answer_bool(const struct fcl_pi_answer *answer, bool value);

/*
 * Answers with the memory orders or scopes, from an OpenCL attribute, that all of these devices
 * support for atomics or fences.
 */
pi_result fcl_pi_answer_orders(const struct fcl_pi_answer *answer, cl_device_info name,
			       pi_uint32 count, const pi_device *devices);
pi_result fcl_pi_answer_scopes(const struct fcl_pi_answer *answer, cl_device_info name,
			       pi_uint32 count, const pi_device *devices);

#endif
