/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/socket.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/trust.h"
#include "base/vfio_user.h"
#include "hal/pcie/transport/news.h"

/*
 * One command is under way at a time: under the lock a thread sends it and reads its reply. Writes
 * to registers ask for no reply, as writes are posted on the bus, too; they leave with the read
 * that follows, in one system call.
 */

enum {
	MOST_REPLY = 8 * 1024, /* bytes of a reply's body; all that we ask for are shorter */
	MOST_WORDS = 64,       /* register writes in one system call */
};

struct channel {
	struct fcl_pcie_transport transport; /* must be first */
	pthread_mutex_t lock;                /* guards the socket, `next_id` and `held` */
	int fd;
	uint32_t patience_ms;
	uint16_t next_id;
	size_t nheld;
	char held[512];          /* received, and not looked at yet */
	int news[FCL_PCIE_NEWS]; /* eventfds */
};

static struct channel *channel_of(struct fcl_pcie_transport *transport)
{
	return (struct channel *)transport;
}

/* A command, and what is known of its reply. */
struct command {
	uint16_t number;
	const void *body;
	size_t size;
	const int *fds;
	unsigned nfds;
	void *reply; /* room for the reply's body */
	size_t room;
	size_t got;     /* bytes of the body */
	uint32_t error; /* errno that the server reports */
};

/* --- the socket ------------------------------------------------------------------------------- */

/* Waits until the socket is ready. A signal does not end or prolong the wait. */
static int socket_wait_ready(const struct channel *channel, short events, uint64_t until_ns)
{
	struct pollfd poller = {channel->fd, events, 0};
	int ready;

	do {
		uint64_t now = fcl_now_ns();
		uint64_t left_ms = now < until_ns ? (until_ns - now) / 1000000 + 1 : 0;

		ready = poll(&poller, 1, (int)left_ms);
		if (!ready && !left_ms)
			return -ETIMEDOUT;
	} while (ready < 0 ? errno == EINTR || errno == EAGAIN : !ready);
	return ready < 0 ? -errno : 0;
}

static int socket_send_all(const struct channel *channel, const char *bytes, size_t size,
			   const int *fds, unsigned nfds, uint64_t until_ns)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(8 * sizeof(int))];
	} control = {0};

	while (size) {
		struct iovec piece = {(void *)(uintptr_t)bytes, size};
		struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
		ssize_t sent;

		if (nfds) {
			message.msg_control = &control;
			message.msg_controllen = CMSG_SPACE(nfds * sizeof(int));
			control.header.cmsg_level = SOL_SOCKET;
			control.header.cmsg_type = SCM_RIGHTS;
			control.header.cmsg_len = CMSG_LEN(nfds * sizeof(int));
			memcpy(CMSG_DATA(&control.header), fds, nfds * sizeof(int));
		}
		sent = sendmsg(channel->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent > 0) {
			bytes += sent;
			size -= (size_t)sent;
			nfds = 0;
		} else if (sent < 0 && errno == EAGAIN) {
			int error = socket_wait_ready(channel, POLLOUT, until_ns);

			if (error)
				return error;
		} else if (sent < 0 && errno != EINTR) {
			return -errno;
		}
	}
	return 0;
}

/* A reply comes in one piece, and is received in one call, whatever its parts are. */
static int socket_receive_some(struct channel *channel, uint64_t until_ns)
{
	int error = socket_wait_ready(channel, POLLIN, until_ns);
	ssize_t got;

	if (error)
		return error;
	/* A plain recv() discards file descriptors, which we never ask for. */
	got = recv(channel->fd, channel->held, sizeof(channel->held), MSG_DONTWAIT);
	if (!got)
		return -ECONNRESET;
	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	channel->nheld = (size_t)got;
	return 0;
}

