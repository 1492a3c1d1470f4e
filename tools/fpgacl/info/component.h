/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_COMPONENT_H
#define FCL_TOOL_COMPONENT_H

#include "bitstreams/image/fcl_image.h"

/*
 * What an IP-XACT component.xml, as Vivado packages it, says about its kernel: bus interfaces, and registers as
 * arguments. It gives no types of arguments. -EINVAL: it is not one, or has neither.
 */
int fcl_tool_component_read(const char *xml, size_t size, struct fcl_image **ret_image,
			    struct fcl_err *err);

#endif
