/* SPDX-License-Identifier: Apache-2.0 */
#include "silent_file.h"

#include <fcntl.h>
#include <linux/fuse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/uio.h>
#include <unistd.h>

static void silent_answer(int device, uint64_t call, int error, const void *bytes, size_t size)
{
	struct fuse_out_header head = {
		.len = (uint32_t)(sizeof(head) + size), .error = error, .unique = call};
	const struct iovec parts[] = {{&head, sizeof(head)}, {(void *)(uintptr_t)bytes, size}};

	if (writev(device, parts, 2) < 0)
		_exit(1);
}

/* Answers until the file is open, and then only reads. */
static void silent_serve(int device)
{
	static union {
		struct fuse_in_header head;
		char room[1 << 18];
	} call;
	const struct fuse_init_out version = {.major = FUSE_KERNEL_VERSION,
					      .minor = FUSE_KERNEL_MINOR_VERSION,
					      .max_write = 4096};
	const struct fuse_open_out file = {.fh = 1};

	while (read(device, &call, sizeof(call)) > 0)
		if (call.head.opcode == FUSE_INIT)
			silent_answer(device, call.head.unique, 0, &version, sizeof(version));
		else if (call.head.opcode == FUSE_OPEN)
			silent_answer(device, call.head.unique, 0, &file, sizeof(file));
	_exit(0);
}

int silent_file_open(pid_t *ret_server)
{
	char path[] = "/tmp/fpgacl-silent.XXXXXX", options[100];
	int device = open("/dev/fuse", O_RDWR | O_CLOEXEC), place = mkstemp(path), fd = -1;

	snprintf(options, sizeof(options), "fd=%d,rootmode=100000,user_id=0,group_id=0", device);
	*ret_server = -1;
	if (device >= 0 && !mount("fpgacl", path, "fuse", MS_NOSUID | MS_NODEV, options)) {
		*ret_server = fork();
		if (!*ret_server)
			silent_serve(device);
		fd = open(path, O_WRONLY | O_CLOEXEC);
		umount2(path, MNT_DETACH);
	}
	unlink(path);
	close(place);
	close(device);
	return fd;
}
