/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_FIFOS_OUTPUT_H
#define FCL_TOOL_FIFOS_OUTPUT_H

#include "base/text.h"
#include "emulator/time/recorded.h"

/* What fpgacl fifos has found, for its forms of output. */
struct fcl_tool_fifos {
	const char *path;
	struct fcl_time *time;  /* after a run with the depths of `run` */
	const uint64_t *depths; /* of that run, 0: declared; NULL: all as declared */
	struct fcl_time_outcome run;
	struct fcl_err stuck;               /* the sentence, if the run came to a deadlock */
	double took_ms;                     /* that run */
	uint64_t period_ps;                 /* of all processes; 0: they have several clocks */
	const struct fcl_time_sizes *sizes; /* NULL: only the run was asked for */
};

void fcl_tool_fifos_json(struct fcl_text *out, const struct fcl_tool_fifos *fifos);
void fcl_tool_fifos_text(struct fcl_text *out, const struct fcl_tool_fifos *fifos);

#endif
