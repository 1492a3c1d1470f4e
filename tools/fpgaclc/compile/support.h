/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_SUPPORT_H
#define FCLC_COMPILE_SUPPORT_H

#include "tools/fpgaclc/common/language.h"

/*
 * Adds a source in the temporary directory that includes none of the user's files. `path` is
 * relative.
 */
void fclc_parts_add(struct fclc_program *program, struct fclc_parts *parts, const char *path);

/* The same for several, with a NULL at the end. */
void fclc_parts_add_all(struct fclc_program *program, struct fclc_parts *parts,
			const char *const *paths);

/* Adds a step that makes an object. */
void fclc_parts_add_step(struct fclc_program *program, struct fclc_parts *parts,
			 struct fclc_step *step);

#endif
