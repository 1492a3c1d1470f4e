/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/log.h"

#include <stdio.h>

#include "runtime/clients/openvx/base/context.h"

void fcl_vx_log(vx_reference ref, vx_status status, const char *format, va_list args)
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

vx_status fcl_vx_fail(const void *ref, vx_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fcl_vx_log((vx_reference)ref, status, format, args);
	va_end(args);
	return status;
}
