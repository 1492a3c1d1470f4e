/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NOTE_H
#define FCL_SERVE_NOTE_H

/* Writes one line to standard error, which is the worker's log, with a single call. */
void fcl_serve_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
