/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_BODY_H
#define FCL_EMU_EXECUTION_BODY_H

/* The body of an execution's fiber, from start to end; `user` is its CU. */
void fcl_emu_cu_body(void *user);

#endif
