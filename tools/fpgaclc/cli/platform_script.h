/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_PLATFORM_SCRIPT_H
#define FCLC_CLI_PLATFORM_SCRIPT_H

#include "tools/fpgaclc/common/program.h"

/*
 * "--advanced.param compiler.userPreSysLinkOverlayTcl=FILE" and similar parameters name a script
 * that edits the platform. From these scripts only the sizes of PLRAM banks
 * (update_plram_specification) are read. Sets *ret_taken if `value` names such a script. Returns 0
 * or -EINVAL.
 */
int fclc_platform_script_take(struct fclc_program *program, const char *value, bool *ret_taken,
			      struct fcl_err *err);

#endif
