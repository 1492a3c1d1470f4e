/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CLUSTER_H
#define FCL_EMU_EXECUTION_CLUSTER_H

#include "emulator/state/unit.h"

/*
 * A cluster: CUs with short FIFOs between them, each of which runs for a moment only until it
 * blocks. A worker runs them by turns without the board's lock, and one that blocks switches to the
 * next at once. To all others they are running: no other thread looks at what they wait for. So the
 * worker settles them (fcl_emu_settle()) when none can go on, when one ends or pauses in another
 * way, when something else needs the worker, and after a while in any case.
 */

/*
 * Takes a CU that has just paused, and runs it by turns with those that it can go on with. Returns
 * NULL, with the board's lock held, if all of them have been settled; otherwise one whose execution
 * is over, with the others settled.
 */
struct fcl_emu_cu *fcl_emu_cluster_run(struct fcl_emu_cu *cu);

/*
 * Called by an execution that is blocked. True: the CU could go on, after others had their turns.
 * False: the execution has to be suspended.
 */
bool fcl_emu_cluster_pass_on(struct fcl_emu_cu *cu);

#endif
