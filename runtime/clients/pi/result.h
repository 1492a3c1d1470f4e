/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_RESULT_H
#define FCL_PI_RESULT_H

#include "runtime/clients/pi/pi.h"

/* Of cl_khr_command_buffer, which headers may lack. */
#ifndef CL_INVALID_COMMAND_BUFFER_KHR
#define CL_INVALID_COMMAND_BUFFER_KHR (-1138)
#define CL_INVALID_SYNC_POINT_WAIT_LIST_KHR (-1139)
#endif

/*
 * Records for piPluginGetLastError() which call failed and why. Returns the PI code: most OpenCL
 * codes are also PI's, the others become PI_ERROR_UNKNOWN.
 */
pi_result fcl_pi_fail(cl_int code, const char *call) __attribute__((cold));

/* The same for an error of the plugin itself, with a message. */
pi_result fcl_pi_refuse(pi_result result, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));

static inline pi_result fcl_pi_done(cl_int code, const char *call)
{
	return __builtin_expect(code == CL_SUCCESS, 1) ? PI_SUCCESS : fcl_pi_fail(code, call);
}

#endif
