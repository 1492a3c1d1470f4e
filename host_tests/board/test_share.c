/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several clients on one board, and the end of each kind of process: test_share FPGACL. Whenever
 * the test kills something, everything else must continue, and everything that belonged to it must
 * be released.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "hal/board/client/backend.h"
#include "hal/board/client/device.h"
#include "hal/board/wire/ring.h"
#include "hal/board/wire/socket.h"
#include "process.h"

/* --- board processes -------------------------------------------------------------------------- */

static pid_t start(const char *name, const char *option)
{
	pid_t pid = process_start(name, option);

	process_wait_up(name);
	return pid;
}

static void kill_executor(const struct fcl_bd_user *user)
{
	assert_true(user && user->executor > 0);
	kill(user->executor, SIGKILL);
}

/* --- work ------------------------------------------------------------------------------------- */

/* A kernel that waits for another one, and forever if it runs alone. */
static void start_hanging(struct work *work, struct fcl_hal_program *program,
			  struct fcl_hal_buffer *flags)
{
	static const uint32_t zeros[2] = {0};

	put(flags, 0, zeros, sizeof(zeros));
	start_meeting(work, program, flags, 0, 2, 0);
}

/* --- sharing ---------------------------------------------------------------------------------- */

static void memory_is_counted(void **state)
{
	struct fcl_hal_device *a = open_on("t"), *b = open_on("t");
	uint64_t most = suite.info->banks[0].size / 4 * 3;
	struct fcl_hal_buffer *large = NULL, *other = NULL;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->buffer_alloc(a, NULL, 0, most, &large, &err), 0);
	assert_int_equal(suite.hal->buffer_alloc(b, NULL, 0, most, &other, &err), -ENOMEM);
	assert_non_null(strstr(err.text, "is full"));
	/* A buffer without a required bank finds room in another one. */
	assert_int_equal(suite.hal->buffer_alloc(b, NULL, FCL_HAL_BANK_DEFAULT, most, &other, &err),
			 0);
	assert_int_not_equal(suite.hal->buffer_bank(b, other), 0);
	suite.hal->buffer_free(b, other);
	suite.hal->buffer_free(a, large);
	assert_int_equal(suite.hal->buffer_alloc(b, NULL, 0, most, &other, &err), 0);
	wait_users("t", 2, most);
	suite.hal->close(a);
	suite.hal->buffer_free(b, other);
	suite.hal->close(b);
	wait_users("t", 0, 0);
}

/* Two images alternate: every launch ends with the right result. */
static void images_take_turns(void **state)
{
	struct fcl_hal_device *a = open_on("t"), *b = open_on("t");
	struct fcl_hal_program *one, *two;
	struct fcl_bd_state seen;
	struct fcl_err err = {0};
	uint8_t uuid[16];

	(void)state;
	suite.device = a;
	one = load_seed(1, 0, &err);
	suite.device = b;
	two = load_seed(2, 0, &err);
	for (uint32_t i = 0; i < 20; i++) {
		suite.device = i & 1 ? a : b;
		assert_int_equal(run_add(i & 1 ? one : two, i), 0);
	}
	user_of("t", -1, &seen);
	assert_true(seen.swaps >= 19 && seen.has_image);
	assert_int_equal(seen.uuid[0], 1);
	assert_int_equal(suite.hal->verify(b, 0, uuid, &err), 0);
	assert_int_equal(uuid[0], 2);
	done_with(a, one);
	done_with(b, two);
	wait_users("t", 0, 0);
	user_of("t", -1, &seen);
	assert_false(seen.has_image);
}

/*
 * Three clients, each with kernels on two CUs that wait for each other. Each client holds a CU that
 * the previous one wants, in a cycle. All launches end, and every client still gets its turn on the
 * CUs.
 */
static void kernels_that_wait_in_a_circle(void **state)
{
	enum { CLIENTS = 3 };
	static const uint32_t zeros[2] = {0};
	struct fcl_hal_device *devices[CLIENTS];
	struct fcl_hal_program *programs[CLIENTS];
	struct fcl_hal_buffer *flags[CLIENTS];
	struct work first[CLIENTS], second[CLIENTS];
	struct fcl_err err = {0};

	(void)state;
	for (uint32_t i = 0; i < CLIENTS; i++) {
		devices[i] = open_on("t");
		programs[i] = load_seed(1, 0, &err);
		flags[i] = alloc_buffer(4096);
		put(flags[i], 0, zeros, sizeof(zeros));
		start_meeting(&first[i], programs[i], flags[i], 0, 2, i);
		wait_for_flag(flags[i], 0);
	}
	for (uint32_t i = 0; i < CLIENTS; i++) {
		suite.device = devices[i];
		start_meeting(&second[i], programs[i], flags[i], 1, 2, (i + 1) % CLIENTS);
	}
	for (uint32_t i = 0; i < CLIENTS; i++) {
		suite.device = devices[i];
		assert_int_equal(work_wait(&first[i]), 0);
		assert_int_equal(work_wait(&second[i]), 0);
	}
	for (uint32_t i = 0; i < 3 * CLIENTS; i++) {
		suite.device = devices[i % CLIENTS];
		start_meeting(&first[0], programs[i % CLIENTS], flags[i % CLIENTS], 0, 1,
			      i / CLIENTS);
		assert_int_equal(work_wait(&first[0]), 0);
	}
	for (uint32_t i = 0; i < CLIENTS; i++) {
		suite.device = devices[i];
		free_buffer(flags[i]);
		done_with(devices[i], programs[i]);
	}
	wait_users("t", 0, 0);
}

