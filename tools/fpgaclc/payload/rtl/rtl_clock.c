/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fpgacl/rt.h"
#include "rtl_cycle.h"
#include "rtl_snap.h"

enum {
	CTRL = 0,
	RESET_CYCLES = 20,
	POLL_CYCLES = 32, /* between two reads of the control register */
	LAST_LOOK = 4096,
	DRAIN_CYCLES = 4096, /* limit after ap_done, and limit without a transfer: */
	DRAIN_QUIET = 16,
	ACCESS_CYCLES = 10000, /* limit of a register access */
	QUIET_CYCLES =
		65536, /* without a transfer, before messages say what the kernel waits for */
	ACCESS_S = 5,  /* limit of its wait for step() */
};

static struct fclc_rtl *of(struct fcl_cu *cu)
{
	return *(struct fclc_rtl **)cu->state;
}

void fclc_rtl_fail(struct fclc_rtl *rtl, const char *format, ...)
{
	char text[FCLC_HANG_TEXT + 200];
	va_list args;

	if (fclc_snap_replays(rtl)) {
		rtl->snaps->failed = true;
		longjmp(rtl->snaps->back, 1);
	}
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	/* An engine that takes snapshots calls fclc_rtl_failed(). */
	if (!rtl->snaps)
		__atomic_store_n(&rtl->busy, 0, __ATOMIC_RELEASE);
	rtl->cu->host->fail(rtl->cu, text);
	__builtin_unreachable();
}

void fclc_rtl_log(struct fclc_rtl *rtl, int level, const char *text)
{
	if (!fclc_snap_replays(rtl))
		rtl->cu->host->log(rtl->cu, level, text);
}

/* --- an instance --- */

static void drive(struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nmasters; i++)
		fclc_axi_drive(&rtl->masters[i]);
	for (unsigned i = 0; i < rtl->nstreams; i++)
		fclc_axis_drive(&rtl->streams[i]);
	fclc_lite_drive(&rtl->lite);
}

/*
 * The other clock with the next edge before `end` (in ps from this cycle's start); nclocks if there
 * is none.
 */
static unsigned next_edge(const struct fclc_rtl *rtl, uint64_t end)
{
	unsigned which = rtl->design->nclocks;

	for (unsigned i = 1; i < rtl->design->nclocks; i++)
		if (rtl->phases[i] < end) {
			which = i;
			end = rtl->phases[i];
		}
	return which;
}

void fclc_rtl_other_clocks(struct fclc_rtl *rtl, unsigned half)
{
	const struct fclc_rtl_design *design = rtl->design;
	uint64_t period = design->clocks[0].period_ps, end = half ? period : period / 2;
	unsigned which;

	while ((which = next_edge(rtl, end)) < design->nclocks) {
		unsigned other = design->clocks[which].period_ps;
		bool rises = !fclc_get(&rtl->clocks[which], 1);

		fclc_put(&rtl->clocks[which], rises);
		design->eval(rtl->model);
		if (rtl->waves)
			fclc_waves_dump(rtl, rtl->phases[which]);
		rtl->phases[which] += rises ? other / 2 : other - other / 2;
	}
	for (unsigned i = 1; half && i < design->nclocks; i++)
		rtl->phases[i] -= period;
}

static void edge(struct fclc_rtl *rtl)
{
	bool others = rtl->design->nclocks > 1;
	uint64_t middle = rtl->design->nclocks ? rtl->design->clocks[0].period_ps / 2 : 0;

	*rtl->clock = 1;
	rtl->design->eval(rtl->model);
	if (rtl->waves)
		fclc_waves_dump(rtl, 0);
	drive(rtl);
	if (others)
		fclc_rtl_other_clocks(rtl, 0);
	*rtl->clock = 0;
	rtl->design->eval(rtl->model);
	if (rtl->waves)
		fclc_waves_dump(rtl, middle);
	if (others)
		fclc_rtl_other_clocks(rtl, 1);
}

static void tick(struct fclc_rtl *rtl)
{
	rtl->moved = false;
	if (rtl->checks)
		fclc_check_cycle(rtl);
	for (unsigned i = 0; i < rtl->nmasters; i++)
		fclc_axi_sample(&rtl->masters[i]);
	for (unsigned i = 0; i < rtl->nstreams; i++)
		fclc_axis_sample(&rtl->streams[i]);
	fclc_lite_sample(&rtl->lite);
	edge(rtl);
	fclc_rtl_count(rtl);
}

