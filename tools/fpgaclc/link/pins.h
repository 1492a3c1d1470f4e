/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_LINK_PINS_H
#define FCLC_LINK_PINS_H

#include "tools/fpgaclc/common/program.h"

/*
 * Puts compute units behind the ports of the board that connect= directives join with them, such as
 * "aurora_flow_0/gt_port:io_gt_qsfp1_00", in any order.
 */
int fclc_connect_pins(struct fclc_program *program, struct fcl_err *err);

#endif
