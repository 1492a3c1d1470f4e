/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_FUZZ_H
#define FCL_TEST_BOARD_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitstreams/image/fcl_image.h"
#include "hal/board/wire/socket.h"

/* What fuzzers of the protocol between programs and board processes have in common. */

struct fuzz {
	uint64_t state;
};

uint32_t fuzz_number(struct fuzz *fuzz);
bool fuzz_one_in(struct fuzz *fuzz, uint32_t n);
/* Often one near a limit. */
uint64_t fuzz_edge(struct fuzz *fuzz);
/* A file as a buffer could be in: large or small, which can or cannot become shorter. */
int fuzz_file(struct fuzz *fuzz);
/* Flips up to seven bits. */
void fuzz_bits(struct fuzz *fuzz, void *bytes, size_t size);
/* Likewise in the head of a message; the payload keeps its size: that is what is sent. */
void fuzz_head(struct fuzz *fuzz, struct fcl_bd_packet *packet);

/*
 * A program that makes all kinds of calls on that board, whatever comes back. Ends the process: by exit(0), or
 * by a signal if a call has not returned in time.
 */
__attribute__((noreturn)) void fuzz_client(const char *name, struct fcl_image *image);

#endif