static void *flood(void *user)
{
	struct fcl_hal_program *program = user;
	struct fcl_hal_device *device = suite.device;
	uintptr_t failed = 0;

	(void)device;
	for (uint32_t i = 0; i < 200; i++)
		failed += run_add(program, i) != 0;
	return (void *)failed;
}

/* Two executors need the only CU of a kernel. */
static void one_cu_for_all(void **state)
{
	pid_t children[3];
	struct fcl_err err = {0};

	(void)state;
	for (int i = 0; i < 3; i++) {
		children[i] = fork();
		if (!children[i]) {
			open_on("t");
			_exit(flood(load_seed(1, 0, &err)) != NULL);
		}
	}
	for (int i = 0; i < 3; i++)
		assert_int_equal(process_end(children[i]), 0);
	wait_users("t", 0, 0);
}

/* FPGACL_TEST_ROUNDS makes it long. */
static void eight_with_two_images(void **state)
{
	const char *text = getenv("FPGACL_TEST_ROUNDS");
	uint32_t rounds = text ? (uint32_t)atoi(text) : 20;
	struct fcl_bd_state seen;
	struct fcl_err err = {0};
	pid_t children[8];

	(void)state;
	for (uint8_t i = 0; i < 8; i++) {
		children[i] = fork();
		if (!children[i]) {
			struct fcl_hal_program *program;
			int failed = 0;

			open_on("t");
			program = load_seed(1 + i % 2, 0, &err);
			for (uint32_t k = 0; k < rounds && !failed; k++)
				failed = run_add(program, 100 * i + k);
			_exit(failed != 0);
		}
	}
	for (int i = 0; i < 8; i++)
		assert_int_equal(process_end(children[i]), 0);
	wait_users("t", 0, 0);
	user_of("t", -1, &seen);
	assert_true(seen.swaps > 0);
}

static void no_swap(void **state)
{
	pid_t process = start("stays", "--no-swap");
	struct fcl_hal_device *a = open_on("stays"), *b = open_on("stays");
	struct fcl_hal_program *one, *same;
	struct fcl_err err = {0};

	(void)state;
	suite.device = a;
	one = load_seed(1, 0, &err);
	suite.device = b;
	assert_null(load_seed(2, -EBUSY, &err));
	assert_non_null(strstr(err.text, "--no-swap"));
	same = load_seed(1, 0, &err);
	assert_int_equal(run_add(same, 3), 0);
	suite.hal->unprogram(a, one);
	suite.hal->unprogram(b, same);
	same = load_seed(2, 0, &err);
	assert_int_equal(run_add(same, 4), 0);
	done_with(b, same);
	suite.hal->close(a);
	assert_int_equal(fcl_bd_stop("stays", &err), 0);
	assert_int_equal(process_end(process), 0);
}

/* --- deaths ----------------------------------------------------------------------------------- */

static void executor_is_killed(void **state)
{
	struct fcl_hal_device *a = open_on("t"), *b;
	struct fcl_hal_program *one = load_program(), *two;
	struct fcl_hal_buffer *flags = alloc_buffer(4096), *none = NULL;
	struct fcl_bd_state seen;
	struct fcl_err err = {0};
	uint32_t zero = 0;
	struct work work;

	(void)state;
	start_hanging(&work, one, flags);
	kill_executor(user_of("t", -1, &seen));
	assert_int_equal(work_wait(&work), -EIO);
	assert_non_null(strstr(work.text, "signal 9"));
	assert_int_equal(suite.hal->health(a, &err), -EIO);
	/* Every further call returns an error. */
	assert_int_equal(work_run(&work), -EIO);
	work_transfer(&work, FCL_HAL_WRITE, flags, 0, &zero, sizeof(zero));
	assert_int_equal(work_run(&work), -EIO);
	assert_int_equal(suite.hal->buffer_alloc(a, NULL, 0, 1, &none, &err), -EIO);
	b = open_on("t");
	two = load_program();
	assert_int_equal(run_add(two, 5), 0);
	done_with(b, two);
	suite.device = a;
	assert_int_equal(suite.hal->reset(a, &err), 0);
	assert_int_equal(suite.hal->health(a, &err), 0);
	assert_int_equal(run_add(one, 6), 0);
	free_buffer(flags);
	done_with(a, one);
	wait_users("t", 0, 0);
}

