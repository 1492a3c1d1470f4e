/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_BUFFER_H
#define FCL_IMAGE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A growing run of bytes. Zeroed is a valid empty one. Appending never fails visibly: a shortage of
 * memory sets `failed`, which whoever takes the bytes looks at once.
 */
struct fcl_buffer {
	char *bytes;
	size_t size, room;
	bool failed;
};

void fcl_buffer_append(struct fcl_buffer *buffer, const void *bytes, size_t size);
void fcl_buffer_format(struct fcl_buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void fcl_buffer_zeros(struct fcl_buffer *buffer, size_t size);
/* Zero bytes up to the next multiple of `alignment`. */
void fcl_buffer_align(struct fcl_buffer *buffer, size_t alignment);
/* Room for `size` more bytes, taken at once. */
void fcl_buffer_reserve(struct fcl_buffer *buffer, size_t size);
void fcl_buffer_free(struct fcl_buffer *buffer);

#endif