static int socket_receive_all(struct channel *channel, void *room, size_t size, uint64_t until_ns)
{
	char *at = room;

	for (;;) {
		size_t count = size < channel->nheld ? size : channel->nheld;
		int error;

		memcpy(at, channel->held, count);
		channel->nheld -= count;
		memmove(channel->held, channel->held + count, channel->nheld);
		at += count;
		size -= count;
		if (!size)
			return 0;
		error = socket_receive_some(channel, until_ns);
		if (error)
			return error;
	}
}

/* The server's own commands (access to memory that is no file's) are refused: we map only files. */
static int socket_refuse(const struct channel *channel, const struct fcl_vu_header *asked,
			 uint64_t until_ns)
{
	struct fcl_vu_header reply = {.id = asked->id,
				      .command = asked->command,
				      .size = sizeof(reply),
				      .flags = FCL_VU_REPLY | FCL_VU_ERROR,
				      .error = EINVAL};

	if (asked->flags & FCL_VU_NO_REPLY)
		return 0;
	return socket_send_all(channel, (const char *)&reply, sizeof(reply), NULL, 0, until_ns);
}

static int receive_reply(struct channel *channel, uint16_t id, struct command *command,
			 uint64_t until_ns)
{
	struct fcl_vu_header header;
	char body[MOST_REPLY];
	size_t size;
	int error;

	for (;;) {
		error = socket_receive_all(channel, &header, sizeof(header), until_ns);
		if (error)
			return error;
		if (header.size < sizeof(header) || header.size - sizeof(header) > sizeof(body))
			return -EPROTO;
		size = header.size - sizeof(header);
		error = socket_receive_all(channel, body, size, until_ns);
		if (error)
			return error;
		if ((header.flags & FCL_VU_TYPE) == FCL_VU_REPLY)
			break;
		error = socket_refuse(channel, &header, until_ns);
		if (error)
			return error;
	}
	if (header.id != id || header.command != command->number)
		return -EPROTO;
	command->error = header.flags & FCL_VU_ERROR ? (header.error ? header.error : EIO) : 0;
	command->got = size < command->room ? size : command->room;
	memcpy(command->reply, body, command->got);
	return 0;
}

/* After this, the two sides may disagree on where a message starts, so nothing more is sent. */
static int socket_lose(struct channel *channel, int error)
{
	if (error)
		fcl_pcie_lose(&channel->transport);
	return error;
}

static void fill_header(struct channel *channel, struct fcl_vu_header *header, uint16_t command,
			size_t body, uint32_t flags)
{
	*header = (struct fcl_vu_header){.id = channel->next_id++,
					 .command = command,
					 .size = (uint32_t)(sizeof(*header) + body),
					 .flags = flags};
}

/* Sends a command and waits for its reply. -EREMOTEIO: the server reports command->error. */
static int socket_call(struct channel *channel, struct command *command)
{
	uint64_t until = fcl_now_ns() + channel->patience_ms * (uint64_t)1000000;
	struct fcl_vu_header header;
	char message[sizeof(header) + 512];
	int error = -ENODEV;

	if (command->size > sizeof(message) - sizeof(header))
		return -EINVAL;
	pthread_mutex_lock(&channel->lock);
	if (!fcl_pcie_is_gone(&channel->transport)) {
		fill_header(channel, &header, command->number, command->size, 0);
		memcpy(message, &header, sizeof(header));
		memcpy(message + sizeof(header), command->body, command->size);
		error = socket_send_all(channel, message, header.size, command->fds, command->nfds,
					until);
		if (!error)
			error = receive_reply(channel, header.id, command, until);
		socket_lose(channel, error);
	}
	pthread_mutex_unlock(&channel->lock);
	return error ? error : command->error ? -EREMOTEIO : 0;
}

/* --- registers -------------------------------------------------------------------------------- */

/* A read, or what comes before the value of a write. */
struct access_message {
	struct fcl_vu_header header;
	struct fcl_vu_access access;
};

enum { WRITE_BYTES = sizeof(struct access_message) + sizeof(uint32_t) };

