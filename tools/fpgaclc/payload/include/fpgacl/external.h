/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_EXTERNAL_H
#define FPGACLC_EXTERNAL_H

/*
 * Compute units that connect an AXI4-Stream port to another process, a traffic generator. Kernels
 * do not include this header. A CU listens on a Unix socket of its name, in the folder that
 * XTLM_IPC_SOCK_DIR names, or else in /tmp/fpgacl-xtlm-<uid>. It serves one process at a time.
 *
 * Both sides send messages: a header of eight 32-bit little-endian words, then bytes. The words are
 *
 *	kind    one of those below
 *	flags   of FCLC_EXTERNAL_...
 *	data    bytes of TDATA
 *	keep    bytes that say which of them are valid (TKEEP): 0 if all are, else as many as `data`
 *	user    bytes of TUSER: 0, or for each transfer as many as hold its bits
 *	beats   transfers
 *	low, high    a 64-bit count
 *
 * The process starts with HELLO: `data` is the protocol's version, `flags` the direction, and `low`
 * is FCLC_EXTERNAL_MAGIC. The CU answers with WELCOME: `flags` are the stream's side channels,
 * `data` is the number of bytes in a transfer, `user` the number of bits of TUSER. A process that
 * sends to the board then sends DATA messages, which the CU accepts whole or not at all; the CU
 * answers with TAKEN, whose count is the number of messages that are completely in the stream. In the
 * other direction the CU sends DATA, and the process answers with TAKEN, whose count is the number of
 * transfers that its program has received. The CU sends the remaining ones to the next process. END
 * is a process's last message, possibly right after HELLO, and requests the end of the emulation.
 * REFUSED has `data` bytes of text, after which the CU disconnects.
 *
 * LAST in DATA sets TLAST in its last transfer. If the stream has no TLAST, each transfer is a packet.
 * Only the last transfer of a message may have fewer bytes than the stream's width; the others are
 * null bytes.
 */

#include <stdint.h>

struct fcl_cu;
struct fclc_packets; /* packets.h */

#define FCLC_EXTERNAL_MAGIC 0x6c746378u /* "xctl" */
#define FCLC_EXTERNAL_VERSION 1u

enum {
	FCLC_EXTERNAL_HELLO = 1,
	FCLC_EXTERNAL_WELCOME,
	FCLC_EXTERNAL_DATA,
	FCLC_EXTERNAL_TAKEN,
	FCLC_EXTERNAL_REFUSED,
	FCLC_EXTERNAL_END,
};

enum {
	FCLC_EXTERNAL_TO_BOARD = 1,
	FCLC_EXTERNAL_FROM_BOARD = 2,
	FCLC_EXTERNAL_HAS_LAST = 4,
	FCLC_EXTERNAL_HAS_KEEP = 8,
	FCLC_EXTERNAL_LAST = 16,
};

/* The largest message, in bytes, without its header; programs split longer ones. */
#define FCLC_EXTERNAL_MAX_BYTES (4u << 20)

struct fclc_external_head {
	uint32_t kind, flags, data, keep, user, beats, low, high;
};

/* A compute unit, "aurora_flow_0_1", and the board's port that it is behind. */
struct fclc_external_unit {
	const char *name, *place;
};

/* The description generated for one kernel whose code is part of the payload; constant. */
struct fclc_external {
	const char *place; /* the board's port that it is behind; NULL: none, or by its unit */
	const struct fclc_external_unit
		*units; /* with another place; the last has no name. NULL: none */
	unsigned nports;
	const struct fclc_packets *ports; /* in the order of the model's */
	unsigned sockets;                 /* of a network stack */
};

#pragma GCC visibility push(hidden)

/* The place of this unit. */
const char *fclc_external_place(const struct fcl_cu *cu, const struct fclc_external *external);

/* The functions of the kernel's model, whose state is a pointer. */
int fclc_external_open(struct fcl_cu *cu, const struct fclc_external *external);
void fclc_external_close(struct fcl_cu *cu);
int fclc_external_run(struct fcl_cu *cu);

#pragma GCC visibility pop

#endif
