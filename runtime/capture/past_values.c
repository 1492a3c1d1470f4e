/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/past_values.h"

struct fcl_past_values fcl_past_values_of(const fcl_ring_record *record)
{
	struct fcl_past_values values = {(const uint8_t *)(record + 1),
					 (const uint8_t *)record + record->size};
	struct fcl_value_head head;

	fcl_value_head(record->kind, &values.at, values.end, &head);
	return values;
}

bool fcl_past_values_next(struct fcl_past_values *values, struct fcl_value *ret_value)
{
	bool bad = false;

	return fcl_value_next(&values->at, values->end, ret_value, &bad);
}

bool fcl_past_record_value(const fcl_ring_record *record, unsigned index,
			   struct fcl_value *ret_value)
{
	struct fcl_past_values values = fcl_past_values_of(record);

	while (fcl_past_values_next(&values, ret_value))
		if (ret_value->index == index)
			return true;
	return false;
}

uint64_t fcl_past_record_number(const fcl_ring_record *record, unsigned index)
{
	struct fcl_value value;

	return fcl_past_record_value(record, index, &value) && value.type == FCL_VALUE_NUMBER
		       ? value.number
		       : 0;
}

struct fcl_past_object *fcl_past_record_object(const fcl_ring_record *record, unsigned index)
{
	return fcl_past_find(fcl_past_record_number(record, index));
}
