/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CLUSTER_H
#define FCL_EMU_EXECUTION_CLUSTER_H

#include "emulator/state/unit.h"

/*
 * A cluster is a set of CUs with short FIFOs between them, each of which runs only briefly until it
 * blocks. A worker runs them in turn without the board's lock; one that blocks switches directly to
 * the next. To other threads they are running: no other thread checks what they wait for. So the
 * worker settles them (fcl_emu_settle()) when none can continue, when one ends or pauses for
 * another reason, when the worker is needed elsewhere, and in any case after a while.
 */

/*
 * Takes a CU that has just paused, and runs it in turn with the CUs that form a cluster with it.
 * Returns NULL, with the board's lock held, if all of them have been settled; otherwise a CU whose
 * execution is over, with the others settled.
 */
struct fcl_emu_cu *fcl_emu_cluster_run(struct fcl_emu_cu *cu);

/*
 * Called by an execution that is blocked. True: it can continue, after others had their turns.
 * False: it must be suspended.
 */
bool fcl_emu_cluster_pass_on(struct fcl_emu_cu *cu);

#endif
