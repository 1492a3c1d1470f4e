/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_WIRE_H
#define FCL_XEMU_WIRE_H

#include <protobuf-c/protobuf-c.h>
#include <stdint.h>

#include "base/err.h"

/* The most bytes of a message: XRT cuts transfers into pieces of 8 MiB, or SW_EMU_PACKET_SIZE. */
#define FCL_XEMU_MESSAGE_MOST (1u << 30)

/* A connection to XRT's emulation shim, and the message that came last. */
struct fcl_xemu_wire {
	int fd;
	uint32_t api; /* which call the message is */
	uint8_t *bytes;
	size_t size, room;
};

/* What the shim listens for: its calls, or, with hw_emu, this process's calls for the host's memory. */
enum fcl_xemu_socket { FCL_XEMU_CALLS, FCL_XEMU_HOST_MEMORY };

/*
 * Connects to a socket on which the shim listens, as EMULATION_SOCKETID and USER name it. Tries
 * again for a minute, since the shim starts this process before it listens, and for three seconds for the
 * second socket, which not every version has; gives up earlier if `parent` is no longer the parent of
 * this process.
 */
int fcl_xemu_connect(struct fcl_xemu_wire *wire, enum fcl_xemu_socket kind, int parent,
		     struct fcl_err *err);

/*
 * Receives a call. -ESHUTDOWN: the host has closed the connection. -EPROTO: what came is not a call. A size that
 * the host claims costs no memory until the bytes are there.
 */
int fcl_xemu_receive(struct fcl_xemu_wire *wire, struct fcl_err *err);

/* Sends the reply to the call received last. */
int fcl_xemu_reply(struct fcl_xemu_wire *wire, const ProtobufCMessage *reply, struct fcl_err *err);

/*
 * Makes a call of this process's: sends it, and receives the reply, which wire->bytes then holds. A NULL
 * call has no body, and no reply. -ESHUTDOWN: the host has closed the connection.
 */
int fcl_xemu_call(struct fcl_xemu_wire *wire, uint32_t api, const ProtobufCMessage *call,
		  struct fcl_err *err);

/* Waits until the host has received all that was sent, for two seconds at most. */
void fcl_xemu_drain(const struct fcl_xemu_wire *wire);

void fcl_xemu_disconnect(struct fcl_xemu_wire *wire);

#endif
