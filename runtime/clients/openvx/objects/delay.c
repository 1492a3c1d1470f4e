/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/delay.h"

#include "runtime/clients/openvx/base/object.h"

static const struct fcl_vx_attribute delay_attributes[] = {
	{VX_DELAY_TYPE, FCL_VX_META(objects.item)},
	{VX_DELAY_SLOTS, FCL_VX_META(objects.count)},
};

const struct fcl_vx_class fcl_vx_delay_class = {
	.type = VX_TYPE_DELAY,
	.size = sizeof(struct fcl_vx_group),
	.destroy = fcl_vx_group_destroy,
	.attributes = delay_attributes,
	.nattributes = FCL_VX_COUNT(delay_attributes),
};

VX_API_ENTRY vx_delay VX_API_CALL vxCreateDelay(vx_context context, vx_reference exemplar,
						vx_size num_slots)
{
	struct fcl_vx_group *delay;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!fcl_vx_is_of(context, exemplar, VX_TYPE_REFERENCE))
		return fcl_vx_error(VX_ERROR_INVALID_REFERENCE);
	if (!num_slots ||
	    (!fcl_vx_group_may_contain(exemplar) && exemplar->class->type != VX_TYPE_OBJECT_ARRAY))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	delay = fcl_vx_group_create(context, NULL, &fcl_vx_delay_class, num_slots);
	if (!fcl_vx_is(delay, VX_TYPE_DELAY))
		return (vx_delay)delay;
	delay->ref.meta.objects.item = exemplar->class->type;
	delay->ref.meta.objects.count = num_slots;
	status = fcl_vx_group_fill(delay, NULL, exemplar);
	if (!status)
		return (vx_delay)delay;
	fcl_vx_release(&delay, VX_TYPE_DELAY);
	return fcl_vx_error(status);
}

/* Index 0 is the current slot, -1 the previous one. The host must not release the result. */
VX_API_ENTRY vx_reference VX_API_CALL vxGetReferenceFromDelay(vx_delay handle, vx_int32 index)
{
	struct fcl_vx_group *delay = (struct fcl_vx_group *)handle;

	if (!fcl_vx_is(handle, VX_TYPE_DELAY))
		return NULL;
	if (index > 0 || (vx_size)(-(int64_t)index) >= delay->count)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_delay_slot(delay, (vx_uint32)-index);
}

vx_reference fcl_vx_delay_slot(struct fcl_vx_group *delay, vx_uint32 age)
{
	return delay->items[(delay->first + age) % delay->count];
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryDelay(vx_delay delay, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(delay, VX_TYPE_DELAY, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseDelay(vx_delay *delay)
{
	return fcl_vx_release(delay, VX_TYPE_DELAY);
}
