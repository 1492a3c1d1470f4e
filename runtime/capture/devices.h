/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_DEVICES_H
#define FCL_CAPTURE_DEVICES_H

#include <CL/cl.h>

#include "base/capture/values.h"

/* Records what a device is, unless it is a sub-device, or the capture has it. */
void fcl_devices_whole(cl_device_id device);

/* What is not a device. */
static inline void fcl_devices_no(const void *other)
{
	(void)other;
}

/* The same for the devices of a new context. */
void fcl_devices_describe(cl_context context);

/* Adds which arguments the kernel only reads, for a ring. */
void fcl_devices_constants(struct fcl_body *body, cl_kernel kernel);

/* Notes that the program has asked for an extension's function, whose calls are not recorded. */
void fcl_devices_extension(const char *function);

#endif
