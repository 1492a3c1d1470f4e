/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long one process can make others wait: test_bounds FPGACL. Tests a flood of launches, a
 * stopped board process, one without free descriptors, and many buffers.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "hal/board/client/backend.h"
#include "hal/board/client/call.h"
#include "process.h"

/* --- a flood of launches ---------------------------------------------------------------------- */

enum {
	FLOODERS = 2,
	IN_FLIGHT = 48,
	LONG = 1 << 21, /* number of additions in each of their launches */
	MOST_LAUNCHES = 1 << 16,
	ROUNDS = 5
};

struct flood {
	_Atomic int running, stop;
	_Atomic uint32_t count;
	uint64_t starts[MOST_LAUNCHES];
};

static void submit_add(struct work *work, struct fcl_hal_program *program,
		       struct fcl_hal_buffer *in, struct fcl_hal_buffer *out, const uint32_t *n)
{
	work_launch(work, program, K_ADD, 1);
	work->request.flags = FCL_HAL_TIMED;
	work_buffer(work, 0, in, 0);
	work_buffer(work, 1, in, 0);
	work_buffer(work, 2, out, 0);
	work_bytes(work, 3, n, sizeof(*n));
	assert_int_equal(work_submit(work), 0);
}

/* Keeps so many launches in flight that the last one waits for long. */
static void flood(struct flood *shared)
{
	static struct work works[IN_FLIGHT];
	static const uint32_t n = LONG;
	struct fcl_hal_device *device = open_on("t");
	struct fcl_err err = {0};
	struct fcl_hal_program *program = load_seed(1, 0, &err);
	struct fcl_hal_buffer *in = alloc_buffer(4 * LONG), *out = alloc_buffer(4 * LONG);

	for (int i = 0; i < IN_FLIGHT; i++)
		submit_add(&works[i], program, in, out, &n);
	for (uint32_t i = 0; !atomic_load(&shared->stop) && i < MOST_LAUNCHES; i++) {
		struct work *work = &works[i % IN_FLIGHT];

		assert_int_equal(work_wait(work), 0);
		shared->starts[i] = work->request.start_ns;
		atomic_store(&shared->count, i + 1);
		atomic_store(&shared->running, i > IN_FLIGHT);
		submit_add(work, program, in, out, &n);
	}
	for (int i = 0; i < IN_FLIGHT; i++)
		work_wait(&works[i]);
	free_buffer(in);
	free_buffer(out);
	done_with(device, program);
	_exit(0);
}

/* The number of their launches that started in an interval. */
static unsigned begun_between(const struct flood *floods, uint64_t from, uint64_t to)
{
	unsigned count = 0;

	for (int i = 0; i < FLOODERS; i++)
		for (uint32_t k = 0; k < atomic_load(&floods[i].count); k++)
			count += floods[i].starts[k] > from && floods[i].starts[k] < to;
	return count;
}

/* Runs one launch, and notes when its executor started to wait for a turn, and when it started. */
static bool wait_one_turn(struct fcl_hal_program *program, struct fcl_hal_buffer *buffer,
			  struct fcl_bd_token *token, unsigned seat, uint64_t ret_times[2])
{
	static const uint32_t n = 64;
	bool waits = false;
	struct work work;

	submit_add(&work, program, buffer, buffer, &n);
	while (!waits && !work.done)
		waits = atomic_load(&token->wanted) >> seat & 1;
	ret_times[0] = fcl_now_ns();
	assert_int_equal(work_wait(&work), 0);
	ret_times[1] = work.request.start_ns;
	return waits;
}

