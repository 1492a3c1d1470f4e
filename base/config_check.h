/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_CONFIG_CHECK_H
#define FCL_BASE_CONFIG_CHECK_H

/*
 * The library prints nothing unless asked, except about mistakes of the user: each wrong value of a
 * variable in the table (config.h), and each unknown name that begins with FPGACL_, gets one line
 * on standard error that says what is allowed.
 */

/* Checks the environment; does nothing from the second call on. */
void fcl_config_check(void);

/* Writes "fpgacl: <text>" to standard error, for a value that only its reader can check. */
void fcl_config_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
