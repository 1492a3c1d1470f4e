/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/capture.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/capture/recorder.h"
#include "tools/fpgacl/common/status.h"

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

int fcl_tool_capture(const char *process)
{
	char answer[PATH_MAX + 8] = "";
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
	size = recv(fd, answer, sizeof(answer) - 1, MSG_WAITALL);
	close(fd);
	if (size < 2)
		return capture_complain(process, "it has given no answer");
	if (*answer != '+')
		return capture_complain(process, answer + 2);
	puts(answer + 2);
	return TOOL_OK;
}
