/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "runtime/clients/openvx/base/context.h"

static void add_entry(vx_reference ref, vx_status status, const char *format, va_list args)
{
	char message[VX_MAX_LOG_MESSAGE_LEN];
	vx_context context = ref->context;
	vx_log_callback_f callback = context->log;
	bool alone = !context->log_reentrant;

	if (!callback || ref->quiet || context->ref.quiet)
		return;
	vsnprintf(message, sizeof(message), format, args);
	if (alone)
		pthread_mutex_lock(&context->log_lock);
	callback(context, ref, status, message);
	if (alone)
		pthread_mutex_unlock(&context->log_lock);
}

VX_API_ENTRY void VX_API_CALL vxAddLogEntry(vx_reference ref, vx_status status, const char *message,
					    ...)
{
	va_list args;

	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE) || status == VX_SUCCESS || !message)
		return;
	va_start(args, message);
	add_entry(ref, status, message, args);
	va_end(args);
}

vx_status fcl_vx_fail(const void *ref, vx_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_entry((vx_reference)ref, status, format, args);
	va_end(args);
	return status;
}

VX_API_ENTRY void VX_API_CALL vxRegisterLogCallback(vx_context context, vx_log_callback_f callback,
						    vx_bool reentrant)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return;
	context->log_reentrant = reentrant != vx_false_e;
	context->log = callback;
}
