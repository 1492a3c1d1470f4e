/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_PEER_H
#define FCL_TEST_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rpc.pb-c.h"

/* The host's side of a connection: what XRT's shim does, without XRT. */
struct peer {
	pid_t process;
	int fd;
	int memory; /* the second connection of hw_emu, for the host's memory; else -1 */
	uint8_t reply[1 << 20];
	size_t size; /* of the reply's body */
};

/* Starts the program and accepts its connection; fails the test if that takes too long. */
void peer_start(struct peer *peer);

/* The same as hw_emu does it: with an image, and a second connection. */
void peer_launch(struct peer *peer, const char *image);

/* Sends a header and a body. False: the process no longer reads. */
bool peer_send(struct peer *peer, uint32_t api, uint64_t claimed, const void *body, size_t size);
bool peer_send_raw(struct peer *peer, const void *bytes, size_t size);

/* Receives a reply. False: the connection has ended. Waiting for too long fails the test. */
bool peer_receive(struct peer *peer);

/* Sends a message, and returns its reply as that kind of message; NULL: the connection has ended. */
void *peer_call(struct peer *peer, uint32_t api, const ProtobufCMessage *call,
		const ProtobufCMessageDescriptor *reply);

/* The same for calls that are answered by an Ack: 1, 0, or -1 if the connection has ended. */
int peer_ack(struct peer *peer, uint32_t api, const ProtobufCMessage *call);

/* Closes the connection and returns the process's wait status. */
int peer_end(struct peer *peer);

#endif
