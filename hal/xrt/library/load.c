/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/library/load.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int fcl_xrt_own_folder(char *ret_folder, size_t size, struct fcl_err *err)
{
	static const char here;
	char path[PATH_MAX];
	const char *slash;
	Dl_info self;

	/* For a program, dli_fname may be relative; a module was loaded by its full path. */
	if (!dladdr(&here, &self) || !realpath(self.dli_fname, path) ||
	    !(slash = strrchr(path, '/')) || (size_t)(slash - path) >= size)
		return fcl_err_set(err, -ENOENT,
				   "cannot find the folder that holds the XRT backend");
	memcpy(ret_folder, path, (size_t)(slash - path));
	ret_folder[slash - path] = '\0';
	return 0;
}

static int load(const char *folder, const char *file, void **ret_handle, struct fcl_err *err)
{
	char path[PATH_MAX];
	int bytes = snprintf(path, sizeof(path), "%s/%s", folder, file);
	void *handle;

	if (bytes < 0 || (size_t)bytes >= sizeof(path))
		return fcl_err_set(err, -ENAMETOOLONG, "the path of %s is too long", file);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return fcl_err_set(err, -ENOENT, "%s does not load: %s", file, dlerror());
	*ret_handle = handle;
	return 0;
}

/*
 * Since 2.14, objects such as xrt::xclbin and xrt::ip have no virtual functions. The library has the same
 * name, so one for the other kind would take one part of an object for another.
 */
static int load_check_objects(const char *root, void *xrt, const struct fcl_xrt_calls *calls,
			      struct fcl_err *err)
{
	bool is_2_13 = dlsym(xrt, "_ZTVN3xrt6xclbinE") != NULL; /* vtable for xrt::xclbin */

	if (is_2_13 == calls->is_2_13)
		return 0;
	return fcl_err_set(err, -ENOENT,
			   "XRT in %s is %s, but libfpgacl_xrt.so was compiled with headers of %s, "
			   "whose objects differ; build fpgacl with that XRT's headers",
			   root, is_2_13 ? "2.13 or older" : "2.14 or newer",
			   calls->is_2_13 ? "2.13 or older" : "2.14 or newer");
}

int fcl_xrt_load(const char *root, const struct fcl_xrt_calls **ret_calls, struct fcl_err *err)
{
	char folder[PATH_MAX];
	void *xrt = NULL, *handle = NULL, *symbol;
	fcl_xrt_calls_entry *entry;
	const struct fcl_xrt_calls *calls;
	int error;

	snprintf(folder, sizeof(folder), "%s/lib", root);
	/* Load XRT first, so that our library uses this copy, wherever the linker would search. */
	error = load(folder, "libxrt_coreutil.so.2", &xrt, err);
	if (!error)
		error = fcl_xrt_own_folder(folder, sizeof(folder), err);
	if (!error)
		error = load(folder, "libfpgacl_xrt.so", &handle, err);
	if (error)
		return error;
	symbol = dlsym(handle, FCL_XRT_CALLS_ENTRY);
	memcpy(&entry, &symbol, sizeof(entry)); /* ISO C cannot cast object to function pointers */
	calls = entry ? entry() : NULL;
	if (!calls || calls->size != sizeof(*calls))
		return fcl_err_set(
			err, -ENOENT,
			"libfpgacl_xrt.so in %s has a different version than the backend", folder);
	error = load_check_objects(root, xrt, calls, err);
	if (!error)
		*ret_calls = calls;
	return error;
}
