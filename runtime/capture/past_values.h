/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_PAST_VALUES_H
#define FCL_CAPTURE_PAST_VALUES_H

#include "runtime/capture/past_objects.h"

/* The values of a record in memory, behind its head. */
struct fcl_past_values {
	const uint8_t *at, *end;
};

struct fcl_past_values fcl_past_values_of(const fcl_ring_record *record);
bool fcl_past_values_next(struct fcl_past_values *values, struct fcl_value *ret_value);

/* The first one with that index; a number, or 0; the object with that number as its handle. */
bool fcl_past_record_value(const fcl_ring_record *record, unsigned index,
			   struct fcl_value *ret_value);
uint64_t fcl_past_record_number(const fcl_ring_record *record, unsigned index);
struct fcl_past_object *fcl_past_record_object(const fcl_ring_record *record, unsigned index);

#endif
