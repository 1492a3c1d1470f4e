/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_WRITE_H
#define FCL_CAPTURE_PAST_WRITE_H

#include "base/capture/ring_write.h"

/*
 * Writes, behind the calls that are kept, what else is needed for the state of the objects: further
 * references, markers for events of forgotten commands, and notes on contents that are not known.
 */
void fcl_past_write_objects(struct fcl_ring_writer *writer);

#endif
