/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_PEER_H
#define FCL_TEST_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rpc.pb-c.h"

/* The host's end of a connection: does what XRT's shim does, without XRT. */
struct peer {
	pid_t process;
	int fd;
	int memory; /* the second connection of hw_emu, for host memory, or -1 */
	uint8_t reply[1 << 20];
	size_t size; /* size of the reply's body */
};

/* Starts the program and accepts its connection; fails the test if that takes too long. */
void peer_start(struct peer *peer);
/* The same with a socket on which that user listens; only root can. */
void peer_start_as(struct peer *peer, uid_t user);

/* The same as under hw_emu: with an image, and with a second connection. */
void peer_launch(struct peer *peer, const char *image);

/* Sends a header and a body. Returns false if the process has stopped reading. */
bool peer_send(struct peer *peer, uint32_t api, uint64_t claimed, const void *body, size_t size);
bool peer_send_raw(struct peer *peer, const void *bytes, size_t size);

/*
 * Receives a reply. Returns false if the connection has ended. Waiting for too long fails the test.
 */
bool peer_receive(struct peer *peer);

/*
 * Sends a message and returns its reply as a message of that type, or NULL if the connection has
 * ended.
 */
void *peer_call(struct peer *peer, uint32_t api, const ProtobufCMessage *call,
		const ProtobufCMessageDescriptor *reply);

/*
 * The same for calls that are answered by an Ack: returns 1 or 0, or -1 if the connection has
 * ended.
 */
int peer_ack(struct peer *peer, uint32_t api, const ProtobufCMessage *call);

/* Closes the connection and returns the process's wait status. */
int peer_end(struct peer *peer);

#endif
