/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_STATE_H
#define FCL_CARD_STATE_H

#include "base/text.h"
#include "tools/card/card.h"

/* The answer to `fpgacl card state`, a JSON object: the socket, the image, the client. */
void fcl_card_state_put(const struct fcl_card *card, struct fcl_text *text);

/*
 * Asks the card at a socket: FCL_VU_CARD_STATE, FCL_VU_CARD_STOP. The answer is from malloc(), with
 * a terminating zero. -ENOENT: no card listens there; -EPERM; -EPROTO: what listens is no card.
 */
int fcl_card_ask(const char *socket, uint32_t what, char **ret_answer, struct fcl_err *err);

#endif
