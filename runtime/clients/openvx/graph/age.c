/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/age.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph.h"
#include "runtime/clients/openvx/objects/delay.h"

static void age_follow(vx_node node, struct fcl_vx_group *delay)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		struct fcl_vx_argument *argument = &node->arguments[i];
		vx_reference value;

		if (argument->delay != delay)
			continue;
		value = fcl_vx_delay_slot(delay, argument->slot);
		if (argument->inner >= 0)
			value = ((struct fcl_vx_group *)value)->items[argument->inner];
		fcl_vx_hold(value);
		fcl_vx_drop(argument->value);
		argument->value = value;
	}
}

/* Updates the arguments of all nodes that refer to the delay. */
static void follow_all(struct fcl_vx_group *delay)
{
	for (vx_reference at = delay->ref.context->objects; at; at = at->next)
		if (at->class->type == VX_TYPE_NODE)
			age_follow((vx_node)at, delay);
}

/* The oldest slot becomes the newest. */
void fcl_vx_delay_age(struct fcl_vx_group *delay)
{
	fcl_vx_lock(delay->ref.context);
	delay->first = (delay->first + delay->count - 1) % delay->count;
	for (vx_size i = 0; i < delay->count; i++)
		fcl_vx_delay_slot(delay, (vx_uint32)i)->child = (vx_uint32)i;
	follow_all(delay);
	fcl_vx_unlock(delay->ref.context);
}

VX_API_ENTRY vx_status VX_API_CALL vxAgeDelay(vx_delay delay)
{
	if (!fcl_vx_is(delay, VX_TYPE_DELAY))
		return VX_ERROR_INVALID_REFERENCE;
	fcl_vx_delay_age((struct fcl_vx_group *)delay);
	return VX_SUCCESS;
}
