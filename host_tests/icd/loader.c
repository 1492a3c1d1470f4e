/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A loader that only dispatches according to cl_khr_icd 2.0.0: it accepts platforms whose two slots
 * contain the tag, looks up every function by name, and attaches its own table to them. Every
 * object must then carry that table. It replaces libOpenCL.so.1, so that the API tests run on it
 * unchanged.
 *
 * On the machines that OpenCL runs on, integers and pointers are passed in the same places in all
 * calls, so that one function type serves all.
 */
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_tests/icd/loader_calls.h"
#include "runtime/api/dispatch/icd2.h"

#define TAKES                                                                                      \
	uintptr_t a0, uintptr_t a1, uintptr_t a2, uintptr_t a3, uintptr_t a4, uintptr_t a5,        \
		uintptr_t a6, uintptr_t a7, uintptr_t a8, uintptr_t a9, uintptr_t a10,             \
		uintptr_t a11, uintptr_t a12, uintptr_t a13
#define GIVES a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13

typedef uintptr_t any_call(TAKES);

#define SLOT_CALL(name, error) SLOT_##name,
#define SLOT_MAKE(name, error, at) SLOT_##name,
#define NAME_CALL(name, error) #name,
#define NAME_MAKE(name, error, at) #name,

/* Calls whose platform does not follow from their first argument. */
enum {
	LOADER_CALLS(SLOT_CALL, SLOT_MAKE) SLOT_clGetPlatformInfo,
	SLOT_clGetDeviceIDs,
	SLOT_clCreateContext,
	SLOT_clCreateContextFromType,
	SLOT_clWaitForEvents,
	SLOT_clSVMAlloc,
	SLOT_clSVMFree,
	SLOT_clGetExtensionFunctionAddressForPlatform,
	SLOTS
};

static const char *const names[SLOTS] = {LOADER_CALLS(NAME_CALL, NAME_MAKE) "clGetPlatformInfo",
					 "clGetDeviceIDs",
					 "clCreateContext",
					 "clCreateContextFromType",
					 "clWaitForEvents",
					 "clSVMAlloc",
					 "clSVMFree",
					 "clGetExtensionFunctionAddressForPlatform"};

/* The header of every object. */
struct object {
	const struct _cl_icd_dispatch *dispatch;
	any_call *const *table; /* our table; a driver that does not set it in an object crashes the
				 * test */
};

typedef void *CL_API_CALL address_call(cl_platform_id platform, const char *name);
typedef cl_int CL_API_CALL set_data_call(cl_platform_id platform, void *data);
typedef cl_int CL_API_CALL platforms_call(cl_uint count, cl_platform_id *platforms, cl_uint *ret);
typedef void *CL_API_CALL extension_call(const char *name);

struct vendor {
	extension_call *extension;
	platforms_call *platforms;
	address_call *address;
	set_data_call *set_data;
};

static pthread_once_t once = PTHREAD_ONCE_INIT; /* guards the initialisation of these two */
static struct object *the_platform;
static any_call *the_table[SLOTS];

static uintptr_t missing(TAKES)
{
	return (uintptr_t)(cl_int)CL_INVALID_OPERATION;
}

/* "If the tag is present but one of the functions is missing, or in only one of the pointers, the
 * loader will ignore the vendor." */
static bool is_tagged(const struct object *platform, const struct vendor *vendor)
{
	return (intptr_t)platform->dispatch->clGetPlatformIDs == CL_ICD2_TAG_KHR &&
	       (intptr_t)platform->dispatch->clUnloadCompiler == CL_ICD2_TAG_KHR &&
	       vendor->address && vendor->set_data;
}

static bool has_icd(void)
{
	char text[4096] = "";

	the_table[SLOT_clGetPlatformInfo]((uintptr_t)the_platform, CL_PLATFORM_EXTENSIONS,
					  sizeof(text), (uintptr_t)text, 0, 0, 0, 0, 0, 0, 0, 0, 0,
					  0);
	return strstr(text, "cl_khr_icd") != NULL;
}

static void take(const struct vendor *vendor)
{
	cl_platform_id platform = NULL;

	if (vendor->platforms(1, &platform, NULL) || !platform ||
	    !is_tagged((struct object *)platform, vendor))
		return;
	for (size_t i = 0; i < SLOTS; i++) {
		void *function = vendor->address(platform, names[i]);

		the_table[i] = function ? (any_call *)function : missing;
	}
	if (vendor->set_data(platform, the_table))
		return;
	the_platform = (struct object *)platform;
	if (!has_icd())
		the_platform = NULL;
}

static void open_vendor(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct vendor vendor = {0};

	if (!library)
		return;
	vendor.extension = (extension_call *)dlsym(library, "clGetExtensionFunctionAddress");
	if (!vendor.extension)
		return;
	vendor.platforms = (platforms_call *)vendor.extension("clIcdGetPlatformIDsKHR");
	vendor.address = (address_call *)vendor.extension("clIcdGetFunctionAddressForPlatformKHR");
	vendor.set_data = (set_data_call *)vendor.extension("clIcdSetPlatformDispatchDataKHR");
	if (vendor.platforms)
		take(&vendor);
}

