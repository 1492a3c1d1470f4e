/* SPDX-License-Identifier: Apache-2.0 */

/* Compute units whose stream another process feeds or reads (fpgacl/external.h). */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl/rt.h"
#include "fpgacl/trust_rules.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum {
	HEAD = sizeof(struct fclc_external_head),
	IN_BYTES = HEAD + FCLC_EXTERNAL_MAX_BYTES,
	OUT_BYTES = 256 * 1024,
	OUT_DATA = 32 * 1024, /* bytes of TDATA in one message to a process */
	RING_BYTES = 16 * 1024 * 1024,
	LOCK_TRIES = 100,
	LOCK_PAUSE_NS = 10 * 1000 * 1000,
};

struct fclc_unit {
	const struct fclc_packets *design;
	const char *name; /* of the socket */
	char folder_name[256];
	int folder, listener, client; /* -1: none */
	bool greeted, bound;
	bool deaf; /* the process does not receive any more */
	/* Received, and not handled yet. The memory is taken as it is used. */
	unsigned char *in;
	size_t in_size;
	/* To be sent. */
	unsigned char *out;
	size_t out_at, out_size;
	uint64_t taken; /* messages of this process whose transfers are in the stream */
	bool owes;      /* that count has not been put into `out` yet */
	/*
	 * Packets from the board, by how many came before them: `first` is the oldest that no process
	 * has taken, `sent` the next to be sent, `end` the next from the stream. The process counts
	 * from `base` on.
	 */
	unsigned char *ring;
	uint64_t mask, first, sent, end, base;
	unsigned char packet[]; /* one of packet_size bytes, and then memory for the ring of data */
};

static struct fclc_unit *fclc_unit_of(struct fcl_cu *cu)
{
	return *(struct fclc_unit **)cu->state;
}

__attribute__((format(printf, 3, 4))) static void fclc_say(struct fcl_cu *cu, int level,
							   const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	cu->host->log(cu, level, text);
}

/* --- system calls ------------------------------------------------------------------------------ */

/*
 * An execution may go on on another thread, where errno is elsewhere: these are calls of their own,
 * so that no caller keeps its address. They return a negative errno.
 */

static __attribute__((noinline)) ssize_t fclc_receive(int fd, void *to, size_t size)
{
	ssize_t count = recv(fd, to, size, MSG_DONTWAIT);

	return count < 0 ? -errno : count;
}

static __attribute__((noinline)) ssize_t fclc_send(int fd, const void *from, size_t size)
{
	ssize_t count = send(fd, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);

	return count < 0 ? -errno : count;
}

static __attribute__((noinline)) int fclc_accept(int fd)
{
	int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	return client < 0 ? -errno : client;
}

static bool fclc_peer(int fd, struct ucred *ret_peer)
{
	socklen_t size = sizeof(*ret_peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, ret_peer, &size);
}

/* --- the socket -------------------------------------------------------------------------------- */

/* One where nobody else can put a socket. */
static int fclc_open_folder(struct fcl_cu *cu, struct fclc_unit *unit)
{
	const char *chosen = getenv("XTLM_IPC_SOCK_DIR");
	struct stat facts;
	int length;

	if (chosen && *chosen)
		length = snprintf(unit->folder_name, sizeof(unit->folder_name), "%s", chosen);
	else
		length = snprintf(unit->folder_name, sizeof(unit->folder_name),
				  "/tmp/fpgacl-xtlm-%u", (unsigned)geteuid());
	if (length >= (int)sizeof(unit->folder_name)) {
		fclc_say(cu, FCL_MODEL_LOG_ERROR, "XTLM_IPC_SOCK_DIR is too long a name");
		return -ENAMETOOLONG;
	}
	mkdir(unit->folder_name, 0700);
	unit->folder = open(unit->folder_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC |
						       (chosen && *chosen ? 0 : O_NOFOLLOW));
	if (unit->folder < 0 || fstat(unit->folder, &facts)) {
		int error = -errno;

		fclc_say(cu, FCL_MODEL_LOG_ERROR,
			 "cannot open %s, the folder for the sockets of traffic generators: %s",
			 unit->folder_name, strerror(-error));
		return error;
	}
	if (fcl_trust_judge_own_folder(&facts) == FCL_TRUST_GOOD)
		return 0;
	fclc_say(
		cu, FCL_MODEL_LOG_ERROR,
		"%s, the folder for the sockets of traffic generators, belongs to another user or is "
		"open to others (mode %03o); set XTLM_IPC_SOCK_DIR to one of yours",
		unit->folder_name, (unsigned)facts.st_mode & 0777);
	return -EPERM;
}

