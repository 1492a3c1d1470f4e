/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/units/launch.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/thread.h"
#include "hal/pcie/suspend.h"
#include "hal/pcie/units/unit.h"
#include "hal/request.h"

/*
 * A launch waits for a free CU, and is then one thread's until it ends. A thread that waits for it
 * starts it and polls the CU for a while (progress); otherwise, and for what takes longer, one thread
 * does, the watcher. It sleeps until an interrupt, or, without one, until about when the CU's last
 * execution ended.
 */

enum {
	SPIN_NS = 50 * 1000,    /* progress() polls so long */
	LONG_NS = 500 * 1000,   /* an execution that is not worth polling for */
	GAP_MIN_NS = 20 * 1000, /* between two looks at a CU without an interrupt */
	GAP_MAX_NS = 1000 * 1000,
	ARMED_GAP_NS = 20 * 1000 * 1000, /* with an interrupt, which may get lost */
	IDLE_NS = 200 * 1000 * 1000,     /* of the watcher */
};

static struct fcl_pcie_launch *launch_of(const struct fcl_hal_request *request)
{
	_Static_assert(sizeof(struct fcl_pcie_launch) <= FCL_HAL_SCRATCH, "it is in the scratch");
	return (struct fcl_pcie_launch *)(void *)(uintptr_t)request->scratch;
}

static struct fcl_pcie_cu *cu_of(const struct fcl_hal_request *request)
{
	return &request->u.launch.program->cus[launch_of(request)->cu];
}

static void wake(struct fcl_pcie_launches *launches)
{
	uint64_t one = 1;

	/* It fails only if the counter is full, which wakes as well. */
	if (write(launches->wake, &one, sizeof(one)) < 0)
		return;
}

/* --- which launch gets which CU; the lock is held --------------------------------------------- */

/* A broken CU is only taken if all are, for the error. */
static bool take_cu(struct fcl_hal_request *request)
{
	struct fcl_pcie_cu *cus = request->u.launch.program->cus;
	uint32_t broken = 0, chosen = UINT32_MAX;

	for (uint32_t i = 0; i < request->u.launch.ncus; i++) {
		uint32_t cu = request->u.launch.cus[i];

		broken += cus[cu].broken;
		if (!cus[cu].busy && (chosen == UINT32_MAX || cus[chosen].broken))
			chosen = cu;
	}
	if (chosen == UINT32_MAX || (cus[chosen].broken && broken < request->u.launch.ncus))
		return false;
	cus[chosen].busy = true;
	launch_of(request)->cu = chosen;
	return true;
}

/* The first waiting launch (with this tag, if it is not NULL) for which a CU is free. */
static struct fcl_hal_request *take_waiting(struct fcl_pcie_launches *launches, const void *tag)
{
	struct fcl_hal_request **link = &launches->waiting;

	while (*link) {
		struct fcl_hal_request *request = *link;

		if ((!tag || request->tag == tag) && take_cu(request)) {
			*link = launch_of(request)->next;
			if (launches->waiting_last == &launch_of(request)->next)
				launches->waiting_last = link;
			launches->nrunning++;
			return request;
		}
		link = &launch_of(request)->next;
	}
	return NULL;
}

/* --- one launch; the caller has its CU -------------------------------------------------------- */

static int launch_start(struct fcl_hal_device *device, struct fcl_hal_request *request,
			struct fcl_err *err)
{
	struct fcl_pcie_launch *launch = launch_of(request);
	int error;

	if (fcl_pcie_is_lost(device))
		return fcl_pcie_report_lost(device, err);
	if (atomic_load_explicit(&device->launches.cancelled, memory_order_relaxed))
		return fcl_err_set(err, -EIO, "the board is being reset");
	if (cu_of(request)->broken)
		return fcl_err_set(
			err, -EIO,
			"it is broken: it ran longer than FPGACL_TIMEOUT_S allows, and may still run; the board needs a reset");
	if (!cu_of(request)->bytes)
		return fcl_err_set(err, -EOPNOTSUPP, "it is free-running");
	launch->start_ns = fcl_now_ns();
	if (request->flags & FCL_HAL_TIMED && !launch->group)
		request->start_ns = launch->start_ns;
	error = fcl_pcie_unit_start(device, cu_of(request), request, launch->group, err);
	if (!error)
		launch->group++;
	return error;
}

/* No driver can stop a CU, so one that exceeds the limit is not used again. */
static int check_limit(struct fcl_hal_device *device, struct fcl_hal_request *request,
		       struct fcl_err *err)
{
	struct fcl_pcie_launches *launches = &device->launches;
	uint64_t ns = launches->limit_ns ? fcl_now_ns() - launch_of(request)->start_ns : 0;

