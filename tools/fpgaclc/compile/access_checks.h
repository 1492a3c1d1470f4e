/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_ACCESS_CHECKS_H
#define FCLC_COMPILE_ACCESS_CHECKS_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Replaces the address sanitizer's calls in IR, and calls of memcpy() and the like, by those of
 * payload_access.c, which get the place in the source: "vadd.cpp:7:10". Changes `ir`.
 */
char *fclc_check_accesses(struct fclc_arena *arena, char *ir);

#endif
