/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_FILE_H
#define FCL_TRACE_FILE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The trace file: a JSON array with one event per line. It is valid JSON after each append, so a
 * process may die at any time. A death in the middle of a write leaves an array without its end,
 * which viewers accept and the next append repairs. Several processes may append to one file. If it
 * is not a regular file, the array is written without its end.
 */

/*
 * The most bytes of a trace that has a name or is in memory: a long run must not fill the disk, and
 * viewers read no more than this. One without a name is on the disk, and only this process reads it.
 */
#define FCL_TRACE_FILE_MOST (UINT64_C(2) << 30)

/* Sets the file of the trace, before the first append. The text is copied. */
void fcl_trace_file_set(const char *path);
const char *fcl_trace_file_path(void);

/* Opens the file again, for another process to append to; a negative errno: it cannot be opened. */
int fcl_trace_file_open(struct fcl_err *err);

/*
 * Directs the trace to this descriptor, which no other process has, before the first append. Events
 * appended while another process keeps the file locked are dropped.
 */
void fcl_trace_file_use(int fd);

/*
 * Appends events, separated by ",\n". False: they could not be written and are lost, which is logged
 * once.
 */
bool fcl_trace_file_append(const char *events, size_t size);

/* Logs that events are lost, once. */
void fcl_trace_file_lost(const char *why);

/* Events of this process that are not in the file, for lack of memory or of room on the disk. */
extern _Atomic uint64_t fcl_trace_lost;

#endif
