/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/units/launch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/thread.h"
#include "hal/request.h"
#include "hal/xrt/units/hung.h"
#include "hal/xrt/xrt.h"

/*
 * A launch takes the least loaded CU and one of its runs, sets the arguments and starts the run. Up
 * to FCL_XRT_RUNS_PER_CU launches per CU are queued in XRT, so that the board proceeds from one to
 * the next by itself; further launches wait here. XRT reports the end of a run either to a thread
 * that waits for that run, or through callbacks on its own thread. However, the driver writes a
 * run's state to memory. So it is read once after the start, and then polled by one thread, the
 * watcher, for all runs.
 */

enum {
	POLL_MIN_NS = 20 * 1000,
	POLL_MAX_NS = 1000 * 1000,
	STEPS = 64 /* executions that one call starts while each ends at once, as it must not block */
};

static struct fcl_xrt_launch *xrt_launch_of(struct fcl_hal_request *request)
{
	_Static_assert(sizeof(struct fcl_xrt_launch) <= FCL_HAL_SCRATCH, "it lives in the scratch");
	return (struct fcl_xrt_launch *)(void *)request->scratch;
}

/* --- CUs and their runs ----------------------------------------------------------------------- */

/*
 * Assigns the launch a CU that has room; if all its CUs are broken, refuses it. False: it has to
 * wait. The lock is held.
 */
static bool launch_take_cu(struct fcl_hal_request *request)
{
	struct fcl_xrt_cu *cus = request->u.launch.program->cus, *best = NULL;
	struct fcl_xrt_launch *launch = xrt_launch_of(request);

	launch->refused = true;
	launch->cu = request->u.launch.cus[0];
	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		struct fcl_xrt_cu *cu = &cus[request->u.launch.cus[i]];

		if (request->u.launch.program->broken[request->u.launch.cus[i]])
			continue;
		launch->refused = false;
		if (cu->nbusy < FCL_XRT_RUNS_PER_CU && (!best || cu->nbusy < best->nbusy))
			best = cu;
	}
	if (!best)
		return launch->refused;
	launch->cu = (uint32_t)(best - cus);
	launch->run = best->nidle ? best->idle[--best->nidle] : NULL;
	best->nbusy++;
	return true;
}

/* Removes and returns the first waiting launch for which a CU is available; the lock is held. */
static struct fcl_hal_request *launch_take_waiting(struct fcl_xrt_launches *launches)
{
	struct fcl_hal_request **link = &launches->waiting;

	while (*link) {
		struct fcl_hal_request *request = *link;

		if (launch_take_cu(request)) {
			*link = xrt_launch_of(request)->next;
			if (launches->waiting_last == &xrt_launch_of(request)->next)
				launches->waiting_last = link;
			return request;
		}
		link = &xrt_launch_of(request)->next;
	}
	return NULL;
}

/* Returns the run to the CU; returns the next launch that waited for the CU, or NULL. */
static struct fcl_hal_request *release_cu(struct fcl_xrt_launches *launches,
					  struct fcl_hal_request *request)
{
	struct fcl_xrt_launch *launch = xrt_launch_of(request);
	struct fcl_xrt_cu *cu = &request->u.launch.program->cus[launch->cu];
	struct fcl_hal_request *next;

	pthread_mutex_lock(&launches->lock);
	if (launch->hung)
		cu->stuck[cu->nstuck++] = launch->run;
	else if (launch->run)
		cu->idle[cu->nidle++] = launch->run;
	if (!launch->refused)
		cu->nbusy--;
	next = launch_take_waiting(launches);
	pthread_mutex_unlock(&launches->lock);
	return next;
}

/* --- arguments -------------------------------------------------------------------------------- */

static int set_bytes(struct fcl_hal_device *device, struct fcl_xrt_run *run,
		     const struct fcl_image_arg *facts, const struct fcl_hal_arg *arg,
		     struct fcl_err *err)
{
	unsigned char room[256], *padded = room;
	int error;

