/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LOG_H
#define FCL_VX_LOG_H

#include <VX/vx.h>
#include <stdarg.h>

/* Calls the host's log callback, if there is one. */
void fcl_vx_log(vx_reference ref, vx_status status, const char *format, va_list args);

/* Logs like vxAddLogEntry() and returns the status. */
vx_status fcl_vx_fail(const void *ref, vx_status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
