/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BODY_H
#define FCL_EMU_EXECUTION_BODY_H

/* What an execution does, from its start to its end, on its fiber; `user` is its CU. */
void fcl_emu_cu_body(void *user);

#endif
