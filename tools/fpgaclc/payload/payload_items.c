/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Runs work-groups of kernels in OpenCL C, linked into payloads that have such kernels. The code of
 * a work-group is a loop over its work-items, made by the compiler plugin (workgroups/). Nothing
 * here is static: batches of groups run on several threads at once.
 */

#include <stdint.h>
#include <string.h>

#include "fpgacl/items.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* --- memory of a work-group ------------------------------------------------------------------- */

/* The widest value, a vector of 16 doubles, needs this alignment. */
#define FCLC_ALIGNMENT 128u
/* Work-items that the context has room for are a multiple of this; group.h has the same number. */
#define FCLC_CONTEXT_ITEMS 64u
#define FCLC_CANARY 0xA5

/* A part of a group's memory, followed by a canary. */
struct fclc_part {
	char *start;
	uint64_t bytes;
	const char *what, *name;
};

/* One run of some groups. */
struct fclc_run {
	struct fcl_cu *cu;
	const struct fclc_code *code;
	const struct fclc_item_arg *args;
	unsigned nargs;
	uint64_t *addresses; /* one for each argument */
	struct fclc_part *parts;
	unsigned nparts;
	struct fclc_group group;
};

static uint64_t fclc_round(uint64_t bytes)
{
	return (bytes + FCLC_ALIGNMENT - 1) / FCLC_ALIGNMENT * FCLC_ALIGNMENT;
}

static void *fclc_allocate(struct fcl_cu *cu, uint64_t bytes)
{
	void *memory = cu->host->allocate(cu, bytes);

	if (!memory)
		cu->host->fail(cu, "no memory for the arguments of a work-group");
	return memory;
}

static void fclc_add_part(struct fclc_run *run, uint64_t bytes, const char *what, const char *name)
{
	if (bytes)
		run->parts[run->nparts++] = (struct fclc_part){0, bytes, what, name};
}

static uint64_t fclc_context_bytes(const struct fclc_run *run)
{
	const uint64_t *size = run->group.enqueued_size;
	uint64_t items = size[0] * size[1] * size[2] + FCLC_CONTEXT_ITEMS - 1;

	return items / FCLC_CONTEXT_ITEMS * FCLC_CONTEXT_ITEMS * run->code->context_bytes;
}

/* Lists what the memory holds: __local arguments, then variables, then what crosses barriers. */
static void fclc_list_parts(struct fclc_run *run)
{
	run->parts = fclc_allocate(run->cu, (run->nargs + 2) * sizeof(*run->parts));
	for (unsigned i = 0; i < run->nargs; i++) {
		uint64_t bytes = 0;

		if (run->args[i].kind == FCLC_ITEM_LOCAL)
			fclc_rt_value(run->cu, run->args[i].offset, &bytes, sizeof(bytes));
		fclc_add_part(run, bytes, "__local argument", run->args[i].name);
	}
	fclc_add_part(run, run->code->local_bytes, "__local variables", 0);
	fclc_add_part(run, fclc_context_bytes(run), "private arrays", 0);
}

/* Memory whose end touches an inaccessible page; before each part and after the last, a canary. */
static void fclc_place_parts(struct fclc_run *run)
{
	uint64_t bytes = FCLC_ALIGNMENT;
	char *at;

	fclc_list_parts(run);
	if (!run->nparts)
		return;
	for (unsigned i = 0; i < run->nparts; i++)
		bytes += fclc_round(run->parts[i].bytes) + FCLC_ALIGNMENT;
	at = run->cu->host->allocate_guarded(run->cu, bytes);
	if (!at)
		run->cu->host->fail(run->cu, "no memory for a work-group's local memory");
	memset(at, FCLC_CANARY, FCLC_ALIGNMENT);
	for (unsigned i = 0; i < run->nparts; i++) {
		struct fclc_part *part = &run->parts[i];
		uint64_t length = fclc_round(part->bytes) + FCLC_ALIGNMENT;

		at += i ? 0 : FCLC_ALIGNMENT;
		part->start = at;
		memset(at + part->bytes, FCLC_CANARY, length - part->bytes);
		at += length;
	}
}

