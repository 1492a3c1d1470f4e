/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches submitted when another one ends, which a worker runs at once. To all others, the unit
 * looks as free in done() as after it.
 */
#include "host_tests/emulator/loaded.h"

#include <pthread.h>
#include <time.h>

#include "emulator/execution/units/registers.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/memory/memory.h"
#include "emulator/state/buffer.h"

enum { UNITS = 8, LAUNCHES = 3000, ARGUMENT = 0x10 };

/* Launches that follow each other, each submitted at the end of the previous one. */
struct chain {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	struct fcl_hal_arg arg;
	uint32_t cu;
	int left;                             /* launches still to be submitted */
	struct fcl_emu_buffer *counts[2];     /* alternating arguments; a launch increments one */
	void (*at_each)(struct chain *chain); /* called at the end of each launch */
	void (*at_end)(struct chain *chain);
	_Atomic bool ended;
	_Atomic int status;
};

static _Atomic bool entered, go_on, endless, stopped;

static void fill_image(struct fcl_image *image)
{
	static const struct fcl_image_arg arg = {.name = "where",
						 .port = "M_AXI_GMEM",
						 .qualifier = FCL_ARG_GLOBAL,
						 .offset = ARGUMENT,
						 .size = 8};

	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	image->nkernels = 1;
	fill_kernel(image, 0, "peek", &arg, 1);
	image->ncus = UNITS;
	image->cus = fcl_image_alloc(image, UNITS, sizeof(*image->cus));
	for (uint32_t i = 0; i < UNITS; i++)
		image->cus[i].name = fcl_image_string(image, "peek_%u", i + 1);
}

static int load(void **state)
{
	(void)state;
	load_image(fill_image);
	entered = go_on = endless = stopped = false;
	return 0;
}

static int unload(void **state)
{
	(void)state;
	fcl_emu_close(board);
	return 0;
}

/* If it never happens, ctest's timeout ends the test. */
static void wait_for(_Atomic bool *what)
{
	while (!*what)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void submit(struct chain *chain)
{
	struct fcl_hal_request *request = &chain->request;

	chain->arg.u.buffer = (struct fcl_hal_buffer *)chain->counts[chain->left % 2];
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct chain *chain = (struct chain *)request;

	(void)text;
	if (chain->at_each)
		chain->at_each(chain);
	if (!status && (endless || --chain->left)) {
		submit(chain);
		return;
	}
	chain->status = status;
	if (chain->at_end)
		chain->at_end(chain);
	chain->ended = true;
}

static void prepare(struct chain *chain, uint32_t cu, int launches, void (*at_end)(struct chain *))
{
	struct fcl_hal_request *request = &chain->request;
	struct fcl_err err = {0};

	chain->cu = cu;
	chain->left = launches;
	chain->at_end = at_end;
	chain->arg.kind = FCL_HAL_ARG_BUFFER;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(fcl_emu_buffer_alloc(board, 0, 64, &chain->counts[i], &err), 0);
		memset(fcl_emu_buffer_host(chain->counts[i]), 0, 64);
	}
	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->tag = chain;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.cus = &chain->cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = &chain->arg;
	request->u.launch.nargs = 1;
	request->u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
}

static void begin(struct chain *chain, uint32_t cu, int launches, void (*at_end)(struct chain *))
{
	prepare(chain, cu, launches, at_end);
	submit(chain);
	/* Has workers run it instead of the waiting thread. */
	fcl_emu_kick(board);
}

static void start(struct chain *chain, uint32_t cu, int launches, void (*at_end)(struct chain *))
{
	memset(chain, 0, sizeof(*chain));
	begin(chain, cu, launches, at_end);
}
static uint32_t count(const struct chain *chain, int which)
{
	uint32_t value;

	memcpy(&value, fcl_emu_buffer_host(chain->counts[which]), sizeof(value));
	return value;
}

static void finish(struct chain *chain)
{
	wait_for(&chain->ended);
	for (int i = 0; i < 2; i++)
		fcl_emu_buffer_free(chain->counts[i]);
}