	if (arg->size >= facts->size)
		return device->calls->run_set(run, arg->index, arg->u.bytes, arg->size, err);
	/* The run may still hold bytes of an earlier, longer value. */
	if (facts->size > sizeof(room))
		padded = malloc(facts->size);
	if (!padded)
		return fcl_err_set(err, -ENOMEM, "no memory for argument %s", facts->name);
	memset(padded, 0, facts->size);
	memcpy(padded, arg->u.bytes, arg->size);
	error = device->calls->run_set(run, arg->index, padded, facts->size, err);
	if (padded != room)
		free(padded);
	return error;
}

static int launch_set_buffer(struct fcl_hal_device *device, struct fcl_xrt_run *run,
			     const struct fcl_hal_arg *arg, struct fcl_err *err)
{
	const struct fcl_hal_buffer *buffer = arg->u.buffer;
	uint64_t address = 0;

	if (buffer && !buffer->bo)
		return fcl_err_set(
			err, -EXDEV,
			"argument %u: the buffer is not on the board, because the image does not use bank %s",
			arg->index, device->banks[buffer->bank].tag);
	if (buffer)
		address = buffer->address + arg->offset;
	return device->calls->run_set(run, arg->index, &address, sizeof(address), err);
}

static int set_args(struct fcl_hal_device *device, const struct fcl_hal_request *request,
		    struct fcl_xrt_run *run, struct fcl_err *err)
{
	const struct fcl_image *image = request->u.launch.program->image;
	const struct fcl_image_kernel *kernel = &image->kernels[request->u.launch.kernel];
	int error = 0;

	for (uint32_t i = 0; !error && i < request->u.launch.nargs; i++) {
		const struct fcl_hal_arg *arg = &request->u.launch.args[i];

		/* Local memory is inside the CU, so there is nothing to set. */
		if (arg->kind == FCL_HAL_ARG_BYTES)
			error = set_bytes(device, run, &kernel->args[arg->index], arg, err);
		else if (arg->kind == FCL_HAL_ARG_BUFFER)
			error = launch_set_buffer(device, run, arg, err);
	}
	return error;
}

/* --- runs ------------------------------------------------------------------------------------- */

static int launch_prepare(struct fcl_hal_device *device, struct fcl_hal_request *request,
			  struct fcl_err *err)
{
	struct fcl_xrt_launch *launch = xrt_launch_of(request);
	const struct fcl_hal_program *program = request->u.launch.program;
	struct fcl_xrt_cu *cu = &program->cus[launch->cu];
	int error = 0;

	if (launch->refused)
		return fcl_xrt_broken_error(device, request, err);
	if (!cu->kernel)
		return fcl_err_set(err, -EOPNOTSUPP, "%s cannot be launched: %s",
				   program->image->cus[launch->cu].name,
				   program->image->cus[launch->cu].control == FCL_CONTROL_NONE
					   ? "it is free-running"
					   : "another process has it open");
	if (!launch->run)
		error = device->calls->run_create(cu->kernel, &launch->run, err);
	return error ? error : set_args(device, request, launch->run, err);
}

/*
 * Starts a launch's remaining executions, and checks after each start whether it has ended. 0: all
 * have ended; -EINPROGRESS: one is running, or the watcher has to start the rest; else an error.
 */
static int launch_step(struct fcl_hal_device *device, struct fcl_hal_request *request,
		       struct fcl_err *err)
{
	struct fcl_xrt_launch *launch = xrt_launch_of(request);

	for (unsigned i = 0; launch->groups; i++) {
		enum fcl_xrt_run_state state;
		int error;

		if (i == STEPS)
			return -EINPROGRESS;
		launch->groups--;
		error = device->calls->run_start(launch->run, err);
		if (error)
			return error;
		state = device->calls->run_state(launch->run, err);
		if (state == FCL_XRT_RUNNING)
			return -EINPROGRESS;
		if (state == FCL_XRT_FAILED)
			return -EIO;
	}
	return 0;
}

static void launch_end(struct fcl_hal_device *device, struct fcl_hal_request *request, int error,
		       struct fcl_err *err)
{
	const struct fcl_image *image = request->u.launch.program->image;
	struct fcl_xrt_launch *launch = xrt_launch_of(request);

