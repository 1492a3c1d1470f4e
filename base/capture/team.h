/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_TEAM_H
#define FCL_CAPTURE_TEAM_H

#include <stdatomic.h>
#include <stddef.h>

/* Threads of the recorder's own, which share large work with the thread that has it. */

struct fcl_team_job {
	/* Does one of the pieces. Several threads call it, with different pieces. */
	void (*run)(struct fcl_team_job *job, size_t piece);
	size_t pieces;
	atomic_size_t next; /* the first piece that nobody has begun */
	unsigned members;   /* threads of the team that work on it; the team's lock guards it */
	struct fcl_team_job *then; /* the same lock guards it */
};

/* Other threads begin to work on it. Without any, fcl_team_end() does all of it. */
void fcl_team_begin(struct fcl_team_job *job);

/* Helps, and returns when all pieces are done. */
void fcl_team_end(struct fcl_team_job *job);

#endif
