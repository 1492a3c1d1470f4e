/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/serial.h"
#include "fpgacl/trust_rules.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum {
	FRAME_BYTES = 16 * 1024,
	ASK_NS = 10 * 1000 * 1000,
	NOTICE_S = 5, /* within which readers have to see that a file begins anew */
};

struct fclc_io {
	const struct fclc_packets *packets;
	const char *name;            /* of the channel: the file's, too */
	struct fcl_model_link *link; /* NULL: it is a file */
	struct fcl_model_link *ends; /* for a file: what the board waits for when its host ends */
	int file, timer;             /* -1: not open yet */
	bool last_said;              /* why the file cannot be used */
	off_t at;                    /* where the file is read, or what has been written */
	unsigned done, size;         /* of the oldest frame; of `bytes` */
	unsigned char bytes[FRAME_BYTES];
};

static struct fclc_io *io_of(struct fcl_cu *cu)
{
	return *(struct fclc_io **)cu->state;
}

/* BittWare's names: kernel_output_ch0 and kernel_input_ch0 are the two directions of ch0. */
static const char *io_place(const char *name)
{
	static const char *const stems[] = {"kernel_output_", "kernel_input_"};

	for (int i = 0; i < 2; i++)
		if (!strncmp(name, stems[i], strlen(stems[i])))
			return name + strlen(stems[i]);
	return name;
}

int fclc_io_open(struct fcl_cu *cu, const struct fclc_external *external)
{
	struct fclc_io *io = fclc_unit_map(sizeof(*io));
	int error;

	if (cu->host->size <
	    offsetof(struct fcl_model_host, link_wait) + sizeof(cu->host->link_wait)) {
		cu->host->log(cu, FCL_MODEL_LOG_ERROR,
			      "this version of the board has no ports to other boards");
		return -ENOTSUP;
	}
	if (!io)
		return -ENOMEM;
	*(struct fclc_io **)cu->state = io;
	io->packets = &external->ports[0];
	io->name = external->place;
	io->file = -1;
	io->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	error = cu->host->link_open(cu, io_place(io->name), &io->link);
	return error || io->link || io->packets->out ? error
						     : cu->host->link_open(cu, "", &io->ends);
}

void fclc_io_close(struct fcl_cu *cu)
{
	struct fclc_io *io = io_of(cu);

	if (!io)
		return;
	if (io->link)
		cu->host->link_close(io->link);
	if (io->ends)
		cu->host->link_close(io->ends);
	if (io->file >= 0)
		close(io->file);
	if (io->timer >= 0)
		close(io->timer);
	fclc_unit_unmap(io, sizeof(*io));
	*(struct fclc_io **)cu->state = NULL;
}

/* --- files ------------------------------------------------------------------------------------- */

/*
 * Calls of their own: an execution may go on on another thread, where errno is elsewhere. Where others
 * may create files, such as in /tmp, the file must be this user's, and no link to another one.
 */
static __attribute__((noinline)) int io_open_file(const char *name, int flags)
{
	struct stat folder, facts;
	bool shared = !stat(".", &folder) && fcl_trust_is_shared(&folder);
	int file = open(name, flags | O_CLOEXEC | O_NONBLOCK | (shared ? O_NOFOLLOW : 0), 0666);

	if (file < 0)
		return -errno;
	if (shared && (fstat(file, &facts) || !fcl_trust_is_user(facts.st_uid))) {
		close(file);
		return -EPERM;
	}
	return file;
}

static __attribute__((noinline)) ssize_t io_write_file(int file, const void *bytes, size_t size)
{
	ssize_t count = write(file, bytes, size);

	return count < 0 ? -errno : count;
}

static void io_complain(struct fcl_cu *cu, struct fclc_io *io, int error)
{
	char text[200];

	if (io->last_said)
		return;
	io->last_said = true;
	snprintf(text, sizeof(text), "the file '%s' of the io channel: %s", io->name,
		 strerror(-error));
	cu->host->log(cu, FCL_MODEL_LOG_ERROR, text);
}

/* Until the file has more. */
static void io_ask_later(struct fcl_cu *cu, const struct fclc_io *io)
{
	const struct itimerspec later = {.it_value = {.tv_nsec = ASK_NS}};

	timerfd_settime(io->timer, 0, &later, NULL);
	cu->host->wait_outside(cu, io->timer, POLLIN, NULL, 0);
}

/*
 * A reader that has read something holds a lock on the file's first byte until it begins anew. So a
 * writer that finds the file emptied, or empties it itself, sees who has not noticed yet: what is written
 * before that could be taken for what follows the old contents.
 */
static __attribute__((noinline)) void io_lock_file(int file, short kind)
{
	struct flock lock = {.l_type = kind, .l_whence = SEEK_SET, .l_len = 1};

	fcntl(file, F_OFD_SETLK, &lock);
}

static __attribute__((noinline)) bool io_has_readers(int file)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

	return !fcntl(file, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK;
}

static __attribute__((noinline)) long io_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static void io_wait_for_readers(struct fcl_cu *cu, struct fclc_io *io)
{
	long since = io_seconds();
	char text[200];

	while (io_has_readers(io->file)) {
		if (io_seconds() - since > NOTICE_S) {
			snprintf(
				text, sizeof(text),
				"the file '%s' of the io channel begins anew, but a reader has not "
				"noticed: it may miss packets",
				io->name);
			cu->host->log(cu, FCL_MODEL_LOG_WARN, text);
			return;
		}
		io_ask_later(cu, io);
	}
}

