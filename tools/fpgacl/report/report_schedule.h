/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REPORT_SCHEDULE_H
#define FCL_TOOL_REPORT_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Whether the file is an image: an xclbin, or an ELF. */
bool fcl_tool_is_image(const char *path);

/*
 * Reports the schedules in an image (docs/schedule.md, section .fclc.schedule): functions and loops, and
 * why loops are not faster; as JSON, the schedules as they are. Returns a status of the tool, after a
 * message on standard error unless it is TOOL_OK.
 */
int fcl_tool_report_schedules(struct fcl_text *out, const char *path, bool json);

#endif
