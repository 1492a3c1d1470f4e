/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_GRANT_H
#define FCL_KUBE_GRANT_H

#include "base/err.h"
#include "base/text.h"
#include "tools/kubernetes/board.h"

/* What a container gets along with its boards. Zero-initialised, it is empty. */
struct fcl_kube_grant {
	struct fcl_text devices; /* FPGACL_DEVICES: shared boards */
	struct fcl_text visible; /* FPGACL_VISIBLE_DEVICES: cards */
	const struct fcl_kube_board **boards;
	unsigned count;
};

/*
 * Gives a container these boards. -ENODEV: one of them is unknown or gone; -EIO: one is unhealthy;
 * -EINVAL: cards and shared boards are mixed, or a board is listed twice; -ENOMEM. The table must
 * outlive the grant.
 */
int fcl_kube_grant_make(const struct fcl_kube_boards *boards, const char *const *ids,
			unsigned count, struct fcl_kube_grant *ret_grant, struct fcl_err *err);
void fcl_kube_grant_free(struct fcl_kube_grant *grant);

#endif
