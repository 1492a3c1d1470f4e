/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_SCHEMA_H
#define FCL_BOARD_BOARD_SCHEMA_H

#include <stddef.h>

/*
 * For the build and the tests: validates a text by board.rng with libxml2's validator. 0, -EINVAL,
 * or -ENOMEM. Prints libxml2's messages to standard error if `is_loud`.
 */
int fcl_board_schema_check(const char *text, size_t size, int is_loud);

#endif