static socklen_t fclc_address(const struct fclc_unit *unit, struct sockaddr_un *address)
{
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	/* A path of any length, in what is short enough for an address. */
	snprintf(address->sun_path, sizeof(address->sun_path), "/proc/self/fd/%d/%s", unit->folder,
		 unit->name);
	return sizeof(*address);
}

/* Whether a living process listens at the address; a dead one's socket can be left in children. */
static bool fclc_is_alive(const struct sockaddr_un *address, socklen_t size, pid_t *ret_pid)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	char folder[32];
	bool alive = false;
	struct ucred peer;

	*ret_pid = 0;
	if (fd < 0)
		return false;
	if (!connect(fd, (const struct sockaddr *)address, size)) {
		bool known = fclc_peer(fd, &peer) && peer.pid > 0;

		snprintf(folder, sizeof(folder), "/proc/%d", known ? (int)peer.pid : 0);
		alive = !known || !access(folder, F_OK);
		*ret_pid = known ? peer.pid : 0;
	} else {
		alive = errno == EAGAIN;
	}
	close(fd);
	return alive;
}

/* Only one emulation at a time looks for a socket that another has left, and takes its place. */
static void fclc_lock(const struct fclc_unit *unit)
{
	const struct timespec pause = {.tv_nsec = LOCK_PAUSE_NS};

	for (int i = 0; i < LOCK_TRIES && flock(unit->folder, LOCK_EX | LOCK_NB); i++)
		nanosleep(&pause, NULL);
}

static int fclc_bind(struct fcl_cu *cu, struct fclc_unit *unit)
{
	struct sockaddr_un address;
	socklen_t size = fclc_address(unit, &address);
	struct stat facts;
	pid_t pid;

	if (fclc_is_alive(&address, size, &pid)) {
		fclc_say(
			cu, FCL_MODEL_LOG_ERROR,
			"'%s' in %s is in use by another emulation (process %d): set XTLM_IPC_SOCK_DIR to "
			"a folder of its own for each, and the same for its traffic generators",
			unit->name, unit->folder_name, (int)pid);
		return -EADDRINUSE;
	}
	if (!fstatat(unit->folder, unit->name, &facts, AT_SYMLINK_NOFOLLOW) &&
	    S_ISSOCK(facts.st_mode))
		unlinkat(unit->folder, unit->name, 0);
	if (bind(unit->listener, (const struct sockaddr *)&address, size))
		return -errno;
	unit->bound = true;
	fchmodat(unit->folder, unit->name, 0600, 0);
	return listen(unit->listener, 8) ? -errno : 0;
}

static int fclc_open_socket(struct fcl_cu *cu, struct fclc_unit *unit)
{
	unit->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (unit->listener < 0) {
		int error = -errno;

		fclc_say(cu, FCL_MODEL_LOG_ERROR, "a socket for traffic generators: %s%s",
			 strerror(-error),
			 error == -EPERM ? "; a board process keeps kernels from sockets, so they "
					   "need a board of the program's own"
					 : "");
		return error;
	}
	return 0;
}

static int fclc_listen(struct fcl_cu *cu, struct fclc_unit *unit)
{
	int error = fclc_open_socket(cu, unit);

	if (!error)
		error = fclc_open_folder(cu, unit);
	if (error)
		return error;
	fclc_lock(unit);
	error = fclc_bind(cu, unit);
	flock(unit->folder, LOCK_UN);
	if (error && error != -EADDRINUSE)
		fclc_say(cu, FCL_MODEL_LOG_ERROR, "cannot make the socket '%s' in %s: %s",
			 unit->name, unit->folder_name, strerror(-error));
	return error;
}

/* --- opening and closing ----------------------------------------------------------------------- */

static void fclc_hang_up(struct fclc_unit *unit)
{
	if (unit->client >= 0)
		close(unit->client);
	unit->client = -1;
	unit->greeted = unit->owes = unit->deaf = false;
	unit->in_size = unit->out_at = unit->out_size = 0;
	unit->taken = 0;
	unit->sent = unit->base = unit->first;
}

