/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_COMPONENT_H
#define FCL_TOOL_COMPONENT_H

#include "bitstreams/image/fcl_image.h"

/*
 * Reads a kernel's description from an IP-XACT component.xml as packaged by Vivado: its bus
 * interfaces, and its registers as arguments, without types. Returns -EINVAL if it is no such file,
 * or has neither.
 */
int fcl_tool_component_read(const char *xml, size_t size, struct fcl_image **ret_image,
			    struct fcl_err *err);

#endif
