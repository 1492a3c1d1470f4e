/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "runtime/clients/openvx/base/context.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"

VX_API_ENTRY void VX_API_CALL vxAddLogEntry(vx_reference ref, vx_status status, const char *message,
					    ...)
{
	va_list args;

	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE) || status == VX_SUCCESS || !message)
		return;
	va_start(args, message);
	fcl_vx_log(ref, status, message, args);
	va_end(args);
}

VX_API_ENTRY void VX_API_CALL vxRegisterLogCallback(vx_context context, vx_log_callback_f callback,
						    vx_bool reentrant)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return;
	context->log_reentrant = reentrant != vx_false_e;
	context->log = callback;
}
