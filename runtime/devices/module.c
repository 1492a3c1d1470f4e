/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/devices/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "hal/ops.h"

/* The name becomes part of a path: no slashes, no dots. */
static bool good_name(const char *name)
{
	return *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")];
}

static int module_open_file(const char *path, const char *name, struct fcl_hal_ops *ret_ops,
			    struct fcl_err *err)
{
	fcl_hal_module_entry *entry;
	const struct fcl_hal_ops *backend;
	struct fcl_hal_ops ops;
	void *symbol, *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		return fcl_err_set(err, -EINVAL, "the backend module does not load: %s", dlerror());
	symbol = dlsym(handle, FCL_HAL_MODULE_ENTRY);
	if (!symbol)
		return fcl_err_set(err, -EINVAL, "%s is not a backend: it does not export %s", path,
				   FCL_HAL_MODULE_ENTRY);
	memcpy(&entry, &symbol, sizeof(entry)); /* ISO C has no cast from object to function */
	backend = entry();
	if (!backend)
		return fcl_err_set(err, -EINVAL, "%s returns no ops table", path);
	if (fcl_hal_complete(backend, &ops, err)) {
		fcl_err_prefix(err, "%s", path);
		return -EINVAL;
	}
	if (strcmp(ops.name, name) != 0)
		return fcl_err_set(err, -EINVAL, "%s holds the backend %s, expected %s", path,
				   ops.name, name);
	*ret_ops = ops;
	return 0;
}

/* -ENOENT if the folder, the first `length` bytes of `folder`, has no such module. */
static int try_folder(const char *folder, int length, const char *below, const char *name,
		      struct fcl_hal_ops *ret_ops, struct fcl_err *err)
{
	char path[PATH_MAX];
	int bytes = snprintf(path, sizeof(path), "%.*s%s/libfpgacl_hal_%s.so", length, folder,
			     below, name);

	if (bytes < 0 || (size_t)bytes >= sizeof(path) || access(path, R_OK))
		return -ENOENT;
	return module_open_file(path, name, ret_ops, err);
}

/*
 * Where modules are, relative to the folder of the file that contains this code: beside the library
 * or in its folder fpgacl; or, if that file is a program, in the library's folder as built and as
 * installed.
 */
static const char *const own_folders[] = {"", "/fpgacl", "/../fpgacl",
					  "/../" FPGACL_LIBDIR "/fpgacl"};

/*
 * Gives the folder of that file; for a program found through PATH, dladdr() gives its bare name
 * only.
 */
static bool own_folder(char folder[PATH_MAX])
{
	Dl_info self;
	ssize_t length;
	char *slash;

	if (!dladdr(&fcl_config_table, &self))
		return false;
	if (strchr(self.dli_fname, '/')) {
		snprintf(folder, PATH_MAX, "%s", self.dli_fname);
	} else {
		length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
		folder[length > 0 ? length : 0] = '\0';
	}
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	return slash;
}

static int try_own_folders(const char *name, struct fcl_hal_ops *ret_ops, struct fcl_err *err)
{
	char folder[PATH_MAX];
	int error = -ENOENT;

	if (!own_folder(folder))
		return error;
	for (size_t i = 0; i < sizeof(own_folders) / sizeof(own_folders[0]) && error == -ENOENT;
	     i++)
		error = try_folder(folder, (int)strlen(folder), own_folders[i], name, ret_ops, err);
	return error;
}

int fcl_module_load(const char *name, struct fcl_hal_ops *ret_ops, struct fcl_err *err)
{
	const char *folder = fcl_config_string(FCL_CONFIG_HAL_PATH);
	int error = -ENOENT;

	if (!good_name(name))
		return fcl_err_set(err, -ENOENT, "\"%s\" cannot be the name of a backend", name);
	while (*folder && error == -ENOENT) {
		size_t length = strcspn(folder, ":");

		if (length && length < PATH_MAX)
			error = try_folder(folder, (int)length, "", name, ret_ops, err);
		folder += length + (folder[length] == ':');
	}
	if (error == -ENOENT)
		error = try_own_folders(name, ret_ops, err);
	if (error == -ENOENT)
		return fcl_err_set(err, error, "there is no libfpgacl_hal_%s.so", name);
	return error;
}