enum { MANY = 8 * FCL_BD_BLOCKS };

static void submit_many(struct work *works, struct fcl_hal_program *program,
			struct fcl_hal_buffer *buffer)
{
	static const uint32_t n = 64;

	for (int i = 0; i < MANY; i++) {
		work_launch(&works[i], program, K_ADD, 1);
		for (uint32_t k = 0; k < 3; k++)
			work_buffer(&works[i], k, buffer, 0);
		work_bytes(&works[i], 3, &n, sizeof(n));
		assert_int_equal(work_submit(&works[i]), 0);
	}
}

/*
 * More launches than there are blocks wait in the client: they all run, or fail with their
 * executor.
 */
static void more_than_blocks(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_program *program = load_program();
	struct fcl_hal_buffer *buffer = alloc_buffer(4096), *flags = alloc_buffer(4096);
	struct work *works = calloc(MANY, sizeof(*works)), hanging;
	struct fcl_bd_state seen;
	struct fcl_err err = {0};
	unsigned lost = 0;

	(void)state;
	assert_non_null(works);
	submit_many(works, program, buffer);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(work_wait(&works[i]), 0);
	start_hanging(&hanging, program, flags);
	submit_many(works, program, buffer);
	kill_executor(user_of("t", -1, &seen));
	assert_int_equal(work_wait(&hanging), -EIO);
	for (int i = 0; i < MANY; i++) {
		int status = work_wait(&works[i]);

		assert_true(!status || status == -EIO);
		lost += status != 0;
	}
	assert_int_equal(suite.hal->reset(device, &err), 0);
	assert_int_equal(run_add(program, 7), 0);
	print_message("%u of %d launches were lost\n", lost, MANY);
	free(works);
	free_buffer(buffer);
	free_buffer(flags);
	done_with(device, program);
	wait_users("t", 0, 0);
}

/* A client that dies while its kernel runs leaves nothing behind. */
static void client_is_killed(void **state)
{
	int ends[2];
	char byte;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		struct work work;

		open_on("t");
		start_hanging(&work, load_program(), alloc_buffer(1 << 20));
		assert_int_equal(write(ends[1], "", 1), 1);
		pause();
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	wait_users("t", 1, 1 << 20);
	kill(child, SIGKILL);
	process_end(child);
	wait_users("t", 0, 0);
	close(ends[0]);
	close(ends[1]);
}

static void board_is_killed(void **state)
{
	pid_t process = start("dies", NULL);
	struct fcl_hal_device *device = open_on("dies");
	struct fcl_hal_program *program = load_program();
	struct fcl_hal_buffer *flags = alloc_buffer(4096), *none = NULL;
	struct fcl_err err = {0};
	struct work work;

	(void)state;
	start_hanging(&work, program, flags);
	kill(process, SIGKILL);
	process_end(process);
	assert_true(work_wait(&work) == -ENODEV || work.status == -EIO);
	assert_true(work.text[0] != '\0');
	for (int i = 0; i < PROCESS_PATIENCE && suite.hal->health(device, &err) != -ENODEV; i++)
		fcl_pause_us(10000);
	assert_int_equal(suite.hal->health(device, &err), -ENODEV);
	assert_int_equal(suite.hal->buffer_alloc(device, NULL, 0, 1, &none, &err), -ENODEV);
	assert_int_equal(suite.hal->reset(device, &err), -ENODEV);
	free_buffer(flags);
	done_with(device, program);
	/* Its socket still exists: the next process with that name replaces it. */
	process = start("dies", NULL);
	assert_int_equal(fcl_bd_stop("dies", &err), 0);
	assert_int_equal(process_end(process), 0);
}

