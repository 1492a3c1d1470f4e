/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/launch.h"

#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "hal/bank.h"
#include "runtime/core/commands/fit.h"
#include "runtime/core/commands/resolve.h"
#include "runtime/core/commands/submit.h"
#include "runtime/core/commands/work.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/images/gate.h"
#include "runtime/core/kernels/args.h"
#include "runtime/core/kernels/pipe_fifo.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/residency/standing.h"
#include "runtime/core/residency/turn.h"
#include "runtime/core/residency/window.h"

/* A launch that is being issued. */
struct launch {
	struct fcl_event *event;
	struct fcl_device *device;
	struct fcl_fit fit;
	const struct fcl_image_kernel *facts;
	const uint32_t *cus; /* CUs that can run it with the buffers' current locations */
	uint32_t ncus;
	bool moves; /* no CU reaches every buffer at its current location */
	int error;  /* the error of a failed plan */
};

/*
 * Keeps the CUs that reach every buffer; if there are none, those that reach every buffer once the
 * movable ones have been moved.
 */
static int filter_cus(struct launch *launch, struct fcl_err *err)
{
	const struct fcl_kernel_instance *instance = launch->fit.instance;
	uint32_t *cus = malloc(instance->ncus * sizeof(*cus));
	uint32_t ncus = 0;

	if (!cus)
		return -ENOMEM;
	for (uint32_t i = 0; i < instance->ncus; i++)
		if (fcl_fit_cu_takes_all(&launch->fit, instance->cus[i], false))
			cus[ncus++] = instance->cus[i];
	launch->moves = !ncus;
	for (uint32_t i = 0; !ncus && i < instance->ncus; i++)
		if (fcl_fit_cu_takes_all(&launch->fit, instance->cus[i], true))
			cus[ncus++] = instance->cus[i];
	free(launch->event->cus);
	launch->event->cus = cus;
	if (!ncus)
		return fcl_fit_refuse(&launch->fit, err);
	if (ncus < instance->ncus)
		fcl_log(FCL_LOG_INFO, launch->facts->name,
			"%u of %u compute units reach the banks of this launch's buffers", ncus,
			instance->ncus);
	launch->cus = cus;
	launch->ncus = ncus;
	return 0;
}

/* Whether the buffer has no memory yet. Shared virtual memory is in no bank, so it never counts. */
static bool is_fresh(const struct launch *launch, struct fcl_mem *mem)
{
	return fcl_residency_bank(mem, launch->fit.side) == FCL_HAL_BANK_DEFAULT && !mem->root->one;
}

/* Usually, every CU reaches every buffer. */
static int choose_cus(struct launch *launch, struct fcl_err *err)
{
	const struct fcl_kernel_instance *instance = launch->fit.instance;
	bool all = !fcl_fit_repeats(&launch->fit);

	launch->cus = instance->cus;
	launch->ncus = instance->ncus;
	launch->moves = false;
	for (uint32_t arg = 0; arg < launch->fit.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_args_buffer(launch->fit.args, arg);
		uint32_t bank;

		all &= !fcl_fit_is_wired(fcl_args_value(launch->fit.args, arg));
		if (!mem || instance->reach[arg].free)
			continue;
		bank = fcl_residency_bank(mem, launch->fit.side);
		if (bank == FCL_HAL_BANK_DEFAULT)
			bank = fcl_fit_bank(&launch->fit, mem);
		all &= bank == FCL_HAL_BANK_DEFAULT || fcl_bank_in(&instance->reach[arg].all, bank);
	}
	return all ? 0 : filter_cus(launch, err);
}

static struct fcl_use buffer_use(const struct launch *launch, uint32_t arg, struct fcl_mem *mem)
{
	uint32_t bank = fcl_residency_bank(mem, launch->fit.side);
	uint32_t wanted = mem->root->wanted_bank;

