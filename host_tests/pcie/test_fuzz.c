/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A vfio-user server that is broken in random ways must not break its client: pcie_fuzz [mutants [seed]].
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/vfio_user.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/transport/socket.h"

enum { MOST = 4096 };

static unsigned mutants = 600;
static uint32_t seed = 1;

static uint32_t next_number(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* --- the server ------------------------------------------------------------------------------- */

struct server {
	int fd;
	uint32_t random;
	unsigned victim; /* the reply that is changed */
};

struct message {
	struct fcl_vu_header header;
	char body[MOST];
};

/* The size of a correct reply's body, in which the command's is. */
static size_t answer(struct message *message, size_t size)
{
	struct fcl_vu_info info = {sizeof(info), VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET, 9,
				   5};
	struct vfio_region_info region = {.argsz = sizeof(region),
					  .flags = VFIO_REGION_INFO_FLAG_READ |
						   VFIO_REGION_INFO_FLAG_WRITE,
					  .size = 0x10000};
	struct vfio_irq_info irq = {
		.argsz = sizeof(irq), .flags = VFIO_IRQ_INFO_EVENTFD, .count = 8};

	switch (message->header.command) {
	case FCL_VU_VERSION:
		return size;
	case FCL_VU_INFO:
		memcpy(message->body, &info, sizeof(info));
		return sizeof(info);
	case FCL_VU_REGION_INFO:
		memcpy(message->body, &region, sizeof(region));
		return sizeof(region);
	case FCL_VU_IRQ_INFO:
		memcpy(message->body, &irq, sizeof(irq));
		return sizeof(irq);
	case FCL_VU_REGION_READ:
		return size + sizeof(uint32_t);
	case FCL_VU_DMA_UNMAP:
		return size;
	default:
		return 0;
	}
}

static bool send_bytes(int fd, const void *bytes, size_t size)
{
	return send(fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Sends the reply, changed in one way. */
static bool send_changed(struct server *server, struct message *reply)
{
	size_t size = reply->header.size;
	uint32_t random = next_number(&server->random);
	char *bytes = (char *)reply;

	switch (random % 6) {
	case 0: /* bits of the header */
		bytes[random / 6 % sizeof(reply->header)] ^= (char)(1 << random / 96 % 8);
		return send_bytes(server->fd, reply, size);
	case 1: /* bits anywhere */
		for (unsigned i = 0; i < 5; i++)
			bytes[next_number(&server->random) % size] ^=
				(char)(1 << next_number(&server->random) % 8);
		return send_bytes(server->fd, reply, size);
	case 2: /* another size, with as many bytes */
		reply->header.size = random / 6 % MOST;
		return send_bytes(server->fd, reply, reply->header.size);
	case 3: /* the beginning */
		send_bytes(server->fd, reply, random / 6 % size);
		return false;
	case 4: /* a command of the server's, before the reply */
		reply->header.flags = random / 6 % 2 ? 0 : FCL_VU_NO_REPLY;
		reply->header.command = FCL_VU_DMA_READ;
		return send_bytes(server->fd, reply, size);
	default: /* twice */
		return send_bytes(server->fd, reply, size) && send_bytes(server->fd, reply, size);
	}
}

static bool receive(int fd, void *room, size_t size)
{
	return !size || recv(fd, room, size, MSG_WAITALL) == (ssize_t)size;
}

static void *serve(void *user)
{
	struct server *server = user;
	struct message message;
	unsigned replies = 0;
	bool more = true;

	while (more && receive(server->fd, &message.header, sizeof(message.header))) {
		size_t size = message.header.size - sizeof(message.header);

		if (size > MOST || !receive(server->fd, message.body, size))
			break;
		if (message.header.flags & FCL_VU_NO_REPLY || message.header.flags & FCL_VU_REPLY)
			continue;
		memset(message.body + size, 0, MOST - size);
		size = answer(&message, size);
		message.header.flags = FCL_VU_REPLY;
		message.header.size = (uint32_t)(sizeof(message.header) + size);
		more = replies++ == server->victim
			       ? send_changed(server, &message)
			       : send_bytes(server->fd, &message, message.header.size);
	}
	shutdown(server->fd, SHUT_RDWR);
	return NULL;
}

/* --- the client ------------------------------------------------------------------------------- */

static void use(struct fcl_pcie_transport *transport, int file, void *memory)
{
	const struct fcl_pcie_word words[] = {{0, 1}, {4, 2}};
	struct fcl_pcie_mapping mapping = {memory, 4096, (uint64_t)1 << 32, true, file, 0};
	int events[2] = {eventfd(0, EFD_CLOEXEC), eventfd(0, EFD_CLOEXEC)};
	struct fcl_err err = {0};

	fcl_pcie_function_enable(transport, 0, 0, &err);
	transport->ops->irqs(transport, events, 2, &err);
	transport->ops->dma_map(transport, &mapping, &err);
	transport->ops->access(transport, 0, words, 2, 8);
	transport->ops->withdrawn(transport);
	transport->ops->dma_unmap(transport, mapping.iova, mapping.size);
	transport->ops->reset(transport, &err);
	close(events[0]);
	close(events[1]);
}

static void broken_servers(void **state)
{
	int file = memfd_create("fuzz", MFD_CLOEXEC);
	unsigned opened = 0;
	void *memory;

	(void)state;
	assert_int_equal(ftruncate(file, 4096), 0);
	memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	for (unsigned i = 0; i < mutants; i++) {
		struct server server = {.random = seed + i * 7919, .victim = i % 24};
		struct fcl_pcie_transport *transport;
		struct fcl_err err = {0};
		pthread_t thread;
		int ends[2];

		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		server.fd = ends[1];
		assert_int_equal(pthread_create(&thread, NULL, serve, &server), 0);
		if (!fcl_pcie_socket_adopt(ends[0], "fuzz", 20, &transport, &err)) {
			opened++;
			use(transport, file, memory);
			transport->ops->close(transport);
		} else {
			assert_true(err.text[0] != '\0');
		}
		pthread_join(thread, NULL);
		close(ends[1]);
	}
	/* Later replies than those of opening were changed, too. */
	assert_true(opened > mutants / 4);
	munmap(memory, 4096);
	close(file);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(broken_servers)};

	if (argc > 1)
		mutants = (unsigned)strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = (uint32_t)strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
