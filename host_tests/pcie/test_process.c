/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The backend against the card in software, which is another program:
 * pcie_process <fpgacl> <image> [points], with so many random points for each fault.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"
#include "host_tests/read_file.h"

enum { WORDS = 50000, BYTES = WORDS * 4 };

static const struct fcl_hal_ops *const hal = &fcl_hal_pcie_backend;
static const char *fpgacl, *image_path;
static unsigned points = 2;
static char folder[] = "/tmp/fpgacl-pcie-XXXXXX", socket_path[100], name[120];
static struct fcl_image *image;
static uint32_t left[WORDS], right[WORDS], got[WORDS];
static uint32_t seed = 1;
static char fault[64] = "(none)";

static uint32_t next_number(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

/* --- the card --------------------------------------------------------------------------------- */

static pid_t start_card(const char *fault)
{
	int ends[2];
	char said;
	pid_t card;

	unlink(socket_path);
	assert_int_equal(pipe(ends), 0);
	card = fork();
	if (!card) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the test fails */
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		if (!freopen("/dev/null", "w", stderr))
			_exit(1);
		execl(fpgacl, fpgacl, "card", "start", "u250", "--image", image_path, "--socket",
		      socket_path, fault ? "--fault" : NULL, fault, NULL);
		_exit(1);
	}
	close(ends[1]);
	if (read(ends[0], &said, 1) != 1)
		fail_msg("no card with the fault %s", fault ? fault : "(none)");
	close(ends[0]);
	return card;
}

static void end_card(pid_t card)
{
	kill(card, SIGKILL);
	waitpid(card, NULL, 0);
}

/* --- work on it ------------------------------------------------------------------------------- */

struct job {
	struct fcl_hal_request request; /* must be first */
	struct fcl_hal_arg args[4];
	_Atomic int ended;
	int status;
};

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct job *job = (struct job *)request;

	assert_true(!status == !text);
	job->status = status;
	job->ended++;
}

static int run(struct fcl_hal_device *device, struct job *job)
{
	struct fcl_hal_request *request = &job->request;
	uint64_t until = fcl_now_ns() + 20 * UINT64_C(1000000000);
	int error;

	job->ended = 0;
	job->request.done = on_done;
	job->request.tag = job;
	job->request.flags = next_number() % 2 ? FCL_HAL_SOON : 0;
	error = hal->submit(device, &request, 1);
	if (error)
		return error;
	while (!job->ended && fcl_now_ns() < until)
		if (hal->progress(device, job) != 1) {
			hal->kick(device);
			fcl_pause_us(50);
		}
	if (job->ended != 1)
		fail_msg("with the fault %s request %d ended %d times", fault, job->request.op,
			 job->ended);
	return job->status;
}

static int transfer(struct fcl_hal_device *device, enum fcl_hal_op op,
		    struct fcl_hal_buffer *buffer, void *host)
{
	struct job job = {.request = {.op = op}};

	job.request.u.transfer.buffer = buffer;
	job.request.u.transfer.host = host;
	job.request.u.transfer.box = fcl_hal_linear_box(BYTES);
	return run(device, &job);
}

static int launch(struct fcl_hal_device *device, struct fcl_hal_program *program,
		  struct fcl_hal_buffer *const *buffers, const uint32_t *n)
{
	uint32_t kernel = (uint32_t)fcl_image_find_kernel(image, "vadd"), cu = 0;
	struct job job = {.request = {.op = FCL_HAL_LAUNCH}};

	while (image->cus[cu].kernel != kernel)
		cu++;
	for (uint32_t i = 0; i < 3; i++)
		job.args[i] = (struct fcl_hal_arg){
			.index = i, .kind = FCL_HAL_ARG_BUFFER, .u.buffer = buffers[i]};
	job.args[3] = (struct fcl_hal_arg){
		.index = 3, .kind = FCL_HAL_ARG_BYTES, .size = 4, .u.bytes = n};
	job.request.u.launch.program = program;
	job.request.u.launch.kernel = kernel;
	job.request.u.launch.cus = &cu;
	job.request.u.launch.ncus = 1;
	job.request.u.launch.args = job.args;
	job.request.u.launch.nargs = 4;
	job.request.u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	return run(device, &job);
}

/* One vadd. 0, or an error that the backend has reported; a wrong sum fails the test. */
static int add_once(struct fcl_hal_device *device, struct fcl_hal_program *program,
		    struct fcl_hal_buffer *const *buffers)
{
	const uint32_t n = WORDS - next_number() % 1000;
	int error;

	for (uint32_t i = 0; i < WORDS; i++) {
		left[i] = next_number();
		right[i] = next_number();
		got[i] = 0;
	}
	error = transfer(device, FCL_HAL_WRITE, buffers[0], left);
	if (!error)
		error = transfer(device, FCL_HAL_WRITE, buffers[1], right);
	if (!error)
		error = launch(device, program, buffers, &n);
	if (!error)
		error = transfer(device, FCL_HAL_READ, buffers[2], got);
	for (uint32_t i = 0; !error && i < n; i++)
		if (got[i] != left[i] + right[i])
			fail_msg("%s: word %u of %u: expected %#x, found %#x", fault, i, n,
				 left[i] + right[i], got[i]);
	return error;
}

