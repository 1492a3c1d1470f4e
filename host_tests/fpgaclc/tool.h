/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "bitstreams/image/fcl_image.h"

/* The default instruction set of payloads, and one with fused multiply-add. */
#ifdef __aarch64__
#define TOOL_DEFAULT_ISA "armv8-a"
#define TOOL_FUSING_ISA "armv8-a"
#else
#define TOOL_DEFAULT_ISA "x86-64-v2"
#define TOOL_FUSING_ISA "x86-64-v3"
#endif

/* Runs fpgaclc as a user would, in a temporary directory that is removed after the test. */

/* Fixtures for cmocka: create the temporary directory and change to it; remove it. */
int tool_setup(void **state);
int tool_teardown(void **state);

/* Writes a source in the temporary directory. */
void tool_write(const char *name, const char *text);

/*
 * Runs `fpgaclc <arguments>` (separated by spaces) and returns its exit status. Its standard output
 * and standard error are in tool_output. If not NULL, `program` runs instead of the built fpgaclc.
 */
int tool_run(const char *program, const char *arguments);
extern char tool_output[16384];

/*
 * Fails the test unless the run succeeds. Streams need no other end: kernels are compiled alone, and
 * the test's board is there.
 */
void tool_compile(const char *arguments);

/* Fails the test unless the run fails and its output contains `message`. */
void tool_refuse(const char *arguments, const char *message);

/* Reads a whole file in the temporary directory, which must exist. The caller frees it. */
void *tool_read(const char *name, size_t *ret_size);

/* Reads an image, which must be valid. */
struct fcl_image *tool_image(const char *name);

/* The number of files in a directory whose names start with the prefix. */
unsigned tool_count_files(const char *folder, const char *prefix);

/* The path of a file in kernels/. */
const char *tool_kernel(const char *name);

#endif
