/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/devices.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/capture/hash.h"
#include "base/capture/recorder.h"
#include "base/fork.h"
#include "runtime/capture/put.h"
#include "runtime/capture/recording.h"

enum { MOST = 64 };

static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;

/* Whether the capture has it already; beyond MOST, things are recorded more than once. */
static bool devices_is_known(uint64_t known[MOST], uint64_t it)
{
	bool found = false;

	fcl_fork_protect(&known_lock);
	pthread_mutex_lock(&known_lock);
	for (unsigned i = 0; i < MOST && !found; i++) {
		found = known[i] == it;
		if (known[i])
			continue;
		known[i] = it;
		break;
	}
	pthread_mutex_unlock(&known_lock);
	return found;
}

static void put_device_text(struct fcl_body *body, unsigned index, cl_device_id device,
			    cl_device_info what)
{
	char text[512];

	if (!fcl_capture_next->clGetDeviceInfo(device, what, sizeof(text), text, NULL))
		fcl_body_text(body, index, text);
}

static uint64_t number_of(cl_platform_id platform, cl_device_id device)
{
	cl_device_id devices[MOST];
	cl_uint count = 0;

	if (fcl_capture_next->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, devices, &count))
		return 0;
	for (cl_uint i = 0; i < count && i < MOST; i++)
		if (devices[i] == device)
			return i + 1;
	return 0;
}

/* Sub-devices are made by calls. */
static bool is_part(cl_device_id device)
{
	cl_device_id parent = NULL;

	return !fcl_capture_next->clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE,
						  sizeof(cl_device_id), &parent, NULL) &&
	       parent;
}

static void devices_describe(cl_device_id device)
{
	struct fcl_body body;
	cl_platform_id platform;
	char name[512];

	fcl_body_begin(&body);
	fcl_put_number(&body, FCL_DEVICE_HANDLE, (uintptr_t)device);
	if (!fcl_capture_next->clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id),
					       &platform, NULL) &&
	    !fcl_capture_next->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name,
						 NULL)) {
		fcl_body_text(&body, FCL_DEVICE_PLATFORM, name);
		fcl_put_number(&body, FCL_DEVICE_NUMBER, number_of(platform, device));
	}
	put_device_text(&body, FCL_DEVICE_NAME, device, CL_DEVICE_NAME);
	put_device_text(&body, FCL_DEVICE_VERSION, device, CL_DEVICE_VERSION);
	put_device_text(&body, FCL_DEVICE_DRIVER, device, CL_DRIVER_VERSION);
	fcl_recorder_append(FCL_CAPTURE_DEVICE, 0, &body);
}

void fcl_devices_whole(cl_device_id device)
{
	static uint64_t known[MOST];

	if (!devices_is_known(known, (uintptr_t)device) && !is_part(device))
		devices_describe(device);
}

void fcl_devices_describe(cl_context context)
{
	cl_device_id *devices = NULL;
	size_t size = 0;

	if (!fcl_capture_next->clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size) &&
	    size)
		devices = malloc(size);
	if (devices &&
	    !fcl_capture_next->clGetContextInfo(context, CL_CONTEXT_DEVICES, size, devices, NULL))
		for (size_t i = 0; i < size / sizeof(cl_device_id); i++)
			fcl_devices_whole(devices[i]);
	free(devices);
}

void fcl_devices_constants(struct fcl_body *body, cl_kernel kernel)
{
	cl_kernel_arg_type_qualifier bits;
	uint64_t constants = 0;
	cl_uint count = 0;

	if (!fcl_recorder_is_ring() ||
	    fcl_capture_next->clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count,
					      NULL))
		return;
	for (cl_uint i = 0; i < count && i < 64; i++)
		if (!fcl_capture_next->clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER,
							  sizeof(bits), &bits, NULL) &&
		    (bits & CL_KERNEL_ARG_TYPE_CONST))
			constants |= (uint64_t)1 << i;
	fcl_put_number(body, FCL_CAPTURE_CONSTANTS, constants);
}

static uint64_t devices_hash_of(const char *text)
{
	uint64_t hash[2];

	fcl_contents_hash(text, strlen(text), hash);
	return hash[0];
}

void fcl_devices_extension(const char *function)
{
	static uint64_t known[MOST];

	if (!strncmp(function, "clGet", 5) || !strncmp(function, "clIcd", 5))
		return;
	if (fcl_recording() && !devices_is_known(known, devices_hash_of(function)))
		fcl_recording_note("the program has asked for %s, whose calls are not recorded",
				   function);
}
