/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_RACK_WIRE_H
#define FCL_TOOL_RACK_WIRE_H

#include <stdint.h>

#include "base/rack/frame.h"
#include "base/rack/rack.h"

/*
 * What relays of a rack say to each other over TCP. There is a connection for each port that has links
 * to another machine, from there to the port's machine: first a greeting, then frames for the port. The
 * other way goes one letter at least every second: whether the port is open, or that the greeting is
 * refused, and then why. Numbers are little-endian.
 */

#define FCL_WIRE_MAGIC 0x796c6572u /* "rely" */
enum { FCL_WIRE_VERSION = 1, FCL_WIRE_PATIENCE_S = 10 };

struct fcl_wire_hello {
	uint32_t magic, version, port;
	char rack[32];
};

struct fcl_wire_frame {
	uint32_t size, flags, from;
};

enum { FCL_WIRE_OPEN = 'o', FCL_WIRE_CLOSED = 'c', FCL_WIRE_REFUSED = 'r' };

/* "HOST:PORT" or "[ADDRESS]:PORT"; a descriptor that is connected or listens, or a negative errno. */
int fcl_wire_connect(const char *address, struct fcl_err *err);
int fcl_wire_listen(const char *address, struct fcl_err *err);

/* Limits how long a side may be silent; the functions above call it, and who accepts a connection. */
void fcl_wire_set_up(int socket);

/* All of these bytes, or false: the other side is gone, or has been silent for too long. */
bool fcl_wire_read(int socket, void *bytes, size_t size);
bool fcl_wire_write(int socket, const void *bytes, size_t size);

#endif
