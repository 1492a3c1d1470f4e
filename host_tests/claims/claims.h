/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CLAIMS_H
#define FCL_TEST_CLAIMS_H

#include "host_tests/apps/app.h"

/* Images of this folder, for app_open(). */
#define CLAIMS_IMAGE(name) "../claims/" name

/* From here on the log goes to a new file; FPGACL_LOG has to be set before the program starts. */
void claims_log_start(void);
/* What was logged since; the caller frees it. */
char *claims_log_read(void);

/* How often `text` is in `in`. */
size_t claims_count(const char *in, const char *text);

#endif