/* The lock is held. */
static int socket_exchange(struct channel *channel, unsigned region,
			   const struct fcl_pcie_word *words, unsigned nwords, uint64_t read_at,
			   uint32_t *ret_value)
{
	uint64_t until = fcl_now_ns() + channel->patience_ms * (uint64_t)1000000;
	char message[(MOST_WORDS + 1) * WRITE_BYTES];
	struct {
		struct fcl_vu_access access;
		uint32_t value;
	} reply = {0};
	struct command command = {
		.number = FCL_VU_REGION_READ, .reply = &reply, .room = sizeof(reply)};
	struct access_message read = {.access = {read_at, region, sizeof(uint32_t)}};
	size_t size = 0;
	int error;

	for (unsigned i = 0; i < nwords; i++) {
		struct access_message write = {
			.access = {words[i].offset, region, sizeof(uint32_t)}};

		fill_header(channel, &write.header, FCL_VU_REGION_WRITE,
			    WRITE_BYTES - sizeof(write.header), FCL_VU_NO_REPLY);
		memcpy(message + size, &write, sizeof(write));
		memcpy(message + size + sizeof(write), &words[i].value, sizeof(uint32_t));
		size += WRITE_BYTES;
	}
	if (read_at != FCL_PCIE_NOTHING) {
		fill_header(channel, &read.header, FCL_VU_REGION_READ, sizeof(read.access), 0);
		memcpy(message + size, &read, sizeof(read));
		size += sizeof(read);
	}
	error = socket_send_all(channel, message, size, NULL, 0, until);
	if (error || read_at == FCL_PCIE_NOTHING)
		return error;
	error = receive_reply(channel, read.header.id, &command, until);
	if (error)
		return error;
	/* The device refuses the access, as a bus does: the value is all ones. */
	*ret_value = command.error || command.got < sizeof(reply.access) + sizeof(uint32_t)
			     ? FCL_PCIE_GONE
			     : reply.value;
	return 0;
}

static uint32_t socket_access_register(struct fcl_pcie_transport *transport, unsigned region,
				       const struct fcl_pcie_word *words, unsigned nwords,
				       uint64_t read_at)
{
	struct channel *channel = channel_of(transport);
	uint32_t value = FCL_PCIE_GONE;

	pthread_mutex_lock(&channel->lock);
	while (nwords > MOST_WORDS && !fcl_pcie_is_gone(transport)) {
		socket_lose(channel, socket_exchange(channel, region, words, MOST_WORDS,
						     FCL_PCIE_NOTHING, NULL));
		words += MOST_WORDS;
		nwords -= MOST_WORDS;
	}
	if (!fcl_pcie_is_gone(transport))
		socket_lose(channel,
			    socket_exchange(channel, region, words, nwords, read_at, &value));
	pthread_mutex_unlock(&channel->lock);
	return read_at == FCL_PCIE_NOTHING ? 0 : value;
}

/* --- memory, interrupts, reset ---------------------------------------------------------------- */

/* Puts the server's or the socket's reason into words. */
static int failed(const struct channel *channel, const struct command *command, int error,
		  const char *what, struct fcl_err *err)
{
	if (error == -EREMOTEIO)
		return fcl_err_set(err, -(int)command->error, "%s: the card refuses %s: %s",
				   channel->transport.name, what, strerror((int)command->error));
	return fcl_err_set(err, -ENODEV, "%s: the card is gone: %s", channel->transport.name,
			   strerror(-error));
}

