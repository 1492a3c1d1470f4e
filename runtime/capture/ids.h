/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_IDS_H
#define FCL_CAPTURE_IDS_H

#include "base/trace/extension_calls.h"

/* The numbers of calls in captures of this version. */
#define FCL_CALL_ID(class, type, name, ...) FCL_CALL_##name,
enum fcl_call_id {
	FCL_CALLS(FCL_CALL_ID) FCL_EXTENSION_CALLS(FCL_CALL_ID) FCL_CALL_COUNT,
	FCL_CALL_FIRST_EXTENSION = FCL_CALL_clCreateCommandQueueWithPropertiesKHR,
};

#endif
