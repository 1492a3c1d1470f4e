/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BOARD_BOARD_SCHEMA_H
#define FCL_BOARD_BOARD_SCHEMA_H

#include <stddef.h>

/*
 * For the build and the tests: what libxml2's validator makes of a text by board.rng: 0, -EINVAL, or -ENOMEM. Its
 * messages go to standard error if `is_loud`.
 */
int fcl_board_schema_check(const char *text, size_t size, int is_loud);

#endif
