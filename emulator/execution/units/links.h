/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_LINKS_H
#define FCL_EMU_EXECUTION_LINKS_H

#include <stdbool.h>

#include "emulator/include/fpgacl_model.h"

/* The services of struct fcl_model_host that reach other boards of a rack. */
int fcl_emu_link_open(struct fcl_cu *cu, const char *port, struct fcl_model_link **ret_link);
void fcl_emu_link_close(struct fcl_model_link *link);
int fcl_emu_link_is_up(struct fcl_model_link *link);
int fcl_emu_link_send(struct fcl_model_link *link, const void *bytes, uint32_t size,
		      uint32_t flags);
const void *fcl_emu_link_receive(struct fcl_model_link *link, uint32_t *ret_size,
				 uint32_t *ret_flags);
void fcl_emu_link_take(struct fcl_model_link *link);
int fcl_emu_link_wait(struct fcl_model_link *link, uint32_t what);

/*
 * Of a link whose unit waits: whether what it waits for is there; and whether frames that nobody takes are
 * lost from now on, which the unit may send.
 */
bool fcl_emu_link_has(struct fcl_model_link *link);
bool fcl_emu_link_give_up(struct fcl_model_link *link);

struct fcl_emu_program;

/*
 * Waits until units of this program, or of all with NULL, have sent what kernels have given them. It gives
 * up after a second in which nothing could be sent. The host's exit calls it, too.
 */
void fcl_emu_links_drain(const struct fcl_emu_program *program);

#endif
