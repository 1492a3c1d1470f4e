/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_LOG_H
#define FCL_BASE_LOG_H

#include <stdbool.h>

/*
 * FPGACL_LOG sets the level; if it is unset, nothing is logged. Each message is one line, written
 * by a single write().
 */
enum fcl_log_level { FCL_LOG_ERROR = 1, FCL_LOG_WARN, FCL_LOG_INFO, FCL_LOG_DEBUG };

/* Whether a message of this level would be written: check it before computing costly arguments. */
bool fcl_log_enabled(enum fcl_log_level level);

/*
 * Sets the level and the file that apply if FPGACL_LOG and FPGACL_LOG_FILE are unset. Level 0:
 * nothing is logged. `path` NULL: standard error. Call it before threads are started.
 */
void fcl_log_otherwise(int level, const char *path);

/* Whether messages go to standard error, and not to a file. */
bool fcl_log_is_stderr(void);

/* Writes "fpgacl: <level>: <area>: <text>"; the area is the layer or object that logs. */
void fcl_log(enum fcl_log_level level, const char *area, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
