/* SPDX-License-Identifier: Apache-2.0 */
#include "client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/clock.h"
#include "host_tests/image/cmocka_all.h"

const char *card_tool;
char card_socket[64];

/* --- processes ----------------------------------------------------------------------------------- */

/* The log of a card that stays goes to the test's, so that no pipe fills up. */
static pid_t run(const char *const *arguments, bool logs, int *ret_output)
{
	const char *words[40] = {card_tool, "card"};
	int ends[2];
	pid_t pid;

	for (unsigned i = 0; arguments[i]; i++)
		words[i + 2] = arguments[i];
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the test fails */
		dup2(ends[1], STDOUT_FILENO);
		if (!logs)
			dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		execv(card_tool, (char *const *)(uintptr_t)words);
		_exit(127);
	}
	close(ends[1]);
	*ret_output = ends[0];
	return pid;
}

/* The pipe stays open for as long as this process: the card may write to it. */
pid_t card_start_again(const char *const *arguments)
{
	const char *words[32] = {"start", "u250", "--socket", card_socket};
	char text[1000];
	size_t length = 0;
	int output;
	pid_t pid;

	for (unsigned i = 0; arguments && arguments[i]; i++)
		words[i + 4] = arguments[i];
	pid = run(words, true, &output);
	do {
		ssize_t got = read(output, text + length, sizeof(text) - 1 - length);

		if (got <= 0)
			fail_msg("the card does not start: %.*s", (int)length, text);
		length += (size_t)got;
		text[length] = '\0';
	} while (!strstr(text, "listens at"));
	return pid;
}

pid_t card_start(const char *const *arguments)
{
	static unsigned started;

	snprintf(card_socket, sizeof(card_socket), "/tmp/fpgacl-card.%d.%u", (int)getpid(),
		 ++started);
	return card_start_again(arguments);
}

void card_stop(pid_t pid)
{
	int status = -1;

	assert_int_equal(kill(pid, SIGTERM), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	assert_int_equal(access(card_socket, F_OK), -1);
}

int card_run(const char *const *arguments, char *text, size_t size)
{
	size_t length = 0;
	ssize_t got;
	int output, status = -1;
	pid_t pid = run(arguments, false, &output);

	while ((got = read(output, text + length, size - 1 - length)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	close(output);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* --- messages ------------------------------------------------------------------------------------ */

int client_connect(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	const struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strcpy(address.sun_path, card_socket);
	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return fd;
}

static void send_message(int fd, const struct fcl_vu_header *header, const void *body, size_t bytes,
			 const int *fds, unsigned nfds)
{
	struct iovec parts[] = {{(void *)(uintptr_t)header, sizeof(*header)},
				{(void *)(uintptr_t)body, bytes}};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int) * 64)];
	} control = {.head = {.cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS,
			      .cmsg_len = CMSG_LEN(sizeof(int) * nfds)}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};

	if (nfds) {
		memcpy(CMSG_DATA(&control.head), fds, sizeof(int) * nfds);
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(sizeof(int) * nfds);
	}
	assert_int_equal(sendmsg(fd, &message, MSG_NOSIGNAL), sizeof(*header) + bytes);
}