static void put_resets(struct fclc_rtl *rtl, bool active)
{
	for (unsigned i = 0; i < rtl->design->nresets; i++)
		fclc_put(&rtl->resets[i], active == !!rtl->design->resets[i].high);
}

/* Lasts RESET_CYCLES of the slowest clock. */
static unsigned reset_cycles(const struct fclc_rtl *rtl)
{
	const struct fclc_rtl_design *design = rtl->design;
	unsigned cycles = RESET_CYCLES;

	for (unsigned i = 1; i < design->nclocks; i++) {
		uint64_t wanted = (uint64_t)RESET_CYCLES * design->clocks[i].period_ps /
					  design->clocks[0].period_ps +
				  1;

		cycles = wanted > cycles ? (unsigned)wanted : cycles;
	}
	return cycles;
}

static void reset(struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nmasters; i++)
		fclc_axi_reset(&rtl->masters[i]);
	for (unsigned i = 0; i < rtl->nstreams; i++)
		fclc_axis_reset(&rtl->streams[i]);
	rtl->lite.busy = rtl->lite.aw = rtl->lite.w = rtl->lite.ar = rtl->lite.driven = false;
	rtl->lite.shown = true; /* an earlier execution may have left something there */
	rtl->phase = FCLC_IDLE;
	rtl->frozen = true;
	put_resets(rtl, true);
	for (unsigned i = 0; i < reset_cycles(rtl); i++) {
		edge(rtl);
		rtl->now++; /* waveforms also show the reset */
	}
	put_resets(rtl, false);
	rtl->frozen = false;
	drive(rtl);
	rtl->design->eval(rtl->model);
	rtl->quiet = 0;
	rtl->look_at = FCLC_FIRST_LOOK;
}

static void find_signals(struct fclc_rtl *rtl)
{
	const struct fclc_rtl_design *design = rtl->design;

	for (unsigned i = 0; i < design->nclocks; i++)
		rtl->clocks[i] = fclc_find(rtl, NULL, design->clocks[i].name);
	for (unsigned i = 0; i < design->nresets; i++)
		rtl->resets[i] = fclc_find(rtl, NULL, design->resets[i].name);
	rtl->clock = design->nclocks ? fclc_bit(&rtl->clocks[0], &rtl->no_clock) : &rtl->no_clock;
	if (design->slave)
		fclc_axi_find(rtl, design->slave, rtl->lite.s);
	rtl->lite.bits = rtl->lite.s[FCLC_WDATA].bits;
}

static int open_buses(struct fclc_rtl *rtl)
{
	const struct fclc_rtl_design *design = rtl->design;
	int ret = 0;

	rtl->nmasters = rtl->nstreams = 0;
	for (unsigned i = 0; !ret && i < design->nbuses; i++) {
		if (design->buses[i].kind == FCL_MODEL_PORT_MEMORY)
			fclc_axi_open(&rtl->masters[rtl->nmasters++], rtl, design->buses[i].prefix,
				      i);
		else
			ret = fclc_axis_open(&rtl->streams[rtl->nstreams++], rtl, &design->buses[i],
					     i);
	}
	return ret ? ret : fclc_check_open(rtl);
}

/* Set while Verilator's runtime, which may start threads, creates a model. */
static __thread int making;

int fclc_rtl_making(void)
{
	return making;
}

static void *make_model(const struct fclc_rtl *rtl)
{
	void *model;

	making = 1;
	model = rtl->design->create(rtl->signals);
	making = 0;
	return model;
}

static void destroy(struct fclc_rtl *rtl)
{
	if (!rtl)
		return;
	if (rtl->model)
		rtl->design->destroy(rtl->model);
	for (unsigned i = 0; i < rtl->nstreams; i++)
		free(rtl->streams[i].packet);
	free(rtl->signals);
	free(rtl->masters);
	free(rtl->streams);
	free(rtl->clocks);
	free(rtl->resets);
	free(rtl->phases);
	free(rtl->seen);
	free(rtl->uses);
	fclc_check_close(rtl);
	free(rtl);
}

static struct fclc_rtl *create(const struct fclc_rtl_design *design)
{
	struct fclc_rtl *rtl = calloc(1, sizeof(*rtl));