	if (error)
		fcl_err_prefix(err, "%s:%s", image->kernels[request->u.launch.kernel].name,
			       image->cus[launch->cu].name);
	if (error && !launch->hung) {
		/* The run's state is unknown, so the next launch creates a new run. */
		device->calls->run_destroy(launch->run);
		launch->run = NULL;
	}
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	request->u.launch.ran_on = launch->cu + 1;
}

/* Hands the launch to the watcher. */
static void launch_watch(struct fcl_xrt_launches *launches, struct fcl_hal_request *request)
{
	pthread_mutex_lock(&launches->lock);
	if (launches->limit_ns)
		xrt_launch_of(request)->started_ns = fcl_now_ns();
	xrt_launch_of(request)->next = launches->running;
	launches->running = request;
	pthread_mutex_unlock(&launches->lock);
	pthread_cond_signal(&launches->more);
}

/* Advances a launch that has a run as far as possible, then the launches that waited for its CU. */
static void launch_drive(struct fcl_hal_device *device, struct fcl_hal_request *request, int result,
			 struct fcl_err *err)
{
	while (request) {
		struct fcl_hal_request *next;

		if (!result)
			result = launch_step(device, request, err);
		if (result == -EINPROGRESS) {
			launch_watch(&device->launches, request);
			return;
		}
		launch_end(device, request, result, err);
		next = release_cu(&device->launches, request);
		request->done(request, result, result ? err->text : NULL);
		request = next;
		if (!request)
			return;
		if (request->flags & FCL_HAL_TIMED)
			request->start_ns = fcl_now_ns();
		result = launch_prepare(device, request, err);
	}
}

bool fcl_xrt_cu_reserve(struct fcl_hal_device *device, struct fcl_xrt_cu *cu)
{
	bool idle;

	pthread_mutex_lock(&device->launches.lock);
	idle = !cu->nbusy && !cu->nstuck;
	if (idle)
		cu->nbusy = FCL_XRT_RUNS_PER_CU;
	pthread_mutex_unlock(&device->launches.lock);
	return idle;
}

void fcl_xrt_cu_release(struct fcl_hal_device *device, struct fcl_xrt_cu *cu)
{
	struct fcl_xrt_launches *launches = &device->launches;
	struct fcl_hal_request *request;

	pthread_mutex_lock(&launches->lock);
	cu->nbusy = 0;
	while ((request = launch_take_waiting(launches))) {
		struct fcl_err err = {0};

		pthread_mutex_unlock(&launches->lock);
		launch_drive(device, request, launch_prepare(device, request, &err), &err);
		pthread_mutex_lock(&launches->lock);
	}
	pthread_mutex_unlock(&launches->lock);
}

/* OpenCL C kernels read their group id from registers that XRT's native interface cannot set. */
static bool needs_group_id(const struct fcl_hal_request *request)
{
	const struct fcl_image *image = request->u.launch.program->image;

	return !strcmp(image->kernels[request->u.launch.kernel].language, "clc");
}

void fcl_xrt_launch(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_xrt_launches *launches = &device->launches;
	struct fcl_xrt_launch *launch = xrt_launch_of(request);
	struct fcl_err err = {0};
	bool placed;

	*launch = (struct fcl_xrt_launch){.groups = fcl_hal_range_groups(&request->u.launch.range)};
	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = request->end_ns = fcl_now_ns();
	if (!launch->groups) {
		request->done(request, 0, NULL);
		return;
	}
	if (launch->groups > 1 && needs_group_id(request)) {
		request->done(
			request, -EOPNOTSUPP,
			"XRT's native interface runs OpenCL C kernels with one work-group only");
		return;
	}
	pthread_mutex_lock(&launches->lock);
	placed = launch_take_cu(request);
	if (!placed) {
		*launches->waiting_last = request;
		launches->waiting_last = &launch->next;
	}
	pthread_mutex_unlock(&launches->lock);
	if (placed)
		launch_drive(device, request, launch_prepare(device, request, &err), &err);
}

/* --- the watcher ------------------------------------------------------------------------------ */

/*
 * Removes launches that have ended, or whose CU has hung, from the running list. The lock is held,
 * so nothing here may block.
 */
