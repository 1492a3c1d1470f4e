/* SPDX-License-Identifier: Apache-2.0 */
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
#include <unistd.h>

#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/serial.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum { FRAME_BYTES = 16 * 1024, ASK_NS = 10 * 1000 * 1000 };

struct fclc_io {
	const struct fclc_packets *packets;
	const char *name;            /* of the channel: the file's, too */
	struct fcl_model_link *link; /* NULL: it is a file */
	int file, timer;             /* -1: not open yet */
	bool last_said;              /* why the file cannot be used */
	off_t at;                    /* where the file is read */
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
	return cu->host->link_open(cu, io_place(io->name), &io->link);
}

void fclc_io_close(struct fcl_cu *cu)
{
	struct fclc_io *io = io_of(cu);

	if (!io)
		return;
	if (io->link)
		cu->host->link_close(io->link);
	if (io->file >= 0)
		close(io->file);
	if (io->timer >= 0)
		close(io->timer);
	fclc_unit_unmap(io, sizeof(*io));
	*(struct fclc_io **)cu->state = NULL;
}

/* --- files ------------------------------------------------------------------------------------- */

/* Calls of their own: an execution may go on on another thread, where errno is elsewhere. */
static __attribute__((noinline)) int io_open_file(const char *name, int flags)
{
	int file = open(name, flags | O_CLOEXEC | O_NONBLOCK, 0666);

	return file < 0 ? -errno : file;
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

/* The file begins again with the first packet, and grows: others may empty it in between. */
static void io_to_file(struct fcl_cu *cu, struct fclc_io *io)
{
	const uint32_t port = 0;

	while (!fclc_packets_try_read(cu, 0, io->packets, io->bytes))
		cu->host->stream_wait_any(cu, &port, 1);
	if (io->file < 0)
		io->file = io_open_file(io->name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
	if (io->file < 0)
		io_complain(cu, io, io->file);
	else if (io_write_file(io->file, io->bytes, io->packets->width) !=
		 (ssize_t)io->packets->width)
		io_complain(cu, io, -ENOSPC);
}

/* A file that has become shorter is read from its start. */
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
	if (facts.st_size < io->at)
		io->at = 0;
	if (facts.st_size - io->at < (off_t)io->packets->width ||
	    pread(io->file, io->bytes, io->packets->width, io->at) != (ssize_t)io->packets->width) {
		io_ask_later(cu, io);
		return;
	}
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
