/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/plan.h"

#include <errno.h>
#include <stdlib.h>

#include "base/log.h"
#include "hal/bank.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/residency/claim.h"
#include "runtime/core/residency/uses.h"
#include "runtime/core/residency/window.h"

#define ALL UINT64_MAX /* launch->claimed: also the arguments that have no bit */

/* --- claiming what is in place ---------------------------------------------------------------- */

/* The first of `args` from `from` on; at least `nargs`: there is none. */
static uint32_t next_in(uint64_t args, uint32_t from, uint32_t nargs)
{
	uint64_t left = from < 64 ? args >> from << from : 0;

	if (args == ALL)
		return from;
	return left ? (uint32_t)__builtin_ctzll(left) : nargs;
}

static void plan_release(const struct fcl_values *values, uint64_t args, uint32_t end,
			 uint32_t side)
{
	for (uint32_t arg = next_in(args, 0, end); arg < end; arg = next_in(args, arg + 1, end))
		if (fcl_values_buffer(values, arg))
			fcl_residency_release(fcl_values_buffer(values, arg), side);
}

void fcl_plan_release(struct fcl_launch *launch, uint32_t side)
{
	plan_release(&launch->values, launch->claimed, launch->values.args->nargs, side);
	launch->claimed = 0;
}

/*
 * Claims the buffers if all of them are settled, which completes the plan. Otherwise claims none,
 * and fcl_residency_plan() has to.
 */
static bool claim_settled(struct fcl_planning *planning, uint64_t args)
{
	const struct fcl_values *values = &planning->launch->values;
	uint32_t side = planning->fit.side, nargs = values->args->nargs;

	for (uint32_t arg = next_in(args, 0, nargs); arg < nargs;
	     arg = next_in(args, arg + 1, nargs)) {
		struct fcl_mem *mem = fcl_values_buffer(values, arg);

		if (!mem || fcl_residency_claim_settled(mem, side,
							fcl_access_of(&planning->facts->args[arg])))
			continue;
		plan_release(values, args, arg, side);
		return false;
	}
	planning->launch->claimed = args;
	return true;
}

/* Whether every CU reaches these buffers, and is connected to these pipes. */
static bool plan_all_take(const struct fcl_planning *planning, uint64_t args)
{
	const struct fcl_fit *fit = &planning->fit;
	uint32_t nargs = fit->values.args->nargs;

	for (uint32_t arg = next_in(args, 0, nargs); arg < nargs;
	     arg = next_in(args, arg + 1, nargs)) {
		struct fcl_mem *mem = fcl_values_buffer(&fit->values, arg);
		const struct fcl_reach *reach = &fit->instance->reach[arg];
		uint32_t bank;

		if (fcl_fit_is_wired(fcl_values_at(&fit->values, arg)))
			return false;
		if (!mem || reach->free)
			continue;
		bank = fcl_residency_bank(mem, fit->side);
		if (bank == FCL_HAL_BANK_DEFAULT)
			bank = fcl_fit_bank(fit, mem);
		if (bank != FCL_HAL_BANK_DEFAULT && !fcl_bank_in(&reach->all, bank))
			return false;
	}
	return !fcl_fit_repeats(fit);
}

bool fcl_plan_claim_in_place(struct fcl_planning *planning, uint64_t args)
{
	if (!claim_settled(planning, args))
		return false;
	if (plan_all_take(planning, args))
		return true;
	fcl_plan_release(planning->launch, planning->fit.side);
	return false;
}

/* --- choosing compute units ------------------------------------------------------------------- */

/*
 * Keeps the CUs that reach every buffer; if there are none, those that reach every buffer once the
 * movable ones have been moved.
 */
static int filter_cus(struct fcl_planning *planning, struct fcl_err *err)
{
	const struct fcl_kernel_instance *instance = planning->fit.instance;
	uint32_t *cus = malloc(instance->ncus * sizeof(*cus));
	uint32_t ncus = 0;

	if (!cus)
		return -ENOMEM;
	for (uint32_t i = 0; i < instance->ncus; i++)
		if (fcl_fit_cu_takes_all(&planning->fit, instance->cus[i], false))
			cus[ncus++] = instance->cus[i];
	planning->moves = !ncus;
	for (uint32_t i = 0; !ncus && i < instance->ncus; i++)
		if (fcl_fit_cu_takes_all(&planning->fit, instance->cus[i], true))
			cus[ncus++] = instance->cus[i];
	free(planning->launch->cus);
	planning->launch->cus = cus;
	if (!ncus)
		return fcl_fit_refuse(&planning->fit, err);
	if (ncus < instance->ncus)
		fcl_log(FCL_LOG_INFO, planning->facts->name,
			"%u of %u compute units reach the banks of this launch's buffers", ncus,
			instance->ncus);
	planning->cus = cus;
	planning->ncus = ncus;
	return 0;
}

/* Usually, every CU takes all values. */
static int choose_cus(struct fcl_planning *planning, struct fcl_err *err)
{
	planning->cus = planning->fit.instance->cus;
	planning->ncus = planning->fit.instance->ncus;
	planning->moves = false;
	return plan_all_take(planning, ALL) ? 0 : filter_cus(planning, err);
}

/* --- claiming what has to move ---------------------------------------------------------------- */

/* Whether the buffer has no memory yet. Shared virtual memory is in no bank, so it never counts. */
static bool is_fresh(const struct fcl_planning *planning, struct fcl_mem *mem)
{
	return fcl_residency_bank(mem, planning->fit.side) == FCL_HAL_BANK_DEFAULT &&
	       !mem->root->one;
}

