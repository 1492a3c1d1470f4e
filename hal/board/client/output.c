/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/client/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/thread.h"

struct relay {
	int from, to;
};

static void *output_run(void *data)
{
	int from = ((struct relay *)data)->from, to = ((struct relay *)data)->to;
	char bytes[4096];
	ssize_t count;

	while ((count = read(from, bytes, sizeof(bytes))) > 0 || (count < 0 && errno == EINTR))
		if (count > 0 && fcl_file_write_all(to, bytes, (size_t)count))
			break;
	close(from);
	free(data);
	return NULL;
}

int fcl_bd_output(int fd)
{
	struct stat facts;
	struct relay *relay;
	int ends[2];

	if (fstat(fd, &facts) || !S_ISSOCK(facts.st_mode))
		return fcntl(fd, F_DUPFD_CLOEXEC, 0);
	/*
	 * A board process takes no sockets. The thread ends with the last process that prints to
	 * the pipe.
	 */
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	relay = malloc(sizeof(*relay));
	if (relay) {
		*relay = (struct relay){ends[0], fd};
		if (!fcl_thread_start(output_run, relay))
			return ends[1];
	}
	free(relay);
	close(ends[0]);
	close(ends[1]);
	return -1;
}
