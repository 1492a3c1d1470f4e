/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "bitstreams/image/fcl_image.h"

/* What payloads are compiled for by default, and an instruction set that has fused multiply-add. */
#ifdef __aarch64__
#define TOOL_DEFAULT_ISA "armv8-a"
#define TOOL_FUSING_ISA "armv8-a"
#else
#define TOOL_DEFAULT_ISA "x86-64-v2"
#define TOOL_FUSING_ISA "x86-64-v3"
#endif

/* Runs fpgaclc as a user would, in a scratch folder that goes away with the test. */

/* For cmocka: makes the scratch folder and changes into it; removes it. */
int tool_setup(void **state);
int tool_teardown(void **state);

/* Writes a source into the scratch folder. */
void tool_write(const char *name, const char *text);

/*
 * Runs `fpgaclc <arguments>` (separated by blanks); returns its exit status. What it printed on
 * both channels is in tool_output. `program` other than NULL runs instead of the built fpgaclc.
 */
int tool_run(const char *program, const char *arguments);
extern char tool_output[16384];

/* Fails the test unless the run succeeds. */
void tool_compile(const char *arguments);

/* Fails the test unless the run fails and prints `message` (a part of it). */
void tool_refuse(const char *arguments, const char *message);

/* Reads a whole file of the scratch folder, which must exist; free() it. */
void *tool_read(const char *name, size_t *ret_size);

/* Reads an image, which must be valid. */
struct fcl_image *tool_image(const char *name);

/* How many files of this prefix a folder holds. */
unsigned tool_count_files(const char *folder, const char *prefix);

/* A file of kernels/. */
const char *tool_kernel(const char *name);

#endif