static struct fcl_use buffer_use(const struct fcl_planning *planning, uint32_t arg,
				 struct fcl_mem *mem)
{
	uint32_t bank = fcl_residency_bank(mem, planning->fit.side);
	uint32_t wanted = mem->root->wanted_bank;

	return (struct fcl_use){
		.mem = mem,
		.end = mem->size,
		.side = planning->fit.side,
		.access = fcl_access_of(&planning->facts->args[arg]),
		.program = planning->fit.device->slots[planning->event->slot].program,
		.bank = wanted != FCL_HAL_BANK_DEFAULT
				? wanted
				: fcl_reach_first(planning->fit.instance, planning->cus[0], arg),
		.move = bank != FCL_HAL_BANK_DEFAULT && fcl_mem_may_move(mem->root) &&
			!fcl_fit_cu_takes(&planning->fit, planning->cus[0], arg, false)};
}

/* The uses of one launch, and the arguments that they are for. */
struct uses {
	struct fcl_use *uses;
	const uint32_t *args;
	uint32_t count;
};

/* Whether a memory of the image is reachable from every argument that the buffer is set on. */
static bool plan_suits(const struct fcl_planning *planning, const struct uses *all,
		       const struct fcl_mem *root, uint32_t mem)
{
	const struct fcl_image *image = planning->fit.instance->image;
	const struct fcl_hal_info *info = planning->fit.device->info;
	uint32_t bank = mem < image->nmems ? fcl_hal_bank_of_mem(info, &image->mems[mem])
					   : FCL_HAL_BANK_DEFAULT;

	for (uint32_t k = 0; k < all->count; k++)
		if (all->uses[k].mem->root == root &&
		    !fcl_reach_cu(planning->fit.instance, planning->cus[0], all->args[k], bank))
			return false;
	return true;
}

/*
 * Finds such a memory among those that the CU reaches. There is one, as the CU takes all arguments
 * (fit.h).
 */
static void plan_find_bank(const struct fcl_planning *planning, const struct uses *all,
			   struct fcl_use *use)
{
	const struct fcl_image *image = planning->fit.instance->image;

	for (uint32_t i = 0;
	     i < image->nconnections && !plan_suits(planning, all, use->mem->root, use->bank); i++)
		if (image->connections[i].cu == planning->cus[0])
			use->bank = image->connections[i].mem;
}

/*
 * A buffer that is moved, or gets its first memory, goes where every argument reaches it: if two
 * arguments required different banks, it would move back and forth forever.
 */
static void choose_banks(const struct fcl_planning *planning, const struct uses *all)
{
	for (uint32_t i = 0; i < all->count; i++) {
		struct fcl_use *use = &all->uses[i];

		if (use->move || (is_fresh(planning, use->mem) &&
				  use->mem->root->wanted_bank == FCL_HAL_BANK_DEFAULT))
			plan_find_bank(planning, all, use);
	}
}

static enum fcl_plan ready_or_failed(struct fcl_planning *planning, int error)
{
	planning->error = error;
	return error ? FCL_PLAN_FAILED : FCL_PLAN_READY;
}

/* Claims buffers that may have to move; `uses` and `args` have room for all arguments. */
static enum fcl_plan claim_moving(struct fcl_planning *planning, struct fcl_use *uses,
				  uint32_t *args, struct fcl_err *err)
{
	uint32_t nuses = 0;

	for (uint32_t arg = 0; arg < planning->fit.values.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_values_buffer(&planning->fit.values, arg);

		if (!mem)
			continue;
		args[nuses] = arg;
		uses[nuses++] = buffer_use(planning, arg, mem);
	}
	choose_banks(planning, &(struct uses){uses, args, nuses});
	if (!nuses)
		return FCL_PLAN_READY;
	return fcl_residency_plan(planning->event, uses, nuses, &planning->error, err);
}

static enum fcl_plan claim_buffers(struct fcl_planning *planning, struct fcl_err *err)
{
	uint32_t nargs = planning->fit.values.args->nargs;
	struct fcl_use *uses = malloc((nargs + UINT64_C(1)) * sizeof(*uses));
	uint32_t *args = malloc((nargs + UINT64_C(1)) * sizeof(*args));
	enum fcl_plan result;

	result = uses && args
			 ? claim_moving(planning, uses, args, err)
			 : ready_or_failed(planning, fcl_err_set(err, -ENOMEM, "out of memory"));
	free(uses);
	free(args);
	return result;
}

/* --- both ------------------------------------------------------------------------------------- */

/* Reopens the windows of mapped P2P buffers (window.h). All buffers are claimed. */
static void open_windows(const struct fcl_planning *planning)
{
	for (uint32_t arg = 0; arg < planning->fit.values.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_values_buffer(&planning->fit.values, arg);

		if (mem)
			fcl_window_follow(mem->root, planning->fit.side);
	}
}

enum fcl_plan fcl_plan_all(struct fcl_planning *planning, struct fcl_err *err)
{
	struct fcl_launch *launch = planning->launch;
	enum fcl_plan result;
	int error;

	if (!planning->event->failure)
		claim_settled(planning, ALL);
	for (;;) {
		error = choose_cus(planning, err);
		if (!error && (!launch->claimed || planning->moves)) {
			fcl_plan_release(launch, planning->fit.side);
			result = claim_buffers(planning, err);
			if (result != FCL_PLAN_READY)
				return result;
			launch->claimed = ALL;
			continue;
		}
		if (!error)
			open_windows(planning);
		return ready_or_failed(planning, error);
	}
}
