/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/xrt_emulation/end.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pid_t host; /* 0: sw_emu started this process */

void fcl_xemu_host_set(pid_t pid)
{
	host = pid;
}

void fcl_xemu_end(void)
{
	sigset_t terminate;

	fflush(NULL);
	if (host && getppid() == host)
		kill(host, SIGTERM);
	signal(SIGTERM, SIG_DFL);
	/* The board's threads block signals. */
	sigemptyset(&terminate);
	sigaddset(&terminate, SIGTERM);
	pthread_sigmask(SIG_UNBLOCK, &terminate, NULL);
	raise(SIGTERM);
	_exit(1);
}

void fcl_xemu_failed(const char *kernel, int status, const char *text)
{
	fprintf(stderr, "genericpciemodel: kernel %s: %s\n", kernel,
		text ? text : strerror(-status));
	fcl_xemu_end();
}
