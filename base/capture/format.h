/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_FORMAT_H
#define FCL_CAPTURE_FORMAT_H

#include <stdint.h>

/*
 * The format of captures, as docs/capture.md describes it. All numbers are little-endian. A file is
 * this header and records up to the first one of size 0, or the end of the file.
 */

#define FCL_CAPTURE_MAGIC "FCLCAP\r\n"

enum { FCL_CAPTURE_VERSION = 2, FCL_CAPTURE_CHUNK = 64 << 10 };

struct fcl_capture_header {
	char magic[8];
	uint32_t version;
	uint32_t size;      /* of this header: the first record's offset */
	uint32_t chunk;     /* into how many bytes contents are cut */
	uint32_t process;   /* its number */
	uint64_t time_ns;   /* when the capture began, since 1970 */
	uint64_t clock_ns;  /* the same moment on the clock of the calls */
	uint8_t unused[24]; /* zeros */
};

enum fcl_capture_kind {
	FCL_CAPTURE_ABOUT = 1, /* values: what ran */
	FCL_CAPTURE_NAMES,     /* values: the calls that numbers in `call` stand for */
	FCL_CAPTURE_DEVICE,    /* values: a device that the program uses */
	FCL_CAPTURE_CHUNK_OF,  /* struct fcl_capture_chunk and a piece of contents */
	FCL_CAPTURE_CALL,      /* time and values: a call begins */
	FCL_CAPTURE_RESULT,    /* the call's number, time, status and values: it has returned */
	FCL_CAPTURE_READBACK,  /* the call's number and values: what a command has given the host */
	FCL_CAPTURE_NOTE,      /* values: what could not be recorded */
	FCL_CAPTURE_END,       /* nothing: the program has ended, or forgone the rest */
};

struct fcl_capture_record {
	uint32_t size; /* in bytes, with this; a multiple of 8 */
	uint32_t
		check; /* the lower half of XXH3's 64 bits of the body; of a chunk's, without its bytes */
	uint8_t kind; /* enum fcl_capture_kind */
	uint8_t zero;
	uint16_t call;   /* of the list in NAMES */
	uint32_t thread; /* of the program, counted from 0 as they make their first call */
};

struct fcl_capture_chunk {
	uint64_t hash[2]; /* XXH3's 128 bits of the piece: low, high */
	uint32_t size;   /* of the piece: FCL_CAPTURE_CHUNK, or less for the last one of contents */
	uint32_t stored; /* bytes that follow; fewer than `size`: a frame of zstd */
};

/*
 * A value is its index (1 byte: a parameter's position, or what the kind of record says), its type
 * (1 byte), and then, where N is a number of up to 64 bits in LEB128:
 */
enum fcl_capture_type {
	FCL_VALUE_NUMBER = 1, /* N */
	FCL_VALUE_LIST,       /* N: how many; and the numbers */
	FCL_VALUE_BYTES,      /* N: how many; and the bytes */
	FCL_VALUE_TEXT,       /* the same; text without a zero at its end */
	FCL_VALUE_CHUNKS,     /* N: bytes; and for each piece N: the chunk's number, from 0 */
	FCL_VALUE_HASHES,     /* N: bytes; and for each piece the 16 bytes of its hash */
};

enum {
	FCL_CAPTURE_RETURNED = 200, /* the index of what a call has returned */
	FCL_CAPTURE_HOST_DATA,      /* of contents that are no parameter's own */
	FCL_CAPTURE_EXT_FLAGS,      /* of cl_mem_ext_ptr_t: its flags, and its kernel */
	FCL_CAPTURE_EXT_KERNEL,
	FCL_CAPTURE_CONSTANTS,  /* of a kernel: a bit for each argument that it only reads */
	FCL_CAPTURE_ENDED,      /* of a command that has failed: its status */
	FCL_CAPTURE_FINE = 220, /* from here: fine-grained allocations: address, contents */
};

/* The fields of ABOUT, DEVICE and NOTE. */
enum { FCL_ABOUT_PROGRAM, FCL_ABOUT_ARGUMENTS, FCL_ABOUT_RECORDER, FCL_ABOUT_ENVIRONMENT };
enum {
	FCL_DEVICE_HANDLE,
	FCL_DEVICE_PLATFORM,
	FCL_DEVICE_NAME,
	FCL_DEVICE_VERSION,
	FCL_DEVICE_DRIVER,
	FCL_DEVICE_NUMBER, /* among the devices of its platform, + 1 */
};
enum {
	FCL_NOTE_TEXT,
	FCL_NOTE_OBJECT,  /* whose contents are not known */
	FCL_NOTE_RUNNING, /* launches before the ring began may not have ended */
};

#endif
