/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REPOSITORY_H
#define FCL_SERVE_REPOSITORY_H

#include "tools/serve/repository/names.h"
#include "tools/serve/repository/problems.h"

/*
 * A model repository as Triton lays it out: FOLDER/NAME/VERSION/, with model.json and what it names.
 * Entries that begin with '.' are not looked at, so a version can be written there and renamed when it is
 * whole.
 */

struct fcl_serve_names {
	char (*names)[FCL_SERVE_NAME]; /* sorted */
	unsigned count;
};

/* The models of a repository. Folders with other names are problems. -errno: it cannot be read. */
int fcl_serve_repository_models(const char *repository, struct fcl_serve_names *ret_names,
				struct fcl_serve_problems *problems);

void fcl_serve_names_free(struct fcl_serve_names *names);

/* The versions of a model, the newest (largest number) first; 0: none, which is a problem. */
unsigned fcl_serve_repository_versions(const char *repository, const char *model,
				       unsigned *ret_versions, unsigned most,
				       struct fcl_serve_problems *problems);

#endif
