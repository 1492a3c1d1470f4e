/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kills at random moments, with fixed seeds: test_campaign FPGACL. A victim transfers, launches,
 * programs or allocates, while it, its executor or the board process is killed. A bystander on the
 * same board keeps a buffer and computes: its data stays intact, and no process that was not killed
 * hangs or dies. FPGACL_TEST_KILLS=500 makes the test long, FPGACL_TEST_SEED repeats it with other
 * seeds.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "clients.h"
#include "hal/board/client/backend.h"
#include "process.h"
#include "runtime/devices/registry.h"

enum {
	KEPT = 256 * 1024, /* the bystander's bytes */
	MOVED = 3 << 20,   /* the victim's bytes, more than fit in a stage */
	BOUND_S = 120,     /* time limit for anything that should end by itself */
	MOST_US = 30000,   /* between the victim's first step and the kill */
};

enum target { CLIENT, EXECUTOR, BOARD, TARGETS };
enum phase { MOVING, COMPUTING, PROGRAMMING, ALLOCATING, OPENING, PHASES };

static const char *const targets[] = {"client", "executor", "board process"};
static const char *const phases[] = {"moves bytes", "launches", "programs", "allocates", "opens"};

static pid_t start_board(void)
{
	pid_t pid = process_start("c", NULL);

	process_wait_up("c");
	return pid;
}

/* --- the victim ------------------------------------------------------------------------------- */

/* Returns 0, or the error of a transfer. */
static int move(enum fcl_hal_op op, struct fcl_hal_buffer *buffer, char *bytes)
{
	struct work work;

	work_transfer(&work, op, buffer, 0, bytes, MOVED);
	return work_run(&work);
}

static int step_move(struct fcl_hal_buffer *buffer, char *bytes)
{
	int error;

	memset(bytes, bytes[0] + 1, MOVED);
	error = move(FCL_HAL_WRITE, buffer, bytes);
	return error ? error : move(FCL_HAL_READ, buffer, bytes);
}

static int step_launch(struct fcl_hal_program *program, struct fcl_hal_buffer *buffer)
{
	static const uint32_t n = MOVED / 4;
	struct work work;

	work_launch(&work, program, K_ADD, 1);
	for (uint32_t i = 0; i < 3; i++)
		work_buffer(&work, i, buffer, 0);
	work_bytes(&work, 3, &n, sizeof(n));
	return work_run(&work);
}

static int step_program(struct fcl_hal_program **program, uint8_t seed)
{
	struct fcl_image *image = make_image(seed, MODELS);
	struct fcl_err err = {0};
	int error;

	suite.hal->unprogram(suite.device, *program);
	*program = NULL;
	error = suite.hal->program(suite.device, 0, image, program, &err);
	fcl_image_unref(image);
	return error;
}

static int step_alloc(void)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	int error = suite.hal->buffer_alloc(suite.device, NULL, 0, 1 << 16, &buffer, &err);

	if (!error)
		suite.hal->buffer_free(suite.device, buffer);
	return error;
}

static int step_open(void)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};
	int error = suite.hal->open("c", 0, &device, &err);

	if (!error)
		suite.hal->close(device);
	return error;
}

/* Works until something fails, and returns that error. */
static int work_on(enum phase phase, struct fcl_hal_program **program,
		   struct fcl_hal_buffer *buffer)
{
	char *bytes = calloc(1, MOVED);
	int error = bytes ? 0 : -ENOMEM;

	for (uint32_t i = 0; !error; i++)
		error = phase == MOVING        ? step_move(buffer, bytes)
			: phase == COMPUTING   ? step_launch(*program, buffer)
			: phase == PROGRAMMING ? step_program(program, 1 + i % 2)
			: phase == ALLOCATING  ? step_alloc()
					       : step_open();
	free(bytes);
	return error;
}

/*
 * Whatever is killed, the victim gets errors, and every call returns. Status 0: the error was one
 * for a lost board and, if only the executor was lost, a reset has brought back a working one.
 */
static void be_victim(enum phase phase, enum target target, int ready)
{
	struct fcl_hal_device *device;
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	int error;

	alarm(BOUND_S);
	device = open_on("c");
	program = load_seed(1, 0, &err);
	buffer = alloc_buffer(MOVED);
	if (write(ready, "", 1) != 1)
		_exit(2);
	error = work_on(phase, &program, buffer);
	if (error != -EIO && error != -ENODEV && error != -ENOENT && error != -EPROTO)
		fail_msg("error %d", error);
	for (int i = 0; i < PROCESS_PATIENCE && !suite.hal->health(device, &err); i++)
		fcl_pause_us(10000);
	assert_int_not_equal(suite.hal->health(device, &err), 0);
	if (target == EXECUTOR) {
		assert_int_equal(suite.hal->reset(device, &err), 0);
		if (!program)
			assert_int_equal(step_program(&program, 1), 0);
		assert_int_equal(run_add(program, 3), 0);
	}
	free_buffer(buffer);
	done_with(device, program);
	_exit(0);
}

/* --- the bystander ---------------------------------------------------------------------------- */

struct bystander {
	pid_t pid;
	int to, from;
};

static unsigned char kept_byte(uint32_t at, uint32_t round)
{
	return (unsigned char)(at * 31 + (at >> 8) + round);
}

