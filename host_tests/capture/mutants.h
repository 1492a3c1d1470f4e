/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_MUTANTS_H
#define FCL_TEST_MUTANTS_H

#include <stddef.h>
#include <stdint.h>

/* Captures with wrong bytes, most of them with checks that are right. */

void mutants_seed(uint64_t seed);
uint64_t mutants_random(void);

/* Changes some bytes of a capture, in a way that depends on the round, too. */
void mutants_make(char *bytes, size_t size, unsigned round);

#endif
