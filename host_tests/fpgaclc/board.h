/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/include/fpgacl_model.h"

/*
 * The minimum that a payload needs to run: device addresses are host addresses, streams are arrays,
 * and an early end of an execution is returned as text.
 */
struct board {
	int fd;
	void *library;
	const struct fcl_bitstream *bitstream;
};

/* Loads the payload of an image file. Fails the test if it cannot be loaded. */
void board_load(struct board *board, const char *image);
void board_unload(struct board *board);

/*
 * For cmocka: tool_setup(), and a payload with kernels of a file of kernels/, as in "-k one -k two"; the same in reverse.
 */
int board_setup(void **state, struct board *board, const char *kernels, const char *source);
int board_teardown(void **state, struct board *board);

const struct fcl_model *board_model(const struct board *board, const char *kernel);

/* State of the next run; board_reset() clears it. */
extern struct board_run {
	uint8_t regs[4096];
	struct board_stream {
		unsigned char bytes[4096];
		size_t size, read; /* bytes written so far; bytes read so far */
		size_t room;       /* capacity in bytes; 0: all of bytes[] */
	} streams[8];
	char printed[4096]; /* output of printf and cout */
	char failure[1024]; /* "" if the execution succeeded */
	char warned[1024];  /* the last warning */
	unsigned allocations, releases;
	unsigned empty_counts; /* number of calls of stream_count() that returned 0 */
	uint64_t cycles;       /* counted by the execution */
	char unknown[256];     /* or why it does not */
	struct board_buffer {
		const char *start;
		size_t size;
	} buffers[4];
	unsigned nbuffers;
	unsigned port_used; /* mask of the ports passed to memory() */
} board_run;

void board_reset(void);
void board_arg(unsigned offset, const void *value, size_t size);
void board_pointer(unsigned offset, const void *pointer);
/* A pointer to a buffer of the launch; other memory, such as a kernel's variables, is in none. */
void board_buffer(unsigned offset, const void *start, size_t size);

/* Runs one execution. Returns run()'s result, or -1 if it was ended early. */
int board_start(const struct board *board, const char *kernel);

#endif