	if (!rtl)
		return NULL;
	rtl->design = design;
	rtl->signals = calloc(design->nsignals + 1, sizeof(*rtl->signals));
	rtl->masters = calloc(design->nbuses + 1, sizeof(*rtl->masters));
	rtl->streams = calloc(design->nbuses + 1, sizeof(*rtl->streams));
	rtl->clocks = calloc(design->nclocks + 1, sizeof(*rtl->clocks));
	rtl->resets = calloc(design->nresets + 1, sizeof(*rtl->resets));
	rtl->phases = calloc(design->nclocks + 1, sizeof(*rtl->phases));
	rtl->uses = calloc(design->nbuses + 1, sizeof(*rtl->uses));
	rtl->seen = malloc(design->state_size + 1);
	if (rtl->signals && rtl->masters && rtl->streams && rtl->clocks && rtl->resets &&
	    rtl->phases && rtl->uses && rtl->seen)
		rtl->model = make_model(rtl);
	if (rtl->model)
		return rtl;
	destroy(rtl);
	return NULL;
}

/*
 * The HDL also reads its files during reset. Returns NULL if it has found all of them, else the
 * missing one.
 */
static const char *start(struct fclc_rtl *rtl)
{
	fclc_rtl_enter(rtl);
	reset(rtl);
	return fclc_rtl_leave();
}

#define MISSING "the HDL reads '%s', which cannot be opened: pass it with the sources when linking"

int fclc_rtl_open(struct fcl_cu *cu, const struct fclc_rtl_design *design)
{
	struct fclc_rtl *rtl;
	const char *missing;
	char text[320];

	/* The model's allocations live as long as the compute unit. */
	fclc_rt_keep_memory(cu);
	rtl = create(design);
	if (!rtl)
		return -ENOMEM;
	rtl->cu = cu;
	*(struct fclc_rtl **)cu->state = rtl;
	fclc_waves_begin(rtl);
	find_signals(rtl);
	if (open_buses(rtl))
		return -ENOMEM;
	missing = start(rtl);
	if (!missing)
		return fclc_snap_open(rtl);
	snprintf(text, sizeof(text), MISSING, missing);
	cu->host->log(cu, FCL_MODEL_LOG_ERROR, text);
	return -ENOENT;
}

static void report(struct fclc_rtl *rtl, uint64_t cycles)
{
	const struct fcl_model_host *host = rtl->cu->host;
	struct fcl_model_use use = {
		.size = sizeof(use),
		.nports = rtl->design->nbuses,
		.cycles = cycles,
		.period_ps = rtl->design->nclocks ? rtl->design->clocks[0].period_ps : 1,
		.ports = rtl->uses};

	if (cycles && !fclc_snap_replays(rtl) && FCLC_HOST_HAS(host, executed))
		host->executed(rtl->cu, &use);
}

void fclc_rtl_close(struct fcl_cu *cu)
{
	if (of(cu)) {
		/* A free-running kernel has one execution, which ends here. */
		if (of(cu)->design->control == FCL_MODEL_CTRL_NONE)
			report(of(cu), of(cu)->cycles);
		fclc_snap_end(of(cu));
		fclc_snap_close(of(cu));
		fclc_waves_close(of(cu));
	}
	destroy(of(cu));
	*(struct fclc_rtl **)cu->state = NULL;
	fclc_rt_keep_memory(NULL);
}

/* --- an execution, as seen by the host's driver --- */

static void write_next_argument(struct fclc_rtl *rtl)
{
	const struct fclc_rtl_design *design = rtl->design;
	uint32_t offset, value;

	while (rtl->reg < design->nregisters &&
	       rtl->word * 4 >= design->registers[rtl->reg].bytes) {
		rtl->reg++;
		rtl->word = 0;
	}
	if (rtl->reg == design->nregisters) {
		fclc_lite_write(&rtl->lite, CTRL, FCL_AP_START);
		rtl->phase = FCLC_STARTS;
		return;
	}
	offset = design->registers[rtl->reg].offset + 4 * rtl->word++;
	memcpy(&value, fclc_snap_words(rtl, rtl->cu->regs + offset, sizeof(value)), sizeof(value));
	fclc_lite_write(&rtl->lite, offset, value);
}

