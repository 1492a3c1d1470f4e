/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/capture/hash.h"
static int map_file(struct fcl_capture *capture, const char *path, struct fcl_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	void *bytes = MAP_FAILED;

	if (fd < 0)
		return fcl_err_set(err, -errno, "%s: %s", path, strerror(errno));
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		close(fd);
		return fcl_err_set(err, -EINVAL, "%s is not a regular file", path);
	}
	if (status.st_size >= (off_t)sizeof(capture->header))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (!status.st_size)
		return fcl_err_set(err, -ENODATA, "%s is empty: nothing has been captured yet",
				   path);
	if (bytes == MAP_FAILED)
		return fcl_err_set(err, -EINVAL, "%s is not a capture", path);
	capture->bytes = bytes;
	capture->size = (size_t)status.st_size;
	return 0;
}

static int reader_check_header(struct fcl_capture *capture, const char *path, struct fcl_err *err)
{
	struct fcl_capture_header *header = &capture->header;

	memcpy(header, capture->bytes, sizeof(*header));
	if (memcmp(header->magic, FCL_CAPTURE_MAGIC, sizeof(header->magic)) != 0)
		return fcl_err_set(err, -EINVAL, "%s is not a capture", path);
	if (header->version != FCL_CAPTURE_VERSION || header->size != sizeof(*header) ||
	    header->chunk != FCL_CAPTURE_CHUNK)
		return fcl_err_set(err, -EINVAL,
				   "%s is a capture of version %" PRIu32
				   ", and this program reads version %d",
				   path, header->version, FCL_CAPTURE_VERSION);
	return 0;
}

/* Room for one more element of that size; false: memory has run out. */
static bool reader_grow(void *array, uint64_t count, uint64_t *room, size_t size)
{
	void **pointer = array;
	uint64_t more = *room ? *room * 2 : 256;
	void *larger;

	if (count < *room)
		return true;
	larger = realloc(*pointer, more * size);
	if (!larger)
		return false;
	*pointer = larger;
	*room = more;
	return true;
}