static void fclc_fail_part(const struct fclc_run *run, const struct fclc_part *part,
			   const char *how)
{
	char text[256];
	unsigned length = 0;
	const char *const words[] = {how, part->what, part->name ? " '" : "",
				     part->name ? part->name : "", part->name ? "'" : ""};

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (const char *c = words[i]; *c && length < sizeof(text) - 1; c++)
			text[length++] = *c;
	text[length] = 0;
	run->cu->host->fail(run->cu, text);
}

static int fclc_is_canary(const char *at, uint64_t bytes)
{
	for (uint64_t i = 0; i < bytes; i++)
		if ((unsigned char)at[i] != FCLC_CANARY)
			return 0;
	return 1;
}

static void fclc_check_parts(const struct fclc_run *run)
{
	if (run->nparts && !fclc_is_canary(run->parts[0].start - FCLC_ALIGNMENT, FCLC_ALIGNMENT))
		fclc_fail_part(run, &run->parts[0], "wrote before the start of the kernel's ");
	for (unsigned i = 0; i < run->nparts; i++) {
		const struct fclc_part *part = &run->parts[i];
		uint64_t room = fclc_round(part->bytes) + FCLC_ALIGNMENT;

		if (!fclc_is_canary(part->start + part->bytes, room - part->bytes))
			fclc_fail_part(run, part, "wrote past the end of the kernel's ");
	}
}

/* --- arguments -------------------------------------------------------------------------------- */

static char *fclc_next_local(const struct fclc_run *run, unsigned *part,
			     const struct fclc_item_arg *arg)
{
	uint64_t bytes = 0;

	fclc_rt_value(run->cu, arg->offset, &bytes, sizeof(bytes));
	return bytes ? run->parts[(*part)++].start : 0;
}

static uintptr_t fclc_fill_pipe(const struct fclc_run *run, const struct fclc_item_arg *arg)
{
	struct fclc_pipe *pipe = fclc_pipe_open(run->cu, &run->group, arg);

	if (arg->offset)
		(*(struct fclc_global_pipes **)run->cu->state)->pipes[arg->offset - 1] = pipe;
	return (uintptr_t)pipe;
}

/* Makes the list of pipes that are declared outside of functions. */
static void fclc_list_pipes(const struct fclc_run *run)
{
	struct fclc_global_pipes *list;
	unsigned count = 0;
	uint64_t bytes;

	for (unsigned i = 0; i < run->nargs; i++)
		if (run->args[i].kind >= FCLC_ITEM_PIPE_IN && run->args[i].offset > count)
			count = run->args[i].offset;
	if (!count)
		return;
	bytes = sizeof(*list) + count * sizeof(list->pipes[0]);
	list = fclc_allocate(run->cu, bytes);
	memset(list, 0, bytes);
	list->count = count;
	*(struct fclc_global_pipes **)run->cu->state = list;
}