/* Before a launch, at most the running launches and one turn of each other client may complete. */
static void one_turn_each(void **state)
{
	struct flood *floods = mmap(NULL, FLOODERS * sizeof(struct flood), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct fcl_bd_turns *turns = map_turns(process_board);
	uint64_t times[ROUNDS][2];
	struct fcl_hal_device *device;
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	pid_t pids[FLOODERS];
	unsigned waits = 0;

	(void)state;
	assert_true(floods != MAP_FAILED);
	for (int i = 0; i < FLOODERS; i++) {
		pids[i] = fork();
		if (!pids[i])
			flood(&floods[i]);
	}
	for (int i = 0; i < FLOODERS; i++)
		while (!atomic_load(&floods[i].running))
			fcl_pause_us(1000);
	device = open_on("t");
	program = load_seed(1, 0, &err);
	buffer = alloc_buffer(4096);
	/* Seats are assigned in order, so the third client has the third one. */
	for (int i = 0; i < 10 * ROUNDS && waits < ROUNDS; i++)
		waits += wait_one_turn(program, buffer, &turns->cus[first_cu(K_ADD)], FLOODERS,
				       times[waits]);
	for (int i = 0; i < FLOODERS; i++)
		atomic_store(&floods[i].stop, 1);
	for (int i = 0; i < FLOODERS; i++)
		assert_int_equal(process_end(pids[i]), 0);
	assert_true(waits > 0);
	for (unsigned i = 0; i < waits; i++)
		assert_in_range(begun_between(floods, times[i][0], times[i][1]), 0, FLOODERS + 1);
	free_buffer(buffer);
	done_with(device, program);
	munmap(turns, sizeof(*turns));
	munmap(floods, FLOODERS * sizeof(struct flood));
	wait_users("t", 0, 0);
}

/* --- a board process that is stopped ---------------------------------------------------------- */

enum { BOUND_S = 60 };

/* Releases what it has and ends. */
static void leave_stopped(int ready, int go)
{
	struct fcl_hal_device *device = open_on("stopped");
	struct fcl_err err = {0};
	struct fcl_hal_program *program = load_seed(1, 0, &err);
	struct fcl_hal_buffer *one = alloc_buffer(4096), *two = alloc_buffer(4096);
	char byte = 0;

	if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1)
		_exit(1);
	alarm(BOUND_S);
	free_buffer(one);
	free_buffer(two);
	done_with(device, program);
	_exit(0);
}

/* Opens more connections than fit in a socket's backlog. */
static void connect_to_stopped(void)
{
	struct fcl_err err = {0};
	int error = 0, fd;

	alarm(BOUND_S);
	for (int i = 0; i < 300 && !error; i++)
		error = fcl_bd_connect("stopped", &fd, &err);
	_exit(error != -ENODEV || !strstr(err.text, "stopped"));
}

static void open_stopped(void)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};
	int error;

	alarm(BOUND_S);
	error = suite.hal->open("stopped", 0, &device, &err);
	_exit(error != -ENODEV || !strstr(err.text, "stopped"));
}

