/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/modules.h"

#include <errno.h>
#include <string.h>

/* The format that this reads: docs/schedule.md. */
#define FORMAT "fpgacl-schedule"
#define VERSION 1

static double id_of(const struct fclc_value *loop, const char *key)
{
	return fclc_tree_number(loop, key, -1);
}

static const struct fclc_value *loop_by_id(const struct fclc_value *function, double id)
{
	const struct fclc_value *loop = fclc_tree_list(function, "loops");

	while (loop && (id < 0 || id_of(loop, "id") != id))
		loop = loop->next;
	return loop;
}

/* --- names ------------------------------------------------------------------------------------ */

static bool is_taken(const struct fclc_design *design, const char *name)
{
	for (uint32_t i = 0; i < design->nmodules; i++)
		if (!strcmp(design->modules[i].name, name))
			return true;
	return false;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* "int space::f<2>(int)" is f. */
static const char *plain_name(struct fclc_arena *arena, const struct fclc_value *function)
{
	const char *shown = fclc_tree_text(function, "shown");
	size_t end = strcspn(shown, "(<"), start;

	for (start = end; start && is_name_char(shown[start - 1]);)
		start--;
	return start < end ? fclc_copy(arena, shown + start, end - start)
			   : fclc_tree_text(function, "name");
}

/* The second function of a name has _1 after it. */
static const char *name_of(const struct fclc_design *design, const struct fclc_value *function)
{
	const char *name = plain_name(design->arena, function), *unique = name;

	if (fclc_tree_true(function, "top"))
		return design->top;
	for (unsigned i = 1; is_taken(design, unique); i++)
		unique = fclc_format(design->arena, "%s_%u", name, i);
	return unique;
}

/* --- the list --------------------------------------------------------------------------------- */

static void add_module(struct fclc_design *design, struct fclc_module module)
{
	design->modules[design->nmodules++] = module;
}

/* The vendor's tool calls such a module after its function and its loop, and it takes two cycles more. */
static void add_outlined(struct fclc_design *design, const struct fclc_value *function,
			 const char *name)
{
	const struct fclc_value *loop;

	for (loop = fclc_tree_list(function, "loops"); loop; loop = loop->next) {
		struct fclc_figure latency = fclc_figure_of(loop, "latency");

		if (!fclc_tree_true(loop, "outlined"))
			continue;
		latency = fclc_figure_plus(latency, 2);
		add_module(design,
			   (struct fclc_module){
				   .name = fclc_format(design->arena, "%s_Pipeline_%s", name,
						       fclc_tree_text(loop, "name")),
				   .function = function,
				   .loop = loop,
				   .latency = latency,
				   .interval = latency,
				   .estimated_ns = fclc_tree_number(
					   loop, "estimated_clock_ns",
					   fclc_tree_number(function, "estimated_clock_ns", 0)),
			   });
	}
}

static void add_function(struct fclc_design *design, const struct fclc_value *function)
{
	const char *name = name_of(design, function);

	add_outlined(design, function, name);
	add_module(design,
		   (struct fclc_module){
			   .name = name,
			   .function = function,
			   .latency = fclc_figure_of(function, "latency"),
			   .interval = fclc_figure_of(function, "interval"),
			   .estimated_ns = fclc_tree_number(function, "estimated_clock_ns", 0),
		   });
}

static uint32_t count_modules(const struct fclc_value *functions)
{
	uint32_t count = 0;

	for (const struct fclc_value *each = functions; each; each = each->next) {
		count++;
		for (const struct fclc_value *loop = fclc_tree_list(each, "loops"); loop;
		     loop = loop->next)
			count++;
	}
	return count;
}

/* Loops are numbered from 0, and inner ones come after those around them: no circles. */
static int check_loops(const struct fclc_value *function, struct fcl_err *err)
{
	double number = 0;

	for (const struct fclc_value *loop = fclc_tree_list(function, "loops"); loop;
	     loop = loop->next, number++) {
		double parent = id_of(loop, "parent");

		if (id_of(loop, "id") != number || parent >= number ||
		    (parent >= 0 && !loop_by_id(function, parent)))
			return fcl_err_set(err, -EINVAL,
					   "loop %.0f of '%s': expected that number, and a loop "
					   "around it with a smaller one",
					   number, fclc_tree_text(function, "name"));
	}
	return 0;
}

static int check(const struct fclc_value *schedule, struct fcl_err *err)
{
	int error = 0;
	double version = fclc_tree_number(schedule, "version", 0);

	if (strcmp(fclc_tree_text(schedule, "format"), FORMAT) != 0)
		return fcl_err_set(err, -EINVAL, "expected a schedule, found other JSON");
	if (version != VERSION)
		return fcl_err_set(err, -EINVAL, "expected a schedule of version %d, found %g",
				   VERSION, version);
	for (const struct fclc_value *each = fclc_tree_list(schedule, "functions"); !error && each;
	     each = each->next)
		error = check_loops(each, err);
	return error;
}

int fclc_design_of(struct fclc_arena *arena, const struct fclc_value *schedule, const char *version,
		   struct fclc_design *ret_design, struct fcl_err *err)
{
	const struct fclc_value *functions = fclc_tree_list(schedule, "functions");
	const struct fclc_value *clock = fclc_tree_get(schedule, "clock");
	const struct fclc_value *top = NULL;
	struct fclc_design design = {
		.arena = arena,
		.schedule = schedule,
		.top = fclc_tree_text(schedule, "top"),
		.part = fclc_tree_text(schedule, "part"),
		.version = version,
		.period_ns = fclc_tree_number(clock, "period_ns", 0),
		.uncertainty_ns = fclc_tree_number(clock, "uncertainty_ns", 0),
	};

	if (check(schedule, err) != 0)
		return -EINVAL;
	design.modules = fclc_alloc(arena, count_modules(functions) + 1, sizeof(*design.modules));
	for (const struct fclc_value *each = functions; each; each = each->next)
		if (fclc_tree_true(each, "top"))
			top = each;
	if (!top)
		return fcl_err_set(err, -EINVAL, "the schedule has no top function '%s'",
				   design.top);
	design.top = plain_name(arena, top);
	for (const struct fclc_value *each = functions; each; each = each->next)
		if (each != top)
			add_function(&design, each);
	add_function(&design, top);
	*ret_design = design;
	return 0;
}

/* --- looking it up ---------------------------------------------------------------------------- */

const struct fclc_module *fclc_design_top(const struct fclc_design *design)
{
	return &design->modules[design->nmodules - 1];
}

const struct fclc_module *fclc_design_module(const struct fclc_design *design, const char *name)
{
	for (uint32_t i = 0; i < design->nmodules; i++)
		if (!design->modules[i].loop &&
		    !strcmp(fclc_tree_text(design->modules[i].function, "name"), name))
			return &design->modules[i];
	return NULL;
}

const struct fclc_module *fclc_design_outlined(const struct fclc_design *design,
					       const struct fclc_value *loop)
{
	for (uint32_t i = 0; i < design->nmodules; i++)
		if (design->modules[i].loop == loop)
			return &design->modules[i];
	return NULL;
}

/* --- loops ------------------------------------------------------------------------------------ */

/* The next loop with that parent, behind `last`; those that are modules of their own are left out. */
static const struct fclc_value *sibling(const struct fclc_design *design,
					const struct fclc_module *module, double parent,
					const struct fclc_value *last)
{
	const struct fclc_value *loop = last ? last->next
					     : fclc_tree_list(module->function, "loops");

	for (; loop; loop = loop->next)
		if (id_of(loop, "parent") == parent && !fclc_design_outlined(design, loop))
			return loop;
	return NULL;
}

const struct fclc_value *fclc_module_loop(const struct fclc_design *design,
					  const struct fclc_module *module,
					  const struct fclc_value *last, unsigned *ret_depth)
{
	const struct fclc_value *next;

	if (module->loop) { /* the loop alone */
		*ret_depth = 1;
		return last ? NULL : module->loop;
	}
	if (!last)
		*ret_depth = 0;
	next = sibling(design, module, last ? id_of(last, "id") : -1, NULL);
	if (next) {
		++*ret_depth;
		return next;
	}
	while (last && !(next = sibling(design, module, id_of(last, "parent"), last))) {
		--*ret_depth;
		last = loop_by_id(module->function, id_of(last, "parent"));
	}
	return next;
}

void fclc_module_instances(const struct fclc_design *design, const struct fclc_module *module,
			   void (*each)(const struct fclc_module *instance, void *data), void *data)
{
	const struct fclc_value *call;

	if (module->loop)
		return;
	for (uint32_t i = 0; i < design->nmodules; i++)
		if (design->modules[i].loop && design->modules[i].function == module->function)
			each(&design->modules[i], data);
	for (call = fclc_tree_list(module->function, "calls"); call; call = call->next) {
		const struct fclc_module *callee =
			fclc_design_module(design, fclc_tree_text(call, "callee"));

		if (callee)
			each(callee, data);
	}
}

const char *fclc_module_kind(const struct fclc_module *module)
{
	const char *kind = fclc_tree_text(module->function, "kind");

	if (module->loop)
		return "no";
	if (!strcmp(kind, "dataflow"))
		return "dataflow";
	return !strcmp(kind, "pipelined") || !strcmp(kind, "pipeline") ? "yes" : "no";
}

bool fclc_module_has_area(const struct fclc_module *module)
{
	const struct fclc_value *from = module->loop ? module->loop : module->function;

	return fclc_tree_number(from, "dsp", -1) >= 0;
}

const char *fclc_module_sure(const struct fclc_module *module)
{
	return module->latency.known ? module->latency.sure : "not known";
}
