/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight processes with two images on one board: test_soak FPGACL. Each adds and compares,
 * reconnects now and then, and the images are swapped; now and then a process or its executor is
 * killed. All results must be right, processes that were not killed continue, and the board process
 * leaks nothing. FPGACL_TEST_SECONDS makes the test long, FPGACL_TEST_SEED repeats it with other
 * kills.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "process.h"

enum {
	WORKERS = 8,
	NUMBERS = 4096,
	TURNS = 20,    /* additions in one connection */
	MOST_MS = 300, /* time between two kills */
	BOUND_S = 120, /* time limit for one connection and its additions */
	ALLOWED_KIB = 4096
};

/* Exit codes of a worker. */
enum { FINE, NO_REASON = 3, WRONG };

static struct shared {
	_Atomic int stop;
	_Atomic unsigned added, lost; /* numbers of additions, and of connections that ended with an
				       * error */
} * shared;

/* --- a worker --------------------------------------------------------------------------------- */

static int transfer(enum fcl_hal_op op, struct fcl_hal_buffer *buffer, uint32_t *numbers)
{
	struct work work;

	work_transfer(&work, op, buffer, 0, numbers, NUMBERS * sizeof(*numbers));
	return work_run(&work);
}

/* b = a + a. Returns 0 or the first error. */
static int add(struct fcl_hal_program *program, struct fcl_hal_buffer *buffers[2], uint32_t seed)
{
	static const uint32_t n = NUMBERS;
	static uint32_t in[NUMBERS], out[NUMBERS];
	struct work work;
	int error;

	for (uint32_t i = 0; i < n; i++)
		in[i] = seed * 2654435761u + i * 40503u;
	error = transfer(FCL_HAL_WRITE, buffers[0], in);
	if (error)
		return error;
	work_launch(&work, program, K_ADD, 1);
	work_buffer(&work, 0, buffers[0], 0);
	work_buffer(&work, 1, buffers[0], 0);
	work_buffer(&work, 2, buffers[1], 0);
	work_bytes(&work, 3, &n, sizeof(n));
	error = work_run(&work);
	if (error)
		return error;
	error = transfer(FCL_HAL_READ, buffers[1], out);
	for (uint32_t i = 0; !error && i < n; i++)
		if (out[i] != 2 * in[i])
			_exit(WRONG);
	return error;
}

static int add_some(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t seed)
{
	struct fcl_hal_buffer *buffers[2] = {NULL, NULL};
	int error = 0;

	for (int i = 0; i < 2 && !error; i++)
		error = suite.hal->buffer_alloc(device, NULL, 0, NUMBERS * sizeof(uint32_t),
						&buffers[i], NULL);
	for (uint32_t i = 0; i < TURNS && !error && !atomic_load(&shared->stop); i++) {
		error = add(program, buffers, seed + i);
		atomic_fetch_add(&shared->added, !error);
	}
	for (int i = 0; i < 2; i++)
		if (buffers[i])
			suite.hal->buffer_free(device, buffers[i]);
	return error;
}

/* An error must have a reason: the executor is gone, and this client knows it. */
static void expect_loss(struct fcl_hal_device *device, int error)
{
	for (int i = 0; i < PROCESS_PATIENCE && !suite.hal->health(device, NULL); i++)
		fcl_pause_us(10000);
	if (!suite.hal->health(device, NULL)) {
		print_error("error %d on a board that is well\n", error);
		_exit(NO_REASON);
	}
	atomic_fetch_add(&shared->lost, 1);
}

static void work_on(uint32_t number)
{
	for (uint32_t round = 0; !atomic_load(&shared->stop); round++) {
		struct fcl_hal_device *device = NULL;
		struct fcl_hal_program *program = NULL;
		struct fcl_image *image;
		int error;

		alarm(BOUND_S);
		/* The executor may be killed before it is open. */
		if (suite.hal->open("t", 0, &device, NULL)) {
			atomic_fetch_add(&shared->lost, 1);
			continue;
		}
		suite.device = device;
		suite.info = suite.hal->info(device);
		image = make_image(1 + number % 2, MODELS);
		error = suite.hal->program(device, 0, image, &program, NULL);
		fcl_image_unref(image);
		if (!error)
			error = add_some(device, program, round * 1000 + number);
		if (error)
			expect_loss(device, error);
		suite.hal->unprogram(device, program);
		suite.hal->close(device);
	}
	_exit(FINE);
}

