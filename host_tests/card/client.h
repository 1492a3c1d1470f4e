/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CARD_CLIENT_H
#define FCL_TEST_CARD_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vfio_user.h"

/* Cards of a test, and a client of vfio-user that sends plain messages. */

enum {
	CLIENT_MEMORY = 8 << 20, /* bytes that a client has for DMA */
	CLIENT_VECTORS = 32,
	USER = 0, /* regions */
	XDMA = 1,
	SPACE = VFIO_PCI_CONFIG_REGION_INDEX,
	PATIENCE_MS = 20 * 1000,
};

/* Path of fpgacl, set by main(), and of the socket of the card that is running. */
extern const char *card_tool;
extern char card_socket[64];

struct client {
	int fd;
	uint16_t id;
	int file; /* a memfd, CLIENT_MEMORY bytes */
	uint8_t *memory;
	uint64_t base;   /* IOVA of the memory, for DMA_READ and DMA_WRITE */
	unsigned served; /* DMA_READ and DMA_WRITE */
	unsigned refuse; /* fail the next ones */
	int events[CLIENT_VECTORS];
};

/* Starts `fpgacl card start u250 --socket …` with more arguments, the last of them NULL. */
pid_t card_start(const char *const *arguments);
/* The same at the socket of the last one. */
pid_t card_start_again(const char *const *arguments);
/* Ends the card, which must still be running, and checks that it ends well. */
void card_stop(pid_t pid);
/* Runs the tool with arguments; returns its exit status, and its output in `text`. */
int card_run(const char *const *arguments, char *text, size_t size);

/* --- a client ------------------------------------------------------------------------------------ */

int client_connect(void);
/* Connects and sends VERSION. 0, or the errno of the card's answer. */
int client_open(struct client *client);
void client_close(struct client *client);

/*
 * Sends a command and waits for the reply, serving DMA_READ and DMA_WRITE meanwhile. Returns the
 * errno of the reply; the body goes to `reply`, which has room for *size bytes.
 */
int client_call(struct client *client, enum fcl_vu_command command, const void *body, size_t bytes,
		const int *fds, unsigned nfds, void *reply, size_t *size);

uint64_t client_read(struct client *client, uint32_t region, uint64_t offset, uint32_t bytes);
void client_write(struct client *client, uint32_t region, uint64_t offset, uint64_t value,
		  uint32_t bytes);
static inline uint32_t get32(struct client *client, uint32_t region, uint64_t offset)
{
	return (uint32_t)client_read(client, region, offset, 4);
}
static inline void put32(struct client *client, uint32_t region, uint64_t offset, uint32_t value)
{
	client_write(client, region, offset, value, 4);
}

/* Maps a part of the client's memory; `fd`: by a descriptor, else by messages. */
int client_map(struct client *client, uint64_t iova, uint64_t offset, uint64_t size, uint32_t flags,
	       bool fd);
int client_unmap(struct client *client, uint64_t iova, uint64_t size);

/* Gives the card an eventfd for each vector. */
void client_take_vectors(struct client *client);
/* How often the vector was signalled since the last call: waits up to `ms` for the first. */
uint64_t client_vector(struct client *client, unsigned vector, int ms);

/* Enables the BARs and DMA, maps all memory at IOVA 0x100000000. */
void client_prepare(struct client *client, bool fd);
#define CLIENT_IOVA UINT64_C(0x100000000)

#endif
