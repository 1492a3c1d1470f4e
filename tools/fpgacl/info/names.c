/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/names.h"

const char *fcl_tool_container_name(const struct fcl_image *image)
{
	return image->container == FCL_IMAGE_ELF      ? "ELF"
	       : image->container == FCL_IMAGE_XCLBIN ? "xclbin"
						      : "xo";
}

const char *fcl_tool_qualifier_name(enum fcl_image_qualifier qualifier)
{
	static const char *const names[] = {"scalar", "global", "constant", "local", "stream"};

	return names[qualifier];
}

enum fcl_image_direction fcl_tool_direction(const struct fcl_image_arg *arg)
{
	bool memory = arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT;

	return memory && arg->direction == FCL_DIR_UNKNOWN ? FCL_DIR_INOUT : arg->direction;
}

const char *fcl_tool_direction_name(const struct fcl_image_arg *arg)
{
	static const char *const names[] = {"", "in", "out", "in/out"};

	return names[fcl_tool_direction(arg)];
}