int fclc_external_open(struct fcl_cu *cu, const struct fclc_external *external)
{
	const struct fclc_packets *design = &external->ports[0];
	const char *colon = strchr(cu->name, ':');
	size_t bytes = sizeof(struct fclc_unit) + design->packet_size;
	struct fclc_unit *unit = fclc_unit_map(bytes);
	uint64_t packets = 64;

	if (cu->host->size <
	    offsetof(struct fcl_model_host, end_host) + sizeof(cu->host->end_host)) {
		fclc_say(cu, FCL_MODEL_LOG_ERROR,
			 "this version of the board does not know traffic generators");
		return -ENOTSUP;
	}
	if (!unit)
		return -ENOMEM;
	*(struct fclc_unit **)cu->state = unit;
	unit->design = design;
	unit->name = colon ? colon + 1 : cu->name;
	unit->folder = unit->listener = unit->client = -1;
	while (packets * 2 * design->packet_size <= RING_BYTES)
		packets *= 2;
	unit->mask = packets - 1;
	unit->in = fclc_unit_map(IN_BYTES);
	unit->out = fclc_unit_map(OUT_BYTES);
	unit->ring = design->out ? NULL : fclc_unit_map(packets * design->packet_size);
	if (!unit->in || !unit->out || !(unit->ring || design->out))
		return -ENOMEM;
	return fclc_listen(cu, unit);
}

static void fclc_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

void fclc_external_close(struct fcl_cu *cu)
{
	struct fclc_unit *unit = fclc_unit_of(cu);
	unsigned packet_size;

	if (!unit)
		return;
	packet_size = unit->design->packet_size;
	if (unit->end != unit->first)
		fclc_say(cu, FCL_MODEL_LOG_WARN,
			 "%llu transfers of '%s' are lost that no traffic generator has received",
			 (unsigned long long)(unit->end - unit->first), unit->name);
	fclc_close(unit->client);
	fclc_close(unit->listener);
	if (unit->bound)
		unlinkat(unit->folder, unit->name, 0);
	fclc_close(unit->folder);
	fclc_unit_unmap(unit->in, IN_BYTES);
	fclc_unit_unmap(unit->out, OUT_BYTES);
	fclc_unit_unmap(unit->ring, (unit->mask + 1) * packet_size);
	fclc_unit_unmap(unit, sizeof(*unit) + packet_size);
	*(struct fclc_unit **)cu->state = NULL;
}

/* --- messages ---------------------------------------------------------------------------------- */

static struct fclc_external_head fclc_head_at(const unsigned char *at)
{
	struct fclc_external_head head;

	memcpy(&head, at, sizeof(head));
	return head;
}

static bool fclc_has_room(const struct fclc_unit *unit, size_t bytes)
{
	return OUT_BYTES - unit->out_size >= bytes;
}

static void fclc_put(struct fclc_unit *unit, const void *bytes, size_t size)
{
	memcpy(unit->out + unit->out_size, bytes, size);
	unit->out_size += size;
}

/*
 * Sends what it can. What a process has sent before it went is still to be received, so here its end
 * only means that it hears nothing any more.
 */
static void fclc_flush(struct fclc_unit *unit)
{
	while (unit->out_at < unit->out_size) {
		ssize_t count = fclc_send(unit->client, unit->out + unit->out_at,
					  unit->out_size - unit->out_at);

		if (count == -EAGAIN || count == -EINTR)
			return;
		if (count < 0) {
			unit->deaf = true;
			break;
		}
		unit->out_at += (size_t)count;
	}
	unit->out_at = unit->out_size = 0;
}

/* Tells the process why it is disconnected. */
__attribute__((format(printf, 3, 4))) static void
fclc_refuse(struct fcl_cu *cu, struct fclc_unit *unit, const char *format, ...)
{
	struct fclc_external_head head = {.kind = FCLC_EXTERNAL_REFUSED};
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	fclc_say(cu, FCL_MODEL_LOG_WARN, "'%s' disconnects a process: %s", unit->name, text);
	head.data = (uint32_t)strlen(text);
	if (fclc_has_room(unit, HEAD + head.data)) {
		fclc_put(unit, &head, HEAD);
		fclc_put(unit, text, head.data);
		fclc_flush(unit);
	}
	fclc_hang_up(unit);
}