static bool receive_all(int fd, void *to, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t got = recv(fd, (char *)to + done, size - done, 0);

		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

/* A DMA_READ or DMA_WRITE of the card. */
static void serve(struct client *client, const struct fcl_vu_header *command, uint8_t *body)
{
	struct fcl_vu_dma_access access;
	struct fcl_vu_header header = *command;
	bool writes = command->command == FCL_VU_DMA_WRITE;
	size_t size = sizeof(access);
	uint8_t *at;

	memcpy(&access, body, sizeof(access));
	assert_true(access.iova >= client->base &&
		    access.iova + access.count <= client->base + CLIENT_MEMORY);
	at = client->memory + (access.iova - client->base);
	client->served++;
	header.flags = FCL_VU_REPLY;
	if (client->refuse) {
		client->refuse--;
		header.flags |= FCL_VU_ERROR;
		header.error = EFAULT;
		size = 0;
	} else if (writes) {
		assert_int_equal(command->size, sizeof(header) + size + access.count);
		memcpy(at, body + size, access.count);
	} else {
		memcpy(body + size, at, access.count);
		size += access.count;
	}
	header.size = (uint32_t)(sizeof(header) + size);
	send_message(client->fd, &header, body, size, NULL, 0);
}

int client_call(struct client *client, enum fcl_vu_command command, const void *body, size_t bytes,
		const int *fds, unsigned nfds, void *reply, size_t *size)
{
	static uint8_t room[FCL_VU_MAX_DATA + 64];
	struct fcl_vu_header header = {.id = ++client->id,
				       .command = (uint16_t)command,
				       .size = (uint32_t)(sizeof(header) + bytes)};

	send_message(client->fd, &header, body, bytes, fds, nfds);
	for (;;) {
		assert_true(receive_all(client->fd, &header, sizeof(header)));
		assert_in_range(header.size, sizeof(header), sizeof(header) + sizeof(room));
		assert_true(receive_all(client->fd, room, header.size - sizeof(header)));
		if ((header.flags & FCL_VU_TYPE) == FCL_VU_REPLY)
			break;
		serve(client, &header, room);
	}
	assert_int_equal(header.id, client->id);
	assert_int_equal(header.command, command);
	if (header.flags & FCL_VU_ERROR) {
		assert_int_equal(header.size, sizeof(header));
		return (int)header.error;
	}
	if (size) {
		assert_in_range(header.size - sizeof(header), 0, *size);
		*size = header.size - sizeof(header);
		memcpy(reply, room, *size);
	} else {
		assert_int_equal(header.size, sizeof(header));
	}
	return 0;
}

int client_open(struct client *client)
{
	static const char offer[] = "\0\0\0\0{\"capabilities\":{\"max_msg_fds\":32}}";
	char reply[300];
	size_t size = sizeof(reply);
	int error;

	memset(client, 0, sizeof(*client));
	client->fd = client_connect();
	client->base = CLIENT_IOVA;
	client->file = memfd_create("client", MFD_CLOEXEC);
	for (unsigned i = 0; i < CLIENT_VECTORS; i++)
		client->events[i] = -1;
	assert_int_equal(ftruncate(client->file, CLIENT_MEMORY), 0);
	client->memory = mmap(NULL, CLIENT_MEMORY, PROT_READ | PROT_WRITE, MAP_SHARED, client->file,
			      0);
	assert_ptr_not_equal(client->memory, MAP_FAILED);
	error = client_call(client, FCL_VU_VERSION, offer, sizeof(offer), NULL, 0, reply, &size);
	if (error)
		client_close(client);
	else
		/* QEMU refuses a higher number. */
		assert_non_null(strstr(reply + 4, "\"max_msg_fds\":16,"));
	return error;
}

void client_close(struct client *client)
{
	close(client->fd);
	close(client->file);
	munmap(client->memory, CLIENT_MEMORY);
	for (unsigned i = 0; i < CLIENT_VECTORS; i++)
		if (client->events[i] >= 0)
			close(client->events[i]);
}

/* --- regions, memory, interrupts ----------------------------------------------------------------- */

uint64_t client_read(struct client *client, uint32_t region, uint64_t offset, uint32_t bytes)
{
	struct fcl_vu_access access = {offset, region, bytes};
	struct {
		struct fcl_vu_access access;
		uint64_t value;
	} reply = {0};
	size_t size = sizeof(reply);

	assert_int_equal(client_call(client, FCL_VU_REGION_READ, &access, sizeof(access), NULL, 0,
				     &reply, &size),
			 0);
	assert_int_equal(size, sizeof(access) + bytes);
	assert_memory_equal(&reply.access, &access, sizeof(access));
	return reply.value;
}

void client_write(struct client *client, uint32_t region, uint64_t offset, uint64_t value,
		  uint32_t bytes)
{
	struct {
		struct fcl_vu_access access;
		uint64_t value;
	} body = {{offset, region, bytes}, value};
	struct fcl_vu_access reply;
	size_t size = sizeof(reply);

	assert_int_equal(client_call(client, FCL_VU_REGION_WRITE, &body,
				     sizeof(body.access) + bytes, NULL, 0, &reply, &size),
			 0);
	assert_memory_equal(&reply, &body.access, sizeof(reply));
}

int client_map(struct client *client, uint64_t iova, uint64_t offset, uint64_t size, uint32_t flags,
	       bool fd)
{
	struct fcl_vu_dma_map map = {sizeof(map), flags, fd ? offset : 0, iova, size};

	return client_call(client, FCL_VU_DMA_MAP, &map, sizeof(map), &client->file, fd, NULL,
			   NULL);
}

int client_unmap(struct client *client, uint64_t iova, uint64_t size)
{
	struct fcl_vu_dma_unmap unmap = {sizeof(unmap), 0, iova, size}, reply;
	size_t bytes = sizeof(reply);
	int error = client_call(client, FCL_VU_DMA_UNMAP, &unmap, sizeof(unmap), NULL, 0, &reply,
				&bytes);

	if (!error)
		assert_memory_equal(&reply, &unmap, sizeof(reply));
	return error;
}

void client_take_vectors(struct client *client)
{
	struct vfio_irq_set set = {.argsz = sizeof(set),
				   .flags = VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER,
				   .index = VFIO_PCI_MSIX_IRQ_INDEX,
				   .count = 16};

	for (unsigned i = 0; i < CLIENT_VECTORS; i++)
		client->events[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	for (; set.start < CLIENT_VECTORS; set.start += set.count)
		assert_int_equal(client_call(client, FCL_VU_SET_IRQS, &set, sizeof(set),
					     client->events + set.start, set.count, NULL, NULL),
				 0);
}

uint64_t client_vector(struct client *client, unsigned vector, int ms)
{
	struct pollfd entry = {.fd = client->events[vector], .events = POLLIN};
	uint64_t count = 0;

	if (poll(&entry, 1, ms) == 1)
		assert_int_equal(read(entry.fd, &count, sizeof(count)), sizeof(count));
	return count;
}

void client_prepare(struct client *client, bool fd)
{
	client_write(client, SPACE, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
	assert_int_equal(client_map(client, CLIENT_IOVA, 0, CLIENT_MEMORY,
				    FCL_VU_DMA_READABLE | FCL_VU_DMA_WRITABLE, fd),
			 0);
}
