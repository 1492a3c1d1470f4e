/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/subdevice.h"

#include <stdlib.h>

#include "base/config.h"
#include "runtime/api/common/validate.h"
#include "runtime/core/objects/division.h"
#include "runtime/core/objects/status.h"

/* The contents of a valid list of partition properties. */
struct scheme {
	uint32_t *counts; /* CUs of each sub-device; from malloc */
	uint32_t nparts;
	const cl_device_partition_property *properties; /* the host's list, or `equally` */
	uint32_t nproperties;                           /* elements, including the terminating 0 */
	cl_device_partition_property equally[3];
};

cl_uint fcl_api_subdevice_cus(const struct fcl_part *part)
{
	struct fcl_cus cus;

	fcl_part_cus(part, &cus);
	return cus.count;
}

cl_int fcl_api_subdevice_schemes(const struct fcl_api_info *info, const struct fcl_part *part)
{
	static const cl_device_partition_property schemes[] = {CL_DEVICE_PARTITION_EQUALLY,
							       CL_DEVICE_PARTITION_BY_COUNTS},
						  none = 0;

	if (fcl_api_subdevice_cus(part) < 2)
		return fcl_api_info_bytes(info, &none, sizeof(none));
	return fcl_api_info_bytes(info, schemes, sizeof(schemes));
}

cl_int fcl_api_subdevice_type(const struct fcl_api_info *info, const struct fcl_part *part)
{
	static const cl_device_partition_property none = 0;

	if (!part->division)
		return fcl_api_info_bytes(info, &none, sizeof(none));
	return fcl_api_info_bytes(info, part->division->properties,
				  part->division->nproperties * sizeof(none));
}

static cl_int read_equally(const cl_device_partition_property *list, uint32_t available,
			   struct scheme *scheme)
{
	/* XRT does not look for the end of the list, and hosts for it forget the 0. */
	if (!list[1] || (!fcl_config_is_emulation() && list[2]))
		return CL_INVALID_VALUE;
	if (list[1] < 0 || list[1] > available)
		return CL_INVALID_DEVICE_PARTITION_COUNT;
	scheme->properties = scheme->equally;
	scheme->equally[0] = list[0];
	scheme->equally[1] = list[1];
	scheme->nproperties = 3;
	scheme->nparts = available / (uint32_t)list[1];
	scheme->counts = malloc(scheme->nparts * sizeof(*scheme->counts));
	for (uint32_t i = 0; scheme->counts && i < scheme->nparts; i++)
		scheme->counts[i] = (uint32_t)list[1];
	return scheme->counts ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

/* The counts follow the name, terminated by a 0; another 0 terminates the list of properties. */
static cl_int read_counts(const cl_device_partition_property *list, uint32_t available,
			  struct scheme *scheme)
{
	uint32_t left = available, nparts = 0;

	for (; list[nparts + 1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; nparts++) {
		if (list[nparts + 1] < 0 || list[nparts + 1] > left)
			return CL_INVALID_DEVICE_PARTITION_COUNT;
		left -= (uint32_t)list[nparts + 1];
	}
	if (!nparts || list[nparts + 2])
		return CL_INVALID_VALUE;
	scheme->properties = list;
	scheme->nproperties = nparts + 3;
	scheme->nparts = nparts;
	scheme->counts = malloc(nparts * sizeof(*scheme->counts));
	for (uint32_t i = 0; scheme->counts && i < nparts; i++)
		scheme->counts[i] = (uint32_t)list[i + 1];
	return scheme->counts ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int read_scheme(const cl_device_partition_property *list, uint32_t available,
			  struct scheme *scheme)
{
	if (!list)
		return CL_INVALID_VALUE;
	switch (*list) {
	case CL_DEVICE_PARTITION_EQUALLY:
		return read_equally(list, available, scheme);
	case CL_DEVICE_PARTITION_BY_COUNTS:
		return read_counts(list, available, scheme);
	default: /* also CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: there are no caches to share */
		return CL_INVALID_VALUE;
	}
}

/*
 * A single CU cannot be divided, except on a whole board: hosts that create a context per CU may
 * find only one CU there. One sub-device with all CUs is a valid division, too.
 */
static bool can_divide(const struct fcl_part *part, uint32_t available)
{
	return available > 1 || !part->division;
}

static cl_int subdevice_create(struct fcl_part *part, const struct fcl_cus *cus,
			       const struct scheme *scheme, cl_uint room, cl_device_id *ret_devices)
{
	if (!can_divide(part, cus->count))
		return CL_DEVICE_PARTITION_FAILED;
	if (!ret_devices)
		return CL_SUCCESS;
	if (room < scheme->nparts)
		return CL_INVALID_VALUE;
	return fcl_status_from_errno(fcl_part_divide(part, cus, scheme->counts, scheme->nparts,
						     scheme->properties, scheme->nproperties,
						     ret_devices));
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
				      const cl_device_partition_property *properties,
				      cl_uint num_devices, cl_device_id *out_devices,
				      cl_uint *num_devices_ret)
{
	struct fcl_part *part = fcl_api_part(in_device);
	struct scheme scheme = {0};
	struct fcl_cus cus;
	cl_int error;

	if (!part)
		return CL_INVALID_DEVICE;
	fcl_part_cus(part, &cus);
	error = read_scheme(properties, cus.count, &scheme);
	if (!error)
		error = subdevice_create(part, &cus, &scheme, num_devices, out_devices);
	if (!error && num_devices_ret)
		*num_devices_ret = scheme.nparts;
	free(scheme.counts);
	return error;
}

/* Boards are not reference counted. */
cl_int CL_API_CALL clRetainDevice(cl_device_id device)
{
	const struct fcl_part *part = fcl_api_part(device);

	if (!part)
		return CL_INVALID_DEVICE;
	if (part->division)
		fcl_object_retain(device);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device)
{
	const struct fcl_part *part = fcl_api_part(device);

	if (!part)
		return CL_INVALID_DEVICE;
	if (part->division)
		fcl_object_release(device);
	return CL_SUCCESS;
}
