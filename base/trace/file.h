/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_FILE_H
#define FCL_TRACE_FILE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The file of the trace: a JSON array with one event a line. It is valid JSON after each append, so
 * a process may die at any time; only a death in the middle of a write leaves an array without its
 * end, which viewers accept, and which the next append repairs. Several processes may append to one
 * file. To anything but a regular file, the array is written without its end.
 */

/* Bytes of a trace: a long run must not fill the disk, and viewers take no more. */
#define FCL_TRACE_FILE_MOST (UINT64_C(2) << 30)

/* Sets the file of the trace, before the first append. The text is copied. */
void fcl_trace_file_set(const char *path);
const char *fcl_trace_file_path(void);

/* Opens the file once more, for another process to append to; -1: it cannot be opened. */
int fcl_trace_file_open(void);

/*
 * Sends the trace to this descriptor, which no other process has, before the first append. Events
 * that are appended while another process keeps the file locked are dropped.
 */
void fcl_trace_file_use(int fd);

/* Appends events, separated by ",\n". What cannot be written is lost, and logged once. */
void fcl_trace_file_append(const char *events, size_t size);

#endif