static void fclc_greet(struct fcl_cu *cu, struct fclc_unit *unit,
		       const struct fclc_external_head *hello)
{
	const struct fclc_packets *design = unit->design;
	uint32_t direction = design->out ? FCLC_EXTERNAL_TO_BOARD : FCLC_EXTERNAL_FROM_BOARD;
	struct fclc_external_head head = {
		.kind = FCLC_EXTERNAL_WELCOME,
		.flags = direction | (design->last.bits ? FCLC_EXTERNAL_HAS_LAST : 0) |
			 (design->keep.bits ? FCLC_EXTERNAL_HAS_KEEP : 0),
		.data = design->width,
		.user = design->user.bits,
	};

	if (hello->kind != FCLC_EXTERNAL_HELLO || hello->low != FCLC_EXTERNAL_MAGIC) {
		fclc_refuse(cu, unit, "it does not begin as a traffic generator does");
		return;
	}
	if (hello->data != FCLC_EXTERNAL_VERSION) {
		fclc_refuse(cu, unit,
			    "it speaks version %u of the protocol, and the image version %u: use "
			    "the library of the fpgaclc that linked the image",
			    hello->data, FCLC_EXTERNAL_VERSION);
		return;
	}
	if (hello->flags != direction) {
		fclc_refuse(cu, unit, "'%s' %s the board, so it takes a %s", unit->name,
			    design->out ? "sends data to" : "receives data from",
			    design->out ? "master" : "slave");
		return;
	}
	if (!cu->host->stream_depth(cu, 0)) {
		fclc_refuse(cu, unit, "the stream of '%s' is not connected to a kernel",
			    unit->name);
		return;
	}
	unit->greeted = true;
	fclc_put(unit, &head, HEAD);
}

/*
 * What end_of_simulation() asks for; where hosts do not wait for that, it is a farewell. False: the
 * message is another one.
 */
static bool fclc_handle_end(struct fcl_cu *cu, const struct fclc_unit *unit,
			    const struct fclc_external_head *head)
{
	struct ucred peer = {0};
	char why[128];

	if (head->kind != FCLC_EXTERNAL_END)
		return false;
	snprintf(why, sizeof(why), "end_of_simulation() of a traffic generator at '%s'",
		 unit->name);
	fclc_peer(unit->client, &peer);
	cu->host->end_host(cu, why, peer.pid);
	return true;
}

/* --- to the board ------------------------------------------------------------------------------ */

/* Puts all transfers of a message into the stream. */
static void fclc_take(struct fcl_cu *cu, struct fclc_unit *unit,
		      const struct fclc_external_head *head, const unsigned char *bytes)
{
	const struct fclc_packets *design = unit->design;
	const unsigned char *keep = head->keep ? bytes + head->data : NULL;
	const unsigned char *user = bytes + head->data + head->keep;
	unsigned width = design->width,
		 user_bytes = head->user ? fclc_packets_user_bytes(design) : 0;

	for (uint32_t beat = 0; beat < head->beats; beat++) {
		uint32_t at = beat * width, left = head->data - at;

		if (fclc_packets_are_plain(design)) {
			fclc_packets_write(cu, 0, design, bytes + at);
			continue;
		}
		fclc_packets_pack(design, unit->packet, bytes + at, keep ? keep + at : NULL,
				  left < width ? left : width);
		if (user_bytes)
			fclc_packets_put(unit->packet, &design->user, user + beat * user_bytes);
		if (design->last.bits && beat + 1 == head->beats &&
		    head->flags & FCLC_EXTERNAL_LAST)
			unit->packet[design->last.offset] = 1;
		fclc_packets_write(cu, 0, design, unit->packet);
	}
}

/* NULL, or what is wrong with a message for the board. */
static const char *fclc_what_is_wrong(const struct fclc_unit *unit,
				      const struct fclc_external_head *head)
{
	const struct fclc_packets *design = unit->design;
	unsigned width = design->width;

	if (head->kind != FCLC_EXTERNAL_DATA)
		return "its message is of an unknown kind";
	if (head->data > FCLC_EXTERNAL_MAX_BYTES || head->keep > FCLC_EXTERNAL_MAX_BYTES ||
	    head->user > FCLC_EXTERNAL_MAX_BYTES ||
	    head->data + head->keep + head->user > FCLC_EXTERNAL_MAX_BYTES)
		return "its message is too long";
	if (!head->data || head->beats != (head->data + width - 1) / width ||
	    (head->keep && head->keep != head->data) ||
	    (head->user && (uint64_t)head->beats * fclc_packets_user_bytes(design) != head->user))
		return "the parts of its message do not fit each other";
	if (!design->keep.bits && (head->data % width || head->keep))
		return "its message has null bytes, for which the stream has no TKEEP";
	return NULL;
}

