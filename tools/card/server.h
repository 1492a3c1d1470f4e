/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_SERVER_H
#define FCL_CARD_SERVER_H

#include "tools/card/card.h"

/*
 * Runs a card until SIGTERM, SIGINT, SIGHUP or a request to stop. Calls ready() when clients can
 * connect. 0, or a negative errno if it could not start. A process has one card in its life.
 */
int fcl_card_serve(const struct fcl_card_options *options,
		   void (*ready)(const struct fcl_card_options *options), struct fcl_err *err);

#endif