	if (!ns || ns < launches->limit_ns)
		return 0;
	pthread_mutex_lock(&launches->lock);
	cu_of(request)->broken = true;
	pthread_mutex_unlock(&launches->lock);
	atomic_store(&launches->broken, true);
	return fcl_err_set(err, -ETIMEDOUT,
			   "it has not ended within %" PRIu64
			   " s (FPGACL_TIMEOUT_S), and may still run; the board needs a reset",
			   launches->limit_ns / 1000000000u);
}

/* A work-group has ended: the next one starts. 1: it was the last one. */
static int launch_follow(struct fcl_hal_device *device, struct fcl_hal_request *request,
			 struct fcl_err *err)
{
	struct fcl_pcie_launch *launch = launch_of(request);

	/* A reset ends it, too, and looks the same. */
	if (fcl_pcie_is_lost(device))
		return fcl_pcie_report_lost(device, err);
	cu_of(request)->typical_ns = fcl_now_ns() - launch->start_ns;
	if (launch->group == launch->groups)
		return 1;
	return launch_start(device, request, err);
}

/* After a look at the CU, with its result. */
static int launch_go_on(struct fcl_hal_device *device, struct fcl_hal_request *request, int state,
			struct fcl_err *err)
{
	if (!state)
		return check_limit(device, request, err);
	return state < 0 ? state : launch_follow(device, request, err);
}

/* Looks once. 1: all of the launch has ended; 0: it runs; else an error. */
static int launch_advance(struct fcl_hal_device *device, struct fcl_hal_request *request,
			  struct fcl_err *err)
{
	if (atomic_load_explicit(&device->launches.cancelled, memory_order_relaxed))
		return fcl_err_set(err, -EIO, "the board is being reset");
	return launch_go_on(device, request, fcl_pcie_unit_poll(device, cu_of(request), err), err);
}

/* Reports the end; after this the request and its CU are others'. */
static void pcie_launch_end(struct fcl_hal_device *device, struct fcl_hal_request *request,
			    int error, struct fcl_err *err)
{
	struct fcl_pcie_launches *launches = &device->launches;
	const struct fcl_image *image = request->u.launch.program->image;
	struct fcl_pcie_launch *launch = launch_of(request);
	struct fcl_pcie_cu *cu = cu_of(request);
	bool more;

	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	if (launch->armed)
		fcl_pcie_unit_disarm(device, cu);
	if (error) {
		cu->doubtful = true;
		fcl_err_prefix(err, "%s:%s", image->kernels[request->u.launch.kernel].name,
			       image->cus[launch->cu].name);
	}
	request->u.launch.ran_on = launch->cu + 1;
	pthread_mutex_lock(&launches->lock);
	cu->busy = false;
	more = launches->waiting;
	pthread_mutex_unlock(&launches->lock);
	if (more)
		wake(launches);
	request->done(request, error, error ? err->text : NULL);
	pthread_mutex_lock(&launches->lock);
	launches->nrunning--;
	pthread_mutex_unlock(&launches->lock);
}

/* --- submitting, and helping ------------------------------------------------------------------ */

void fcl_pcie_launch(struct fcl_hal_device *device, struct fcl_hal_request *request)
{
	struct fcl_pcie_launches *launches = &device->launches;
	struct fcl_pcie_launch *launch = launch_of(request);
	bool soon = request->flags & FCL_HAL_SOON;

	*launch =
		(struct fcl_pcie_launch){.groups = fcl_hal_range_groups(&request->u.launch.range)};
	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = request->end_ns = fcl_now_ns();
	if (!launch->groups) {
		request->done(request, 0, NULL);
		return;
	}
	pthread_mutex_lock(&launches->lock);
	*launches->waiting_last = request;
	launches->waiting_last = &launch->next;
	pthread_mutex_unlock(&launches->lock);
	if (!soon)
		wake(launches);
}

void fcl_pcie_launch_kick(struct fcl_hal_device *device)
{
	struct fcl_pcie_launches *launches = &device->launches;
	bool any;

	pthread_mutex_lock(&launches->lock);
	any = launches->waiting;
	pthread_mutex_unlock(&launches->lock);
	if (any)
		wake(launches);
}