static struct fcl_hal_request *take_ended(struct fcl_hal_device *device)
{
	struct fcl_xrt_launches *launches = &device->launches;
	struct fcl_hal_request **link = &launches->running, *ended = NULL;
	uint64_t now_ns = launches->limit_ns ? fcl_now_ns() : 0;

	while (*link) {
		struct fcl_hal_request *request = *link;
		struct fcl_xrt_launch *launch = xrt_launch_of(request);

		if (device->calls->run_state(launch->run, NULL) != FCL_XRT_RUNNING) {
			request->u.launch.program->cus[launch->cu].ended_ns = now_ns;
		} else if (fcl_xrt_is_hung(launches, request, now_ns)) {
			launch->hung = true;
		} else {
			link = &launch->next;
			continue;
		}
		*link = launch->next;
		launch->next = ended;
		ended = request;
	}
	return ended;
}

static void launch_go_on(struct fcl_hal_device *device, struct fcl_hal_request *ended)
{
	while (ended) {
		struct fcl_hal_request *request = ended;
		struct fcl_err err = {0};
		int result = 0;

		ended = xrt_launch_of(request)->next;
		if (xrt_launch_of(request)->hung)
			result = fcl_xrt_hung_error(device, request, &err);
		else if (device->calls->run_state(xrt_launch_of(request)->run, &err) ==
			 FCL_XRT_FAILED)
			result = -EIO;
		launch_drive(device, request, result, &err);
	}
}

/* Polls often while a run may end soon; backs off for long runs. */
static void launch_back_off(uint64_t since_ns)
{
	uint64_t ns = (fcl_now_ns() - since_ns) / 16;

	ns = ns < POLL_MIN_NS ? POLL_MIN_NS : ns > POLL_MAX_NS ? POLL_MAX_NS : ns;
	nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
}

static void *launch_watcher(void *user)
{
	struct fcl_hal_device *device = user;
	struct fcl_xrt_launches *launches = &device->launches;
	const struct fcl_hal_request *newest = NULL;
	uint64_t since_ns = 0;

	/* Linux would otherwise add 50 µs of timer slack to each sleep. */
	prctl(PR_SET_TIMERSLACK, 1000ul);
	pthread_mutex_lock(&launches->lock);
	while (!launches->stop) {
		struct fcl_hal_request *ended = take_ended(device);
		bool idle = !launches->running && !ended;

		if (idle) {
			pthread_cond_wait(&launches->more, &launches->lock);
			since_ns = fcl_now_ns();
			continue;
		}
		/* A launch started or ended, so another event is likely soon. */
		if (ended || launches->running != newest)
			since_ns = fcl_now_ns();
		newest = launches->running;
		pthread_mutex_unlock(&launches->lock);
		if (ended)
			launch_go_on(device, ended);
		else
			launch_back_off(since_ns);
		pthread_mutex_lock(&launches->lock);
	}
	pthread_mutex_unlock(&launches->lock);
	return NULL;
}

void fcl_xrt_launches_init(struct fcl_xrt_launches *launches)
{
	pthread_mutex_init(&launches->lock, NULL);
	pthread_cond_init(&launches->more, NULL);
	launches->waiting_last = &launches->waiting;
	launches->limit_ns = fcl_config_timeout_ns();
}

int fcl_xrt_launches_start(struct fcl_hal_device *device, struct fcl_err *err)
{
	int error = fcl_thread_start_joinable(&device->launches.watcher, launch_watcher, device);

	if (error)
		return fcl_err_set(err, error, "cannot start the thread that polls runs: %s",
				   strerror(-error));
	device->launches.watched = true;
	return 0;
}

void fcl_xrt_launches_stop(struct fcl_hal_device *device)
{
	struct fcl_xrt_launches *launches = &device->launches;

	pthread_mutex_lock(&launches->lock);
	launches->stop = true;
	pthread_mutex_unlock(&launches->lock);
	pthread_cond_signal(&launches->more);
	if (launches->watched)
		pthread_join(launches->watcher, NULL);
	pthread_cond_destroy(&launches->more);
	pthread_mutex_destroy(&launches->lock);
}
