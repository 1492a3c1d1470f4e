/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/dispatch.h"

#include "runtime/api/dispatch/captured.h"
#include "runtime/api/dispatch/functions.h"
#include "runtime/api/dispatch/traced.h"
#include "runtime/api/memory/sharing.h"
#include "runtime/core/objects/object.h"

#define ENTRY(name) .name = (name),

/*
 * The loader does not call through the two entries that contain the tag: the tag announces that
 * objects have room for dispatch data. Entries of Windows-only extensions are void pointers in
 * CL/cl_icd.h.
 */
const struct _cl_icd_dispatch fcl_api_dispatch = {
	.clGetPlatformIDs = (void *)CL_ICD2_TAG_KHR,
	.clUnloadCompiler = (void *)CL_ICD2_TAG_KHR,
	.clGetDeviceIDsFromD3D10KHR = (void *)fcl_api_share_device_ids,
	.clCreateFromD3D10BufferKHR = (void *)fcl_api_share_buffer,
	.clCreateFromD3D10Texture2DKHR = (void *)fcl_api_share_texture,
	.clCreateFromD3D10Texture3DKHR = (void *)fcl_api_share_texture,
	.clEnqueueAcquireD3D10ObjectsKHR = (void *)fcl_api_share_acquire,
	.clEnqueueReleaseD3D10ObjectsKHR = (void *)fcl_api_share_acquire,
	.clCreateSubDevicesEXT = fcl_api_create_sub_devices_ext,
	.clRetainDeviceEXT = clRetainDevice,
	.clReleaseDeviceEXT = clReleaseDevice,
	.clGetDeviceIDsFromD3D11KHR = (void *)fcl_api_share_device_ids,
	.clCreateFromD3D11BufferKHR = (void *)fcl_api_share_buffer,
	.clCreateFromD3D11Texture2DKHR = (void *)fcl_api_share_texture,
	.clCreateFromD3D11Texture3DKHR = (void *)fcl_api_share_texture,
	.clCreateFromDX9MediaSurfaceKHR = (void *)fcl_api_share_surface,
	.clEnqueueAcquireD3D11ObjectsKHR = (void *)fcl_api_share_acquire,
	.clEnqueueReleaseD3D11ObjectsKHR = (void *)fcl_api_share_acquire,
	.clGetDeviceIDsFromDX9MediaAdapterKHR = (void *)fcl_api_share_device_ids,
	.clEnqueueAcquireDX9MediaSurfacesKHR = (void *)fcl_api_share_acquire,
	.clEnqueueReleaseDX9MediaSurfacesKHR = (void *)fcl_api_share_acquire,
	.clGetKernelSubGroupInfoKHR = clGetKernelSubGroupInfo,
	FCL_API_FUNCTIONS(ENTRY)};

static const struct _cl_icd_dispatch *used = &fcl_api_dispatch;

/* No object is created before the library is loaded. */
__attribute__((constructor)) static void set_dispatch(void)
{
	const struct _cl_icd_dispatch *traced = fcl_api_traced_dispatch(&fcl_api_dispatch);

	used = fcl_api_captured_dispatch(traced ? traced : &fcl_api_dispatch);
	fcl_object_set_dispatch(used);
}

const struct _cl_icd_dispatch *fcl_api_dispatch_used(void)
{
	return used;
}
