/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_TEXTS_H
#define FCLC_COMMON_TEXTS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Calls `has` with the text of a source and of each file that it includes, until it returns true.
 * Returns that. The text is `has`'s to change; NULL stands for a file that is not in the directory
 * of the one that includes it, since that is not searched for.
 */
bool fclc_any_text(const struct fclc_program *program, const char *path,
		   bool (*has)(char *text, void *with), void *with);

#endif
