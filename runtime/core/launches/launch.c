/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/launches/launch.h"

#include <errno.h>
#include <stdlib.h>

#include "runtime/core/graph/event.h"
#include "runtime/core/images/gate.h"
#include "runtime/core/kernels/indirect.h"
#include "runtime/core/kernels/need.h"
#include "runtime/core/kernels/pipe_fifo.h"
#include "runtime/core/launches/plan.h"
#include "runtime/core/launches/resolve.h"
#include "runtime/core/launches/snapshot.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/residency/rebank.h"

/* --- enqueueing ------------------------------------------------------------------------------- */

/* Refuses values that no CU will be able to take. Most kernels can take any. */
static int launch_check(const struct fcl_queue *queue, const struct fcl_kernel *kernel,
			const struct fcl_kernel_instance *instance, const struct fcl_values *values,
			struct fcl_err *err)
{
	const struct fcl_fit fit = {queue->device, instance, *values, queue->side};
	int error = 0;

	if (kernel->npipes)
		error = fcl_pipe_use(kernel, values->args->values, queue->device, err);
	return error ? error : fcl_fit_check(&fit, err);
}

/* The same of a kernel of several devices: which one runs it was not known when values were set. */
static int launch_check_here(struct fcl_kernel *kernel, const struct fcl_kernel_instance *instance,
			     const struct fcl_values *values, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t arg = 0; !error && arg < values->args->nargs; arg++) {
		struct fcl_mem *mem = fcl_values_buffer(values, arg);

		if (!mem || mem->root->wanted_bank != FCL_HAL_BANK_DEFAULT)
			continue;
		error = fcl_fit_check_size(kernel, arg, instance->reach[arg].room, mem, err);
		if (!error && kernel->needs)
			error = fcl_need_add(kernel, instance, arg, mem->root, err);
	}
	return error;
}

int fcl_launch_create(struct fcl_queue *queue, struct fcl_kernel *kernel,
		      const struct fcl_kernel_instance *instance, cl_command_type type,
		      const struct fcl_hal_range *range, struct fcl_event **ret_event,
		      struct fcl_err *err)
{
	struct fcl_event *event = NULL;
	struct fcl_values values;
	int error = kernel->indirect ? fcl_kernel_reach_indirect(kernel) : 0;

	if (!error)
		error = fcl_kernel_snapshot(kernel, &values, err);
	if (error)
		return error;
	if (kernel->fixed || kernel->npipes || instance->split)
		error = launch_check(queue, kernel, instance, &values, err);
	if (!error && kernel->ninstances > 1 && !fcl_need_instance(kernel))
		error = launch_check_here(kernel, instance, &values, err);
	if (!error)
		event = fcl_event_create(queue, type);
	if (!event) {
		fcl_values_unref(&values);
		return error ? error : -ENOMEM;
	}
	event->work.launch = (struct fcl_launch){.instance = instance, .values = values};
	event->request.u.launch.range = *range;
	fcl_gate_count(event);
	*ret_event = event;
	return 0;
}

void fcl_launch_copy(struct fcl_event *copy, const struct fcl_event *event)
{
	const struct fcl_launch *launch = &event->work.launch;

	copy->work.launch = (struct fcl_launch){.instance = launch->instance,
						.values = launch->values};
	copy->request.u.launch.range = event->request.u.launch.range;
	fcl_values_ref(&launch->values);
}

/* --- issuing ---------------------------------------------------------------------------------- */

static bool launch_resolve(struct fcl_planning *planning)
{
	return fcl_resolve(planning->launch, planning->fit.side, &planning->event->request);
}

/*
 * Whether the standing claim of the block covers the launch, except for some arguments, which it
 * claims itself. Then it needs no plan of its own. A launch that is issued again has claimed
 * nothing: fcl_work_postpone().
 */
static bool enter_standing(struct fcl_planning *planning)
{
	struct fcl_launch *launch = planning->launch;
	const struct fcl_kernel_instance *instance = launch->instance;
	struct fcl_standing *standing = &launch->values.args->standing;
	uint64_t apart = fcl_values_own(&launch->values);

	if (atomic_load_explicit(&planning->event->failure, memory_order_relaxed) ||
	    !fcl_standing_enter(standing, instance, apart))
		return false;
	launch->standing = standing;
	planning->cus = standing->cus;
	planning->ncus = standing->ncus;
	apart |= standing->apart;
	/* Other CU lists would depend on the buffers that the claim does not cover. */
	if ((!apart ||
	     (standing->cus == instance->cus && fcl_plan_claim_in_place(planning, apart))) &&
	    launch_resolve(planning))
		return true;
	fcl_launch_release(planning->event);
	return false;
}

