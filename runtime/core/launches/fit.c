/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/fit.h"

#include <errno.h>
#include <inttypes.h>

#include "hal/bank.h"
#include "runtime/core/kernels/pipe_fifo.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/core/residency/residency.h"

static const struct fcl_image_kernel *facts_of(const struct fcl_fit *fit)
{
	return &fit->instance->image->kernels[fit->instance->index];
}

static const char *bank_tag(const struct fcl_fit *fit, uint32_t bank)
{
	return bank < fit->device->info->nbanks ? fit->device->info->banks[bank].tag : "none";
}

uint32_t fcl_fit_bank(const struct fcl_fit *fit, struct fcl_mem *mem)
{
	const struct fcl_image *image = fit->instance->image;
	uint32_t bank = fcl_residency_bank(mem, fit->side);

	if (bank == FCL_HAL_BANK_DEFAULT && mem->root->wanted_bank < image->nmems)
		bank = fcl_hal_bank_of_mem(fit->device->info, &image->mems[mem->root->wanted_bank]);
	return bank;
}

/* --- one compute unit ------------------------------------------------------------------------- */

bool fcl_fit_cu_takes(const struct fcl_fit *fit, uint32_t cu, uint32_t arg, bool movable_too)
{
	struct fcl_mem *mem = fcl_values_buffer(&fit->values, arg);
	uint32_t bank;

	if (!fcl_pipe_at(fcl_values_at(&fit->values, arg), cu, arg))
		return false;
	if (!mem || fit->instance->reach[arg].free || (movable_too && fcl_mem_may_move(mem->root)))
		return true;
	bank = fcl_fit_bank(fit, mem);
	return bank == FCL_HAL_BANK_DEFAULT || fcl_reach_cu(fit->instance, cu, arg, bank);
}

/* The buffer of an argument, if it has to be in a bank. Shared virtual memory is in none. */
static const struct fcl_mem *root_of(const struct fcl_fit *fit, uint32_t arg)
{
	const struct fcl_mem *mem = fcl_values_buffer(&fit->values, arg);

	return mem && !mem->root->one ? mem->root : NULL;
}

/* Whether a CU reaches the bank through every argument that the buffer is set on. */
static bool fit_is_common(const struct fcl_fit *fit, uint32_t cu, const struct fcl_mem *root,
			  uint32_t bank)
{
	for (uint32_t arg = 0; arg < fit->values.args->nargs; arg++)
		if (root_of(fit, arg) == root && !fcl_reach_cu(fit->instance, cu, arg, bank))
			return false;
	return true;
}

static bool has_common(const struct fcl_fit *fit, uint32_t cu, uint32_t arg)
{
	const struct fcl_mem *root = root_of(fit, arg);
	uint32_t count;
	const struct fcl_reach_link *links = fcl_reach_links(fit->instance, cu, arg, &count);

	for (uint32_t i = 0; i < count; i++)
		if (fit_is_common(fit, cu, root, links[i].bank))
			return true;
	return !count;
}

/* The first argument after `from` that has the same buffer; nargs: there is none. */
static uint32_t next_with(const struct fcl_fit *fit, uint32_t from)
{
	const struct fcl_mem *root = root_of(fit, from);
	uint32_t arg = root ? from + 1 : fit->values.args->nargs;

	while (arg < fit->values.args->nargs && root_of(fit, arg) != root)
		arg++;
	return arg;
}

/* The first argument whose buffer has no bank that the CU reaches from all its arguments. */
static uint32_t find_conflict(const struct fcl_fit *fit, uint32_t cu)
{
	uint32_t arg = 0;

	while (arg < fit->values.args->nargs &&
	       (next_with(fit, arg) == fit->values.args->nargs || has_common(fit, cu, arg)))
		arg++;
	return arg;
}

bool fcl_fit_repeats(const struct fcl_fit *fit)
{
	uint64_t seen = 0;

	for (uint32_t arg = 0; fit->instance->split && arg < fit->values.args->nargs; arg++) {
		const struct fcl_mem *root = root_of(fit, arg);
		uint64_t bit = root ? UINT64_C(1) << (uintptr_t)root / sizeof(*root) % 64 : 0;

		if (seen & bit)
			return true;
		seen |= bit;
	}
	return false;
}

bool fcl_fit_cu_takes_all(const struct fcl_fit *fit, uint32_t cu, bool movable_too)
{
	for (uint32_t arg = 0; arg < fit->values.args->nargs; arg++)
		if (!fcl_fit_cu_takes(fit, cu, arg, movable_too))
			return false;
	return !fcl_fit_repeats(fit) || find_conflict(fit, cu) == fit->values.args->nargs;
}

/* --- reports ---------------------------------------------------------------------------------- */

static int refuse_bank(const struct fcl_fit *fit, uint32_t arg, struct fcl_err *err)
{
	const struct fcl_image_kernel *facts = facts_of(fit);
	const struct fcl_image *image = fit->instance->image;
	uint32_t cu = fit->instance->cus[0], mem = fcl_reach_first(fit->instance, cu, arg);

	return fcl_err_set(
		err, -ENOSPC,
		"kernel %s, argument %u '%s': the buffer is in bank %s, which no compute unit of the launch reaches; %s reaches %s",
		facts->name, arg, facts->args[arg].name,
		bank_tag(fit, fcl_fit_bank(fit, fcl_values_buffer(&fit->values, arg))),
		image->cus[cu].name, mem < image->nmems ? image->mems[mem].tag : "none");
}

static bool any_cu_takes(const struct fcl_fit *fit, uint32_t arg)
{
	for (uint32_t i = 0; i < fit->instance->ncus; i++)
		if (fcl_fit_cu_takes(fit, fit->instance->cus[i], arg, true))
			return true;
	return false;
}

