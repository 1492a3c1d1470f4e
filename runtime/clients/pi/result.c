/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/result.h"

#include <stdarg.h>
#include <stdio.h>

/* "The string is thread-local": it is valid until the next error on the same thread. */
static _Thread_local char last_text[256];
static _Thread_local pi_result last_result;

static bool result_is_known(cl_int code)
{
	return (code <= -1 && code >= -19) || (code <= -30 && code >= -68) ||
	       code == CL_INVALID_COMMAND_BUFFER_KHR || code == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
}

pi_result fcl_pi_fail(cl_int code, const char *call)
{
	last_result = result_is_known(code) ? code : PI_ERROR_UNKNOWN;
	snprintf(last_text, sizeof(last_text), "%s: OpenCL error %d", call, code);
	return last_result;
}

pi_result fcl_pi_refuse(pi_result result, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(last_text, sizeof(last_text), format, args);
	va_end(args);
	last_result = result;
	return result;
}

pi_result piPluginGetLastError(char **message)
{
	if (!message)
		return CL_INVALID_VALUE;
	*message = last_text;
	return last_result;
}
