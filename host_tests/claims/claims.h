/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CLAIMS_H
#define FCL_TEST_CLAIMS_H

#include "host_tests/apps/app.h"

/* Images of this folder, for app_open(). */
#define CLAIMS_IMAGE(name) "../claims/" name

/* Sends the log to a new file from here on. FPGACL_LOG must be set before the program starts. */
void claims_log_start(void);
/* Returns what was logged since claims_log_start(). The caller frees it. */
char *claims_log_read(void);

/* Counts the occurrences of `text` in `in`. */
size_t claims_count(const char *in, const char *text);

#endif