static void board_is_stopped(void **state)
{
	pid_t process = process_start("stopped", NULL), pids[3];
	int ready[2], go[2];
	struct fcl_err err = {0};
	char byte = 0;

	(void)state;
	process_wait_up("stopped");
	assert_int_equal(pipe(ready) | pipe(go), 0);
	pids[0] = fork();
	if (!pids[0])
		leave_stopped(ready[1], go[0]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	kill(process, SIGSTOP);
	assert_int_equal(write(go[1], &byte, 1), 1);
	pids[1] = fork();
	if (!pids[1])
		connect_to_stopped();
	pids[2] = fork();
	if (!pids[2])
		open_stopped();
	for (int i = 0; i < 3; i++)
		assert_int_equal(process_end(pids[i]), 0);
	kill(process, SIGCONT);
	process_wait_up("stopped");
	wait_users("stopped", 0, 0);
	assert_int_equal(fcl_bd_stop("stopped", &err), 0);
	assert_int_equal(process_end(process), 0);
	for (int i = 0; i < 2; i++) {
		close(ready[i]);
		close(go[i]);
	}
}

/* --- a board process without descriptors ------------------------------------------------------ */

enum { FEW = 80, CLIENTS = 16, GUESTS = 16 };

static pid_t start_with_few(const char *name)
{
	pid_t pid = fork();

	if (!pid) {
		const struct rlimit few = {FEW, FEW};

		setrlimit(RLIMIT_NOFILE, &few);
		execl(process_tool, process_tool, "board", "start", "emu:u250", "--name", name,
		      "--foreground", (char *)NULL);
		_exit(127);
	}
	process_wait_up(name);
	return pid;
}

/* Opens devices until one is refused. Returns their number. */
static unsigned fill(const char *name, struct fcl_hal_device *devices[CLIENTS])
{
	struct fcl_err err = {0};
	unsigned count = 0;

	while (count < CLIENTS && !suite.hal->open(name, 0, &devices[count], &err))
		count++;
	assert_in_range(count, 1, CLIENTS - 1);
	assert_true(err.text[0] != '\0');
	return count;
}

/* Anyone who connects gets an answer, even while others hold all descriptors. */
static void no_descriptors(void **state)
{
	static struct fcl_bd_packet packet;
	pid_t process = start_with_few("few");
	struct fcl_hal_device *devices[CLIENTS];
	struct fcl_err err = {0};
	unsigned count = fill("few", devices);
	int guests[GUESTS];

	(void)state;
	for (int i = 0; i < GUESTS; i++)
		assert_int_equal(fcl_bd_connect("few", &guests[i], &err), 0);
	/* The last one connects when the others, which send nothing, hold all descriptors. */
	assert_int_equal(fcl_bd_wait(guests[GUESTS - 1], 4000), 0);
	assert_int_equal(fcl_bd_receive(guests[GUESTS - 1], 0, &packet, &err), 0);
	assert_int_equal(packet.head.error, -EBUSY);
	assert_non_null(strstr(packet.head.text, "no descriptors"));
	for (int i = 0; i < GUESTS; i++)
		close(guests[i]);
	while (count)
		suite.hal->close(devices[--count]);
	wait_users("few", 0, 0);
	suite.hal->close(open_on("few"));
	assert_int_equal(fcl_bd_stop("few", &err), 0);
	assert_int_equal(process_end(process), 0);
}

/* --- the file of a trace ---------------------------------------------------------------------- */

/* Passes a descriptor for the client's trace and closes it. */
static int offer_trace(struct fcl_hal_device *device, int fd, struct fcl_err *err)
{
	struct fcl_bd_packet *message = fcl_bd_call_begin(device, FCL_BD_TRACE);
	int error;

	message->head.payload = 1;
	message->payload[0] = '\0';
	message->fds[0] = fd;
	error = fcl_bd_call_send(device, err);
	if (message->fds[0] == fd)
		message->fds[0] = -1;
	close(fd);
	fcl_bd_call_end(device);
	return error;
}

/* A pipe that nobody reads would block the executor, which others wait for; a file does not. */
static void traces_go_to_files(void **state)
{
	struct fcl_hal_device *device = open_on("t");
	struct fcl_err err = {0};
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(offer_trace(device, ends[1], &err), -EINVAL);
	assert_non_null(strstr(err.text, "regular file"));
	close(ends[0]);
	assert_int_equal(offer_trace(device, memfd_create("trace", MFD_CLOEXEC), &err), 0);
	suite.hal->close(device);
}

/* --- many buffers ----------------------------------------------------------------------------- */

/* More than a process may have mappings (vm.max_map_count). */
enum { BUFFERS = 66000, MOST_LINES = 50000 };

static unsigned count_lines(const char *path)
{
	FILE *file = fopen(path, "re");
	unsigned lines = 0;

	assert_non_null(file);
	for (int c = getc(file); c != EOF; c = getc(file))
		lines += c == '\n';
	fclose(file);
	return lines;
}

/*
 * Each buffer works, mapped or not. Linux searches all locks of a file for each new one, so a lock
 * for each live buffer would make allocating take longer and longer.
 */
static void many_buffers(void **state)
{
	struct fcl_hal_buffer **buffers = calloc(BUFFERS, sizeof(struct fcl_hal_buffer *));
	struct fcl_hal_device *device = open_on("t");

	(void)state;
	assert_non_null(buffers);
	for (uint32_t i = 0; i < BUFFERS; i++)
		buffers[i] = alloc_buffer(64);
	assert_in_range(count_lines("/proc/locks"), 0, MOST_LINES);
	assert_in_range(count_lines("/proc/self/maps"), 0, MOST_LINES);
	for (uint32_t i = 0; i < BUFFERS; i += BUFFERS / 16)
		put(buffers[i], 0, &i, sizeof(i));
	for (uint32_t i = 0, found = 1; i < BUFFERS; i += BUFFERS / 16) {
		get(buffers[i], 0, &found, sizeof(found));
		assert_int_equal(found, i);
	}
	for (uint32_t i = 0; i < BUFFERS; i++)
		free_buffer(buffers[i]);
	free(buffers);
	suite.hal->close(device);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_turn_each),  cmocka_unit_test(board_is_stopped),
		cmocka_unit_test(no_descriptors), cmocka_unit_test(traces_go_to_files),
		cmocka_unit_test(many_buffers),
	};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
