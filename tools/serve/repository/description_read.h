/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_DESCRIPTION_READ_H
#define FCL_SERVE_DESCRIPTION_READ_H

#include "tools/serve/repository/description.h"

/*
 * Reads model.json, and the files that it names, from a version's directory. Returns NULL if
 * something is wrong; `problems` then says what.
 */
struct fcl_serve_description *fcl_serve_description_read(const char *folder,
							 struct fcl_serve_problems *problems);

void fcl_serve_description_free(struct fcl_serve_description *description);

#endif