/* Opens the file, which begins anew, or sees that others have emptied it. */
static void io_begin_file(struct fcl_cu *cu, struct fclc_io *io)
{
	bool fresh = io->file < 0;
	struct stat facts;

	if (fresh)
		io->file = io_open_file(io->name, O_WRONLY | O_CREAT | O_APPEND);
	if (io->file < 0 || fstat(io->file, &facts) || (!fresh && facts.st_size >= io->at))
		return;
	if (fresh && facts.st_size && ftruncate(io->file, 0))
		io_complain(cu, io, -EIO);
	io->at = fresh ? 0 : facts.st_size;
	io_wait_for_readers(cu, io);
}

/* The file begins again with the first packet, and grows: others may empty it in between. */
static void io_to_file(struct fcl_cu *cu, struct fclc_io *io)
{
	const uint32_t port = 0;

	while (!fclc_packets_try_read(cu, 0, io->packets, io->bytes))
		cu->host->stream_wait_any(cu, &port, 1);
	io_begin_file(cu, io);
	if (io->file < 0) {
		io_complain(cu, io, io->file);
		return;
	}
	if (io_write_file(io->file, io->bytes, io->packets->width) != (ssize_t)io->packets->width)
		io_complain(cu, io, -ENOSPC);
	io->at += io->packets->width;
}

/* From its start, which a file has of which others have made another. */
static void io_read_anew(struct fclc_io *io)
{
	io->at = 0;
	io_lock_file(io->file, F_UNLCK);
}

static bool io_is_another(const struct fclc_io *io, const struct stat *open)
{
	struct stat named;

	return !stat(io->name, &named) &&
	       (named.st_ino != open->st_ino || named.st_dev != open->st_dev);
}

static void io_wait_for_file(struct fcl_cu *cu, struct fclc_io *io, const struct stat *facts)
{
	if (io_is_another(io, facts)) {
		close(io->file);
		io->file = -1;
		io->at = 0;
		return;
	}
	io_ask_later(cu, io);
}

/* A file that has become shorter is read from its start, and so is one that takes its place. */
static void io_from_file(struct fcl_cu *cu, struct fclc_io *io)
{
	struct stat facts;

	if (io->file < 0)
		io->file = io_open_file(io->name, O_RDONLY);
	if (io->file < 0 || fstat(io->file, &facts)) {
		if (io->file != -ENOENT)
			io_complain(cu, io, io->file);
		io->file = -1;
		io_ask_later(cu, io);
		return;
	}
	if (facts.st_size < io->at || !facts.st_size)
		io_read_anew(io);
	if (facts.st_size - io->at < (off_t)io->packets->width) {
		io_wait_for_file(cu, io, &facts);
		return;
	}
	if (!io->at)
		io_lock_file(io->file, F_RDLCK);
	if (pread(io->file, io->bytes, io->packets->width, io->at) != (ssize_t)io->packets->width)
		return;
	io->at += io->packets->width;
	fclc_packets_write(cu, 0, io->packets, io->bytes);
}

/* --- links ------------------------------------------------------------------------------------- */

/* Packets go in frames of many, as far as they are there. */
static void io_to_link(struct fcl_cu *cu, struct fclc_io *io)
{
	const struct fclc_packets *packets = io->packets;
	uint32_t port = 0, room;
	int descriptor;

	while (io->size + packets->width <= FRAME_BYTES &&
	       fclc_packets_try_read(cu, 0, packets, io->bytes + io->size))
		io->size += packets->width;
	if (io->size && cu->host->link_send(io->link, io->bytes, io->size,
					    FCL_MODEL_LINK_LAST | FCL_MODEL_LINK_WAIT)) {
		io->size = 0;
		return;
	}
	room = io->size ? FCL_MODEL_LINK_ROOM : 0;
	descriptor = cu->host->link_wait(io->link, room);
	if (descriptor >= 0)
		cu->host->wait_outside(cu, descriptor, POLLIN, &port,
				       io->size + packets->width <= FRAME_BYTES);
	else if (!room)
		cu->host->stream_wait_any(cu, &port, 1);
}

static void io_from_link(struct fcl_cu *cu, struct fclc_io *io)
{
	uint32_t size, flags;
	const unsigned char *bytes = cu->host->link_receive(io->link, &size, &flags);
	int descriptor;

	if (!bytes) {
		descriptor = cu->host->link_wait(io->link, FCL_MODEL_LINK_FRAME);
		if (descriptor >= 0)
			cu->host->wait_outside(cu, descriptor, POLLIN, NULL, 0);
		return;
	}
	/* The other end may have packets of another size: words have no bounds on a wire. */
	while (io->done < size) {
		unsigned count = io->packets->width - io->size;

		count = size - io->done < count ? size - io->done : count;
		memcpy(io->bytes + io->size, bytes + io->done, count);
		io->done += count;
		io->size += count;
		if (io->size < io->packets->width)
			break;
		io->size = 0;
		fclc_packets_write(cu, 0, io->packets, io->bytes);
	}
	io->done = 0;
	cu->host->link_take(io->link);
}

int fclc_io_run(struct fcl_cu *cu)
{
	struct fclc_io *io = io_of(cu);

	for (;;) {
		if (io->link && io->packets->out)
			io_from_link(cu, io);
		else if (io->link)
			io_to_link(cu, io);
		else if (io->packets->out)
			io_from_file(cu, io);
		else
			io_to_file(cu, io);
	}
}

#pragma GCC visibility pop
