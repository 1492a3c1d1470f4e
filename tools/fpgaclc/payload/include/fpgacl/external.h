/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_EXTERNAL_H
#define FPGACLC_EXTERNAL_H

/*
 * Compute units that connect an AXI4-Stream port to another process, a traffic generator. Not for
 * kernels. A unit listens on a Unix socket that has its name, in the folder that XTLM_IPC_SOCK_DIR
 * names, or else in /tmp/fpgacl-xtlm-<uid>. It serves one process after the other.
 *
 * Both sides send messages: a head of eight 32-bit words, little-endian, and bytes. The words are
 *
 *	kind    one of those below
 *	flags   of FCLC_EXTERNAL_...
 *	data    bytes of TDATA
 *	keep    bytes that say which of them are valid (TKEEP): 0 if all are, else as many as `data`
 *	user    bytes of TUSER: 0, or for each transfer as many as hold its bits
 *	beats   transfers
 *	low, high    a 64-bit count
 *
 * The process begins with HELLO: `data` is the version of the protocol, `flags` the direction, and
 * `low` is FCLC_EXTERNAL_MAGIC. The unit answers with WELCOME: `flags` say what its stream has,
 * `data` is the bytes in a transfer, `user` the bits of TUSER. Then a process that sends to the board
 * sends DATA, which the unit takes whole or not at all, and the unit answers with TAKEN: of how many
 * such messages all transfers are in the stream. In the other direction the unit sends DATA, and the
 * process answers with TAKEN: how many transfers its program has received. What it has not taken the
 * unit sends again to the next process. END, as the last message of a process, which may follow HELLO,
 * asks for the end of the emulation. REFUSED has `data` bytes of text, after which the unit disconnects.
 *
 * LAST in DATA means that its last transfer has TLAST. Without TLAST in the stream each transfer is a
 * packet. A transfer with fewer bytes than the stream's width can only be the last one of a message;
 * its other bytes are null bytes.
 */

#include <stdint.h>

struct fcl_cu;

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

/* Bytes of a message without its head; programs split what is longer. */
#define FCLC_EXTERNAL_MAX_BYTES (4u << 20)

struct fclc_external_head {
	uint32_t kind, flags, data, keep, user, beats, low, high;
};

/* The place of a field in a packet of the FIFO; bits 0: packets do not have it. */
struct fclc_external_field {
	unsigned offset, bytes, bits;
};

/* The description generated for one kernel; constant. */
struct fclc_external {
	int to_board;
	unsigned width; /* bytes of TDATA */
	unsigned packet_size;
	struct fclc_external_field data, keep, strb, user, last;
};

#pragma GCC visibility push(hidden)

/* Of the kernel's model. Its state is a pointer. */
int fclc_external_open(struct fcl_cu *cu, const struct fclc_external *design);
void fclc_external_close(struct fcl_cu *cu);
int fclc_external_run(struct fcl_cu *cu);

#pragma GCC visibility pop

#endif
