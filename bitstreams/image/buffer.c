/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct fcl_buffer *buffer, size_t size)
{
	size_t needed, room;
	char *bytes;

	if (buffer->failed)
		return false;
	if (__builtin_add_overflow(buffer->size, size, &needed) || needed > (size_t)-1 / 2)
		goto failed;
	if (needed <= buffer->room)
		return true;
	room = buffer->room + buffer->room / 2;
	if (room < needed)
		room = needed;
	if (room < 256)
		room = 256;
	bytes = realloc(buffer->bytes, room);
	if (!bytes)
		goto failed;
	buffer->bytes = bytes;
	buffer->room = room;
	return true;
failed:
	buffer->failed = true;
	return false;
}

void fcl_buffer_reserve(struct fcl_buffer *buffer, size_t size)
{
	grow(buffer, size);
}

void fcl_buffer_append(struct fcl_buffer *buffer, const void *bytes, size_t size)
{
	if (!size || !grow(buffer, size))
		return;
	memcpy(buffer->bytes + buffer->size, bytes, size);
	buffer->size += size;
}

void fcl_buffer_zeros(struct fcl_buffer *buffer, size_t size)
{
	if (!size || !grow(buffer, size))
		return;
	memset(buffer->bytes + buffer->size, 0, size);
	buffer->size += size;
}

void fcl_buffer_align(struct fcl_buffer *buffer, size_t alignment)
{
	fcl_buffer_zeros(buffer, (alignment - buffer->size % alignment) % alignment);
}

void fcl_buffer_format(struct fcl_buffer *buffer, const char *format, ...)
{
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		buffer->failed = true;
	else if (grow(buffer, (size_t)length + 1)) {
		vsnprintf(buffer->bytes + buffer->size, (size_t)length + 1, format, again);
		buffer->size += (size_t)length;
	}
	va_end(again);
}

void fcl_buffer_free(struct fcl_buffer *buffer)
{
	free(buffer->bytes);
	memset(buffer, 0, sizeof(*buffer));
}