static int socket_dma_map(struct fcl_pcie_transport *transport,
			  const struct fcl_pcie_mapping *mapping, struct fcl_err *err)
{
	struct channel *channel = channel_of(transport);
	struct fcl_vu_dma_map body = {.argsz = sizeof(body),
				      .flags = FCL_VU_DMA_READABLE |
					       (mapping->writable ? FCL_VU_DMA_WRITABLE : 0),
				      .offset = mapping->offset,
				      .iova = mapping->iova,
				      .size = mapping->size};
	char none;
	struct command command = {.number = FCL_VU_DMA_MAP,
				  .body = &body,
				  .size = sizeof(body),
				  .fds = &mapping->fd,
				  .nfds = 1,
				  .reply = &none};
	int error;

	if (mapping->fd < 0)
		return fcl_err_set(err, -EOPNOTSUPP, "%s: only memory of a file can be mapped",
				   transport->name);
	error = socket_call(channel, &command);
	return error ? failed(channel, &command, error, "a mapping for DMA", err) : 0;
}

static int socket_dma_unmap(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size)
{
	struct fcl_vu_dma_unmap body = {.argsz = sizeof(body), .iova = iova, .size = size}, reply;
	struct command command = {.number = FCL_VU_DMA_UNMAP,
				  .body = &body,
				  .size = sizeof(body),
				  .reply = &reply,
				  .room = sizeof(reply)};

	return socket_call(channel_of(transport), &command);
}

/* One vector at a time: a server need not take more than one file descriptor in a message. */
static int set_vector(struct channel *channel, uint32_t index, uint32_t vector, int eventfd,
		      struct fcl_err *err)
{
	struct vfio_irq_set body = {.argsz = sizeof(body),
				    .flags = VFIO_IRQ_SET_DATA_EVENTFD |
					     VFIO_IRQ_SET_ACTION_TRIGGER,
				    .index = index,
				    .start = vector,
				    .count = 1};
	char none;
	struct command command = {.number = FCL_VU_SET_IRQS,
				  .body = &body,
				  .size = sizeof(body),
				  .fds = &eventfd,
				  .nfds = 1,
				  .reply = &none};
	int error = socket_call(channel, &command);

	return error ? failed(channel, &command, error, "an interrupt", err) : 0;
}

static int socket_set_irqs(struct fcl_pcie_transport *transport, const int *eventfds,
			   uint32_t count, struct fcl_err *err)
{
	struct channel *channel = channel_of(transport);
	struct vfio_irq_set body = {.argsz = sizeof(body),
				    .flags = VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER,
				    .index = VFIO_PCI_MSIX_IRQ_INDEX};
	char none;
	struct command command = {
		.number = FCL_VU_SET_IRQS, .body = &body, .size = sizeof(body), .reply = &none};
	int error = 0;

	if (!count) {
		error = socket_call(channel, &command);
		return error ? failed(channel, &command, error, "to disconnect interrupts", err)
			     : 0;
	}
	for (uint32_t i = 0; !error && i < count; i++)
		error = set_vector(channel, VFIO_PCI_MSIX_IRQ_INDEX, i, eventfds[i], err);
	return error;
}

static int socket_reset(struct fcl_pcie_transport *transport, struct fcl_err *err)
{
	struct channel *channel = channel_of(transport);
	char none;
	struct command command = {.number = FCL_VU_RESET, .body = "", .reply = &none};
	int error = socket_call(channel, &command);

	return error ? failed(channel, &command, error, "a reset", err) : 0;
}

/* A lost server ends the connection, which is found out at once, without a command. */
static bool socket_withdrawn(struct fcl_pcie_transport *transport)
{
	struct pollfd poller = {channel_of(transport)->fd, 0, 0};

	return (poll(&poller, 1, 0) > 0 && poller.revents & (POLLHUP | POLLERR)) ||
	       fcl_pcie_has_news(channel_of(transport)->news);
}

static void close_channel(struct fcl_pcie_transport *transport)
{
	struct channel *channel;

	if (!transport)
		return;
	channel = channel_of(transport);
	close(channel->fd);
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++)
		if (channel->news[i] >= 0)
			close(channel->news[i]);
	pthread_mutex_destroy(&channel->lock);
	free(channel);
}

