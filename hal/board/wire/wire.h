/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_WIRE_H
#define FCL_BD_WIRE_H

#include <stdint.h>

/*
 * The messages between three kinds of process: a client (a host with a device `board:b0`), the
 * board process, and an executor, which the board process starts for each client. A message is one
 * packet of a SOCK_SEQPACKET socket: this struct, then `payload` bytes. Handles are numbers. Each
 * side checks every number that it receives, as the other may be faulty or hostile.
 *
 *   client - board process    HELLO, WELCOME, FRESH, NOTICE; QUERY, STOP, RESET_ALL of `fpgacl board`
 *   client - executor         from INFO on: calls, each with one answer
 *   executor - board process  from LEASE on: calls, each with one answer
 *
 * Launches do not pass through sockets: see shared.h.
 */

#define FCL_BD_MAGIC 0x64624366u

enum {
	FCL_BD_VERSION = 4,
	FCL_BD_TEXT = 1000,     /* bytes of a text, as in struct fcl_err */
	FCL_BD_PAYLOAD = 32768, /* maximum bytes after a message */
	FCL_BD_FDS = 3,         /* maximum descriptors in a message */
	FCL_BD_BANKS = 256,     /* maximum of a board */
	FCL_BD_CLIENTS = 64,    /* maximum of a board at a time: bits of a word */
	FCL_BD_IMAGE = 1 << 30, /* maximum bytes of an image */
	FCL_BD_PATIENCE_S =
		120, /* timeout of an executor's answer: images may be large, machines slow */
	FCL_BD_ANSWER_S = 10, /* timeout of the board process's answer: its calls are short */
};

enum fcl_bd_op {
	FCL_BD_HELLO =
		1,      /* payload: the client's name; descriptors: its standard output and error */
	FCL_BD_WELCOME, /* descriptors: the socket to the executor, the shared memory */
	FCL_BD_FRESH,   /* another executor; answered like HELLO */
	FCL_BD_NOTICE,  /* the executor has ended; text: why */
	FCL_BD_QUERY,   /* payload of the answer: struct fcl_bd_state */
	FCL_BD_STOP,
	FCL_BD_RESET_ALL,

	FCL_BD_INFO = 32, /* payload of the answer: struct fcl_bd_facts */
	FCL_BD_CHECK,     /* descriptor: the image; v: bytes */
	FCL_BD_PROGRAM,   /* descriptor: the image; v: bytes, its number */
	FCL_BD_FORGET,    /* v: number of an image that the client has released */
	FCL_BD_UNPROGRAM, /* */
	FCL_BD_VERIFY,    /* v: slot; payload of the answer: the uuid */
	FCL_BD_SENSOR,    /* v: index; payload of the answer: struct fcl_hal_sensor */
	FCL_BD_ALLOC,  /* v: bank, bytes, in the image's banks; answer: see struct fcl_bd_placed */
	FCL_BD_FREE,   /* v: buffer */
	FCL_BD_EXPORT, /* v: buffer; descriptor of the answer: the buffer */
	FCL_BD_IMPORT, /* v: bytes; descriptor: the buffer; answer as of ALLOC */
	FCL_BD_IMPORT_SIZE, /* descriptor; answer: v: bytes */
	FCL_BD_REG_READ,    /* v: cu, offset; answer: v: value */
	FCL_BD_REG_WRITE,   /* v: cu, offset, value */
	FCL_BD_STREAM_OPEN, /* v: index; answer: v: pipe */
	FCL_BD_PIPE_CREATE, /* v: packet size, depth; answer: v: pipe */
	FCL_BD_PIPE_CLOSE,  /* v: pipe */
	FCL_BD_PIPE_LEVEL,  /* v: pipe; answer: v: packets */
	FCL_BD_PIPE_DRAIN,  /* v: pipe, packets; answer: v: packets; payload: their bytes */
	FCL_BD_PIPE_POP,    /* likewise */
	FCL_BD_PIPE_PUSH,   /* v: pipe, packets; payload: their bytes; answer: v: packets */
	/*
	 * Shared virtual memory is in regions that the client creates, and that the executor maps
	 * at the same address. -EEXIST: the executor has another mapping there.
	 */
	FCL_BD_SVM_REGION, /* v: address, bytes, 1: for ATTACH only; descriptor */
	FCL_BD_SVM_ALLOC,  /* v: bytes; answer as of ALLOC; -ENOSPC: another region is needed */
	FCL_BD_SVM_ATTACH, /* v: address, bytes; answer as of ALLOC */
	/*
	 * v: the client's process, its groups of tracks; payload: the board's name in traces;
	 * descriptor: the trace. Without a descriptor: write all recorded events.
	 */
	FCL_BD_TRACE,

	FCL_BD_LEASE = 64, /* payload: uuid; answer: v: number of the image */
	FCL_BD_UNLEASE,    /* */
	FCL_BD_LEASED,     /* answer: payload: uuid of the image on the board; -ENOENT: none */
	FCL_BD_CHARGE,     /* v: bank, bytes */
	FCL_BD_REFUND,     /* v: bank, bytes */
	FCL_BD_WANT,       /* launches wait for the turn of the client's image; no answer */
	FCL_BD_BANKS_ARE,  /* payload: struct fcl_bd_facts, from the first executor */
	FCL_BD_OPEN, /* descriptor: a board's memory; descriptor of the answer: the same, reopened */
};

struct fcl_bd_message {
	uint32_t magic, version;
	uint32_t op;     /* enum fcl_bd_op; an answer has its call's op */
	int32_t error;   /* of an answer: 0 or a negative errno; text says why */
	uint32_t number; /* of the call, repeated in the answer */
	uint32_t payload;
	uint64_t v[6];
	char text[FCL_BD_TEXT];
};

/* Indices into v of the answer to ALLOC and IMPORT. */
enum fcl_bd_placed {
	FCL_BD_BUFFER,  /* its number */
	FCL_BD_ADDRESS, /* of its first byte */
	FCL_BD_BANK,
	FCL_BD_MAPPED, /* 1: the answer has a descriptor, to be mapped from its file position */
};

struct fcl_bd_bank {
	char tag[32];
	uint64_t base, size;
	uint32_t type, kept;
};

/* struct fcl_hal_info without pointers. */
struct fcl_bd_facts {
	char name[128], vbnv[128], board[64], vendor[64], bdf[32], serial[64], version[64];
	uint32_t caps, nbanks, default_bank, host_alignment, buffer_alignment, clock_mhz, max_cus,
		vendor_id, device_id, pad;
	struct fcl_bd_bank banks[FCL_BD_BANKS];
};

struct fcl_bd_user {
	int32_t pid, executor;
	uint32_t running; /* executions that have begun and not ended */
	uint32_t waits;   /* waits for its image's turn */
	uint64_t bytes;   /* of its buffers */
	uint8_t uuid[16]; /* of its image */
	uint32_t leases;  /* 0: it has none */
	uint32_t uid;
};

/* What `fpgacl board ls` and `fpgacl info` print. */
struct fcl_bd_state {
	char spec[256]; /* of the board behind the process: "emu:u250" */
	int32_t pid;
	uint32_t nusers, has_image, busy_cus;
	uint8_t uuid[16]; /* of the image on the board */
	uint64_t bytes, capacity, swaps, deaths;
	struct fcl_bd_user users[FCL_BD_CLIENTS];
};

_Static_assert(sizeof(struct fcl_bd_facts) <= FCL_BD_PAYLOAD, "facts fit after a message");
_Static_assert(sizeof(struct fcl_bd_state) <= FCL_BD_PAYLOAD, "the state fits after a message");

#endif
