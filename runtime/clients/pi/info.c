/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/info.h"

#include <string.h>

pi_result fcl_pi_answer(const struct fcl_pi_answer *answer, const void *data, size_t size)
{
	if (answer->value && answer->room < size)
		return fcl_pi_refuse(CL_INVALID_VALUE,
				     "a query: expected a buffer of %zu bytes, found %zu", size,
				     answer->room);
	if (answer->value)
		memcpy(answer->value, data, size);
	if (answer->ret_size)
		*answer->ret_size = size;
	return PI_SUCCESS;
}

pi_result fcl_pi_answer_bool(const struct fcl_pi_answer *answer, bool value)
{
	pi_bool answered = value;

	return fcl_pi_answer(answer, &answered, sizeof(answered));
}

/* The capabilities that all of the devices have. */
static pi_result get_atomics(cl_device_info name, pi_uint32 count, const pi_device *devices,
			     cl_device_atomic_capabilities *ret_all)
{
	cl_device_atomic_capabilities all = ~(cl_device_atomic_capabilities)0, one;
	pi_result result = PI_SUCCESS;

	for (pi_uint32 i = 0; !result && i < count; i++) {
		result = FCL_PI_CALL(clGetDeviceInfo, devices[i], name, sizeof(one), &one, NULL);
		if (!result)
			all &= one;
	}
	*ret_all = all;
	return result;
}

pi_result fcl_pi_answer_orders(const struct fcl_pi_answer *answer, cl_device_info name,
			       pi_uint32 count, const pi_device *devices)
{
	cl_device_atomic_capabilities all;
	pi_result result = get_atomics(name, count, devices, &all);
	pi_bitfield orders = 0;

	if (result)
		return result;
	if (all & CL_DEVICE_ATOMIC_ORDER_RELAXED)
		orders |= PI_MEMORY_ORDER_RELAXED;
	if (all & CL_DEVICE_ATOMIC_ORDER_ACQ_REL)
		orders |= PI_MEMORY_ORDER_ACQUIRE | PI_MEMORY_ORDER_RELEASE |
			  PI_MEMORY_ORDER_ACQ_REL;
	if (all & CL_DEVICE_ATOMIC_ORDER_SEQ_CST)
		orders |= PI_MEMORY_ORDER_SEQ_CST;
	return fcl_pi_answer(answer, &orders, sizeof(orders));
}

pi_result fcl_pi_answer_scopes(const struct fcl_pi_answer *answer, cl_device_info name,
			       pi_uint32 count, const pi_device *devices)
{
	cl_device_atomic_capabilities all;
	pi_result result = get_atomics(name, count, devices, &all);
	pi_bitfield scopes = 0;

	if (result)
		return result;
	if (all & CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM)
		scopes |= PI_MEMORY_SCOPE_WORK_ITEM;
	if (all & CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP)
		scopes |= PI_MEMORY_SCOPE_WORK_GROUP;
	if (all & CL_DEVICE_ATOMIC_SCOPE_DEVICE)
		scopes |= PI_MEMORY_SCOPE_DEVICE;
	if (all & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)
		scopes |= PI_MEMORY_SCOPE_SYSTEM;
	return fcl_pi_answer(answer, &scopes, sizeof(scopes));
}
