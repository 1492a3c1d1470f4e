/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/chain.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/execution/access/blocks.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/traffic.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/*
 * ap_ctrl_chain: the next execution of a compute unit starts before the last one has ended. In
 * hardware, it starts when the first process of the dataflow has finished, and each process works
 * on one execution at a time. Here, each execution is a call of the whole kernel, in its own
 * context. At a stream port, executions keep their starting order: an execution has its turn when
 * the older one has reached a later part of the kernel, or has ended. Executions do not overlap if
 * they share memory that one of them writes, or if the kernel has static data. They are reported in
 * their starting order.
 */

enum { MAX_CONTEXTS = 4 };

static bool chain_overlaps(const struct fcl_model *model)
{
	return model->control == FCL_MODEL_CTRL_CHAIN && model->kind == FCL_MODEL_RUN &&
	       !(model->flags & (FCL_MODEL_PRIVATE_DATA | FCL_MODEL_GROUPS)) &&
	       !model->state_size && !model->init && !model->fini;
}

bool fcl_emu_chain_init(struct fcl_emu_cu *cu)
{
	cu->first = cu;
	if (!chain_overlaps(cu->model))
		return true;
	cu->turns = calloc((size_t)cu->model->nports + 1, sizeof(*cu->turns));
	return cu->turns;
}

/* Frees what a context owns; the rest belongs to the CU. */
static void free_context(struct fcl_emu_cu *cu)
{
	free(cu->ports);
	free(cu->inlined);
	free(cu->waits);
	free(cu->turns);
	free(cu->pub.regs);
	free(cu->line);
	free(cu->args_cache);
	free(cu->traffic);
	fcl_emu_blocks_close(cu);
	free(cu);
}

void fcl_emu_chain_fini(struct fcl_emu_cu *cu)
{
	while (cu->next_context) {
		struct fcl_emu_cu *context = cu->next_context;

		cu->next_context = context->next_context;
		free_context(context);
	}
	free(cu->turns);
	cu->turns = NULL;
}

struct fcl_emu_cu *fcl_emu_chain_add_context(struct fcl_emu_cu *first)
{
	struct fcl_emu_cu *cu = calloc(1, sizeof(*cu));
	size_t nports = (size_t)first->model->nports + 1;

	if (!cu)
		return NULL;
	/* Only constant members are copied, as the first context may be running. */
	cu->pub.size = first->pub.size;
	cu->pub.regs_size = first->pub.regs_size;
	cu->pub.host = first->pub.host;
	cu->pub.name = first->pub.name;
	cu->pub.state = first->pub.state;
	cu->program = first->program;
	cu->kernel = first->kernel;
	cu->model = first->model;
	cu->index = first->index;
	cu->name = first->name;
	cu->reach = first->reach;
	cu->wired = first->wired;
	cu->first = first;
	cu->task.kind = FCL_EMU_TASK_CU;
	cu->ports = calloc(nports, sizeof(struct fcl_emu_fifo *));
	cu->inlined = calloc(nports, sizeof(struct fcl_model_fifo *));
	cu->waits = calloc(nports, sizeof(*cu->waits));
	cu->turns = first->turns ? calloc(nports, sizeof(*cu->turns)) : NULL;
	cu->pub.regs = calloc(1, cu->model->regs_size);
	cu->pub.range = &cu->range;
	cu->pub.fifos = cu->inlined;
	if (!cu->ports || !cu->inlined || !cu->waits || (first->turns && !cu->turns) ||
	    !cu->pub.regs || (first->turns && !fcl_emu_traffic_init(cu))) {
		free_context(cu);
		return NULL;
	}
	for (uint32_t i = 0; i < cu->model->nports; i++)
		fcl_emu_cu_connect(cu, i, cu->wired[i]);
	cu->next_context = first->next_context;
	first->next_context = cu;
	return cu;
}

/* --- launches that may overlap --------------------------------------------------------------- */

static bool chain_writes(const struct fcl_emu_cu *cu, const struct fcl_hal_arg *arg)
{
	return cu->kernel->facts->args[arg->index].direction != FCL_DIR_IN;
}

/* Whether both use a buffer that at least one of them writes. */
static bool share_memory(const struct fcl_emu_cu *cu, const struct fcl_hal_request *a,
			 const struct fcl_hal_request *b)
{
	if (a->u.launch.nsvm || b->u.launch.nsvm)
		return true;
	for (uint32_t i = 0; i < a->u.launch.nargs; i++)
		for (uint32_t j = 0; j < b->u.launch.nargs; j++) {
			const struct fcl_hal_arg *x = &a->u.launch.args[i];
			const struct fcl_hal_arg *y = &b->u.launch.args[j];
			const struct fcl_emu_buffer *buffer = fcl_emu_arg_buffer(x);

			if (buffer && buffer == fcl_emu_arg_buffer(y) &&
			    (chain_writes(cu, x) || chain_writes(cu, y)))
				return true;
		}
	return false;
}

static bool chain_may_join(const struct fcl_emu_cu *first, const struct fcl_hal_request *request)
{
	for (const struct fcl_emu_cu *cu = first->youngest; cu; cu = cu->older)
		if (!cu->request || share_memory(cu, cu->request, request))
			return false;
	return true;
}

struct fcl_emu_cu *fcl_emu_chain_context(struct fcl_emu_cu *first,
					 const struct fcl_hal_request *request)
{
	unsigned count = 0;

	if (!first->turns || !first->youngest)
		return first->state == FCL_EMU_IDLE ? first : NULL;
	if (!chain_may_join(first, request))
		return NULL;
	for (struct fcl_emu_cu *cu = first; cu; cu = cu->next_context, count++)
		if (cu->state == FCL_EMU_IDLE)
			return cu;
	return count < MAX_CONTEXTS ? fcl_emu_chain_add_context(first) : NULL;
}