int fcl_pcie_launch_progress(struct fcl_hal_device *device, const void *tag)
{
	struct fcl_pcie_launches *launches = &device->launches;
	struct fcl_hal_request *request;
	struct fcl_err err = {0};
	uint64_t until;
	int state;

	pthread_mutex_lock(&launches->lock);
	request = launches->waiting ? take_waiting(launches, tag) : NULL;
	pthread_mutex_unlock(&launches->lock);
	if (!request)
		return 0;
	state = launch_start(device, request, &err);
	until = fcl_now_ns() + (cu_of(request)->typical_ns > LONG_NS ? 0 : SPIN_NS);
	while (!state && fcl_now_ns() < until)
		state = launch_advance(device, request, &err);
	if (state) {
		pcie_launch_end(device, request, state < 0 ? state : 0, &err);
		return 1;
	}
	pthread_mutex_lock(&launches->lock);
	launch_of(request)->next = launches->handed;
	launches->handed = request;
	pthread_mutex_unlock(&launches->lock);
	wake(launches);
	return 1;
}

/* --- the watcher ------------------------------------------------------------------------------ */

/* When to look at the CU next. */
static void plan(struct fcl_hal_request *request, uint64_t now)
{
	struct fcl_pcie_launch *launch = launch_of(request);
	uint64_t elapsed = now - launch->start_ns, gap = elapsed / 32;
	uint64_t typical = cu_of(request)->typical_ns / 16 * 15;

	gap = gap < GAP_MIN_NS ? GAP_MIN_NS : gap > GAP_MAX_NS ? GAP_MAX_NS : gap;
	if (launch->armed)
		gap = ARMED_GAP_NS;
	else if (cu_of(request)->irq < 0 && elapsed + gap < typical)
		gap = typical - elapsed;
	launch->check_ns = now + (gap < ARMED_GAP_NS ? gap : ARMED_GAP_NS);
}

/* Enables the interrupt of a CU whose execution takes long; it may have ended just before. */
static int arm(struct fcl_hal_device *device, struct fcl_hal_request *request, struct fcl_err *err)
{
	struct fcl_pcie_launch *launch = launch_of(request);

	launch->armed = true;
	return launch_go_on(device, request, fcl_pcie_unit_arm(device, cu_of(request), err), err);
}

/* The link to the first running launch whose next look is due; NULL: none is. */
static struct fcl_hal_request **find_due(struct fcl_hal_request **link, uint64_t now)
{
	while (*link && launch_of(*link)->check_ns > now)
		link = &launch_of(*link)->next;
	return *link ? link : NULL;
}

static int look_at(struct fcl_hal_device *device, struct fcl_hal_request *request,
		   struct fcl_err *err)
{
	struct fcl_pcie_launch *launch = launch_of(request);
	bool arms = !launch->armed && cu_of(request)->irq >= 0;
	int state = 0;

	/* arm() looks at the CU as well. */
	if (!arms || fcl_now_ns() - launch->start_ns < SPIN_NS)
		state = launch_advance(device, request, err);
	return state || !arms ? state : arm(device, request, err);
}

static void look(struct fcl_hal_device *device, struct fcl_hal_request **running)
{
	uint64_t now = fcl_now_ns();
	struct fcl_hal_request **link = running;

	while ((link = find_due(link, now))) {
		struct fcl_hal_request *request = *link, *next = launch_of(request)->next;
		struct fcl_err err = {0};
		int state = look_at(device, request, &err);

		if (state) {
			*link = next;
			pcie_launch_end(device, request, state < 0 ? state : 0, &err);
		} else {
			plan(request, fcl_now_ns());
			link = &launch_of(request)->next;
		}
	}
}

/* Starts what can be started, and takes over what other threads have started. */
static void launch_gather(struct fcl_hal_device *device, struct fcl_hal_request **running)
{
	struct fcl_pcie_launches *launches = &device->launches;
	struct fcl_hal_request *request;

	pthread_mutex_lock(&launches->lock);
	while ((request = launches->handed)) {
		launches->handed = launch_of(request)->next;
		launch_of(request)->next = *running;
		launch_of(request)->check_ns = 0;
		*running = request;
	}
	while ((request = take_waiting(launches, NULL))) {
		struct fcl_err err = {0};
		int error;

		pthread_mutex_unlock(&launches->lock);
		error = launch_start(device, request, &err);
		if (error) {
			pcie_launch_end(device, request, error, &err);
		} else {
			plan(request, fcl_now_ns());
			launch_of(request)->next = *running;
			*running = request;
		}
		pthread_mutex_lock(&launches->lock);
	}
	pthread_mutex_unlock(&launches->lock);
}

static void launch_drain(int fd, size_t bytes)
{
	uint64_t count;

	if (read(fd, &count, bytes ? bytes : sizeof(count)) < 0)
		return;
}