/* Advances the execution's phase while the register bus is free. */
static void advance(struct fclc_rtl *rtl)
{
	switch (rtl->phase) {
	case FCLC_ARGUMENTS:
		write_next_argument(rtl);
		break;
	case FCLC_STARTS:
		rtl->phase = FCLC_POLLS;
		rtl->started = rtl->poll_at = rtl->now;
		break;
	case FCLC_POLLS:
		if (rtl->lite.ended && rtl->lite.data & FCL_AP_DONE) {
			report(rtl, rtl->now - rtl->started);
			if (rtl->design->control == FCL_MODEL_CTRL_CHAIN)
				fclc_lite_write(&rtl->lite, CTRL, FCL_AP_CONTINUE);
			rtl->phase = FCLC_CONTINUES;
		} else if (rtl->lite.ended) {
			rtl->poll_at = rtl->now + POLL_CYCLES;
		} else if (rtl->now >= rtl->poll_at) {
			fclc_lite_read(&rtl->lite, CTRL);
		}
		break;
	case FCLC_CONTINUES:
		rtl->phase = FCLC_DRAINS;
		rtl->wait = DRAIN_CYCLES;
		break;
	default:
		break;
	}
}

static bool waits_for_output(const struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nstreams; i++)
		if (!rtl->streams[i].input && rtl->streams[i].full)
			return true;
	return false;
}

/* Whether a response from memory is pending. */
static bool memory_works(const struct fclc_rtl *rtl)
{
	for (unsigned i = 0; i < rtl->nmasters; i++) {
		const struct fclc_axi *axi = &rtl->masters[i];

		if ((axi->reads.count && !axi->r_valid) || (axi->answers.count && !axi->b_valid))
			return true;
	}
	return false;
}

/* After ap_done, completes outstanding transfers, unless they wait for other CUs. */
static bool has_ended(struct fclc_rtl *rtl)
{
	if (rtl->phase != FCLC_DRAINS)
		return false;
	return (rtl->quiet >= DRAIN_QUIET && !memory_works(rtl)) || !rtl->wait-- ||
	       waits_for_output(rtl);
}

void fclc_rtl_begin(struct fclc_rtl *rtl)
{
	const char *missing = NULL;

	rtl->run++;
	rtl->cycles = 0;
	/* The last execution was cancelled, so the kernel is still in the middle of it. */
	if (rtl->running) {
		fclc_snap_end(rtl);
		fclc_snap_forget(rtl);
		fclc_waves_close(rtl);
		rtl->design->destroy(rtl->model);
		rtl->model = make_model(rtl);
		if (!rtl->model)
			fclc_rtl_fail(rtl, "out of memory");
		find_signals(rtl);
		for (unsigned i = 0; i < rtl->nstreams; i++)
			free(rtl->streams[i].packet);
		if (open_buses(rtl))
			fclc_rtl_fail(rtl, "out of memory");
		missing = start(rtl);
	}
	if (missing)
		fclc_rtl_fail(rtl, MISSING, missing);
	rtl->running = true;
	memset(rtl->uses, 0, rtl->design->nbuses * sizeof(*rtl->uses));
	/* A free-running kernel has no start; if it has registers, the host writes them. */
	rtl->phase = rtl->design->slave && rtl->design->control != FCL_MODEL_CTRL_NONE
			     ? FCLC_ARGUMENTS
			     : FCLC_IDLE;
	rtl->reg = rtl->word = 0;
	rtl->quiet = 0;
	rtl->look_at = FCLC_FIRST_LOOK;
}

/* --- detecting a hung kernel --- */

/* With snapshots, it is the same whether a waveform is recorded or not. */
static const void *state_of(const struct fclc_rtl *rtl)
{
	size_t size;

	if (rtl->design->whole)
		rtl->design->whole(rtl->model, &size);
	return rtl->design->state(rtl->model);
}

/* Whether a cycle of each clock changes no state. Then only an input can change it. */
static bool stands_still(struct fclc_rtl *rtl)
{
	const struct fclc_rtl_design *design = rtl->design;
	unsigned cycles = 1;

	for (unsigned i = 1; i < design->nclocks; i++)
		cycles += design->clocks[i].period_ps / design->clocks[0].period_ps + 1;
	memcpy(rtl->seen, state_of(rtl), design->state_size);
	for (unsigned i = 0; i < cycles; i++) {
		tick(rtl);
		if (rtl->moved || rtl->lite.ended ||
		    memcmp(rtl->seen, state_of(rtl), design->state_size) != 0)
			return false;
	}
	return true;
}

/* The number of streams that the kernel waits for; *ret_port is one of them. */
static unsigned count_waits(const struct fclc_rtl *rtl, uint32_t *ret_port)
{
	unsigned count = 0;

	for (unsigned i = 0; i < rtl->nstreams; i++)
		if (fclc_axis_waits(&rtl->streams[i])) {
			*ret_port = rtl->streams[i].port;
			count++;
		}
	return count;
}