/* Handles all complete messages. */
static void fclc_handle_data(struct fcl_cu *cu, struct fclc_unit *unit, size_t *at)
{
	while (unit->in_size - *at >= HEAD) {
		struct fclc_external_head head = fclc_head_at(unit->in + *at);
		const char *wrong = fclc_what_is_wrong(unit, &head);
		size_t size;

		if (fclc_handle_end(cu, unit, &head)) {
			*at += HEAD;
			continue;
		}
		if (wrong) {
			fclc_refuse(cu, unit, "%s", wrong);
			return;
		}
		size = HEAD + (size_t)head.data + head.keep + head.user;
		if (unit->in_size - *at < size)
			return;
		fclc_take(cu, unit, &head, unit->in + *at + HEAD);
		*at += size;
		unit->taken++;
		unit->owes = true;
	}
}

static void fclc_answer(struct fclc_unit *unit)
{
	struct fclc_external_head head = {.kind = FCLC_EXTERNAL_TAKEN,
					  .low = (uint32_t)unit->taken,
					  .high = (uint32_t)(unit->taken >> 32)};

	/* One that is not sent yet says less than the next one will. */
	if (!unit->owes || unit->out_size)
		return;
	fclc_put(unit, &head, HEAD);
	unit->owes = false;
}

/* --- from the board ---------------------------------------------------------------------------- */

static unsigned char *fclc_ring_at(const struct fclc_unit *unit, uint64_t packet)
{
	return unit->ring + (packet & unit->mask) * unit->design->packet_size;
}

static bool fclc_ring_full(const struct fclc_unit *unit)
{
	return unit->end - unit->first > unit->mask;
}

/* Takes what is in the stream, as far as there is room. */
static void fclc_fill(struct fcl_cu *cu, struct fclc_unit *unit)
{
	/* An empty ring begins again at its front, whose memory is in the cache. */
	if (unit->first == unit->end) {
		unit->base -= unit->first;
		unit->first = unit->sent = unit->end = 0;
	}
	while (!fclc_ring_full(unit) &&
	       fclc_packets_try_read(cu, 0, unit->design, fclc_ring_at(unit, unit->end)))
		unit->end++;
}

/* Writes a message of the next transfers, up to TLAST; false: no room for it. */
static bool fclc_put_data(struct fclc_unit *unit)
{
	const struct fclc_packets *design = unit->design;
	unsigned width = design->width, user_bytes = fclc_packets_user_bytes(design);
	uint64_t most = OUT_DATA / (width > user_bytes ? width : user_bytes), beats = 0;
	struct fclc_external_head head = {.kind = FCLC_EXTERNAL_DATA};
	unsigned char *data = unit->out + unit->out_size + HEAD, *user;
	bool partial = false, last = false;

	if (!fclc_has_room(unit, HEAD + 3 * OUT_DATA))
		return false;
	while (!last && beats < most && unit->sent + beats < unit->end) {
		const unsigned char *packet = fclc_ring_at(unit, unit->sent + beats++);
		unsigned count = width;

		last = fclc_packets_is_last(design, packet);
		if (design->keep.bits && last)
			count = fclc_packets_trimmed(design, packet);
		memcpy(data + head.data, packet + design->data.offset, count);
		partial |= design->keep.bits && !fclc_packets_all_kept(design, packet, count);
		head.data += count;
	}
	if (partial)
		for (; head.keep < head.data; head.keep++)
			data[head.data + head.keep] =
				fclc_packets_kept(
					design, fclc_ring_at(unit, unit->sent + head.keep / width),
					head.keep % width)
					? 0xff
					: 0;
	user = data + head.data + head.keep;
	for (uint64_t i = 0; user_bytes && i < beats; i++, head.user += user_bytes)
		memcpy(user + head.user, fclc_ring_at(unit, unit->sent + i) + design->user.offset,
		       user_bytes);
	head.flags = last ? FCLC_EXTERNAL_LAST : 0;
	head.beats = (uint32_t)beats;
	fclc_put(unit, &head, HEAD);
	unit->out_size += head.data + head.keep + head.user;
	unit->sent += beats;
	return true;
}

