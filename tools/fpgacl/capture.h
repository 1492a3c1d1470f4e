/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_CAPTURE_H
#define FCL_TOOL_CAPTURE_H

/* `fpgacl capture --now`: asks the process of that number to write its ring. Returns the exit status. */
int fcl_tool_capture(const char *process);

#endif
