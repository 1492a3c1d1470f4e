/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_DOCTOR_H
#define FCL_TOOL_DOCTOR_H

/*
 * fpgacl doctor [<image>]: finds reasons why OpenCL hosts do not find the driver, its devices or
 * the compiler, and why an image is refused. Returns TOOL_FAILED if something is wrong.
 */
int fcl_tool_doctor(const char *image);
/* The same as JSON: each check with its state, "good", "note" or "wrong". */
int fcl_tool_doctor_json(const char *image);

#endif
