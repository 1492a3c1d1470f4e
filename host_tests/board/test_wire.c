/* SPDX-License-Identifier: Apache-2.0 */
/* The socket between a host and a board process, while the host receives signals. */
#include "host_tests/base/unit_test.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/board/wire/socket.h"

static void do_nothing(int signal)
{
	(void)signal;
}

/* Profilers use such timers. A wait for something that never comes must still time out. */
static void a_wait_ends_despite_signals(void **state)
{
	const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {0};
	struct sigaction action = {.sa_handler = do_nothing};
	uint64_t start = fcl_now_ns();
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	assert_int_equal(fcl_bd_wait(pair[0], 100), -ETIMEDOUT);
	setitimer(ITIMER_REAL, &never, NULL);
	assert_true(fcl_now_ns() - start >= 100000000);
	assert_int_equal(write(pair[1], "x", 1), 1);
	assert_int_equal(fcl_bd_wait(pair[0], 0), 0);
	close(pair[0]);
	close(pair[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_wait_ends_despite_signals)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