/* --- the test --------------------------------------------------------------------------------- */

static pid_t start_worker(uint32_t number)
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* the workers must not outlive a failed test */
		work_on(number);
	}
	assert_true(pid > 0);
	return pid;
}

/* The board process's memory in KiB. */
static long count_kib(void)
{
	char path[64];
	long pages = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)process_board);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*s %ld", &pages), 1);
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void kill_one(pid_t workers[WORKERS], uint32_t at, bool executor)
{
	struct fcl_bd_state state;
	const struct fcl_bd_user *user;

	if (!executor) {
		kill(workers[at], SIGKILL);
		process_end(workers[at]);
		workers[at] = start_worker(at);
		return;
	}
	user = user_of("t", workers[at], &state);
	if (user && user->executor > 0)
		kill(user->executor, SIGKILL);
}

/* Only processes that were killed may have ended. */
static void check_workers(const pid_t workers[WORKERS])
{
	int status;
	pid_t pid = waitpid(-1, &status, WNOHANG);

	for (uint32_t i = 0; i < WORKERS; i++)
		if (pid == workers[i])
			fail_msg("worker %u ended with status %#x", i, (unsigned)status);
	if (pid == process_board)
		fail_msg("the board process ended with status %#x", (unsigned)status);
}

static void soak(double seconds, unsigned short random[3])
{
	uint64_t until = fcl_now_ns() + (uint64_t)(seconds * 1e9);
	pid_t workers[WORKERS];
	unsigned kills = 0;

	for (uint32_t i = 0; i < WORKERS; i++)
		workers[i] = start_worker(i);
	while (fcl_now_ns() < until) {
		fcl_pause_us(1000 * (1 + (unsigned)nrand48(random) % MOST_MS));
		check_workers(workers);
		kill_one(workers, (uint32_t)nrand48(random) % WORKERS, nrand48(random) % 2);
		kills++;
	}
	atomic_store(&shared->stop, 1);
	for (uint32_t i = 0; i < WORKERS; i++)
		assert_int_equal(process_end(workers[i]), FINE);
	atomic_store(&shared->stop, 0);
	print_message("%u kills, %u additions, %u connections lost\n", kills,
		      atomic_load(&shared->added), atomic_load(&shared->lost));
}

/* The number of the board process's descriptors, not counting those that it is about to close. */
static unsigned count_descriptors(void)
{
	unsigned least = process_descriptors(process_board);

	for (int i = 0; i < 30; i++) {
		unsigned now = process_descriptors(process_board);

		least = now < least ? now : least;
		fcl_pause_us(10000);
	}
	return least;
}

static void eight_with_two_images_and_kills(void **state)
{
	const char *text = getenv("FPGACL_TEST_SECONDS"), *first = getenv("FPGACL_TEST_SEED");
	double seconds = text ? atof(text) : 5;
	unsigned short random[3] = {(unsigned short)(first ? atoi(first) : 1), 14, 0};
	struct fcl_bd_state seen;
	unsigned descriptors;
	long kib;

	(void)state;
	soak(2, random); /* by now, everything that is kept has been allocated */
	wait_users("t", 0, 0);
	descriptors = count_descriptors();
	kib = count_kib();
	soak(seconds, random);
	wait_users("t", 0, 0);
	user_of("t", -1, &seen);
	print_message("%llu swaps, %llu deaths of executors, %ld KiB became %ld KiB\n",
		      (unsigned long long)seen.swaps, (unsigned long long)seen.deaths, kib,
		      count_kib());
	assert_true(atomic_load(&shared->added) > 100 && seen.swaps > 0);
	for (int i = 0; i < PROCESS_PATIENCE && process_descriptors(process_board) > descriptors;
	     i++)
		fcl_pause_us(10000);
	assert_int_equal(count_descriptors(), descriptors);
	assert_true(count_kib() - kib <= ALLOWED_KIB);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(eight_with_two_images_and_kills)};

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (argc < 2 || shared == MAP_FAILED)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