static __attribute__((noreturn)) void fail_stuck(struct fclc_rtl *rtl)
{
	fclc_hang_describe(rtl, rtl->waiting, sizeof(rtl->waiting));
	fclc_rtl_fail(
		rtl,
		"the kernel is stuck and has not raised ap_done: after %llu clock cycles, one more changes no register in it; %s",
		(unsigned long long)rtl->cycles, rtl->waiting);
}

/*
 * A register access takes a few cycles. On a board, the host would hang, or find its link reset. The
 * state is compared after 64, 128, 256, ... cycles.
 */
static void check_access(struct fclc_rtl *rtl)
{
	unsigned age = rtl->lite.age;
	uint32_t port;

	if (age < ACCESS_CYCLES && (age < FCLC_FIRST_LOOK || age & (age - 1) ||
				    count_waits(rtl, &port) || !stands_still(rtl)))
		return;
	if (!rtl->lite.busy) /* it has ended meanwhile */
		return;
	fclc_hang_describe(rtl, rtl->waiting, sizeof(rtl->waiting));
	fclc_rtl_fail(rtl, "cycle %llu, %s", (unsigned long long)rtl->cycles, rtl->waiting);
}

/* For messages of the engine's, as when the execution takes too long. */
static void tell_waiting(struct fclc_rtl *rtl)
{
	struct fcl_cu *cu = rtl->cu;

	if (cu->size < offsetof(struct fcl_cu, waiting) + sizeof(cu->waiting))
		return;
	cu->waiting = NULL;
	if (rtl->quiet < QUIET_CYCLES)
		return;
	fclc_hang_describe(rtl, rtl->waiting, sizeof(rtl->waiting));
	cu->waiting = rtl->waiting;
}

/*
 * Called when the buses have been idle for a while. Returns step()'s result, or FCL_STEP_BUSY to
 * continue.
 */
static int check_idle(struct fclc_rtl *rtl, bool *ret_pause)
{
	struct fcl_cu *cu = rtl->cu;
	uint32_t port = UINT32_MAX;
	unsigned waits;

	if (memory_works(rtl)) {
		rtl->quiet = 0;
		return FCL_STEP_BUSY;
	}
	if (stands_still(rtl)) {
		waits = count_waits(rtl, &port);
		if (!waits && rtl->design->control != FCL_MODEL_CTRL_NONE)
			fail_stuck(rtl);
		if (waits == 1 && !fclc_snap_replays(rtl) &&
		    cu->size >= offsetof(struct fcl_cu, wait_port) + sizeof(cu->wait_port))
			cu->wait_port = port;
		return waits ? FCL_STEP_WAIT : FCL_STEP_IDLE;
	}
	if (!rtl->quiet)
		return FCL_STEP_BUSY;
	rtl->look_at = rtl->quiet + (rtl->quiet < LAST_LOOK ? rtl->quiet : LAST_LOOK);
	*ret_pause = count_waits(rtl, &port) || rtl->design->control == FCL_MODEL_CTRL_NONE;
	return FCL_STEP_BUSY;
}

/* Runs cycles in which the host's driver does nothing. */
static void run_plain(struct fclc_rtl *rtl, uint64_t wanted)
{
	unsigned most;

	if (!rtl->design->run || (rtl->phase != FCLC_IDLE && rtl->phase != FCLC_POLLS))
		return;
	most = fclc_waves_begin_in(rtl);
	most = wanted < most ? (unsigned)wanted : most;
	if (rtl->phase == FCLC_POLLS && rtl->poll_at < rtl->now + most)
		most = rtl->poll_at > rtl->now ? (unsigned)(rtl->poll_at - rtl->now) : 0;
	if (most && fclc_rtl_is_plain(rtl))
		rtl->design->run(rtl, most);
}

/* Which cycles a call runs makes no difference to what happens in them. */
int fclc_rtl_run_until(struct fclc_rtl *rtl, uint64_t now)
{
	bool pause = false;
	int result;

	while (rtl->now < now && !pause) {
		run_plain(rtl, now - rtl->now - 1);
		if (!rtl->lite.busy)
			advance(rtl);
		tick(rtl);
		if (has_ended(rtl)) {
			rtl->running = false;
			rtl->phase = FCLC_IDLE;
			return FCL_STEP_DONE;
		}
		if (rtl->lite.busy)
			check_access(rtl);
		if (rtl->quiet < rtl->look_at || rtl->lite.busy || rtl->lite.ended)
			continue;
		result = check_idle(rtl, &pause);
		if (result != FCL_STEP_BUSY)
			return result;
	}
	return FCL_STEP_BUSY;
}

