/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/extensions.h"

#include <string.h>

#include "runtime/api/platform/capabilities.h"
#include "runtime/api/platform/external_types.h"
#include "runtime/api/platform/identity.h"

#define VERSION(major) CL_MAKE_VERSION(major, 0, 0)

struct extension {
	cl_name_version name;
	bool (*has)(const struct fcl_device *device); /* NULL: every device */
};

/*
 * Extensions for kernels that were compiled offline, and for runtime calls. None requires a
 * compiler.
 */
static const struct extension extensions[] = {
	{{VERSION(2), "cl_khr_icd"}, NULL},
	{{VERSION(1), "cl_khr_extended_versioning"}, NULL},
	{{VERSION(1), "cl_khr_byte_addressable_store"}, NULL},
	{{VERSION(1), "cl_khr_global_int32_base_atomics"}, NULL},
	{{VERSION(1), "cl_khr_global_int32_extended_atomics"}, NULL},
	{{VERSION(1), "cl_khr_local_int32_base_atomics"}, NULL},
	{{VERSION(1), "cl_khr_local_int32_extended_atomics"}, NULL},
	{{VERSION(1), "cl_khr_int64_base_atomics"}, NULL},
	{{VERSION(1), "cl_khr_int64_extended_atomics"}, NULL},
	{{VERSION(1), "cl_khr_fp64"}, NULL},
	{{VERSION(1), "cles_khr_int64"}, NULL},
	{{VERSION(1), "cl_khr_create_command_queue"}, NULL},
	{{VERSION(1), "cl_khr_priority_hints"}, NULL},
	{{VERSION(1), "cl_khr_throttle_hints"}, NULL},
	{{VERSION(1), "cl_khr_suggested_local_work_size"}, NULL},
	{{VERSION(1), "cl_khr_device_uuid"}, NULL},
	{{VERSION(1), "cl_khr_pci_bus_info"}, fcl_api_identity_has_pci},
	{{CL_MAKE_VERSION(0, 9, 8), "cl_khr_command_buffer"}, NULL},
	{{VERSION(1), "cl_intel_fpga_host_pipe"}, fcl_api_has_host_pipes},
	{{VERSION(1), "cl_intel_program_scope_host_pipe"}, fcl_api_has_program_pipes},
	{{VERSION(1), "cl_intel_unified_shared_memory"}, fcl_api_has_svm},
	{{CL_MAKE_VERSION(0, 9, 0), "cl_khr_external_memory"}, fcl_api_external_has},
	{{CL_MAKE_VERSION(0, 9, 0), "cl_khr_external_memory_opaque_fd"}, fcl_api_external_has},
};

enum { COUNT = sizeof(extensions) / sizeof(extensions[0]) };

/* The platform's extensions are those of all its devices. */
static bool extensions_is_listed(const struct extension *extension,
				 const struct fcl_platform *platform,
				 const struct fcl_device *device)
{
	if (!extension->has)
		return true;
	if (device)
		return extension->has(device);
	for (uint32_t i = 0; i < platform->ndevices; i++)
		if (!extension->has(platform->devices[i]))
			return false;
	return platform->ndevices > 0;
}

static size_t extensions_list(const struct fcl_platform *platform, const struct fcl_device *device,
			      cl_name_version *ret_names)
{
	size_t count = 0;

	for (size_t i = 0; i < COUNT; i++)
		if (extensions_is_listed(&extensions[i], platform, device))
			ret_names[count++] = extensions[i].name;
	return count;
}

cl_int fcl_api_extensions_string(const struct fcl_api_info *info,
				 const struct fcl_platform *platform,
				 const struct fcl_device *device)
{
	char text[COUNT * CL_NAME_VERSION_MAX_NAME_SIZE] = "";
	cl_name_version names[COUNT];
	size_t count = extensions_list(platform, device, names);
	char *at = text;

	for (size_t i = 0; i < count; i++) {
		if (i)
			*at++ = ' ';
		at = stpcpy(at, names[i].name);
	}
	return fcl_api_info_string(info, text);
}

cl_int fcl_api_extensions_versions(const struct fcl_api_info *info,
				   const struct fcl_platform *platform,
				   const struct fcl_device *device)
{
	cl_name_version names[COUNT];
	size_t count = extensions_list(platform, device, names);

	return fcl_api_info_bytes(info, names, count * sizeof(names[0]));
}