/* One address for each argument. */
static void fclc_fill(struct fclc_run *run)
{
	uint64_t bytes = FCLC_ALIGNMENT;
	unsigned part = 0;
	char *space;

	for (unsigned i = 0; i < run->nargs; i++)
		bytes += run->args[i].kind == FCLC_ITEM_VALUE ? fclc_round(run->args[i].size) : 0;
	run->addresses = fclc_allocate(run->cu, (run->nargs + 1) * sizeof(*run->addresses));
	space = fclc_allocate(run->cu, bytes);
	space = (char *)fclc_round((uintptr_t)space);
	fclc_list_pipes(run);
	for (unsigned i = 0; i < run->nargs; i++) {
		const struct fclc_item_arg *arg = &run->args[i];
		uint64_t address = 0;

		if (arg->kind == FCLC_ITEM_LOCAL) {
			run->addresses[i] = (uintptr_t)fclc_next_local(run, &part, arg);
		} else if (arg->kind == FCLC_ITEM_MEMORY) {
			/* A buffer argument may be NULL. */
			fclc_rt_value(run->cu, arg->offset, &address, sizeof(address));
			run->addresses[i] = address ? (uintptr_t)fclc_rt_memory(run->cu, arg->port,
										arg->offset)
						    : 0;
		} else if (arg->kind >= FCLC_ITEM_PIPE_IN) {
			run->addresses[i] = fclc_fill_pipe(run, arg);
		} else {
			fclc_rt_value(run->cu, arg->offset, space, arg->size);
			run->addresses[i] = (uintptr_t)space;
			space += fclc_round(arg->size);
		}
	}
	run->group.context = run->code->context_bytes ? run->parts[run->nparts - 1].start : 0;
	run->group.local = run->code->local_bytes ? run->parts[part].start : 0;
	run->group.shared = (char *)&run->group.shared_value;
}

/* --- groups ----------------------------------------------------------------------------------- */

static uint64_t fclc_at_least_one(uint64_t value)
{
	return value ? value : 1;
}

static void fclc_set_range(struct fclc_group *group, const struct fcl_model_range *range)
{
	group->work_dim = range->work_dim;
	for (int i = 0; i < 3; i++) {
		group->global_size[i] = fclc_at_least_one(range->global_size[i]);
		group->enqueued_size[i] = fclc_at_least_one(range->local_size[i]);
		group->num_groups[i] = (group->global_size[i] + group->enqueued_size[i] - 1) /
				       group->enqueued_size[i];
		group->global_offset[i] = range->global_offset[i];
	}
}

static void fclc_set_group(struct fclc_group *group, uint64_t index)
{
	group->group_id[0] = index % group->num_groups[0];
	group->group_id[1] = index / group->num_groups[0] % group->num_groups[1];
	group->group_id[2] = index / group->num_groups[0] / group->num_groups[1];
	for (int i = 0; i < 3; i++) {
		uint64_t left = group->global_size[i] -
				group->group_id[i] * group->enqueued_size[i];

		group->local_size[i] = left < group->enqueued_size[i] ? left
								      : group->enqueued_size[i];
	}
}

/* The code has this size compiled in, also for the last groups of a range if required[3] says so. */
static void fclc_check_size(const struct fclc_run *run, const unsigned required[4])
{
	for (int i = 0; i < 3 && required[0]; i++)
		if (run->group.enqueued_size[i] != required[i] ||
		    (required[3] && run->group.global_size[i] % required[i]))
			run->cu->host->fail(
				run->cu,
				"the work-group size differs from the one that the kernel's attribute requires");
}

/* The version of the code for this processor. */
static fclc_group_function *fclc_best_version(const struct fclc_code *code)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
	    __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
	    __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bitalg") &&
	    __builtin_cpu_supports("avx512vpopcntdq"))
		return code->run_v4;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi2"))
		return code->run_v3;
#endif
	return code->run;
}

int fclc_items_run(struct fcl_cu *cu, const struct fclc_code *code,
		   const struct fclc_item_arg *args, const unsigned required[4])
{
	struct fclc_run run = {.cu = cu, .code = code, .args = args};
	uint64_t first = cu->range->first_group, end = first + cu->range->ngroups;
	fclc_group_function *function = fclc_best_version(code);

	while (args[run.nargs].kind != FCLC_ITEM_END)
		run.nargs++;
	fclc_set_range(&run.group, cu->range);
	fclc_check_size(&run, required);
	fclc_place_parts(&run);
	fclc_fill(&run);
	for (uint64_t i = first; i < end; i++) {
		fclc_set_group(&run.group, i);
		function(run.addresses, &run.group);
		if (run.group.wraps)
			cu->host->fail(
				cu,
				"within one work-group, the global ids exceed what the kernel's 32-bit variables hold");
	}
	fclc_check_parts(&run);
	return 0;
}