static int refuse_conflict(const struct fcl_fit *fit, uint32_t arg, struct fcl_err *err)
{
	const struct fcl_image_kernel *facts = facts_of(fit);

	return fcl_err_set(
		err, -ENOSPC,
		"kernel %s: arguments '%s' and '%s' use one buffer, but no bank is reachable from both",
		facts->name, facts->args[arg].name, facts->args[next_with(fit, arg)].name);
}

int fcl_fit_refuse(const struct fcl_fit *fit, struct fcl_err *err)
{
	uint32_t conflict = find_conflict(fit, fit->instance->cus[0]);
	bool wired = false;

	for (uint32_t arg = 0; arg < fit->values.args->nargs; arg++) {
		wired |= fcl_fit_is_wired(fcl_values_at(&fit->values, arg));
		if (!any_cu_takes(fit, arg) && fcl_values_buffer(&fit->values, arg))
			return refuse_bank(fit, arg, err);
	}
	if (conflict < fit->values.args->nargs && !wired)
		return refuse_conflict(fit, conflict, err);
	return fcl_err_set(err, wired ? -EXDEV : -ENOSPC,
			   "no compute unit of kernel %s reaches the banks of all its buffers%s",
			   facts_of(fit)->name, wired ? " and is connected to all its pipes" : "");
}

/* --- before a launch -------------------------------------------------------------------------- */

/* Whether every CU takes everything, wherever a buffer is. */
static bool fit_all_take(const struct fcl_fit *fit)
{
	for (uint32_t arg = 0; arg < fit->values.args->nargs; arg++) {
		struct fcl_mem *mem = fcl_values_buffer(&fit->values, arg);
		uint32_t bank;

		if (fcl_fit_is_wired(fcl_values_at(&fit->values, arg)))
			return false;
		if (!mem || fit->instance->reach[arg].free || fcl_mem_may_move(mem->root))
			continue;
		bank = fcl_fit_bank(fit, mem);
		if (bank != FCL_HAL_BANK_DEFAULT &&
		    !fcl_bank_in(&fit->instance->reach[arg].all, bank))
			return false;
	}
	return !fcl_fit_repeats(fit);
}

/* Whether a CU takes everything. Usually, every CU does. */
static bool any_takes_all(const struct fcl_fit *fit)
{
	if (fit_all_take(fit))
		return true;
	for (uint32_t i = 0; i < fit->instance->ncus; i++)
		if (fcl_fit_cu_takes_all(fit, fit->instance->cus[i], true))
			return true;
	return false;
}

int fcl_fit_check(const struct fcl_fit *fit, struct fcl_err *err)
{
	struct fcl_args *args = fit->values.args;

	if (!fit->values.change &&
	    atomic_load_explicit(&args->fits, memory_order_relaxed) == fit->instance)
		return 0;
	if (!any_takes_all(fit))
		return fcl_fit_refuse(fit, err);
	if (!fit->values.change)
		atomic_store_explicit(&args->fits, fit->instance, memory_order_relaxed);
	return 0;
}

/* Whether a CU of the instance reaches the bank in which the host wants the buffer. */
static bool takes_wanted(const struct fcl_kernel_instance *instance, uint32_t index,
			 const struct fcl_mem *root)
{
	const struct fcl_hal_info *info = instance->part->device->info;
	const struct fcl_image *image = instance->image;
	uint32_t bank = root->wanted_bank < image->nmems
				? fcl_hal_bank_of_mem(info, &image->mems[root->wanted_bank])
				: FCL_HAL_BANK_DEFAULT;

	if (bank == FCL_HAL_BANK_DEFAULT || instance->reach[index].free)
		return true;
	for (uint32_t i = 0; i < instance->ncus; i++)
		if (fcl_reach_cu(instance, instance->cus[i], index, bank))
			return true;
	return false;
}

static int refuse_wanted(const struct fcl_kernel *kernel, const struct fcl_kernel_instance *first,
			 uint32_t index, const struct fcl_mem *root, struct fcl_err *err)
{
	const struct fcl_image *image = first->image;
	uint32_t mem = fcl_reach_first(first, first->cus[0], index);

	return fcl_err_set(
		err, -ENOSPC,
		"kernel %s, argument %u '%s': the buffer was created in bank %s, which no compute unit reaches through this argument; %s reaches %s",
		kernel->name, index, kernel->facts->args[index].name,
		image->mems[root->wanted_bank].tag, image->cus[first->cus[0]].name,
		mem < image->nmems ? image->mems[mem].tag : "none");
}

int fcl_fit_check_arg(const struct fcl_kernel *kernel, uint32_t index, const struct fcl_mem *mem,
		      struct fcl_err *err)
{
	const struct fcl_kernel_instance *first = NULL;

	for (uint32_t i = 0; i < kernel->ninstances; i++) {
		const struct fcl_kernel_instance *instance = &kernel->instances[i];

		if (!instance->image)
			continue;
		if (takes_wanted(instance, index, mem->root))
			return 0;
		first = first ? first : instance;
	}
	return first ? refuse_wanted(kernel, first, index, mem->root, err) : 0;
}

int fcl_fit_check_size(const struct fcl_kernel *kernel, uint32_t index, uint64_t room,
		       const struct fcl_mem *mem, struct fcl_err *err)
{
	if (mem->root->size <= room || mem->root->one)
		return 0;
	return fcl_err_set(
		err, -ENOSPC,
		"kernel %s, argument %u '%s': a buffer of %" PRIu64
		" bytes is larger than every bank that the argument reaches, %" PRIu64 " bytes",
		kernel->name, index, kernel->facts->args[index].name, mem->root->size, room);
}