/* The first driver in the directory that may be accepted. */
static void find_vendor(void)
{
	const char *folder = getenv("OCL_ICD_VENDORS");
	DIR *list = folder ? opendir(folder) : NULL;
	struct dirent *entry;

	while (list && !the_platform && (entry = readdir(list)) != NULL) {
		char path[4096], library[4096] = "";
		FILE *file;

		if (!strstr(entry->d_name, ".icd"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		file = fopen(path, "r");
		if (file && fgets(library, sizeof(library), file)) {
			library[strcspn(library, "\n")] = '\0';
			open_vendor(library);
		}
		if (file)
			fclose(file);
	}
	if (list)
		closedir(list);
}

/* NULL means the first platform. */
static struct object *platform_of(uintptr_t handle)
{
	pthread_once(&once, find_vendor);
	return handle ? (struct object *)handle : the_platform;
}

static uintptr_t fail(uintptr_t errcode_ret, cl_int error)
{
	if (errcode_ret)
		*(cl_int *)errcode_ret = error;
	return 0;
}

/* The loader's functions have the names that CL/cl.h has already declared. */
#define EXPORT(name)                                                                               \
	uintptr_t loader_##name(TAKES) __asm__(#name) __attribute__((visibility("default")));      \
	uintptr_t loader_##name(TAKES)

#define DEFINE_CALL(name, error)                                                                   \
	EXPORT(name)                                                                               \
	{                                                                                          \
		return a0 ? ((struct object *)a0)->table[SLOT_##name](GIVES)                       \
			  : (uintptr_t)(cl_int)(error);                                            \
	}

#define DEFINE_MAKE(name, error, at)                                                               \
	EXPORT(name)                                                                               \
	{                                                                                          \
		return a0 ? ((struct object *)a0)->table[SLOT_##name](GIVES) : fail(a##at, error); \
	}

LOADER_CALLS(DEFINE_CALL, DEFINE_MAKE)

EXPORT(clGetPlatformIDs)
{
	struct object *platform = platform_of(0);

	if ((!(cl_uint)a0 && a1) || (!a1 && !a2))
		return (uintptr_t)(cl_int)CL_INVALID_VALUE;
	if (a2)
		*(cl_uint *)a2 = platform ? 1 : 0;
	if (!platform)
		return (uintptr_t)(cl_int)CL_PLATFORM_NOT_FOUND_KHR;
	if (a1)
		*(cl_platform_id *)a1 = (cl_platform_id)platform;
	return CL_SUCCESS;
}

EXPORT(clGetPlatformInfo)
{
	struct object *platform = platform_of(a0);

	a0 = (uintptr_t)platform;
	return platform ? platform->table[SLOT_clGetPlatformInfo](GIVES)
			: (uintptr_t)(cl_int)CL_INVALID_PLATFORM;
}

EXPORT(clGetDeviceIDs)
{
	struct object *platform = platform_of(a0);

	a0 = (uintptr_t)platform;
	return platform ? platform->table[SLOT_clGetDeviceIDs](GIVES)
			: (uintptr_t)(cl_int)CL_INVALID_PLATFORM;
}

EXPORT(clCreateContext)
{
	struct object *const *devices = (struct object *const *)a2;

	if (!a1 || !devices)
		return fail(a5, CL_INVALID_VALUE);
	return devices[0] ? devices[0]->table[SLOT_clCreateContext](GIVES)
			  : fail(a5, CL_INVALID_DEVICE);
}

EXPORT(clCreateContextFromType)
{
	const cl_context_properties *list = (const cl_context_properties *)a0;
	struct object *platform = platform_of(0);

	for (; list && *list; list += 2)
		if (*list == CL_CONTEXT_PLATFORM)
			platform = (struct object *)list[1];
	return platform ? platform->table[SLOT_clCreateContextFromType](GIVES)
			: fail(a4, CL_INVALID_PLATFORM);
}

EXPORT(clWaitForEvents)
{
	struct object *const *events = (struct object *const *)a1;

	if (!(cl_uint)a0 || !events)
		return (uintptr_t)(cl_int)CL_INVALID_VALUE;
	return events[0] ? events[0]->table[SLOT_clWaitForEvents](GIVES)
			 : (uintptr_t)(cl_int)CL_INVALID_EVENT;
}

EXPORT(clSVMAlloc)
{
	return a0 ? ((struct object *)a0)->table[SLOT_clSVMAlloc](GIVES) : 0;
}

EXPORT(clSVMFree)
{
	return a0 && a1 ? ((struct object *)a0)->table[SLOT_clSVMFree](GIVES) : 0;
}

EXPORT(clGetExtensionFunctionAddressForPlatform)
{
	return a0 ? ((struct object *)a0)
			       ->table[SLOT_clGetExtensionFunctionAddressForPlatform](GIVES)
		  : 0;
}

/*
 * "Functions which do not have an argument from which the vendor may be inferred may be ignored."
 */
EXPORT(clUnloadCompiler)
{
	return CL_SUCCESS;
}

EXPORT(clGetExtensionFunctionAddress)
{
	return 0;
}