int fclc_rtl_step(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles)
{
	struct fclc_rtl *rtl = of(cu);
	int free_now = 0, result;
	uint64_t before;

	/*
	 * busy may still be 1 after a cancelled step(). No other thread steps, so only wait while
	 * it is 2.
	 */
	while (!__atomic_compare_exchange_n(&rtl->busy, &free_now, 1, false, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED) &&
	       free_now == 2) {
		sched_yield();
		free_now = 0;
	}
	if (cu->regs[0] & FCL_AP_START) {
		cu->regs[0] &= (uint8_t)~FCL_AP_START;
		fclc_snap_access(rtl, FCLC_BEGINS, 0, 0);
		fclc_rtl_begin(rtl);
	}
	fclc_snap_begin(rtl);
	before = rtl->now;
	result = fclc_rtl_run_until(rtl, before + cycles);
	*ret_cycles = (uint32_t)(rtl->now - before);
	tell_waiting(rtl);
	__atomic_store_n(&rtl->busy, 0, __ATOMIC_RELEASE);
	return result;
}

/* The execution has failed within a cycle (busy is 1), or the engine ends it between two. */
const char *fclc_rtl_failed(struct fcl_cu *cu)
{
	struct fclc_rtl *rtl = of(cu);
	const char *text;
	int busy = 0;

	if (!rtl || !rtl->snaps)
		return NULL;
	while (!__atomic_compare_exchange_n(&rtl->busy, &busy, 1, false, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED) &&
	       busy == 2) {
		sched_yield();
		busy = 0;
	}
	text = fclc_snap_write(rtl, busy == 1);
	__atomic_store_n(&rtl->busy, 0, __ATOMIC_RELEASE);
	return text;
}

/* --- register accesses from the host's threads --- */

static bool lock(struct fclc_rtl *rtl)
{
	time_t end = time(NULL) + ACCESS_S;
	int free_now = 0;

	while (!__atomic_compare_exchange_n(&rtl->busy, &free_now, 2, false, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		if (time(NULL) > end)
			return false;
		sched_yield();
		free_now = 0;
	}
	return true;
}

static bool finish(struct fclc_rtl *rtl)
{
	for (unsigned i = 0; rtl->lite.busy && i < ACCESS_CYCLES; i++)
		tick(rtl);
	if (rtl->lite.busy) {
		fclc_hang_describe(rtl, rtl->waiting, sizeof(rtl->waiting));
		fclc_rtl_log(rtl, FCL_MODEL_LOG_ERROR, rtl->waiting);
	}
	return !rtl->lite.busy;
}

/* The result of a pending poll counts, because reading ap_done has cleared it. */
static bool finish_own(struct fclc_rtl *rtl)
{
	if (finish(rtl) && rtl->lite.ended)
		advance(rtl);
	return finish(rtl);
}

/* Drives the buses with this state, between two clock edges. */
static void freeze(struct fclc_rtl *rtl, bool frozen)
{
	rtl->frozen = frozen;
	drive(rtl);
	rtl->design->eval(rtl->model);
}

uint32_t fclc_rtl_access(struct fclc_rtl *rtl, enum fclc_rtl_access kind, uint32_t offset,
			 uint32_t value)
{
	uint32_t result = UINT32_MAX;

	freeze(rtl, true);
	if (finish_own(rtl)) {
		if (kind == FCLC_READS)
			fclc_lite_read(&rtl->lite, offset);
		else
			fclc_lite_write(&rtl->lite, offset, value);
		if (finish(rtl))
			result = rtl->lite.data;
	}
	rtl->quiet = 0;
	rtl->look_at = FCLC_FIRST_LOOK;
	freeze(rtl, false);
	return result;
}

static uint32_t access_register(struct fclc_rtl *rtl, enum fclc_rtl_access kind, uint32_t offset,
				uint32_t value)
{
	if (!rtl->design->slave || !lock(rtl))
		return UINT32_MAX;
	fclc_snap_access(rtl, kind, offset, value);
	value = fclc_rtl_access(rtl, kind, offset, value);
	__atomic_store_n(&rtl->busy, 0, __ATOMIC_RELEASE);
	return value;
}

uint32_t fclc_rtl_reg_read(struct fcl_cu *cu, uint32_t offset)
{
	return access_register(of(cu), FCLC_READS, offset, 0);
}

void fclc_rtl_reg_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	access_register(of(cu), FCLC_WRITES, offset, value);
}
