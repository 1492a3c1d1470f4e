/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REPOSITORY_H
#define FCL_SERVE_REPOSITORY_H

#include "tools/serve/repository/names.h"
#include "tools/serve/repository/problems.h"

/*
 * A model repository in Triton's layout: FOLDER/NAME/VERSION/, with model.json and the files that
 * it names. Entries that start with '.' are ignored, so a version can be written under such a name
 * and renamed once it is complete.
 */

struct fcl_serve_names {
	char (*names)[FCL_SERVE_NAME]; /* sorted */
	unsigned count;
};

/*
 * Lists the models of a repository. Directories with invalid names are problems. Returns -errno if
 * it cannot be read.
 */
int fcl_serve_repository_models(const char *repository, struct fcl_serve_names *ret_names,
				struct fcl_serve_problems *problems);

void fcl_serve_names_free(struct fcl_serve_names *names);

/*
 * Lists the versions of a model, newest (largest number) first. 0 means that there are none, which
 * is a problem.
 */
unsigned fcl_serve_repository_versions(const char *repository, const char *model,
				       unsigned *ret_versions, unsigned most,
				       struct fcl_serve_problems *problems);

#endif
