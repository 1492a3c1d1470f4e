/* SPDX-License-Identifier: Apache-2.0 */
/* A process that appends to another process's trace never waits for it to unlock the file. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/trace/join.h"
#include "base/trace/trace.h"
#include "host_tests/read_file.h"

static char path[] = "/tmp/fpgacl-join-XXXXXX";

/* In a child: joins the trace and writes this many batches. */
static void record(int batches)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	alarm(60); /* ends the child if it waits after all */
	if (fd < 0 || fcl_trace_join(fd, 1, 0, "board"))
		_exit(2);
	for (int i = 0; i < batches; i++) {
		fcl_trace_call("clJoined", fcl_now_ns());
		fcl_trace_flush();
	}
	_exit(0);
}

static unsigned events(void)
{
	size_t size;
	char *text = read_file(path, &size);
	unsigned count = 0;

	for (const char *at = text; at && (at = strstr(at, "clJoined")); at++)
		count++;
	free(text);
	return count;
}

static void run_child(void)
{
	pid_t child = fork();
	int status;

	if (!child)
		record(3);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void a_locked_file_is_not_waited_for(void **state)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	(void)state;
	assert_int_equal(flock(fd, LOCK_EX), 0);
	run_child();
	assert_int_equal(events(), 0);
	assert_int_equal(flock(fd, LOCK_UN), 0);
	run_child();
	assert_int_equal(events(), 3);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_locked_file_is_not_waited_for)};
	int fd = mkstemp(path), failed;

	if (fd < 0)
		return 1;
	close(fd);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
