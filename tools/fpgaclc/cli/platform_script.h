/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_PLATFORM_SCRIPT_H
#define FCLC_CLI_PLATFORM_SCRIPT_H

#include "tools/fpgaclc/common/program.h"

/*
 * "--advanced.param compiler.userPreSysLinkOverlayTcl=FILE" and its like name a script that edits the
 * platform. Of such scripts the sizes of PLRAM banks (update_plram_specification) matter here, and
 * nothing else. *ret_taken: whether `value` names one. Fails with -EINVAL.
 */
int fclc_platform_script_take(struct fclc_program *program, const char *value, bool *ret_taken,
			      struct fcl_err *err);

#endif