/* --- turns ------------------------------------------------------------------------------------ */

static bool chain_is_stream(const struct fcl_emu_cu *cu, uint32_t port)
{
	return cu->model->ports[port].kind != FCL_MODEL_PORT_MEMORY;
}

static uint32_t chain_part_of(const struct fcl_emu_cu *cu, uint32_t port)
{
	size_t end = offsetof(struct fcl_model, parts) + sizeof(cu->model->parts);

	if (cu->model->size < end || !cu->model->parts)
		return FCL_MODEL_ANY_PART;
	return cu->model->parts[port];
}

static uint64_t moved(const struct fcl_emu_cu *cu, uint32_t port)
{
	const struct fcl_emu_fifo *fifo = cu->ports[port];

	if (!fifo)
		return 0;
	return cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN ? fcl_emu_fifo_head(fifo)
								       : fcl_emu_fifo_tail(fifo);
}

/* With several work-groups, each of them passes through all parts again. */
static bool runs_once(const struct fcl_emu_cu *cu)
{
	for (int i = 0; i < 3; i++)
		if (cu->range.global_size[i] > 1 &&
		    cu->range.global_size[i] > cu->range.local_size[i])
			return false;
	return true;
}

/* Whether an execution no longer uses the port, judged by its traffic at other ports. */
static bool has_done_with(const struct fcl_emu_cu *cu, uint32_t port)
{
	uint32_t part = chain_part_of(cu, port);

	if (part == FCL_MODEL_ANY_PART || !runs_once(cu))
		return false;
	if (atomic_load_explicit(&cu->part, memory_order_acquire) > part)
		return true;
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		uint32_t other = chain_is_stream(cu, i) ? chain_part_of(cu, i) : FCL_MODEL_ANY_PART;

		if (other != FCL_MODEL_ANY_PART && other > part && cu->turns[i].has &&
		    moved(cu, i) != cu->turns[i].began)
			return true;
	}
	return false;
}

/*
 * It is enough to check the next older execution that is not over: whatever it is done with,
 * executions before it are, too.
 */
static bool is_turn(const struct fcl_emu_cu *cu, uint32_t port)
{
	const struct fcl_emu_cu *older = cu->older;

	while (older && (older->state == FCL_EMU_HELD || older->state == FCL_EMU_ENDING))
		older = older->older;
	return !older || has_done_with(older, port);
}

static void take_turn(struct fcl_emu_cu *cu, uint32_t port)
{
	cu->turns[port].has = true;
	cu->turns[port].began = moved(cu, port);
}

void fcl_emu_chain_begin(struct fcl_emu_cu *cu)
{
	if (!cu->turns)
		return;
	cu->older = cu->first->youngest;
	cu->younger = NULL;
	if (cu->older)
		cu->older->younger = cu;
	cu->first->youngest = cu;
	atomic_store_explicit(&cu->part, 0, memory_order_relaxed);
	for (uint32_t i = 0; i < cu->model->nports; i++) {
		cu->turns[i].has = false;
		if (chain_is_stream(cu, i) && is_turn(cu, i))
			take_turn(cu, i);
		else
			cu->inlined[i] = NULL;
	}
}

void fcl_emu_chain_end(struct fcl_emu_cu *cu)
{
	if (!cu->turns)
		return;
	if (cu->younger)
		cu->younger->older = NULL;
	else
		cu->first->youngest = NULL;
	cu->younger = NULL;
}

static bool uses(const struct fcl_emu_cu *cu, uint32_t port, const struct fcl_emu_fifo *fifo)
{
	return chain_is_stream(cu, port) && cu->ports[port] == fifo;
}

bool fcl_emu_chain_is_due(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (uses(cu, i, cu->blocked_on) && !cu->turns[i].has && is_turn(cu, i))
			return true;
	return false;
}

struct fcl_emu_cu *fcl_emu_chain_user(struct fcl_emu_cu *end, const struct fcl_emu_fifo *fifo)
{
	struct fcl_emu_cu *cu = end ? end->youngest : NULL;
	uint32_t port = 0;

	if (!cu)
		return end;
	while (port < end->model->nports && end->wired[port] != fifo)
		port++;
	if (port == end->model->nports)
		return end;
	while (cu->older)
		cu = cu->older;
	for (; cu; cu = cu->younger)
		if (cu->state != FCL_EMU_HELD && !has_done_with(cu, port))
			return cu;
	/* A launch may be waiting for one of these executions to end. */
	return end->kernel->waiting ? end->youngest : NULL;
}

/* An execution that reaches a part is done with earlier parts, even if it must wait there. */
static void come_to(struct fcl_emu_cu *cu, uint32_t part)
{
	if (part != FCL_MODEL_ANY_PART &&
	    part > atomic_load_explicit(&cu->part, memory_order_relaxed))
		atomic_store_explicit(&cu->part, part, memory_order_release);
}

bool fcl_emu_chain_ask(struct fcl_emu_cu *cu, uint32_t port)
{
	struct fcl_emu_board *board = cu->program->board;
	bool due;

	if (port >= cu->model->nports)
		return true;
	come_to(cu, chain_part_of(cu, port));
	if (cu->turns[port].has)
		return true;
	pthread_mutex_lock(&board->lock);
	due = is_turn(cu, port);
	if (due) {
		take_turn(cu, port);
		fcl_emu_cu_connect(cu, port, cu->ports[port]);
	}
	pthread_mutex_unlock(&board->lock);
	return due;
}
