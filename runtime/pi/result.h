/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_RESULT_H
#define FCL_PI_RESULT_H

#include "runtime/pi/pi.h"

/*
 * Notes for piPluginGetLastError() which call failed and why, and returns the code as PI knows it:
 * most codes of OpenCL are PI's too, the others become PI_ERROR_UNKNOWN.
 */
pi_result fcl_pi_fail(cl_int code, const char *call) __attribute__((cold));

/* The same for an error of the plugin's own, which has a sentence. */
pi_result fcl_pi_refuse(pi_result result, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));

static inline pi_result fcl_pi_done(cl_int code, const char *call)
{
	return __builtin_expect(code == CL_SUCCESS, 1) ? PI_SUCCESS : fcl_pi_fail(code, call);
}

#endif