static bool is_intact(struct fcl_hal_buffer *buffer, uint32_t round)
{
	static unsigned char bytes[KEPT];

	get(buffer, 0, bytes, KEPT);
	for (uint32_t i = 0; i < KEPT; i++)
		if (bytes[i] != kept_byte(i, round))
			return false;
	return true;
}

/* Releases everything, with calls that must return, and starts again. */
static void begin_bystander(struct fcl_hal_device **device, struct fcl_hal_program **program,
			    struct fcl_hal_buffer **buffer, uint32_t round)
{
	static unsigned char bytes[KEPT];
	struct fcl_err err = {0};

	if (*device) {
		free_buffer(*buffer);
		done_with(*device, *program);
	}
	*device = open_on("c");
	*program = load_seed(2, 0, &err);
	*buffer = alloc_buffer(KEPT);
	for (uint32_t i = 0; i < KEPT; i++)
		bytes[i] = kept_byte(i, round);
	put(*buffer, 0, bytes, KEPT);
}

/* Serves commands: 'n' starts again, 'v' checks its data and that it can compute. */
static void stand_by(int from, int to)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_hal_program *program = NULL;
	struct fcl_hal_buffer *buffer = NULL;
	uint32_t round = 0;
	char command;

	while (read(from, &command, 1) == 1) {
		alarm(BOUND_S);
		if (command == 'n')
			begin_bystander(&device, &program, &buffer, ++round);
		else if (!is_intact(buffer, round) || run_add(program, round))
			_exit(3);
		alarm(0);
		if (write(to, "", 1) != 1)
			break;
	}
	free_buffer(buffer);
	done_with(device, program);
	_exit(0);
}

static struct bystander start_bystander(void)
{
	struct bystander bystander;
	int to[2], from[2];

	/* Not inherited by board processes, which would keep them open. */
	assert_int_equal(pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC), 0);
	bystander.pid = fork();
	if (!bystander.pid) {
		close(to[1]);
		close(from[0]);
		stand_by(to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	bystander.to = to[1];
	bystander.from = from[0];
	return bystander;
}

static bool ask(const struct bystander *bystander, char command)
{
	char byte;

	return write(bystander->to, &command, 1) == 1 && read(bystander->from, &byte, 1) == 1;
}

/* --- points ----------------------------------------------------------------------------------- */

static uint32_t next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*seed >> 33);
}

static pid_t executor_of(pid_t victim)
{
	struct fcl_bd_state state;
	const struct fcl_bd_user *user = user_of("c", victim, &state);

	return user ? user->executor : 0;
}

/* One kill. Returns the board process, which may be a new one. */
static pid_t run_point(uint64_t seed, pid_t board, const struct bystander *bystander)
{
	enum target target = next_random(&seed) % TARGETS;
	enum phase phase = next_random(&seed) % PHASES;
	unsigned delay = next_random(&seed) % MOST_US;
	pid_t victim, executor;
	int ends[2], status;
	char byte;

	/* While the victim opens repeatedly, it may not have an executor to kill. */
	if (phase == OPENING && target == EXECUTOR)
		target = CLIENT;
	assert_int_equal(pipe(ends), 0);
	victim = fork();
	if (!victim) {
		close(bystander->to);
		be_victim(phase, target, ends[1]);
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 1);
	close(ends[0]);
	executor = target == EXECUTOR ? executor_of(victim) : 0;
	assert_true(target != EXECUTOR || executor > 0);
	fcl_pause_us(delay);
	kill(target == CLIENT ? victim : target == EXECUTOR ? executor : board, SIGKILL);
	status = process_end(victim);
	if (target == CLIENT ? !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL : status)
		fail_msg("the victim, which %s, ended with status %#x after the %s was killed",
			 phases[phase], (unsigned)status, targets[target]);
	if (target == BOARD) {
		process_end(board);
		board = start_board();
		assert_true(ask(bystander, 'n'));
	}
	wait_users("c", 1, KEPT);
	if (!ask(bystander, 'v'))
		fail_msg("the bystander is hurt: the victim, which %s, and the %s", phases[phase],
			 targets[target]);
	return board;
}

static void kills_at_random(void **state)
{
	const char *kills = getenv("FPGACL_TEST_KILLS"), *first = getenv("FPGACL_TEST_SEED");
	struct bystander bystander = start_bystander();
	uint64_t seed = first ? (uint64_t)atoll(first) : 1;
	int count = kills ? atoi(kills) : 24;
	struct fcl_err err = {0};
	pid_t board = start_board();

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	assert_true(ask(&bystander, 'n'));
	for (int i = 0; i < count; i++) {
		print_message("point %d: seed %llu\n", i, (unsigned long long)seed + i);
		board = run_point((seed + i) * 2654435761u, board, &bystander);
	}
	close(bystander.to);
	close(bystander.from);
	assert_int_equal(process_end(bystander.pid), 0);
	wait_users("c", 0, 0);
	assert_int_equal(fcl_bd_stop("c", &err), 0);
	assert_int_equal(process_end(board), 0);
}

static int set_up(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	suite.hal = fcl_backend_of("board:c", &suite.board, &err);
	return suite.hal ? process_set_up() : -1;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(kills_at_random)};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, set_up, clients_take_down);
}
