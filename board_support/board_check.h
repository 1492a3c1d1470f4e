/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_CHECK_H
#define FCL_BOARD_BOARD_CHECK_H

#include <libxml/tree.h>

#include "board_support/board.h"

/*
 * Checks a document against the grammar of board.rng without allocating memory: libxml2's validator
 * crashes, or accepts invalid documents, when memory is short. -EINVAL: the text gives the place,
 * what was expected and what was found.
 */
int fcl_board_check(xmlDoc *doc, const char *file, struct fcl_err *err);

#endif