	return (struct fcl_use){
		.mem = mem,
		.end = mem->size,
		.side = launch->fit.side,
		.access = fcl_access_of(&launch->facts->args[arg]),
		.program = launch->device->slots[launch->event->slot].program,
		.bank = wanted != FCL_HAL_BANK_DEFAULT
				? wanted
				: fcl_reach_first(launch->fit.instance, launch->cus[0], arg),
		.move = bank != FCL_HAL_BANK_DEFAULT && fcl_mem_may_move(mem->root) &&
			!fcl_fit_cu_takes(&launch->fit, launch->cus[0], arg, false)};
}

/* The uses of one launch, and the arguments that they are for. */
struct uses {
	struct fcl_use *uses;
	const uint32_t *args;
	uint32_t count;
};

/* Whether a memory of the image is reachable from every argument that the buffer is set on. */
static bool suits(const struct launch *launch, const struct uses *all, const struct fcl_mem *root,
		  uint32_t mem)
{
	const struct fcl_image *image = launch->fit.instance->image;
	const struct fcl_hal_info *info = launch->device->info;
	uint32_t bank = mem < image->nmems ? fcl_hal_bank_of_mem(info, &image->mems[mem])
					   : FCL_HAL_BANK_DEFAULT;

	for (uint32_t k = 0; k < all->count; k++)
		if (all->uses[k].mem->root == root &&
		    !fcl_reach_cu(launch->fit.instance, launch->cus[0], all->args[k], bank))
			return false;
	return true;
}

/*
 * Finds such a memory among those that the CU reaches. There is one, as the CU takes all arguments
 * (fit.h).
 */
static void find_bank(const struct launch *launch, const struct uses *all, struct fcl_use *use)
{
	const struct fcl_image *image = launch->fit.instance->image;

	for (uint32_t i = 0;
	     i < image->nconnections && !suits(launch, all, use->mem->root, use->bank); i++)
		if (image->connections[i].cu == launch->cus[0])
			use->bank = image->connections[i].mem;
}

/*
 * A buffer that is moved, or gets its first memory, goes where every argument reaches it: if two
 * arguments required different banks, it would move back and forth forever.
 */
static void choose_banks(const struct launch *launch, const struct uses *all)
{
	for (uint32_t i = 0; i < all->count; i++) {
		struct fcl_use *use = &all->uses[i];

		if (use->move || (is_fresh(launch, use->mem) &&
				  use->mem->root->wanted_bank == FCL_HAL_BANK_DEFAULT))
			find_bank(launch, all, use);
	}
}

/* Releases the claims of the first `nargs` arguments. */
static void release_claims(const struct launch *launch, uint32_t nargs)
{
	for (uint32_t arg = 0; arg < nargs; arg++)
		if (fcl_args_buffer(launch->fit.args, arg))
			fcl_residency_release(fcl_args_buffer(launch->fit.args, arg),
					      launch->fit.side);
}

/*
 * Claims all buffers if all of them are settled, which completes the plan. Otherwise claims none,
 * and fcl_residency_plan() has to.
 */
static bool claim_settled(const struct launch *launch)
{
	const struct fcl_args *args = launch->fit.args;
	uint32_t arg = 0;

	if (launch->event->failure)
		return false;
	for (; arg < args->nargs; arg++) {
		struct fcl_mem *mem = fcl_args_buffer(args, arg);

		if (mem && !fcl_residency_claim_settled(mem, launch->fit.side,
							fcl_access_of(&launch->facts->args[arg])))
			break;
	}
	if (arg == args->nargs)
		return true;
	release_claims(launch, arg);
	return false;
}

static enum fcl_plan ready_or_failed(struct launch *launch, int error)
{
	launch->error = error;
	return error ? FCL_PLAN_FAILED : FCL_PLAN_READY;
}

/* Claims buffers that may have to move; `uses` and `args` have room for all arguments. */
static enum fcl_plan claim_moving(struct launch *launch, struct fcl_use *uses, uint32_t *args,
				  struct fcl_err *err)
{
	uint32_t nuses = 0;

	for (uint32_t arg = 0; arg < launch->fit.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_args_buffer(launch->fit.args, arg);

		if (!mem)
			continue;
		args[nuses] = arg;
		uses[nuses++] = buffer_use(launch, arg, mem);
	}
	choose_banks(launch, &(struct uses){uses, args, nuses});
	if (!nuses)
		return FCL_PLAN_READY;
	return fcl_residency_plan(launch->event, uses, nuses, &launch->error, err);
}

