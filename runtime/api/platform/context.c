/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/config.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/api/platform/platform.h"
#include "runtime/core/objects/callback.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/platform/revive.h"

/* For objects of earlier contexts, which callbacks and ending commands may still hold briefly. */
static const uint64_t PATIENCE_NS = 500 * 1000 * 1000;

/* The contents of a valid list of context properties. */
struct properties {
	const struct fcl_platform *platform; /* NULL: not given */
	uint32_t count;                      /* elements, including the terminating 0; 0: no list */
};

/* XRT takes a property that is named twice. */
static bool named_before(const cl_context_properties *list, const cl_context_properties *at)
{
	if (fcl_config_is_emulation())
		return false;
	for (; list < at; list += 2)
		if (list[0] == at[0])
			return true;
	return false;
}

static cl_int context_read_property(const cl_context_properties *at, struct properties *properties)
{
	switch (at[0]) {
	case CL_CONTEXT_PLATFORM:
		properties->platform = fcl_api_platform((cl_platform_id)at[1]);
		return properties->platform ? CL_SUCCESS : CL_INVALID_PLATFORM;
	case CL_CONTEXT_INTEROP_USER_SYNC:
		return at[1] == CL_TRUE || at[1] == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
	default:
		return CL_INVALID_PROPERTY;
	}
}

static cl_int context_read_properties(const cl_context_properties *list,
				      struct properties *ret_properties)
{
	struct properties properties = {0};
	const cl_context_properties *at = list;

	for (; at && *at; at += 2) {
		cl_int error = named_before(list, at) ? CL_INVALID_PROPERTY
						      : context_read_property(at, &properties);

		if (error)
			return error;
	}
	if (list)
		properties.count = (uint32_t)(at - list) + 1;
	*ret_properties = properties;
	return CL_SUCCESS;
}

static cl_int context_check_devices(const cl_device_id *devices, cl_uint count)
{
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_api_device(devices[i]))
			return CL_INVALID_DEVICE;
	for (cl_uint i = 0; i < count; i++)
		if (!fcl_device_is_available(fcl_api_device(devices[i]), PATIENCE_NS))
			return CL_DEVICE_NOT_AVAILABLE;
	return CL_SUCCESS;
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
				       const cl_device_id *devices,
				       void(CL_CALLBACK *pfn_notify)(const char *, const void *,
								     size_t, void *),
				       void *user_data, cl_int *errcode_ret)
{
	struct fcl_context *context = NULL;
	struct properties read;
	cl_int error = context_read_properties(properties, &read);

	if (error)
		return fcl_api_fail(errcode_ret, error);
	if (!devices || !num_devices || (!pfn_notify && user_data))
		return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	error = context_check_devices(devices, num_devices);
	if (!error && pfn_notify && fcl_callback_start())
		error = CL_OUT_OF_HOST_MEMORY;
	if (!error)
		error = fcl_status_from_errno(fcl_context_create((struct fcl_part *const *)devices,
								 num_devices, &context));
	if (error)
		return fcl_api_fail(errcode_ret, error);
	context->properties = fcl_api_keep_list(properties, read.count, sizeof(*properties),
						&error);
	if (error) {
		fcl_object_unref(context);
		return fcl_api_fail(errcode_ret, error);
	}
	context->nproperties = read.count;
	context->notify = pfn_notify;
	context->notify_data = user_data;
	return fcl_api_created(errcode_ret, CL_SUCCESS, context);
}

/* The available devices among the first `count`; from malloc. */
static cl_device_id *available_devices(const struct fcl_platform *platform, cl_uint count,
				       cl_uint *ret_count)
{
	cl_device_id *devices = malloc(count * sizeof(cl_device_id));
	cl_uint kept = 0;

	for (cl_uint i = 0; devices && i < count; i++)
		if (fcl_device_is_available(platform->devices[i], PATIENCE_NS))
			devices[kept++] = (cl_device_id)platform->devices[i];
	*ret_count = kept;
	return devices;
}

cl_context CL_API_CALL
clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
			void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *),
			void *user_data, cl_int *errcode_ret)
{
	const struct fcl_platform *platform;
	cl_context context = NULL;
	cl_device_id *available;
	struct properties read;
	cl_uint count;
	cl_int error = context_read_properties(properties, &read);

	if (error)
		return fcl_api_fail(errcode_ret, error);
	if (!pfn_notify && user_data)
		return fcl_api_fail(errcode_ret, CL_INVALID_VALUE);
	platform = read.platform ? read.platform : fcl_platform_get();
	if (!platform)
		return fcl_api_fail(errcode_ret, CL_INVALID_PLATFORM);
	error = fcl_api_select_devices(platform, device_type, &count);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	available = available_devices(platform, count, &count);
	if (!available)
		return fcl_api_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	if (count)
		context = clCreateContext(properties, count, available, pfn_notify, user_data,
					  errcode_ret);
	else
		fcl_api_fail(errcode_ret, CL_DEVICE_NOT_AVAILABLE);
	free(available);
	return context;
}

FCL_API_COUNTED(clRetainContext, clReleaseContext, cl_context, fcl_api_context, CL_INVALID_CONTEXT)

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
				    size_t param_value_size, void *param_value,
				    size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_context *the_context = fcl_api_context(context);

	if (!the_context)
		return CL_INVALID_CONTEXT;
	switch (param_name) {
	case CL_CONTEXT_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(the_context));
	case CL_CONTEXT_NUM_DEVICES:
		return fcl_api_info_uint(&info, the_context->nparts);
	case CL_CONTEXT_DEVICES:
		return fcl_api_info_bytes(&info, the_context->parts,
					  the_context->nparts * sizeof(cl_device_id));
	case CL_CONTEXT_PROPERTIES:
		return fcl_api_info_bytes(&info, the_context->properties,
					  the_context->nproperties * sizeof(cl_context_properties));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
						  void(CL_CALLBACK *pfn_notify)(cl_context, void *),
						  void *user_data)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_destructor destructor = {.notify.context = pfn_notify, .user_data = user_data};
	int error;

	if (!the_context)
		return CL_INVALID_CONTEXT;
	if (!pfn_notify)
		return CL_INVALID_VALUE;
	pthread_mutex_lock(&the_context->lock);
	error = fcl_destructor_push(&the_context->destructors, &destructor);
	pthread_mutex_unlock(&the_context->lock);
	return fcl_status_from_errno(error);
}
