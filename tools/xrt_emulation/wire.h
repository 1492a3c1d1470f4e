/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_WIRE_H
#define FCL_XEMU_WIRE_H

#include <protobuf-c/protobuf-c.h>
#include <stdint.h>

#include "base/err.h"

/* Limit for a message. XRT splits transfers into pieces of 8 MiB, or SW_EMU_PACKET_SIZE. */
#define FCL_XEMU_MESSAGE_MOST (1u << 30)

/* A connection to XRT's emulation shim, with the last message received. */
struct fcl_xemu_wire {
	int fd;
	uint32_t api; /* the message's call number */
	uint8_t *bytes;
	size_t size, room;
};

/*
 * The shim's sockets: for its own calls or, with hw_emu, for this process's calls to access the
 * host's memory.
 */
enum fcl_xemu_socket { FCL_XEMU_CALLS, FCL_XEMU_HOST_MEMORY };

/*
 * Connects to a socket of the shim, whose name depends on EMULATION_SOCKETID and USER. Retries for
 * a minute, because the shim starts this process before it listens; for the second socket, which
 * not every version has, for three seconds. Gives up earlier if `parent` is no longer this
 * process's parent.
 */
int fcl_xemu_connect(struct fcl_xemu_wire *wire, enum fcl_xemu_socket kind, int parent,
		     struct fcl_err *err);

/*
 * Receives a call. -ESHUTDOWN: the host has closed the connection. -EPROTO: not a call. Memory is
 * only allocated as bytes arrive, whatever size the host claims.
 */
int fcl_xemu_receive(struct fcl_xemu_wire *wire, struct fcl_err *err);

/* Sends the reply to the call received last. */
int fcl_xemu_reply(struct fcl_xemu_wire *wire, const ProtobufCMessage *reply, struct fcl_err *err);

/*
 * Makes a call to the host and receives the reply into wire->bytes. A NULL call has no body, and no
 * reply. -ESHUTDOWN: the host has closed the connection.
 */
int fcl_xemu_call(struct fcl_xemu_wire *wire, uint32_t api, const ProtobufCMessage *call,
		  struct fcl_err *err);

/* Waits until the host has received all that was sent, for two seconds at most. */
void fcl_xemu_drain(const struct fcl_xemu_wire *wire);

void fcl_xemu_disconnect(struct fcl_xemu_wire *wire);

#endif