/* Every launch runs exactly once, with its own argument, whichever thread runs it. */
static void run_chains(uint32_t units)
{
	static struct chain chains[UNITS];

	for (uint32_t i = 0; i < UNITS; i++)
		start(&chains[i], i % units, LAUNCHES, NULL);
	for (uint32_t i = 0; i < UNITS; i++) {
		wait_for(&chains[i].ended);
		assert_int_equal(chains[i].status, 0);
		assert_int_equal(count(&chains[i], 0), LAUNCHES / 2);
		assert_int_equal(count(&chains[i], 1), LAUNCHES / 2);
		finish(&chains[i]);
	}
}

static void units_of_their_own(void **state)
{
	(void)state;
	run_chains(UNITS);
}

static void one_unit(void **state)
{
	(void)state;
	run_chains(1);
}

/* An endless chain now and then yields the unit and the threads to others. */
static void nobody_starves(void **state)
{
	static struct chain chains[UNITS], more[2];

	(void)state;
	endless = true;
	for (uint32_t i = 0; i < UNITS; i++)
		start(&chains[i], i, 1, NULL);
	for (uint32_t i = 0; i < 2; i++) {
		start(&more[i], i, 1, NULL);
		while (count(&more[i], 1) < 100)
			nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	}
	endless = false;
	for (uint32_t i = 0; i < UNITS; i++)
		finish(&chains[i]);
	finish(&more[0]);
	finish(&more[1]);
}

/*
 * --- a waiting thread of the host --------------------------------------------------------------
 */

static pthread_t tester;
static _Atomic int helped, foreign;

/* From the second launch on, the chain belongs to another queue. */
static void note_thread(struct chain *chain)
{
	bool here = pthread_equal(pthread_self(), tester);

	helped += here && chain->request.tag == chain;
	foreign += here && chain->request.tag != chain;
	chain->request.tag = &foreign;
}

/* A thread that waits for one queue is not delayed by another queue's launches. */
static void helps_its_own_queue(void **state)
{
	static struct chain chain;

	(void)state;
	tester = pthread_self();
	helped = foreign = 0;
	while (helped < 20) {
		chain = (struct chain){.at_each = note_thread};
		prepare(&chain, 0, 100, NULL);
		submit(&chain);
		while (!chain.ended)
			fcl_emu_progress(board, &chain);
		assert_int_equal(count(&chain, 0) + count(&chain, 1), 100);
		finish(&chain);
	}
	assert_int_equal(foreign, 0);
}

/*
 * --- a thread of the host that enqueues far ahead -----------------------------------------------
 */

/* Makes the board consider the kernel's launches short, however slow the machine is. */
static void shorten(void)
{
	atomic_store(&program->kernels[0].last_run_ns, 1);
}

/* Runs launches of the chain in help() until that many have run there. */
static void help_until_it_has(struct chain *chain, int launches)
{
	while (helped < launches && !chain->ended)
		fcl_emu_help(board, chain);
}

/*
 * It runs launches of its queue, including those that a worker has started with. When it stops
 * calling help(), a worker continues with the launches left to it, without a kick.
 */
static void helps_and_goes_away(void **state)
{
	static struct chain chain;

	(void)state;
	tester = pthread_self();
	shorten();
	for (int i = 0; i < 200; i++) {
		helped = foreign = 0;
		chain = (struct chain){.at_each = note_thread};
		prepare(&chain, 0, LAUNCHES, NULL);
		submit(&chain);
		if (i % 2)
			fcl_emu_kick(board);
		help_until_it_has(&chain, 1);
		finish(&chain);
		assert_int_equal(foreign, 0);
	}
}

static _Atomic int elsewhere;

static void count_threads(struct chain *chain)
{
	(void)chain;
	shorten();
	if (pthread_equal(pthread_self(), tester))
		helped++;
	else
		elsewhere++;
}

/* A worker gives way to it; both have run some in the end. */
static void worker_gives_way(void **state)
{
	static struct chain chain;
	int rounds = 0;

	(void)state;
	tester = pthread_self();
	shorten();
	helped = elsewhere = 0;
	while (!helped || !elsewhere || rounds++ < 20) {
		chain = (struct chain){.at_each = count_threads};
		begin(&chain, 0, LAUNCHES, NULL);
		while (!chain.ended)
			fcl_emu_help(board, &chain);
		assert_int_equal(count(&chain, 0) + count(&chain, 1), LAUNCHES);
		finish(&chain);
	}
}

