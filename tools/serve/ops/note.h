/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_NOTE_H
#define FCL_SERVE_NOTE_H

/* Writes a line to standard error, as a whole: the worker's log, which journald keeps. */
void fcl_serve_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