static enum fcl_plan claim_buffers(struct launch *launch, struct fcl_err *err)
{
	uint32_t nargs = launch->fit.args->nargs;
	struct fcl_use *uses = malloc((nargs + UINT64_C(1)) * sizeof(*uses));
	uint32_t *args = malloc((nargs + UINT64_C(1)) * sizeof(*args));
	enum fcl_plan result;

	result = uses && args ? claim_moving(launch, uses, args, err)
			      : ready_or_failed(launch, fcl_err_set(err, -ENOMEM, "out of memory"));
	free(uses);
	free(args);
	return result;
}

void fcl_launch_prepare(struct fcl_event *event, struct fcl_args *args,
			const struct fcl_kernel_instance *instance,
			const struct fcl_hal_range *range)
{
	event->work.launch.args = args;
	event->work.launch.instance = instance;
	fcl_gate_count(event);
	event->request.u.launch.range = *range;
}

static void submit(struct launch *launch)
{
	struct fcl_hal_request *request = &launch->event->request;

	request->op = FCL_HAL_LAUNCH;
	request->u.launch.program = launch->device->slots[launch->event->slot].program;
	request->u.launch.kernel = launch->fit.instance->index;
	request->u.launch.cus = launch->cus;
	request->u.launch.ncus = launch->ncus;
	request->u.launch.ran_on = 0;
	request->u.launch.svm = fcl_svm_set_buffers(launch->fit.args->svm,
						    launch->fit.side - FCL_SIDE_DEVICE(0),
						    &request->u.launch.nsvm);
	fcl_submit(launch->event);
}

/* Reopens the windows of mapped P2P buffers (window.h). All buffers are claimed. */
static void open_windows(const struct launch *launch)
{
	for (uint32_t arg = 0; arg < launch->fit.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_args_buffer(launch->fit.args, arg);

		if (mem)
			fcl_window_follow(mem->root, launch->fit.side);
	}
}

/*
 * Chooses the CUs and claims the buffers. Usually all data is in place and nothing moves. Until the
 * buffers are claimed, other commands may move them, or give them their first memory, so only a
 * choice made after that is final.
 */
static enum fcl_plan plan(struct launch *launch, struct fcl_err *err)
{
	struct fcl_event *event = launch->event;
	enum fcl_plan result;
	int error;

	event->claimed = claim_settled(launch);
	for (;;) {
		error = choose_cus(launch, err);
		if (error || (event->claimed && !launch->moves)) {
			if (!error)
				open_windows(launch);
			return ready_or_failed(launch, error);
		}
		if (event->claimed)
			release_claims(launch, launch->fit.args->nargs);
		event->claimed = false;
		result = claim_buffers(launch, err);
		if (result != FCL_PLAN_READY)
			return result;
		event->claimed = true;
	}
}

/*
 * Establishes standing claims, with which later launches skip planning. A launch with a derived
 * block does this for other blocks of the same base, which still have to be planned if they cannot
 * run on all CUs.
 */
static void establish(const struct launch *launch)
{
	struct fcl_args *args = launch->event->work.launch.args;

	if (launch->event->request.u.launch.args == args->hal)
		fcl_standing_establish(args, launch->fit.instance, launch->fit.side, launch->cus,
				       launch->ncus, 0);
	if (args->base && launch->cus == launch->fit.instance->cus &&
	    !atomic_load_explicit(&args->base->standing, memory_order_relaxed) &&
	    fcl_resolve_holds(args->base, launch->fit.side, args->own))
		fcl_standing_establish(args->base, launch->fit.instance, launch->fit.side,
				       launch->cus, launch->ncus, args->own);
}

static bool resolve(struct launch *launch, const struct fcl_args *inside)
{
	return fcl_resolve_args(launch->event->work.launch.args, launch->fit.side, inside,
				&launch->event->own_args, &launch->event->request);
}

static enum fcl_plan prepare(struct launch *launch, struct fcl_err *err)
{
	enum fcl_plan result = plan(launch, err);

