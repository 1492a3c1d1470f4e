/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_LOG_H
#define FCL_BD_LOG_H

/* Writes a line to the log, which is standard error. */
void fcl_bd_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