/* Makes launches due whose CU has interrupted. */
static void note_interrupts(struct fcl_hal_request *running, const struct pollfd *pollers)
{
	for (; running; running = launch_of(running)->next) {
		int irq = cu_of(running)->irq;

		if (irq >= 0 && pollers[1 + irq].revents)
			launch_of(running)->check_ns = 0;
	}
}

static void rest(struct fcl_hal_device *device, struct fcl_hal_request *running)
{
	struct pollfd pollers[1 + FCL_XDMA_USER_IRQS] = {{device->launches.wake, POLLIN, 0}};
	uint64_t now = fcl_now_ns(), until = now + IDLE_NS;
	struct timespec timeout;

	for (uint32_t i = 0; i < device->nusers; i++)
		pollers[1 + i] = (struct pollfd){
			device->events[device->nevents - device->nusers + i], POLLIN, 0};
	for (const struct fcl_hal_request *request = running; request;
	     request = launch_of(request)->next)
		if (launch_of(request)->check_ns < until)
			until = launch_of(request)->check_ns;
	if (until < now)
		until = now;
	timeout = (struct timespec){.tv_nsec = (long)(until - now)};
	if (running)
		fcl_pcie_look(device->transport);
	/* Without launches only the eventfd ends the sleep. */
	if (ppoll(pollers, 1 + device->nusers, running ? &timeout : NULL, NULL) <= 0)
		return;
	for (uint32_t i = 0; i < 1 + device->nusers; i++)
		if (pollers[i].revents & POLLIN)
			launch_drain(pollers[i].fd, i ? device->transport->event_bytes : 0);
	note_interrupts(running, pollers);
}

static void *watcher(void *user)
{
	struct fcl_hal_device *device = user;
	struct fcl_pcie_launches *launches = &device->launches;
	struct fcl_hal_request *running = NULL;
	bool stop = false;

	/* Linux would otherwise add 50 µs of timer slack to each sleep. */
	prctl(PR_SET_TIMERSLACK, 1000ul);
	while (!stop) {
		launch_gather(device, &running);
		if (atomic_load_explicit(&launches->cancelled, memory_order_relaxed))
			for (struct fcl_hal_request *request = running; request;
			     request = launch_of(request)->next)
				launch_of(request)->check_ns = 0;
		look(device, &running);
		pthread_mutex_lock(&launches->lock);
		stop = launches->stop;
		pthread_mutex_unlock(&launches->lock);
		if (!stop)
			rest(device, running);
	}
	return NULL;
}

/* --- beginning and end ------------------------------------------------------------------------ */

void fcl_pcie_launches_cancel(struct fcl_hal_device *device)
{
	struct fcl_pcie_launches *launches = &device->launches;
	bool any = true;

	atomic_store(&launches->cancelled, true);
	while (any) {
		wake(launches);
		pthread_mutex_lock(&launches->lock);
		any = launches->waiting || launches->nrunning;
		pthread_mutex_unlock(&launches->lock);
		if (any)
			fcl_pause_us(200);
	}
}

void fcl_pcie_launches_init(struct fcl_hal_device *device)
{
	pthread_mutex_init(&device->launches.lock, NULL);
	device->launches.waiting_last = &device->launches.waiting;
	device->launches.wake = -1;
}

int fcl_pcie_launches_start(struct fcl_hal_device *device, struct fcl_err *err)
{
	struct fcl_pcie_launches *launches = &device->launches;
	int error;

	launches->limit_ns = fcl_config_timeout_ns();
	launches->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (launches->wake < 0)
		return fcl_err_set(err, -errno, "no eventfd: %s", strerror(errno));
	error = fcl_thread_start_joinable(&launches->watcher, watcher, device);
	if (error)
		return fcl_err_set(err, error,
				   "cannot start the thread that watches compute units: %s",
				   strerror(-error));
	launches->watched = true;
	return 0;
}

void fcl_pcie_launches_stop(struct fcl_hal_device *device)
{
	struct fcl_pcie_launches *launches = &device->launches;

	if (!launches->watched)
		return;
	pthread_mutex_lock(&launches->lock);
	launches->stop = true;
	pthread_mutex_unlock(&launches->lock);
	wake(launches);
	pthread_join(launches->watcher, NULL);
	launches->watched = false;
}

void fcl_pcie_launches_fini(struct fcl_hal_device *device)
{
	if (device->launches.wake >= 0)
		close(device->launches.wake);
	pthread_mutex_destroy(&device->launches.lock);
}
