/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_SUBMIT_H
#define FCL_CORE_SUBMIT_H

#include "runtime/core/graph/command.h"

/*
 * Submits event->request, whose op and contents are filled, to the board; when the board has finished with it, the
 * command is completed. One that the board has no room for is issued again later.
 */
void fcl_submit(struct fcl_event *event);

#endif