static const struct fcl_pcie_transport_ops ops = {
	.close = close_channel,
	.access = socket_access_register,
	.dma_map = socket_dma_map,
	.dma_unmap = socket_dma_unmap,
	.irqs = socket_set_irqs,
	.reset = socket_reset,
	.withdrawn = socket_withdrawn,
};

/* --- opening ---------------------------------------------------------------------------------- */

static int negotiate(struct channel *channel, struct fcl_err *err)
{
	static const char capabilities[] =
		"{\"capabilities\":{\"max_msg_fds\":1,\"max_data_xfer_size\":65536}}";
	struct {
		struct fcl_vu_version version;
		char json[sizeof(capabilities)];
	} body = {{FCL_VU_MAJOR, FCL_VU_MINOR}, ""};
	struct fcl_vu_version reply = {0};
	struct command command = {.number = FCL_VU_VERSION,
				  .body = &body,
				  .size = sizeof(body.version) + sizeof(capabilities),
				  .reply = &reply,
				  .room = sizeof(reply)};
	int error;

	memcpy(body.json, capabilities, sizeof(capabilities));
	error = socket_call(channel, &command);
	if (error == -EREMOTEIO && command.error == EBUSY)
		return fcl_err_set(err, -EBUSY, "%s: another process has the card",
				   channel->transport.name);
	if (error == -ETIMEDOUT)
		return fcl_err_set(
			err, -EBUSY,
			"%s: no answer in %u ms: another process may have the card, or the socket is no vfio-user server's",
			channel->transport.name, channel->patience_ms);
	if (error == -EPROTO || error == -EREMOTEIO)
		return fcl_err_set(
			err, -EPROTO,
			"%s: expected a vfio-user server of version %d.%d, which the socket's is not",
			channel->transport.name, FCL_VU_MAJOR, FCL_VU_MINOR);
	if (error)
		return fcl_err_set(
			err, -EBUSY,
			"%s: the server ended the connection (%s): another process may have the card",
			channel->transport.name, strerror(-error));
	if (command.got < sizeof(reply) || reply.major != FCL_VU_MAJOR)
		return fcl_err_set(
			err, -EPROTO,
			"%s: expected a vfio-user server of version %d.%d, found version %u.%u",
			channel->transport.name, FCL_VU_MAJOR, FCL_VU_MINOR, reply.major,
			reply.minor);
	return 0;
}

static int ask_info(struct channel *channel, uint32_t *ret_flags, struct fcl_err *err)
{
	struct fcl_vu_info info = {.argsz = sizeof(info)};
	struct command command = {.number = FCL_VU_INFO,
				  .body = &info,
				  .size = sizeof(info),
				  .reply = &info,
				  .room = sizeof(info)};
	int error = socket_call(channel, &command);

	if (error)
		return failed(channel, &command, error, "to say what it is", err);
	if (command.got < sizeof(info) || !(info.flags & VFIO_DEVICE_FLAGS_PCI) ||
	    info.regions <= FCL_PCIE_CONFIG)
		return fcl_err_set(
			err, -EINVAL,
			"%s: expected a PCI function, found a device with flags %#x and %u regions",
			channel->transport.name, info.flags, info.regions);
	*ret_flags = info.flags;
	return 0;
}

static int ask_region(struct channel *channel, unsigned index, struct fcl_err *err)
{
	struct vfio_region_info info = {.argsz = sizeof(info), .index = index};
	struct command command = {.number = FCL_VU_REGION_INFO,
				  .body = &info,
				  .size = sizeof(info),
				  .reply = &info,
				  .room = sizeof(info)};
	const uint32_t both = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
	int error = socket_call(channel, &command);

	if (error)
		return failed(channel, &command, error, "to describe a region", err);
	if (command.got == sizeof(info) && (info.flags & both) == both)
		channel->transport.sizes[index] = info.size;
	return 0;
}

