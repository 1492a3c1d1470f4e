/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_FUZZ_H
#define FCL_TEST_BOARD_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitstreams/image/fcl_image.h"
#include "hal/board/wire/socket.h"

/* Shared by the fuzzers of the protocol between programs and board processes. */

struct fuzz {
	uint64_t state;
};

uint32_t fuzz_number(struct fuzz *fuzz);
bool fuzz_one_in(struct fuzz *fuzz, uint32_t n);
/* A number, often near a limit. */
uint64_t fuzz_edge(struct fuzz *fuzz);
/* A file as it could back a buffer: large or small, able to shrink or not. */
int fuzz_file(struct fuzz *fuzz);
/* Flips up to seven bits. */
void fuzz_bits(struct fuzz *fuzz, void *bytes, size_t size);
/*
 * Flips bits in the header of a message, except the payload's size, which determines how much is
 * sent.
 */
void fuzz_head(struct fuzz *fuzz, struct fcl_bd_packet *packet);

/*
 * A program that makes all kinds of calls on that board, whatever it answers. Ends the process:
 * with exit(0), or with a signal if a call has not returned in time.
 */
__attribute__((noreturn)) void fuzz_client(const char *name, struct fcl_image *image);

#endif
