/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FUTEX_H
#define FCL_BASE_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps while *word is `expected`. May wake spuriously: callers loop. */
void fcl_futex_wait(_Atomic uint32_t *word, uint32_t expected);

/* Wakes all threads that sleep on the word. */
void fcl_futex_wake(_Atomic uint32_t *word);

#endif
