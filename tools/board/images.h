/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_IMAGES_H
#define FCL_BD_IMAGES_H

#include "tools/board/server.h"

/* Leases of images to clients, and whose image is on the board. */

int fcl_bd_lease(struct fcl_bd_server *server, struct fcl_bd_client *client, const uint8_t uuid[16],
		 uint32_t *ret_number, struct fcl_err *err);
void fcl_bd_unlease(struct fcl_bd_server *server, struct fcl_bd_client *client);
/*
 * Swaps the board's image if it is time to. Returns the ms until the next check; -1: none is
 * needed.
 */
int fcl_bd_arbitrate(struct fcl_bd_server *server);
/* Passes on the CU turns of a dead executor. */
void fcl_bd_sweep(struct fcl_bd_server *server, unsigned index);
void fcl_bd_describe(struct fcl_bd_server *server, struct fcl_bd_state *ret_state);

#endif
