/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Newer versions of cl_icd.h do not have types for these two. */
typedef cl_int(CL_API_CALL *get_platform_ids_fn)(cl_uint num_entries, cl_platform_id *platforms,
						 cl_uint *num_platforms);
typedef cl_int(CL_API_CALL *get_platform_info_fn)(cl_platform_id platform, cl_platform_info name,
						  size_t size, void *value, size_t *size_ret);

/* How to query platforms in a library that has some. */
struct library {
	void *handle;
	get_platform_ids_fn get_ids;
	get_platform_info_fn get_info;
};

struct handle {
	const struct _cl_icd_dispatch *dispatch; /* cl_khr_icd: the first member of every object */
};

struct fcl_pi_opencl fcl_pi;

static struct fcl_pi_extensions extensions;
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below */
static void *opened; /* the library that fcl_pi_open() opened; NULL: closed */

/* The platform's name can be changed by users, its extension suffix cannot. */
static bool opencl_is_ours(const struct library *library, cl_platform_id platform)
{
	char suffix[16] = "";

	return !library->get_info(platform, CL_PLATFORM_ICD_SUFFIX_KHR, sizeof(suffix), suffix,
				  NULL) &&
	       !strcmp(suffix, "FPGACL");
}

static cl_platform_id find_platform(const struct library *library)
{
	enum { MOST = 64 };
	cl_platform_id platforms[MOST];
	cl_uint count = 0;

	if (!library->get_ids || !library->get_info || library->get_ids(MOST, platforms, &count))
		return NULL;
	for (cl_uint i = 0; i < count && i < MOST; i++)
		if (opencl_is_ours(library, platforms[i]))
			return platforms[i];
	return NULL;
}

/*
 * The driver's path in a directory relative to the plugin's. False: the path is too long, or
 * unknown.
 */
static bool path_from_here(const char *folder, char *ret_path, size_t room)
{
	const char *slash;
	Dl_info info;
	int length;

	if (!dladdr((void *)fcl_pi_open, &info) || !info.dli_fname)
		return false;
	slash = strrchr(info.dli_fname, '/');
	length = slash ? (int)(slash - info.dli_fname + 1) : 0;
	length = snprintf(ret_path, room, "%.*s%s" FCL_PI_DRIVER, length, info.dli_fname, folder);
	return length > 0 && (size_t)length < room;
}

/*
 * Loads the library and never unloads it: loaders leak their lists when unloaded, which would add
 * up if the plugin is opened repeatedly.
 */
static cl_platform_id opencl_open_library(const char *name, const char *get_ids)
{
	struct library library = {.handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)};
	cl_platform_id platform;

	if (!library.handle)
		return NULL;
	library.get_ids = (get_platform_ids_fn)dlsym(library.handle, get_ids);
	library.get_info = (get_platform_info_fn)dlsym(library.handle, "clGetPlatformInfo");
	platform = find_platform(&library);
	if (platform)
		opened = library.handle;
	else
		dlclose(library.handle);
	return platform;
}

/*
 * When installed, the driver is in the parent directory; users who copy both may put them into one.
 */
static cl_platform_id open_any(void)
{
	static const char *const folders[] = {"", "../"};
	cl_platform_id platform = opencl_open_library("libOpenCL.so.1", "clGetPlatformIDs");
	char path[PATH_MAX];

	for (size_t i = 0; !platform && i < sizeof(folders) / sizeof(folders[0]); i++)
		if (path_from_here(folders[i], path, sizeof(path)))
			platform = opencl_open_library(path, "clIcdGetPlatformIDsKHR");
	return platform;
}

#define FIND(name)                                                                                 \
	extensions.name = (name##_fn)call->clGetExtensionFunctionAddressForPlatform(platform,      \
										    #name);

#define FIND_OWN(name, type)                                                                       \
	extensions.name = (type *)call->clGetExtensionFunctionAddressForPlatform(platform, #name);

/* The driver stays loaded, so this happens once, and other threads may read concurrently. */
static void opencl_remember(cl_platform_id platform)
{
	const struct _cl_icd_dispatch *call = ((const struct handle *)platform)->dispatch;

	if (fcl_pi.platform == platform)
		return;
	FCL_PI_EXTENSIONS(FIND)
	FCL_PI_OWN_EXTENSIONS(FIND_OWN)
	fcl_pi.call = call;
	fcl_pi.extensions = &extensions;
	fcl_pi.platform = platform;
}

pi_result fcl_pi_open(void)
{
	cl_platform_id platform;

	pthread_mutex_lock(&open_lock);
	platform = opened ? fcl_pi.platform : open_any();
	if (platform)
		opencl_remember(platform);
	pthread_mutex_unlock(&open_lock);
	return platform ? PI_SUCCESS
			: fcl_pi_refuse(CL_INVALID_PLATFORM,
					"neither libOpenCL.so.1 nor " FCL_PI_DRIVER
					" beside the plugin has fpgacl's platform");
}

void fcl_pi_close(void)
{
	pthread_mutex_lock(&open_lock);
	if (opened)
		dlclose(opened);
	opened = NULL;
	pthread_mutex_unlock(&open_lock);
}
