/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_KEPT_FIFO_H
#define FCL_CORE_KEPT_FIFO_H

#include <stdint.h>

/*
 * Packets of one FIFO, kept while its image is not on the board, or until the host reads them;
 * oldest first.
 */
struct fcl_fifo {
	struct fcl_fifo *next;   /* in fcl_held.fifos; the device's lock */
	uint32_t index;          /* into the image's streams */
	uint32_t taken, packets; /* the first `taken` packets have been read */
	unsigned char data[];
};

/* Frees a list; NULL is allowed. */
void fcl_fifos_free(struct fcl_fifo *fifos);

/* Frees the entries of one FIFO. */
void fcl_fifos_drop(struct fcl_fifo **fifos, uint32_t index);

#endif