/*
 * Establishes the block's standing claim, with which later launches skip planning. Launches with a
 * change of it still have to be planned if they cannot run on all CUs.
 */
static void establish(const struct fcl_planning *planning)
{
	struct fcl_args *args = planning->launch->values.args;
	uint64_t own = fcl_values_own(&planning->launch->values);
	const struct fcl_claimed claimed = {.values = args->values,
					    .nvalues = args->nargs,
					    .side = planning->fit.side,
					    .instance = planning->fit.instance,
					    .cus = planning->cus,
					    .ncus = planning->ncus,
					    .except = own};

	if (!(own && planning->cus != planning->fit.instance->cus) &&
	    !atomic_load_explicit(&args->resolved.outdated, memory_order_relaxed) &&
	    fcl_resolve_holds(args, planning->fit.side, own))
		fcl_standing_establish(&args->standing, &claimed);
}

static enum fcl_plan launch_plan(struct fcl_planning *planning, struct fcl_err *err)
{
	enum fcl_plan result = fcl_plan_all(planning, err);

	if (result != FCL_PLAN_READY)
		return result;
	if (!launch_resolve(planning)) {
		planning->error = -ENOMEM;
		return FCL_PLAN_FAILED;
	}
	establish(planning);
	return FCL_PLAN_READY;
}

static void launch_fill_request(const struct fcl_planning *planning)
{
	struct fcl_hal_request *request = &planning->event->request;
	const struct fcl_svm_set *svm = planning->launch->values.args->svm;

	request->op = FCL_HAL_LAUNCH;
	request->u.launch.program = planning->fit.device->slots[planning->event->slot].program;
	request->u.launch.kernel = planning->fit.instance->index;
	request->u.launch.cus = planning->cus;
	request->u.launch.ncus = planning->ncus;
	request->u.launch.ran_on = 0;
	request->u.launch.svm = NULL;
	request->u.launch.nsvm = 0;
	if (svm)
		request->u.launch.svm = fcl_svm_set_buffers(
			svm, planning->fit.side - FCL_SIDE_DEVICE(0), &request->u.launch.nsvm);
}

enum fcl_plan fcl_launch_plan(struct fcl_event *event, int *error, struct fcl_err *err)
{
	struct fcl_launch *launch = &event->work.launch;
	struct fcl_device *device = event->queue->device;
	const struct fcl_image *image = launch->instance->image;
	struct fcl_planning planning = {
		.event = event,
		.launch = launch,
		.fit = {device, launch->instance, launch->values, fcl_event_side(event)},
		.facts = &image->kernels[launch->instance->index]};
	enum fcl_plan result = FCL_PLAN_READY;

	if (!event->inside && !fcl_gate_enter(device, launch->instance->image, event))
		return FCL_PLAN_WAITS;
	event->inside = true;
	if (!enter_standing(&planning))
		result = launch_plan(&planning, err);
	if (result == FCL_PLAN_WAITS)
		return result;
	fcl_rebank_end(device, event);
	if (result == FCL_PLAN_READY)
		launch_fill_request(&planning);
	else
		*error = planning.error;
	return result;
}

/* --- ending ----------------------------------------------------------------------------------- */

void fcl_launch_release(struct fcl_event *event)
{
	struct fcl_launch *launch = &event->work.launch;

	if (launch->claimed)
		fcl_plan_release(launch, fcl_event_side(event));
	if (launch->standing)
		fcl_standing_leave(launch->standing);
	launch->standing = NULL;
}

void fcl_launch_drop(struct fcl_event *event)
{
	struct fcl_launch *launch = &event->work.launch;

	fcl_launch_release(event);
	fcl_gate_uncount(event);
	if (event->inside)
		fcl_gate_leave(event->queue->device, event);
	event->inside = false;
	if (event->replay)
		return;
	free(launch->own);
	free(launch->cus);
	fcl_values_unref(&launch->values);
}