static int ask_vectors(struct channel *channel, struct fcl_err *err)
{
	struct vfio_irq_info info = {.argsz = sizeof(info), .index = VFIO_PCI_MSIX_IRQ_INDEX};
	struct command command = {.number = FCL_VU_IRQ_INFO,
				  .body = &info,
				  .size = sizeof(info),
				  .reply = &info,
				  .room = sizeof(info)};
	int error = socket_call(channel, &command);

	/* A function without MSI-X is polled. */
	if (error == -EREMOTEIO)
		return 0;
	if (error)
		return failed(channel, &command, error, "to describe its interrupts", err);
	if (command.got == sizeof(info) && info.flags & VFIO_IRQ_INFO_EVENTFD)
		channel->transport.nvectors = info.count < FCL_PCIE_VECTORS ? info.count
									    : FCL_PCIE_VECTORS;
	return 0;
}

/* Servers need not have both kinds of news. */
static void socket_ask_for_news(struct channel *channel)
{
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++) {
		channel->news[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (channel->news[i] >= 0)
			set_vector(channel, fcl_pcie_news[i], 0, channel->news[i], NULL);
	}
}

int fcl_pcie_socket_adopt(int fd, const char *name, uint32_t patience_ms,
			  struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	struct channel *channel = calloc(1, sizeof(*channel));
	uint32_t flags = 0;
	int error;

	if (!channel) {
		close(fd);
		return fcl_err_set(err, -ENOMEM, "no memory for a card's connection");
	}
	channel->transport.ops = &ops;
	/* Above 4 GiB and within what any function can address. */
	channel->transport.iova_first = (uint64_t)1 << 32;
	channel->transport.iova_last = ((uint64_t)1 << 39) - 1;
	snprintf(channel->transport.name, sizeof(channel->transport.name), "%s", name);
	channel->fd = fd;
	channel->patience_ms = patience_ms;
	for (unsigned i = 0; i < FCL_PCIE_NEWS; i++)
		channel->news[i] = -1;
	pthread_mutex_init(&channel->lock, NULL);
	error = negotiate(channel, err);
	if (!error)
		error = ask_info(channel, &flags, err);
	for (unsigned i = 0; !error && i < FCL_PCIE_REGIONS; i++)
		error = ask_region(channel, i, err);
	if (!error)
		error = ask_vectors(channel, err);
	channel->transport.resets = flags & VFIO_DEVICE_FLAGS_RESET;
	if (error) {
		close_channel(&channel->transport);
		return error;
	}
	socket_ask_for_news(channel);
	*ret_transport = &channel->transport;
	return 0;
}

int fcl_pcie_socket_open(const char *path, uint32_t patience_ms,
			 struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	uid_t owner = geteuid();
	int fd, error;

	if (strlen(path) >= sizeof(address.sun_path))
		return fcl_err_set(err, -ENAMETOOLONG,
				   "%s: a socket's path has at most %zu characters", path,
				   sizeof(address.sun_path) - 1);
	memcpy(address.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return fcl_err_set(err, -errno, "no socket can be created: %s", strerror(errno));
	if (!connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		/* The server may be another user: the one who owns the folder. */
		error = fcl_trust_folder_of(path, &owner, err);
		if (!error)
			error = fcl_trust_peer(fd, owner, err);
		if (!error)
			return fcl_pcie_socket_adopt(fd, path, patience_ms, ret_transport, err);
		close(fd);
		return error;
	}
	error = -errno;
	close(fd);
	/* EAGAIN: as many processes wait for the server as its backlog has room for. */
	if (error == -EAGAIN)
		return fcl_err_set(err, -EBUSY, "%s: another process has the card", path);
	if (error == -EACCES)
		return fcl_err_set(err, -EPERM, "%s: no permission to connect to the socket", path);
	return fcl_err_set(err, error == -ECONNREFUSED || error == -ENOTSOCK ? -ENOENT : error,
			   "%s: no card process listens: %s", path, strerror(-error));
}
