/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_BOARD_H
#define FCL_CARD_BOARD_H

#include "tools/card/card.h"

/*
 * Opens the board behind the card, loads the image and maps the banks. The end of the process closes
 * it: a kernel that loops for ever would keep this thread from doing so.
 */
int fcl_card_board_open(struct fcl_card *card, struct fcl_err *err);

/*
 * Stops the compute units and puts them back to how they were when the card was started. One that
 * does not stop within two seconds is left to itself, and replaced.
 */
int fcl_card_board_reset(struct fcl_card *card, struct fcl_err *err);

/*
 * Where the card's memory at an address is; NULL: the address decodes to nothing. `*bytes` is
 * reduced to what is in the same bank.
 */
char *fcl_card_memory(const struct fcl_card *card, uint64_t address, uint64_t *bytes);

#endif
