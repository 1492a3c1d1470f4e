/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_PINS_H
#define FCLC_LINK_PINS_H

#include "tools/fpgaclc/common/program.h"

/*
 * A connect= directive between a compute unit and the transceivers of a port of the board, such as
 * "aurora_flow_0/gt_port:io_gt_qsfp1_00", in any order: the unit is behind that port.
 */
int fclc_apply_pins(struct fclc_program *program, const struct fclc_directive *directive,
		    struct fcl_err *err);

#endif
