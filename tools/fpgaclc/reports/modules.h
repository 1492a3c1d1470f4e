/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_MODULES_H
#define FCLC_REPORTS_MODULES_H

#include <stdint.h>

#include "tools/fpgaclc/reports/figures.h"

/* A function, or a loop that is drawn out of one and is a module of its own in the vendor's reports. */
struct fclc_module {
	const char *name;
	const struct fclc_value *function; /* of the schedule */
	const struct fclc_value *loop;     /* NULL: the function itself */
	struct fclc_figure latency, interval;
	double estimated_ns;
};

/* A schedule, and what all of its reports need. */
struct fclc_design {
	struct fclc_arena *arena;
	const struct fclc_value *schedule;
	const char *top, *part, *version; /* version: of fpgacl */
	double period_ns, uncertainty_ns;
	struct fclc_module *modules; /* callees before their callers; the last is the top */
	uint32_t nmodules;
};

/* -EINVAL: it is no schedule, of another version, or has no top function. */
int fclc_design_of(struct fclc_arena *arena, const struct fclc_value *schedule, const char *version,
		   struct fclc_design *ret_design, struct fcl_err *err);

const struct fclc_module *fclc_design_top(const struct fclc_design *design);
/* The module of a function, by its name in the schedule; NULL: none of that name. */
const struct fclc_module *fclc_design_module(const struct fclc_design *design, const char *name);
/* The module of a loop, or NULL: it is a loop of its function's module. */
const struct fclc_module *fclc_design_outlined(const struct fclc_design *design,
					       const struct fclc_value *loop);

/*
 * Goes through a module's loops, outer ones first, then their inner ones: start with NULL. Those that
 * are modules of their own are left out. *ret_depth is 1 for an outermost loop.
 */
const struct fclc_value *fclc_module_loop(const struct fclc_design *design,
					  const struct fclc_module *module,
					  const struct fclc_value *last, unsigned *ret_depth);
/* Calls `each` for the modules that a module has instances of. */
void fclc_module_instances(const struct fclc_design *design, const struct fclc_module *module,
			   void (*each)(const struct fclc_module *instance, void *data),
			   void *data);

/* "no", "yes" or "dataflow". */
const char *fclc_module_kind(const struct fclc_module *module);
/* Whether the schedule says how many DSPs, flip-flops and so on the module has. */
bool fclc_module_has_area(const struct fclc_module *module);
/* How sure a module's latency is. */
const char *fclc_module_sure(const struct fclc_module *module);

#endif
