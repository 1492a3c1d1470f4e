/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/stored.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "base/capture/contents.h"
#include "base/capture/hash.h"

static int take_chunk(const struct fcl_capture *capture, uint64_t number, size_t size, void *to,
		      struct fcl_err *err)
{
	struct fcl_capture_chunk chunk;
	const uint8_t *from;
	uint64_t hash[2];
	size_t taken;

	if (number >= capture->nchunks)
		return fcl_err_set(err, -EINVAL, "chunk %" PRIu64 " is not in the capture", number);
	from = capture->bytes + capture->chunks[number] + sizeof(struct fcl_capture_record);
	memcpy(&chunk, from, sizeof(chunk));
	from += sizeof(chunk);
	if (chunk.size != size)
		return fcl_err_set(err, -EINVAL, "chunk %" PRIu64 " has another size", number);
	taken = size;
	if (chunk.stored == size)
		memcpy(to, from, size);
	else
		taken = ZSTD_decompress(to, size, from, chunk.stored);
	if (ZSTD_isError(taken) || taken != size)
		return fcl_err_set(err, -EINVAL, "chunk %" PRIu64 " cannot be decompressed",
				   number);
	fcl_contents_hash(to, size, hash);
	if (memcmp(hash, chunk.hash, sizeof(hash)) != 0)
		return fcl_err_set(err, -EINVAL, "chunk %" PRIu64 " has another hash", number);
	return 0;
}

static size_t piece_at(const struct fcl_value *value, uint64_t at)
{
	uint64_t left = value->number - at;

	return left < FCL_CAPTURE_CHUNK ? (size_t)left : FCL_CAPTURE_CHUNK;
}

bool fcl_value_has_contents(const struct fcl_value *value)
{
	return value->type == FCL_VALUE_BYTES || value->type == FCL_VALUE_CHUNKS ||
	       value->type == FCL_VALUE_HASHES;
}

enum { LARGE = 1 << 20 };

/* The pages of the file that the chunks are in are not needed soon: memory has less than the file. */
static void leave_chunks(const struct fcl_capture *capture, const struct fcl_value *value)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), first = UINT64_MAX, last = 0;
	const uint8_t *item = value->bytes;

	for (uint64_t at = 0; at < value->number; at += FCL_CAPTURE_CHUNK) {
		uint64_t offset = capture->chunks[fcl_value_item(value, &item)];

		first = offset < first ? offset : first;
		last = offset > last ? offset : last;
	}
	if (first < last)
		madvise((void *)(capture->bytes + first / page * page),
			(size_t)(last - first / page * page), MADV_DONTNEED);
}

int fcl_capture_contents(const struct fcl_capture *capture, const struct fcl_value *value, void *to,
			 struct fcl_err *err)
{
	const uint8_t *item = value->bytes;
	int error = 0;

	if (value->type == FCL_VALUE_BYTES) {
		if (value->size)
			memcpy(to, value->bytes, value->size);
		return 0;
	}
	if (value->type != FCL_VALUE_CHUNKS)
		return fcl_err_set(err, -ENOENT, "the capture does not have these bytes");
	for (uint64_t at = 0; at < value->number && !error; at += FCL_CAPTURE_CHUNK)
		error = take_chunk(capture, fcl_value_item(value, &item), piece_at(value, at),
				   (char *)to + at, err);
	if (!error && value->number >= LARGE)
		leave_chunks(capture, value);
	return error;
}

int fcl_capture_hash(const struct fcl_capture *capture, const struct fcl_value *value, uint64_t at,
		     uint64_t ret_hash[2])
{
	uint64_t piece = at / FCL_CAPTURE_CHUNK, number = 0;
	const uint8_t *item = value->bytes;

	if (value->type == FCL_VALUE_HASHES) {
		memcpy(ret_hash, value->bytes + piece * 16, 16);
		return 0;
	}
	for (uint64_t i = 0; i <= piece; i++)
		number = fcl_value_item(value, &item);
	if (number >= capture->nchunks)
		return -EINVAL;
	memcpy(ret_hash,
	       capture->bytes + capture->chunks[number] + sizeof(struct fcl_capture_record), 16);
	return 0;
}

static uint64_t first_difference(const char *a, const char *b, size_t size)
{
	size_t at = 0;

	if (!memcmp(a, b, size))
		return UINT64_MAX;
	while (a[at] == b[at])
		at++;
	return at;
}

/* The first difference in the piece at that offset. */
static int compare_piece(const struct fcl_capture *capture, const struct fcl_value *value,
			 uint64_t at, const uint8_t **item, const char *bytes,
			 struct fcl_difference *difference, struct fcl_err *err)
{
	size_t size = piece_at(value, at);
	char expected[FCL_CAPTURE_CHUNK];
	uint64_t hash[2], offset;
	int error;

	if (value->type == FCL_VALUE_HASHES) {
		fcl_contents_hash(bytes, size, hash);
		if (memcmp(hash, value->bytes + at / FCL_CAPTURE_CHUNK * sizeof(hash),
			   sizeof(hash)) != 0)
			*difference =
				(struct fcl_difference){.found = true, .at = at, .size = size};
		return 0;
	}
	error = take_chunk(capture, fcl_value_item(value, item), size, expected, err);
	if (error)
		return error;
	offset = first_difference(expected, bytes, size);
	if (offset != UINT64_MAX)
		*difference = (struct fcl_difference){true, at + offset, 0, expected[offset],
						      bytes[offset]};
	return 0;
}

int fcl_capture_compare(const struct fcl_capture *capture, const struct fcl_value *value,
			const void *bytes, struct fcl_difference *ret_difference,
			struct fcl_err *err)
{
	const uint8_t *item = value->bytes;
	struct fcl_difference difference = {0};
	uint64_t offset;
	int error = 0;

	if (value->type == FCL_VALUE_BYTES) {
		offset = first_difference((const char *)value->bytes, bytes, value->size);
		if (offset != UINT64_MAX)
			difference = (struct fcl_difference){true, offset, 0, value->bytes[offset],
							     ((const uint8_t *)bytes)[offset]};
	}
	for (uint64_t at = 0;
	     value->type != FCL_VALUE_BYTES && at < value->number && !error && !difference.found;
	     at += FCL_CAPTURE_CHUNK)
		error = compare_piece(capture, value, at, &item, (const char *)bytes + at,
				      &difference, err);
	if (!error)
		*ret_difference = difference;
	return error;
}
