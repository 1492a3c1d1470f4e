/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_FIFOS_RECORD_H
#define FCL_TOOL_FIFOS_RECORD_H

/*
 * Runs kernels of an image as `fpgacl run` with these arguments does, and then takes each recording
 * that they leave, in the order of their ends; `name` is the file's. A status of the tool: the first
 * one that is no success.
 */
int fcl_tool_fifos_record(const char *image, int argc, char **argv,
			  int (*take)(const char *path, const char *name, const void *context),
			  const void *context);

#endif