#define ADD(capture, field, item)                                                                  \
	(reader_grow(&(capture)->field, (capture)->n##field, &(capture)->field##_room,             \
		     sizeof(*(capture)->field)) &&                                                 \
	 ((capture)->field[(capture)->n##field++] = (item), true))

static int damaged(struct fcl_capture *capture, const char *what)
{
	snprintf(capture->damage, sizeof(capture->damage), "it is damaged at byte %" PRIu64 ": %s",
		 capture->end, what);
	return -EINVAL;
}

/* The record at the offset and its body; false: it is not sound. */
static bool take_record(const struct fcl_capture *capture, uint64_t at,
			struct fcl_capture_record *ret_record)
{
	const uint8_t *bytes = capture->bytes + at;
	uint64_t left = capture->size - at;

	if (left < sizeof(*ret_record))
		return false;
	memcpy(ret_record, bytes, sizeof(*ret_record));
	if (ret_record->size < sizeof(*ret_record) || ret_record->size % 8 ||
	    ret_record->size > left)
		return false;
	return ret_record->check == fcl_capture_check(ret_record, bytes + sizeof(*ret_record),
						      ret_record->size - sizeof(*ret_record));
}

struct fcl_values fcl_capture_values(const struct fcl_capture *capture, uint64_t offset)
{
	struct fcl_capture_record record;
	struct fcl_values values;
	struct fcl_value_head head;

	memcpy(&record, capture->bytes + offset, sizeof(record));
	values.at = capture->bytes + offset + sizeof(record);
	values.end = capture->bytes + offset + record.size;
	fcl_value_head(record.kind, &values.at, values.end, &head);
	return values;
}

bool fcl_values_next(struct fcl_values *values, struct fcl_value *ret_value)
{
	bool bad = false;

	return fcl_value_next(&values->at, values->end, ret_value, &bad);
}

bool fcl_values_find(struct fcl_values values, unsigned index, struct fcl_value *ret_value)
{
	while (fcl_values_next(&values, ret_value))
		if (ret_value->index == index)
			return true;
	return false;
}

uint64_t fcl_value_item(const struct fcl_value *value, const uint8_t **at)
{
	uint64_t number = 0;

	fcl_value_leb(at, value->bytes + value->size, &number);
	return number;
}

/* --- the index -------------------------------------------------------------------------------- */

/* The values of a record are checked once, here. */
static bool are_values(const uint8_t *at, const uint8_t *end)
{
	struct fcl_value value;
	bool bad = false;

	while (fcl_value_next(&at, end, &value, &bad))
		;
	return !bad;
}

static void reader_close(struct fcl_capture *capture, unsigned at)
{
	memmove(&capture->open[at], &capture->open[at + 1],
		(--capture->nopen - at) * sizeof(*capture->open));
}

static void reader_open(struct fcl_capture *capture, uint64_t number)
{
	if (capture->nopen == FCL_OPEN_CALLS)
		reader_close(capture, 0);
	capture->open[capture->nopen++] = number;
}

/* The call has returned. Returns whether it was the only one that had not. */
static bool reader_returned(struct fcl_capture *capture, uint64_t number)
{
	unsigned at = 0;
	bool only = capture->nopen == 1;

	while (at < capture->nopen && capture->open[at] != number)
		capture->calls[capture->open[at++]].overtaken = true;
	if (at < capture->nopen)
		reader_close(capture, at);
	return only;
}

static int add_call(struct fcl_capture *capture, const struct fcl_capture_record *record,
		    uint64_t time)
{
	struct fcl_captured_call call = {.at = capture->end,
					 .call = record->call,
					 .thread = record->thread,
					 .start_ns = time};
	struct fcl_captured_event event = {capture->end, capture->ncalls, FCL_CAPTURE_CALL};

	if (!ADD(capture, calls, call) || !ADD(capture, events, event))
		return -ENOMEM;
	reader_open(capture, event.call);
	return 0;
}

static int add_result(struct fcl_capture *capture, const struct fcl_capture_record *record,
		      uint64_t time, uint64_t number, uint64_t status)
{
	struct fcl_captured_event event = {capture->end, number, record->kind};
	const struct fcl_captured_event *before = capture->nevents
							  ? &capture->events[capture->nevents - 1]
							  : NULL;
	struct fcl_captured_call *call = number < capture->ncalls ? &capture->calls[number] : NULL;

	if (!call || call->call != record->call)
		return damaged(capture, "the result of a call that is not there");
	if (record->kind == FCL_CAPTURE_RESULT) {
		if (call->result)
			return damaged(capture, "a second result of a call");
		call->result = capture->end;
		call->end_ns = time;
		call->status = (int32_t)(uint32_t)status;
		call->alone = reader_returned(capture, number) &&
			      before->kind == FCL_CAPTURE_CALL && before->call == number;
	}
	if (record->kind == FCL_CAPTURE_READBACK && call->readback == FCL_NO_RECORD)
		call->readback = capture->end;
	return ADD(capture, events, event) ? 0 : -ENOMEM;
}

static int add_head(struct fcl_capture *capture, const struct fcl_capture_record *record,
		    const uint8_t *at, const uint8_t *end)
{
	struct fcl_value_head head;

	if (!fcl_value_head(record->kind, &at, end, &head) || !are_values(at, end))
		return damaged(capture, "a record without its values");
	if (record->kind == FCL_CAPTURE_CALL)
		return add_call(capture, record, head.time);
	return add_result(capture, record, head.time, head.call, head.status);
}

static int add_chunk(struct fcl_capture *capture, const uint8_t *at, const uint8_t *end)
{
	struct fcl_capture_chunk chunk;

	if (end - at < (ptrdiff_t)sizeof(chunk))
		return damaged(capture, "a chunk without its header");
	memcpy(&chunk, at, sizeof(chunk));
	if (chunk.size > FCL_CAPTURE_CHUNK || chunk.stored > chunk.size ||
	    chunk.stored > (uint64_t)(end - at) - sizeof(chunk))
		return damaged(capture, "a chunk that is larger than its record");
	return ADD(capture, chunks, capture->end) ? 0 : -ENOMEM;
}

static bool add_note(struct fcl_capture *capture)
{
	struct fcl_captured_event event = {capture->end, capture->ncalls ? capture->ncalls - 1 : 0,
					   FCL_CAPTURE_NOTE};

	return ADD(capture, events, event);
}

static int add_record(struct fcl_capture *capture, const struct fcl_capture_record *record)
{
	const uint8_t *at = capture->bytes + capture->end + sizeof(*record);
	const uint8_t *end = capture->bytes + capture->end + record->size;

	if (fcl_value_has_head(record->kind))
		return add_head(capture, record, at, end);
	if (record->kind == FCL_CAPTURE_CHUNK_OF)
		return add_chunk(capture, at, end);
	if (!are_values(at, end))
		return damaged(capture, "a record without its values");
	switch (record->kind) {
	case FCL_CAPTURE_ABOUT:
		capture->about = capture->end;
		return 0;
	case FCL_CAPTURE_NAMES:
		capture->names = capture->end;
		return 0;
	case FCL_CAPTURE_DEVICE:
		return ADD(capture, devices, capture->end) ? 0 : -ENOMEM;
	case FCL_CAPTURE_NOTE:
		return ADD(capture, notes, capture->end) && add_note(capture) ? 0 : -ENOMEM;
	case FCL_CAPTURE_END:
		capture->complete = true;
		return 0;
	default:
		return damaged(capture, "a record of an unknown kind");
	}
}

/* A killed writer leaves zeros after the last record. */
static bool is_over(const struct fcl_capture *capture)
{
	uint32_t size = 0;

	if (capture->size - capture->end >= sizeof(size))
		memcpy(&size, capture->bytes + capture->end, sizeof(size));
	return !size || capture->complete;
}

enum { AT_ONCE = 64 << 20 };

/* A large file takes no more memory than that while it is read: the system maps more than is used. */
static void leave(const struct fcl_capture *capture, uint64_t *left)
{
	uint64_t end = capture->end / AT_ONCE * AT_ONCE;

	if (end <= *left)
		return;
	madvise((void *)(capture->bytes + *left), (size_t)(end - *left), MADV_DONTNEED);
	*left = end;
}

static int read_records(struct fcl_capture *capture, const char *path, struct fcl_err *err)
{
	struct fcl_capture_record record;
	uint64_t left = 0;
	int error = 0;

	capture->end = sizeof(capture->header);
	while (!error && !is_over(capture)) {
		if (!take_record(capture, capture->end, &record))
			error = damaged(capture, "a record that is cut, or changed");
		else
			error = add_record(capture, &record);
		capture->end += error ? 0 : record.size;
		leave(capture, &left);
	}
	if (error == -ENOMEM)
		return fcl_err_set(err, error, "%s: out of memory", path);
	return 0;
}

void fcl_capture_free(struct fcl_capture *capture)
{
	if (!capture)
		return;
	if (capture->bytes)
		munmap((void *)capture->bytes, capture->size);
	free(capture->calls);
	free(capture->events);
	free(capture->chunks);
	free(capture->devices);
	free(capture->notes);
	free(capture);
}

int fcl_capture_read(const char *path, struct fcl_capture **ret_capture, struct fcl_err *err)
{
	struct fcl_capture *capture = calloc(1, sizeof(*capture));
	int error;

	if (!capture)
		return fcl_err_set(err, -ENOMEM, "%s: out of memory", path);
	error = map_file(capture, path, err);
	if (!error)
		error = reader_check_header(capture, path, err);
	if (!error)
		error = read_records(capture, path, err);
	if (error)
		fcl_capture_free(capture);
	else
		*ret_capture = capture;
	return error;
}