/* Opens the card, adds, closes it; the first error. */
static int session(unsigned rounds)
{
	struct fcl_hal_buffer *buffers[3] = {NULL};
	struct fcl_hal_program *program = NULL;
	struct fcl_hal_device *device;
	struct fcl_err err = {0};
	int error = hal->open(name, 0, &device, &err);

	if (error) {
		assert_true(err.text[0] != '\0');
		return error;
	}
	error = hal->program(device, 0, image, &program, &err);
	for (unsigned i = 0; !error && i < 3; i++)
		error = hal->buffer_alloc(device, NULL, FCL_HAL_BANK_DEFAULT, BYTES, &buffers[i],
					  &err);
	for (unsigned i = 0; !error && i < rounds; i++)
		error = add_once(device, program, buffers);
	for (unsigned i = 0; i < 3; i++)
		hal->buffer_free(device, buffers[i]);
	hal->unprogram(device, program);
	hal->close(device);
	return error;
}

static void adds(void **state)
{
	pid_t card = start_card(NULL);

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(session(10), 0);
	end_card(card);
}

/* No fault makes a wrong sum, a crash or a hang; those that pass by themselves make no error either. */
static void faults(void **state)
{
	static const struct {
		const char *form;
		bool harmless; /* once it happens, it is repaired */
	} all[] = {
		{"h2c=error9@%u", true},         {"h2c=error14@%u", true},
		{"c2h=error9@%u", true},         {"c2h=error10@%u", true},
		{"h2c=error4@%u", true},         {"h2c=error3@%u", true},
		{"c2h=error19@%u", true},        {"h2c=error23@%u", true},
		{"h2c=short@%u", true},          {"c2h=short@%u", true},
		{"h2c=writeback-lost@%u", true}, {"c2h=writeback-clean@%u", true},
		{"h2c=late@%u", true},           {"c2h=late@%u", true},
		{"c2h=early-irq@%u", true},      {"irq=lost@%u-", true},
		{"irq=doubled@%u-", true},       {"irq=wrong@%u-", true},
		{"cu=done-lost@%u", true},       {"cu=irq-stuck@%u", true},
		{"cu=never-idle@%u", false},     {"h2c=error9@%u-", false},
		{"c2h=error10@%u-", false},      {"h2c=stuck@%u", false},
		{"c2h=stuck@%u", false},         {"h2c=unmapped@%u", false},
		{"c2h=unmapped@%u-", false},     {"h2c=gone@%u", false},
		{"bar=gone@%u", false},          {"card=gone@%u", false},
		{"socket=closed@%u", false},     {"socket=release-request@%u", false},
		{"socket=bus-error@%u", false},  {"c2h=late@%u&late=2s", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		for (unsigned point = 0; point < points; point++) {
			uint64_t start = fcl_now_ns();
			pid_t card;
			int error;

			snprintf(fault, sizeof(fault), all[i].form,
				 1 + next_number() % (i < 28 ? 20 : 300));
			card = start_card(fault);
			error = session(6);
			if (all[i].harmless && error)
				fail_msg("%s: %d", fault, error);
			if (fcl_now_ns() - start > UINT64_C(60000000000))
				fail_msg("%s: it took a minute", fault);
			end_card(card);
		}
}

/* A host that dies leaves a card that the next one can use. */
static void killed_hosts(void **state)
{
	pid_t card = start_card(NULL);

	(void)state;
	for (unsigned i = 0; i < points * 5; i++) {
		pid_t host = fork();

		if (!host)
			_exit(session(1000000) != 0);
		fcl_pause_us(1000 + next_number() % 60000);
		kill(host, SIGKILL);
		waitpid(host, NULL, 0);
		assert_int_equal(session(1), 0);
	}
	end_card(card);
}

/* When the card dies, the host is told so. */
static void killed_cards(void **state)
{
	(void)state;
	for (unsigned i = 0; i < points * 2; i++) {
		pid_t card = start_card(NULL), killer = fork();

		if (!killer) {
			fcl_pause_us(5000 + next_number() % 60000);
			kill(card, SIGKILL);
			_exit(0);
		}
		assert_true(session(1000000) < 0);
		waitpid(killer, NULL, 0);
		end_card(card);
	}
	assert_true(session(1) < 0);
}

static void second_host(void **state)
{
	pid_t card = start_card(NULL);
	struct fcl_hal_device *first, *second;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(hal->open(name, 0, &first, &err), 0);
	assert_int_equal(hal->open(name, 0, &second, &err), -EBUSY);
	assert_non_null(strstr(err.text, "another process"));
	hal->close(first);
	assert_int_equal(session(1), 0);
	end_card(card);
}

static _Atomic unsigned signals;

static void on_signal(int number)
{
	(void)number;
	signals++;
}

static void signals_do_no_harm(void **state)
{
	const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {0};
	struct sigaction action = {.sa_handler = on_signal}, before;
	pid_t card = start_card(NULL);

	(void)state;
	sigaction(SIGALRM, &action, &before);
	setitimer(ITIMER_REAL, &often, NULL);
	for (unsigned i = 0; i < 3 || signals < 50; i++)
		assert_int_equal(session(5), 0);
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &before, NULL);
	end_card(card);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adds),         cmocka_unit_test(faults),
		cmocka_unit_test(killed_hosts), cmocka_unit_test(killed_cards),
		cmocka_unit_test(second_host),  cmocka_unit_test(signals_do_no_harm),
	};
	size_t size = 0;
	void *bytes;
	int failed;

	if (argc < 3 || !mkdtemp(folder))
		return 2;
	fpgacl = argv[1];
	image_path = argv[2];
	points = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : points;
	seed = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : seed;
	snprintf(socket_path, sizeof(socket_path), "%s/card", folder);
	snprintf(name, sizeof(name), "u250@%s", socket_path);
	setenv("FPGACL_PCIE_TIMEOUT_MS", "300", 0); /* by hand, more, if the machine is busy */
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	bytes = read_file(image_path, &size);
	if (!bytes || fcl_image_read(bytes, size, &image, NULL))
		return 2;
	free(bytes);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fcl_image_unref(image);
	unlink(socket_path);
	rmdir(folder);
	return failed;
}