	if (result != FCL_PLAN_READY)
		return result;
	if (!resolve(launch, NULL))
		return ready_or_failed(launch, -ENOMEM);
	establish(launch);
	return FCL_PLAN_READY;
}

/* Claims a buffer that the standing claim does not cover. False: the launch has to be planned. */
static bool claim_apart(const struct launch *launch, uint32_t arg)
{
	struct fcl_mem *mem = fcl_args_buffer(launch->fit.args, arg);
	const struct fcl_reach *reach = &launch->fit.instance->reach[arg];
	uint32_t bank;

	if (!mem)
		return true;
	if (!fcl_residency_claim_settled(mem, launch->fit.side,
					 fcl_access_of(&launch->facts->args[arg])))
		return false;
	bank = fcl_residency_bank(mem, launch->fit.side);
	if (reach->free || bank == FCL_HAL_BANK_DEFAULT || fcl_bank_in(&reach->all, bank))
		return true;
	fcl_residency_release(mem, launch->fit.side);
	return false;
}

/* Claims the buffers of these arguments, all or none. */
static bool claim_all_apart(const struct launch *launch, uint64_t apart)
{
	for (uint64_t left = apart; left; left &= left - 1) {
		uint32_t arg = (uint32_t)__builtin_ctzll(left);

		if (claim_apart(launch, arg))
			continue;
		fcl_work_release(launch->fit.args, apart & ((UINT64_C(1) << arg) - 1),
				 launch->fit.side);
		return false;
	}
	return true;
}

/* Whether the launch, which has entered the block's claim, needs no plan of its own. */
static bool complete_standing(struct launch *launch, struct fcl_args *block)
{
	struct fcl_args *args = launch->event->work.launch.args;
	uint64_t apart = fcl_work_apart(args, block);

	launch->cus = block->cus;
	launch->ncus = block->ncus;
	if (block == args && !apart) {
		fcl_resolve_shared(args, &launch->event->request);
		return true;
	}
	/* Other CU lists would depend on the buffers that the claim does not cover. */
	if (block->cus != launch->fit.instance->cus || !claim_all_apart(launch, apart))
		return false;
	if (resolve(launch, block))
		return true;
	fcl_work_release(args, apart, launch->fit.side);
	return false;
}

static bool enter(struct launch *launch, struct fcl_args *block, uint64_t except)
{
	struct fcl_event *event = launch->event;

	if (!fcl_standing_enter(block, launch->fit.instance, except))
		return false;
	if (!complete_standing(launch, block)) {
		fcl_standing_leave(block);
		return false;
	}
	event->standing = block;
	return true;
}

/*
 * Whether a standing claim covers the launch, which then needs no plan of its own. A launch that is issued again
 * has claimed nothing: fcl_work_postpone().
 */
static bool enter_standing(struct launch *launch)
{
	struct fcl_event *event = launch->event;
	struct fcl_args *args = event->work.launch.args;

	if (atomic_load_explicit(&event->failure, memory_order_relaxed))
		return false;
	return args->base ? enter(launch, args->base, args->own) : enter(launch, args, 0);
}

void fcl_launch_issue(struct fcl_event *event)
{
	struct fcl_err err;
	struct launch launch = {.event = event,
				.device = event->queue->device,
				.fit = {.device = event->queue->device,
					.instance = event->work.launch.instance,
					.args = event->work.launch.args,
					.side = fcl_work_side(event)}};
	enum fcl_plan result = FCL_PLAN_READY;

	fcl_err_clear(&err); /* not `= {0}`: clearing the whole struct is measurable */
	launch.facts = &launch.fit.instance->image->kernels[launch.fit.instance->index];
	if (!event->inside && !fcl_gate_enter(launch.device, launch.fit.instance->image, event))
		return;
	event->inside = true;
	if (!enter_standing(&launch))
		result = prepare(&launch, &err);
	if (result == FCL_PLAN_WAITS)
		return;
	fcl_turn_end(launch.device, event);
	if (result == FCL_PLAN_READY)
		submit(&launch);
	else
		fcl_complete_error(event, launch.error, err.text);
}
