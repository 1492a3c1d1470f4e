/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/capture.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/capture/recorder.h"
#include "base/text.h"
#include "base/trust.h"
#include "tools/fpgacl/common/status.h"

enum { PATIENCE_S = 60 }; /* a ring may be large, and the machine slow */

static int capture_complain(const char *process, const char *why)
{
	fprintf(stderr, "fpgacl: capture: process %s: %s\n", process, why);
	return TOOL_FAILED;
}

static int capture_connect(long process)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int length = snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1,
			      FCL_RECORDER_SOCKET, process);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 ||
	    !connect(fd, (struct sockaddr *)&address,
		     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)))
		return fd;
	close(fd);
	return -1;
}

/* Who has to answer: a name without a path is free for whoever takes it first. */
static uid_t capture_owner(long process)
{
	char path[64];
	struct stat facts;

	snprintf(path, sizeof(path), "/proc/%ld", process);
	return stat(path, &facts) ? geteuid() : facts.st_uid;
}

int fcl_tool_capture(const char *process)
{
	const struct timeval patience = {.tv_sec = PATIENCE_S};
	char answer[PATH_MAX + 8] = "";
	struct fcl_err err = {0};
	char *end;
	long number;
	ssize_t size;
	int fd;

	errno = 0;
	number = strtol(process, &end, 10);
	if (errno || *end || number <= 0)
		return capture_complain(process, "this is not the number of a process");
	fd = capture_connect(number);
	if (fd < 0)
		return capture_complain(
			process,
			"it records no ring (FPGACL_CAPTURE=ring:<size>), or has not used OpenCL yet");
	if (fcl_trust_peer(fd, capture_owner(number), &err)) {
		close(fd);
		return capture_complain(process, err.text);
	}
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	size = recv(fd, answer, sizeof(answer) - 1, MSG_WAITALL);
	close(fd);
	if (size < 2)
		return capture_complain(process, "it has given no answer");
	fcl_text_make_printable(answer);
	if (*answer != '+')
		return capture_complain(process, answer + 2);
	puts(answer + 2);
	return TOOL_OK;
}
