/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMPILE_ACCESS_CHECKS_H
#define FCLC_COMPILE_ACCESS_CHECKS_H

#include "tools/fpgaclc/common/mem.h"

/*
 * Replaces the address sanitizer's calls, and calls of memcpy() and similar functions, with calls
 * of payload_access.c, which also receive the source location: "vadd.cpp:7:10". Changes `ir` in
 * place.
 */
char *fclc_check_accesses(struct fclc_arena *arena, char *ir);

#endif