/* Another queue's launch waits for the unit that was left to a thread which never comes. */
static void nobody_waits_for_helpers(void **state)
{
	static struct chain chain, other;

	(void)state;
	tester = pthread_self();
	shorten();
	for (int i = 0; i < 100; i++) {
		helped = elsewhere = 0;
		chain = (struct chain){.at_each = count_threads};
		prepare(&chain, 0, LAUNCHES, NULL);
		submit(&chain);
		help_until_it_has(&chain, 1);
		memset(&other, 0, sizeof(other));
		prepare(&other, 0, 10, NULL);
		submit(&other);
		finish(&other);
		finish(&chain);
	}
}

/*
 * --- the unit's state in done() ----------------------------------------------------------------
 */

static _Atomic uint32_t always; /* bits of the control register that were set every time */

/* Reading clears ap_done; the next launch sets it. */
static void read_control(struct chain *chain)
{
	struct fcl_err err = {0};
	uint32_t value = 0;

	assert_int_equal(fcl_emu_reg_read(&program->cus[chain->cu], 0, &value, &err), 0);
	always &= value & FCL_AP_START ? 0 : value;
}

/* The registers show what done() reports to the host. */
static void idle_in_done(void **state)
{
	static struct chain chain;

	(void)state;
	always = UINT32_MAX;
	chain = (struct chain){.at_each = read_control};
	begin(&chain, 0, LAUNCHES, NULL);
	wait_for(&chain.ended);
	assert_int_equal(always & (FCL_AP_IDLE | FCL_AP_DONE), FCL_AP_IDLE | FCL_AP_DONE);
	finish(&chain);
}

static void hop(struct chain *chain)
{
	chain->cu = (chain->cu + 1) % UNITS;
}

/* The launch submitted at the end of another one may be for a different unit. */
static void from_unit_to_unit(void **state)
{
	static struct chain chain;

	(void)state;
	chain = (struct chain){.at_each = hop};
	begin(&chain, 0, LAUNCHES, NULL);
	wait_for(&chain.ended);
	for (uint32_t i = 0; i < UNITS; i++) {
		uint64_t address = fcl_emu_buffer_address(chain.counts[i % 2]);
		struct fcl_err err = {0};
		uint32_t value = 0;

		assert_int_equal(fcl_emu_reg_read(&program->cus[i], ARGUMENT, &value, &err), 0);
		assert_int_equal(value, (uint32_t)address);
	}
	finish(&chain);
}

/* Starts with the arguments of the last launch, which are still in its registers. */
static void start_by_register(struct chain *chain)
{
	struct fcl_err err = {0};

	assert_int_equal(fcl_emu_reg_write(&program->cus[chain->cu], 0, FCL_AP_START, &err), 0);
}

static void started_in_done(void **state)
{
	static struct chain chain;

	(void)state;
	start(&chain, 0, LAUNCHES, start_by_register);
	while (count(&chain, 0) + count(&chain, 1) <= LAUNCHES)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	finish(&chain);
}

static void stay_in_done(struct chain *chain)
{
	(void)chain;
	entered = true;
	wait_for(&go_on);
}

/* Another launch runs on the unit while its last one is still being reported. */
static void launched_beside_done(void **state)
{
	static struct chain chain, other;

	(void)state;
	start(&chain, 0, LAUNCHES, stay_in_done);
	wait_for(&entered);
	start(&other, 0, 10, NULL);
	wait_for(&other.ended);
	assert_int_equal(other.status, 0);
	assert_int_equal(count(&other, 0) + count(&other, 1), 10);
	go_on = true;
	finish(&chain);
	finish(&other);
}

static struct chain pair[2];

static void submit_pair(struct chain *chain)
{
	struct fcl_hal_request *requests[] = {&pair[0].request, &pair[1].request};

	(void)chain;
	for (uint32_t i = 0; i < 2; i++) {
		memset(&pair[i], 0, sizeof(pair[i]));
		prepare(&pair[i], i, 1, NULL);
		pair[i].arg.u.buffer = (struct fcl_hal_buffer *)pair[i].counts[0];
	}
	assert_int_equal(fcl_emu_submit(board, requests, 2), 0);
}

