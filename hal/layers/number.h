/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_LAYERS_NUMBER_H
#define FCL_LAYERS_NUMBER_H

#include <stdint.h>

#include "base/err.h"

/* Reads a decimal number. -EINVAL: not a number, or above `max`. */
int fcl_layer_number(const char *key, const char *text, uint64_t max, uint64_t *ret_number,
		     struct fcl_err *err);

/* Reads a time such as 10us, 1.5ms or 2s. -EINVAL: not a time, or longer than an hour. */
int fcl_layer_time(const char *key, const char *text, uint64_t *ret_ns, struct fcl_err *err);

/* Returns a number below `limit` that depends only on the arguments. */
uint64_t fcl_layer_random(uint64_t seed, uint64_t op, uint64_t count, uint64_t limit);

#endif
