/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WATCHER_H
#define FCL_EMU_EXECUTION_WATCHER_H

/* The thread that watches workers and waiting CUs; `data` is its board. */
void *fcl_emu_watcher(void *data);

#endif
