/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_READER_H
#define FCL_CAPTURE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/capture/values.h"
#include "base/err.h"

/* Reads captures, whatever their bytes are: nothing in them is trusted. */

enum { FCL_NO_RECORD = 0 };    /* no record is at this offset */
enum { FCL_OPEN_CALLS = 256 }; /* of more threads, those that began first do not count */

/* A call of a capture; offsets of its records in the file. */
struct fcl_captured_call {
	uint64_t at, result; /* FCL_NO_RECORD: it has not returned */
	uint64_t readback; /* the first record of what its command has given; FCL_NO_RECORD: none */
	bool alone;     /* no other call was made, returned, or had not returned during this one */
	bool overtaken; /* another one began later and returned earlier */
	uint16_t call;  /* as the capture numbers it */
	uint32_t thread;
	uint64_t start_ns, end_ns;
	int32_t status;
};

/* What happened, in the order of the file. */
struct fcl_captured_event {
	uint64_t at;   /* the offset of its record */
	uint64_t call; /* its number */
	uint8_t kind; /* FCL_CAPTURE_CALL, _RESULT, _READBACK; or _NOTE: `call` is the last one before */
};

struct fcl_capture {
	const uint8_t *bytes; /* the mapped file */
	size_t size;
	struct fcl_capture_header header;
	struct fcl_captured_call *calls;
	uint64_t ncalls, calls_room;
	uint64_t open[FCL_OPEN_CALLS]; /* calls that have not returned; while the file is read */
	unsigned nopen;
	struct fcl_captured_event *events;
	uint64_t nevents, events_room;
	uint64_t *chunks; /* offsets */
	uint64_t nchunks, chunks_room;
	uint64_t *devices, ndevices, devices_room;
	uint64_t *notes, nnotes, notes_room;
	uint64_t names, about; /* or FCL_NO_RECORD */
	uint64_t end;          /* where the records end */
	bool complete;         /* the program has ended, and not been killed */
	char damage[200];      /* why the rest could not be read; "" otherwise */
};

/* The capture up to its end, or to where it is damaged. */
int fcl_capture_read(const char *path, struct fcl_capture **ret_capture, struct fcl_err *err);
void fcl_capture_free(struct fcl_capture *capture);

/* The values of a record, whose kind decides what is before them. */
struct fcl_values {
	const uint8_t *at, *end;
};

struct fcl_values fcl_capture_values(const struct fcl_capture *capture, uint64_t record);

/* Takes the next value; false at the end. Values that are none end them, too. */
bool fcl_values_next(struct fcl_values *values, struct fcl_value *ret_value);

/* Finds the first value with that index. */
bool fcl_values_find(struct fcl_values values, unsigned index, struct fcl_value *ret_value);

/* A number of a list, and moves *at, which begins as value->bytes. */
uint64_t fcl_value_item(const struct fcl_value *value, const uint8_t **at);

#endif
