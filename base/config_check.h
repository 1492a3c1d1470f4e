/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_CONFIG_CHECK_H
#define FCL_BASE_CONFIG_CHECK_H

/*
 * The library prints nothing unless asked, with one exception: each invalid value of a variable in
 * the table (config.h), and each unknown variable whose name begins with FPGACL_, is reported in
 * one line on standard error, which says what is allowed.
 */

/* Checks the environment; does nothing from the second call on. */
void fcl_config_check(void);

/* Writes "fpgacl: <text>" to standard error, for values that only their reader can check. */
void fcl_config_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
