/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_MESSAGES_H
#define FCL_CARD_MESSAGES_H

#include "tools/card/card.h"

/* Handles the message that a connection has received. An error ends the connection. */
int fcl_card_message(struct fcl_card *card, struct fcl_card_connection *connection,
		     struct fcl_err *err);

#endif
