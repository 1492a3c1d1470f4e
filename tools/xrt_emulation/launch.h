/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XEMU_LAUNCH_H
#define FCL_XEMU_LAUNCH_H

#include "tools/xrt_emulation/unit.h"

/* Makes room for the launches of a unit. */
int fcl_xemu_launches_create(struct fcl_xemu_unit *unit, struct fcl_err *err);
void fcl_xemu_launches_destroy(struct fcl_xemu_unit *unit);

/* Starts an execution with the registers' contents. The unit must have room for it. */
int fcl_xemu_launch(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err);

/* Records executions that have ended, in the order in which they were started. */
int fcl_xemu_retire(struct fcl_xemu_board *board, struct fcl_xemu_unit *unit, struct fcl_err *err);

/* The image's memory that a CU's argument is connected to, or FCL_HAL_BANK_DEFAULT. */
uint32_t fcl_xemu_mem_of(const struct fcl_image *image, uint32_t cu, uint32_t arg);

#endif