/* What the process has taken. */
static void fclc_handle_taken(struct fcl_cu *cu, struct fclc_unit *unit, size_t *at)
{
	for (; unit->in_size - *at >= HEAD; *at += HEAD) {
		struct fclc_external_head head = fclc_head_at(unit->in + *at);
		uint64_t taken = unit->base + ((uint64_t)head.high << 32 | head.low);

		if (fclc_handle_end(cu, unit, &head))
			continue;
		if (head.kind != FCLC_EXTERNAL_TAKEN || taken < unit->first || taken > unit->sent) {
			fclc_refuse(cu, unit, "its answer is invalid");
			return;
		}
		unit->first = taken;
	}
}

/* --- a process --------------------------------------------------------------------------------- */

/* Accepts a process, if one waits. */
static void fclc_meet(struct fcl_cu *cu, struct fclc_unit *unit)
{
	struct ucred peer;
	int client = fclc_accept(unit->listener);

	if (client < 0)
		return;
	fclc_hang_up(unit);
	unit->client = client;
	if (fclc_peer(client, &peer) && (peer.uid == geteuid() || !peer.uid))
		return;
	fclc_refuse(cu, unit, "it belongs to another user");
}

static void fclc_lose(struct fcl_cu *cu, struct fclc_unit *unit)
{
	if (unit->greeted && unit->in_size && unit->design->out)
		fclc_say(
			cu, FCL_MODEL_LOG_WARN,
			"the process that sent to '%s' has gone in the middle of a message, which is "
			"dropped (%zu bytes of it)",
			unit->name, unit->in_size);
	fclc_hang_up(unit);
}

/* Handles what has been received: the first message is the greeting. */
static void fclc_handle(struct fcl_cu *cu, struct fclc_unit *unit)
{
	struct fclc_external_head head;
	size_t at = 0;

	if (!unit->greeted && unit->in_size >= HEAD) {
		head = fclc_head_at(unit->in);
		at = HEAD;
		fclc_greet(cu, unit, &head);
	}
	if (unit->greeted && unit->design->out)
		fclc_handle_data(cu, unit, &at);
	else if (unit->greeted)
		fclc_handle_taken(cu, unit, &at);
	if (unit->client < 0 || !at)
		return;
	unit->in_size -= at;
	memmove(unit->in, unit->in + at, unit->in_size);
}

/* Whether something was received, or the process has gone. */
static bool fclc_listen_to(struct fcl_cu *cu, struct fclc_unit *unit)
{
	ssize_t count = fclc_receive(unit->client, unit->in + unit->in_size,
				     IN_BYTES - unit->in_size);

	if (count == -EAGAIN || count == -EINTR)
		return false;
	if (count <= 0) {
		fclc_lose(cu, unit);
		return true;
	}
	unit->in_size += (size_t)count;
	fclc_handle(cu, unit);
	return true;
}

/* Writes and sends what there is. */
static void fclc_talk_to(struct fclc_unit *unit)
{
	if (!unit->greeted || unit->deaf)
		return;
	do {
		if (unit->design->out)
			fclc_answer(unit);
		while (!unit->design->out && unit->sent != unit->end && fclc_put_data(unit))
			;
		fclc_flush(unit);
	} while (!unit->deaf && !unit->out_size && (unit->owes || unit->sent != unit->end));
}

int fclc_external_run(struct fcl_cu *cu)
{
	struct fclc_unit *unit = fclc_unit_of(cu);
	const uint32_t port = 0;

	/* An execution before this one may have been ended at any place. */
	fclc_hang_up(unit);
	for (;;) {
		bool again = false;

		if (unit->client < 0)
			fclc_meet(cu, unit);
		if (unit->client >= 0)
			again = fclc_listen_to(cu, unit);
		if (!unit->design->out)
			fclc_fill(cu, unit);
		if (unit->client >= 0)
			fclc_talk_to(unit);
		if (again)
			continue;
		cu->host->wait_outside(cu, unit->client >= 0 ? unit->client : unit->listener,
				       POLLIN | (unit->out_size ? POLLOUT : 0), &port,
				       !unit->design->out && !fclc_ring_full(unit));
	}
}

#pragma GCC visibility pop