static void two_of_a_name(void **state)
{
	int status;
	pid_t pid = fork();

	(void)state;
	if (!pid) {
		execl(process_tool, process_tool, "board", "start", "emu:u250", "--name", "t",
		      "--foreground", (char *)NULL);
		_exit(127);
	}
	status = process_end(pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_true(process_is_up("t"));
}

/* --- limits --------------------------------------------------------------------------------- */

/*
 * More buffers than a process may have mappings: those beyond that are transferred another way. With
 * a cost for each one that grows with their number, this takes minutes.
 */
static void many_buffers(void **state)
{
	enum { MANY = 70000, STEP = 7000 };
	struct fcl_hal_device *device = open_on("t");
	static struct fcl_hal_buffer *buffers[MANY];
	struct fcl_err err = {0};

	(void)state;
	for (uint32_t i = 0; i < MANY; i++)
		if (suite.hal->buffer_alloc(device, NULL, i % 4, 4096, &buffers[i], &err))
			fail_msg("buffer %u: %s", i, err.text);
	for (uint32_t i = 0; i < MANY; i += STEP)
		put(buffers[i], 0, &i, sizeof(i));
	for (uint32_t i = 0, found; i < MANY; i += STEP) {
		get(buffers[i], 0, &found, sizeof(found));
		assert_int_equal(found, i);
	}
	for (uint32_t i = 0; i < MANY; i++)
		suite.hal->buffer_free(device, buffers[i]);
	suite.hal->close(device);
	wait_users("t", 0, 0);
}

/* More bytes than fit in a message: the launch fails and reports how many there are. */
static void large_arguments(void **state)
{
	static unsigned char bytes[1 << 20];
	static const size_t sizes[] = {FCL_BD_BLOCK, sizeof(bytes)};
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_program *program = load_program();
	struct fcl_hal_buffer *in = alloc_buffer(4096);
	struct work work;

	(void)state;
	for (int i = 0; i < 2; i++) {
		work_launch(&work, program, K_ADD, 1);
		for (uint32_t k = 0; k < 3; k++)
			work_buffer(&work, k, in, 0);
		work_bytes(&work, 3, bytes, sizes[i]);
		assert_int_equal(work_submit(&work), 0);
		assert_int_equal(work_wait(&work), -E2BIG);
		assert_non_null(strstr(work.text, "holds 65536"));
	}
	assert_int_equal(run_add(program, 3), 0);
	free_buffer(in);
	done_with(device, program);
}

/* Kills the executor at some moment of a loop of launches, with a fixed seed. */
static void random_kills(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_hal_program *program = load_program();
	const char *rounds = getenv("FPGACL_TEST_KILLS");
	struct fcl_hal_buffer *in = alloc_buffer(4096);
	int count = rounds ? atoi(rounds) : 12;
	uint32_t n = 64;
	struct work work;

	(void)state;
	srand(11);
	for (int i = 0; i < count; i++) {
		struct fcl_bd_state seen;
		struct fcl_err err = {0};
		pid_t executor, killer;
		int status = 0;

		executor = user_of("t", getpid(), &seen)->executor;
		assert_true(executor > 0);
		killer = fork();
		if (!killer) {
			fcl_pause_us((unsigned)rand() % 20000);
			_exit(kill(executor, SIGKILL));
		}
		rand();
		for (uint32_t k = 0; !status && k < 100000; k++) {
			struct fcl_hal_buffer *buffer = NULL;

			if (suite.hal->buffer_alloc(device, program, 0, 4096, &buffer, &err))
				break;
			work_launch(&work, program, K_ADD, 1);
			work_buffer(&work, 0, in, 0);
			work_buffer(&work, 1, in, 0);
			work_buffer(&work, 2, buffer, 0);
			work_bytes(&work, 3, &n, sizeof(n));
			status = work_run(&work);
			free_buffer(buffer);
		}
		process_end(killer);
		for (int k = 0; k < PROCESS_PATIENCE && !suite.hal->health(device, &err); k++)
			fcl_pause_us(1000);
		assert_int_equal(suite.hal->reset(device, &err), 0);
		assert_int_equal(run_add(program, (uint32_t)i), 0);
	}
	free_buffer(in);
	done_with(device, program);
	wait_users("t", 0, 0);
}

/* A child that it has forked continues, with its sockets. */
static void client_is_killed_but_not_its_child(void **state)
{
	int ends[2];
	pid_t client, child = -1;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	client = fork();
	if (!client) {
		open_on("t");
		alloc_buffer(1 << 20);
		child = fork();
		while (!child)
			pause();
		if (write(ends[1], &child, sizeof(child)) != sizeof(child))
			_exit(1);
		pause();
	}
	assert_int_equal(read(ends[0], &child, sizeof(child)), sizeof(child));
	wait_users("t", 1, 1 << 20);
	kill(client, SIGKILL);
	process_end(client);
	wait_users("t", 0, 0);
	kill(child, SIGKILL);
	close(ends[0]);
	close(ends[1]);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_counted),
		cmocka_unit_test(images_take_turns),
		cmocka_unit_test(kernels_that_wait_in_a_circle),
		cmocka_unit_test(one_cu_for_all),
		cmocka_unit_test(no_swap),
		cmocka_unit_test(eight_with_two_images),
		cmocka_unit_test(executor_is_killed),
		cmocka_unit_test(more_than_blocks),
		cmocka_unit_test(client_is_killed),
		cmocka_unit_test(board_is_killed),
		cmocka_unit_test(two_of_a_name),
		cmocka_unit_test(many_buffers),
		cmocka_unit_test(large_arguments),
		cmocka_unit_test(random_kills),
		cmocka_unit_test(client_is_killed_but_not_its_child),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