/* Several launches are submitted at once at the end of another one: all of them run. */
static void several_in_done(void **state)
{
	static struct chain chain;

	(void)state;
	start(&chain, 0, LAUNCHES, submit_pair);
	wait_for(&chain.ended);
	for (int i = 0; i < 2; i++) {
		wait_for(&pair[i].ended);
		assert_int_equal(count(&pair[i], 0), 1);
		finish(&pair[i]);
	}
	finish(&chain);
}

/* UG1399: an end sets the bits of ISR that are enabled in IER, regardless of GIER. */
static void interrupt_status(void **state)
{
	enum { GIER = 0x04, IER = 0x08, ISR = 0x0c };
	static struct chain chain;
	struct fcl_emu_cu *cu = &program->cus[0];
	struct fcl_err err = {0};

	(void)state;
	for (uint32_t enabled = 0; enabled < 4; enabled++) {
		uint32_t value = UINT32_MAX;

		assert_int_equal(fcl_emu_reg_write(cu, GIER, enabled & 1, &err), 0);
		assert_int_equal(fcl_emu_reg_write(cu, IER, enabled, &err), 0);
		start(&chain, 0, 10, NULL);
		wait_for(&chain.ended);
		assert_int_equal(fcl_emu_reg_read(cu, ISR, &value, &err), 0);
		assert_int_equal(value, enabled);
		assert_int_equal(fcl_emu_reg_write(cu, ISR, enabled, &err), 0);
		assert_int_equal(fcl_emu_reg_read(cu, ISR, &value, &err), 0);
		assert_int_equal(value, 0);
		finish(&chain);
	}
}

/*
 * --- concurrent unloading and reset -------------------------------------------------------------
 */

static void unload_here(struct chain *chain)
{
	(void)chain;
	fcl_emu_slot_set(board, 0, NULL);
	stopped = fcl_emu_stop(program);
	if (stopped)
		fcl_emu_unload(program);
}

static void unloaded_in_done(void **state)
{
	static struct chain chain;

	(void)state;
	start(&chain, 0, LAUNCHES, unload_here);
	wait_for(&chain.ended);
	assert_true(stopped);
	finish(&chain);
}

static void *let_done_end(void *unused)
{
	nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	go_on = true;
	return unused;
}

/* The program lives until the worker has returned; otherwise AddressSanitizer would report it. */
static void unloaded_beside_done(void **state)
{
	static struct chain chain, other;
	pthread_t thread;

	(void)state;
	start(&chain, 0, LAUNCHES, stay_in_done);
	wait_for(&entered);
	start(&other, 0, 1, NULL);
	wait_for(&other.ended);
	pthread_create(&thread, NULL, let_done_end, NULL);
	fcl_emu_slot_set(board, 0, NULL);
	fcl_emu_unload(program);
	pthread_join(thread, NULL);
	finish(&chain);
	finish(&other);
}

/* A reset ends a chain wherever it is: launches that it submits later run on a working board. */
static void reset_midway(void **state)
{
	static struct chain chains[UNITS];
	struct fcl_err err = {0};

	(void)state;
	endless = true;
	for (uint32_t i = 0; i < UNITS; i++)
		start(&chains[i], i, 1, NULL);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(fcl_emu_reset(board, &err), 0);
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
	endless = false;
	for (uint32_t i = 0; i < UNITS; i++)
		finish(&chains[i]);
	run_chains(UNITS);
}

int main(void)
{
#define fcl_case(name) cmocka_unit_test_setup_teardown(name, load, unload)
	const struct CMUnitTest tests[] = {
		fcl_case(units_of_their_own),   fcl_case(one_unit),
		fcl_case(nobody_starves),       fcl_case(idle_in_done),
		fcl_case(from_unit_to_unit),    fcl_case(started_in_done),
		fcl_case(launched_beside_done), fcl_case(unloaded_in_done),
		fcl_case(unloaded_beside_done), fcl_case(reset_midway),
		fcl_case(helps_its_own_queue),  fcl_case(helps_and_goes_away),
		fcl_case(worker_gives_way),     fcl_case(nobody_waits_for_helpers),
		fcl_case(several_in_done),      fcl_case(interrupt_status),
	};

	/* There must be another worker besides the one held in done(). */
	setenv("FPGACL_EMU_THREADS", "3", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
