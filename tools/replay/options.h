/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_OPTIONS_H
#define FCL_REPLAY_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct fcl_replay_options {
	const char *path;
	const char **devices;      /* from malloc() */
	unsigned ndevices, boards; /* the last as FPGACL_DEVICES has them */
	const char **images;       /* the same */
	unsigned nimages;
	const char *keep, *emit; /* a folder, a file; or NULL */
	uint64_t from, until, repeat;
	const char *only;              /* a kernel, or NULL */
	const char *second;            /* the other capture of --diff */
	bool yes, report, diff, waves; /* the last: --waves-around was given */
};

/* Reads the command line. -1: go on; otherwise the exit status, after a text has been printed. */
int fcl_replay_options(int argc, char **argv, struct fcl_replay_options *ret_options);

#endif
