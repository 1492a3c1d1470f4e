/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A fault campaign: random commands on two boards whose requests and operations fail or hang at
 * random, or which break or vanish. Each seed runs in a process of its own. Every wait returns, a
 * failed command changes nothing, and what can be read is right. test_campaign [first seed] [seeds]
 */
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_tests/runtime/three.h"

enum { SEEDS = 16, STEPS = 250, PATIENCE_S = 120 };

extern char **environ;

static unsigned seed;

/* Names a device that fails in a way that depends on the seed and the board. */
static void describe(const char *board, char *name, size_t size)
{
	static const char *const ops[] = {"write=EIO",    "read=EIO",       "copy=EIO",
					  "fill=EIO",     "launch=EIO",     "launch=hang",
					  "alloc=ENOMEM", "program=EIO@8-", "verify=wrong@8-",
					  "submit=EAGAIN"};
	int at = snprintf(name, size, "fault(emu:%s)?seed=%u&timeout=2ms", board, seed);

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (model_pick(2))
			at += snprintf(name + at, size - (size_t)at, "&%s%%%u", ops[i],
				       1 + model_pick(8));
	if (!model_pick(4))
		snprintf(name + at, size - (size_t)at, "&board=%s@%u",
			 model_pick(2) ? "gone" : "broken", 1 + model_pick(200));
}

static void run(void **state)
{
	static struct three three;
	unsigned failures = 0;

	(void)state;
	three_open(&three);
	model_open(&three.host, seed);
	model_survives();
	for (int i = 0; i < STEPS && !model_dead(); i++)
		failures += !model_step();
	for (unsigned d = 0; d < 2; d++)
		OK(clFinish(three.queues[d]));
	print_message("seed %u: %u of %d commands failed\n", seed, failures, STEPS);
	model_close();
	three_close(&three);
}

static int child(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(run)};
	char names[2][256], both[600];

	model_seed(seed);
	describe("u250", names[0], sizeof(names[0]));
	describe("u50", names[1], sizeof(names[1]));
	snprintf(both, sizeof(both), "%s,%s", names[0], names[1]);
	setenv("FPGACL_DEVICES", both, 1);
	print_message("seed %u: %s\n", seed, both);
	alarm(PATIENCE_S); /* a hang ends the process, and thereby the test */
	return cmocka_run_group_tests(tests, NULL, NULL);
}

static bool passes(const char *program, unsigned number)
{
	char text[16];
	char *argv[] = {(char *)program, (char *)"--child", text, NULL};
	int status;
	pid_t pid;

	snprintf(text, sizeof(text), "%u", number);
	if (posix_spawn(&pid, program, NULL, NULL, argv, environ) ||
	    waitpid(pid, &status, 0) != pid)
		return false;
	if (WIFSIGNALED(status))
		fprintf(stderr, "seed %u: killed by signal %d%s\n", number, WTERMSIG(status),
			WTERMSIG(status) == SIGALRM ? " (a wait did not return)" : "");
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	unsigned first = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : SEEDS, failed = 0;

	if (argc > 2 && !strcmp(argv[1], "--child")) {
		seed = (unsigned)atoi(argv[2]);
		return child();
	}
	for (unsigned i = 0; i < count; i++)
		failed += !passes(argv[0], first + i);
	printf("%u of %u seeds failed\n", failed, count);
	return failed != 0;
}
