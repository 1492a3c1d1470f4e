/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_POLICY_H
#define FCL_SERVE_POLICY_H

#include "tools/serve/repository/problems.h"

enum { FCL_SERVE_VERSIONS = 64 }; /* of a model, at most */

/*
 * The versions of a model that its config.json asks for, newest first, in Triton's form:
 * {"version_policy": {"latest": {"num_versions": 2}}}, {"all": {}} or {"specific": {"versions":
 * [1, 3]}}. Without that file it is the newest. Returns 0 after a complaint.
 */
unsigned fcl_serve_policy_versions(const char *repository, const char *model,
				   unsigned ret_versions[FCL_SERVE_VERSIONS],
				   struct fcl_serve_problems *problems);

#endif
