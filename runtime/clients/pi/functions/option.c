/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "runtime/clients/pi/info.h"

/*
 * Options for a compiler that finishes device code at run time. Images have already been compiled,
 * so only options that clBuildProgram() has a name for get a value.
 */
pi_result piPluginGetBackendOption(pi_platform platform, const char *frontend, const char **backend)
{
	static const struct {
		const char *frontend, *backend;
	} options[] = {{"", ""},    {"-O0", "-cl-opt-disable"},   {"-O1", ""}, {"-O2", ""},
		       {"-O3", ""}, {"-ftarget-compile-fast", ""}};
	pi_result result = FCL_PI_CALL(clGetPlatformInfo, platform, CL_PLATFORM_NAME, 0, NULL,
				       NULL);

	if (result)
		return result;
	for (size_t i = 0; frontend && backend && i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(frontend, options[i].frontend)) {
			*backend = options[i].backend;
			return PI_SUCCESS;
		}
	return fcl_pi_refuse(CL_INVALID_VALUE,
			     "an option: expected -O0 to -O3 or -ftarget-compile-fast, found %s",
			     frontend ? frontend : "(null)");
}

static pi_result option_check_device(pi_device device)
{
	return FCL_PI_CALL(clGetDeviceInfo, device, CL_DEVICE_TYPE, 0, NULL, NULL);
}

/* A kernel cannot access another board's memory through pointers. */
pi_result piextPeerAccessGetInfo(pi_device device, pi_device peer, pi_enum name, size_t size,
				 void *value, size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};
	pi_int32 none = 0;
	pi_result result = option_check_device(device);

	if (!result)
		result = option_check_device(peer);
	if (result)
		return result;
	if (name > PI_PEER_ATOMICS_SUPPORTED)
		return fcl_pi_refuse(CL_INVALID_VALUE, "peers: no attribute %u", name);
	return fcl_pi_answer(&answer, &none, sizeof(none));
}

static pi_result option_check_range(const void *pointer, pi_context context)
{
	pi_result result = FCL_PI_CALL(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT, 0,
				       NULL, &(size_t){0});

	if (!result && !pointer)
		result = fcl_pi_refuse(CL_INVALID_VALUE, "a range of memory: expected its start");
	return result;
}

/* Announcing host memory in advance does not make copies faster. */
pi_result piextUSMImport(const void *pointer, size_t size, pi_context context)
{
	return size ? option_check_range(pointer, context)
		    : fcl_pi_refuse(CL_INVALID_VALUE, "a range of memory: expected its size");
}

pi_result piextUSMRelease(const void *pointer, pi_context context)
{
	return option_check_range(pointer, context);
}
