/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <xrt/xclbin.h>

#include "base/clock.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/platform/builtin.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/api/platform/extensions.h"
#include "runtime/api/platform/external_types.h"
#include "runtime/api/platform/identity.h"
#include "runtime/api/platform/platform.h"
#include "runtime/api/platform/subdevice.h"
#include "runtime/api/platform/xilinx_device.h"
#include "runtime/core/platform/revive.h"

/* Queries with the same result for every board. */
struct fixed {
	cl_device_info name;
	uint32_t size; /* of the result: 4 or 8 bytes */
	uint64_t value;
};

#define UINT(name, value)                                                                          \
	{                                                                                          \
		name, sizeof(cl_uint), value                                                       \
	}
#define WIDE(name, value)                                                                          \
	{                                                                                          \
		name, sizeof(cl_ulong), value                                                      \
	} /* cl_ulong, bit fields, size_t */

#define FP_DOUBLE                                                                                  \
	(CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF |           \
	 CL_FP_INF_NAN | CL_FP_DENORM)

static const struct fixed fixed[] = {
	WIDE(CL_DEVICE_TYPE, CL_DEVICE_TYPE_ACCELERATOR),
	UINT(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, FCL_API_WORK_DIMENSIONS),
	WIDE(CL_DEVICE_MAX_WORK_GROUP_SIZE, FCL_API_WORK_GROUP_SIZE),
	WIDE(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 1),
	UINT(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 0),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 1),
	UINT(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 0),
	UINT(CL_DEVICE_ADDRESS_BITS, 64),
	WIDE(CL_DEVICE_MAX_PARAMETER_SIZE, FCL_API_PARAMETER_SIZE),
	UINT(CL_DEVICE_MEM_BASE_ADDR_ALIGN, FCL_API_ORIGIN_ALIGN * 8),
	UINT(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, sizeof(cl_long16)),
	WIDE(CL_DEVICE_SINGLE_FP_CONFIG, CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM),
	WIDE(CL_DEVICE_DOUBLE_FP_CONFIG, FP_DOUBLE),
	WIDE(CL_DEVICE_HALF_FP_CONFIG, 0),
	UINT(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, CL_NONE),
	UINT(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 0),
	WIDE(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 0),
	UINT(CL_DEVICE_MAX_CONSTANT_ARGS, FCL_API_CONSTANT_ARGS),
	UINT(CL_DEVICE_LOCAL_MEM_TYPE, CL_LOCAL),
	WIDE(CL_DEVICE_LOCAL_MEM_SIZE, FCL_API_LOCAL_MEM_SIZE),
	UINT(CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_TRUE),
	UINT(CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE),
	WIDE(CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1),
	UINT(CL_DEVICE_ENDIAN_LITTLE, CL_TRUE),
	UINT(CL_DEVICE_COMPILER_AVAILABLE, CL_FALSE),
	UINT(CL_DEVICE_LINKER_AVAILABLE, CL_FALSE),
	WIDE(CL_DEVICE_EXECUTION_CAPABILITIES, CL_EXEC_KERNEL),
	WIDE(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
	     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE),
	UINT(CL_DEVICE_NUMERIC_VERSION, FCL_API_NUMERIC_VERSION),
	UINT(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, CL_MAKE_VERSION(1, 2, 0)),
	WIDE(CL_DEVICE_PRINTF_BUFFER_SIZE, 1 << 20),
	UINT(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_TRUE),

	/* No images. */
	UINT(CL_DEVICE_IMAGE_SUPPORT, CL_FALSE),
	UINT(CL_DEVICE_MAX_READ_IMAGE_ARGS, 0),
	UINT(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 0),
	UINT(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 0),
	WIDE(CL_DEVICE_IMAGE2D_MAX_WIDTH, 0),
	WIDE(CL_DEVICE_IMAGE2D_MAX_HEIGHT, 0),
	WIDE(CL_DEVICE_IMAGE3D_MAX_WIDTH, 0),
	WIDE(CL_DEVICE_IMAGE3D_MAX_HEIGHT, 0),
	WIDE(CL_DEVICE_IMAGE3D_MAX_DEPTH, 0),
	WIDE(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 0),
	WIDE(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 0),
	UINT(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 0),
	UINT(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 0),
	UINT(CL_DEVICE_MAX_SAMPLERS, 0),

	/* No device queues, no sub-groups. */
	WIDE(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 0),
	UINT(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 0),
	UINT(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0),
	UINT(CL_DEVICE_MAX_ON_DEVICE_QUEUES, 0),
	UINT(CL_DEVICE_MAX_ON_DEVICE_EVENTS, 0),
	WIDE(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 0),
	WIDE(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, FCL_API_VARIABLE_SIZE),
	WIDE(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, FCL_API_VARIABLE_SIZE),
	UINT(CL_DEVICE_MAX_NUM_SUB_GROUPS, 0),
	UINT(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, CL_FALSE),

	/* Devices cannot access memory from malloc(). */
	WIDE(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, 0),

	/* LUIDs exist on Windows only. */
	UINT(CL_DEVICE_LUID_VALID_KHR, CL_FALSE),
	WIDE(CL_DEVICE_LUID_KHR, 0),
	UINT(CL_DEVICE_NODE_MASK_KHR, 0),

	/* Command buffers: see runtime/core/commands/command_buffer.h. */
	WIDE(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
	     CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
		     CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR),
	WIDE(CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
	     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE),
	WIDE(CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, 0),

	/* Atomics. Alignment 0 is the natural one. Devices have separate memories. */
	UINT(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 0),
	UINT(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 0),
	UINT(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 0),
	WIDE(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
	     CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
		     CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
		     CL_DEVICE_ATOMIC_SCOPE_DEVICE),
	WIDE(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES,
	     CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
		     CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM |
		     CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE),
	UINT(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, CL_TRUE),
};

/* Versions of OpenCL C that kernels compiled offline may be written in. */
static const cl_name_version c_versions[] = {
	{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
	{CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
	{CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
	{CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
};

/* Optional features of OpenCL C 3.0; fpgacl/features.h defines exactly their macros. */
static const cl_name_version c_features[] = {
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_order_acq_rel"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_order_seq_cst"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_atomic_scope_device"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_fp64"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_int64"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_program_scope_global_variables"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_work_group_collective_functions"},
	/* Only for devices with pipes; pipes require generic pointers. */
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_generic_address_space"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_pipes"},
};
enum { C_FEATURES = sizeof(c_features) / sizeof(c_features[0]), C_PIPE_FEATURES = 2 };

static const size_t work_item_sizes[FCL_API_WORK_DIMENSIONS] = {
	FCL_API_WORK_GROUP_SIZE, FCL_API_WORK_GROUP_SIZE, FCL_API_WORK_GROUP_SIZE};

static uint64_t global_memory(const struct fcl_hal_info *board)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < board->nbanks; i++)
		if (fcl_api_is_on_board(&board->banks[i]))
			sum += board->banks[i].size;
	return sum;
}

static cl_int answer_fixed(const struct fcl_api_info *info, const struct fcl_device *device,
			   cl_device_info name)
{
	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++) {
		if (fixed[i].name != name)
			continue;
		return fixed[i].size == sizeof(cl_uint)
			       ? fcl_api_info_uint(info, (cl_uint)fixed[i].value)
			       : fcl_api_info_ulong(info, fixed[i].value);
	}
	return fcl_api_xilinx_device_info(info, device, name);
}

static cl_int answer_string(const struct fcl_api_info *info, const struct fcl_device *device,
			    cl_device_info name)
{
	switch (name) {
	case CL_DEVICE_NAME:
		return fcl_api_info_string(info, device->info->name);
	case CL_DEVICE_VENDOR:
		return fcl_api_info_string(info, device->info->vendor);
	case CL_DRIVER_VERSION:
		return fcl_api_info_string(info, FPGACL_VERSION);
	case CL_DEVICE_PROFILE:
		return fcl_api_info_string(info, "EMBEDDED_PROFILE");
	case CL_DEVICE_VERSION:
		return fcl_api_info_string(info, FCL_API_VERSION_STRING);
	case CL_DEVICE_OPENCL_C_VERSION:
		return fcl_api_info_string(info, FCL_API_C_VERSION_STRING);
	case CL_DEVICE_EXTENSIONS:
		return fcl_api_extensions_string(info, device->platform, device);
	case CL_DEVICE_IL_VERSION:
		return fcl_api_info_string(info, "");
	case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
		return fcl_api_info_string(info,
					   "v0000-01-01-00"); /* no version has been certified */
	default:
		return answer_fixed(info, device, name);
	}
}

static cl_int answer_array(const struct fcl_api_info *info, const struct fcl_device *device,
			   cl_device_info name)
{
	size_t count;

	switch (name) {
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return fcl_api_info_bytes(info, work_item_sizes, sizeof(work_item_sizes));
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return fcl_api_extensions_versions(info, device->platform, device);
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
		return fcl_api_info_bytes(info, c_versions, sizeof(c_versions));
	case CL_DEVICE_OPENCL_C_FEATURES:
		count = C_FEATURES - (fcl_api_has_pipes(device) ? 0 : C_PIPE_FEATURES);
		return fcl_api_info_bytes(info, c_features, count * sizeof(c_features[0]));
	case CL_DEVICE_ILS_WITH_VERSION:
		return fcl_api_info_bytes(info, NULL, 0);
	default:
		return answer_string(info, device, name);
	}
}

/*
 * __constant arguments are ordinary buffers. The limit is for hosts that use this number as an int,
 * for which a bank's 16 GiB became 0.
 */
static uint64_t constant_size(const struct fcl_device *device)
{
	uint64_t size = fcl_api_max_alloc(device);

	return size < FCL_API_CONSTANT_SIZE ? size : FCL_API_CONSTANT_SIZE;
}

_Static_assert(CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL == CL_DEVICE_SVM_COARSE_GRAIN_BUFFER,
	       "one answer to the questions for either");

/* Queries with different results for a sub-device and its board. */
static cl_int answer_part(const struct fcl_api_info *info, const struct fcl_part *part,
			  cl_device_info name)
{
	switch (name) {
	case CL_DEVICE_MAX_COMPUTE_UNITS:
	case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
		return fcl_api_info_uint(info, fcl_api_subdevice_cus(part));
	case CL_DEVICE_PARTITION_PROPERTIES:
		return fcl_api_subdevice_schemes(info, part);
	case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
		return fcl_api_info_ulong(info, 0);
	case CL_DEVICE_PARTITION_TYPE:
		return fcl_api_subdevice_type(info, part);
	case CL_DEVICE_PARENT_DEVICE:
		return fcl_api_info_handle(info, part->division ? part->division->parent : NULL);
	case CL_DEVICE_REFERENCE_COUNT:
		return fcl_api_info_uint(info, part->division ? fcl_object_api_refs(part) : 1);
	default:
		return answer_array(info, part->device, name);
	}
}

static cl_int answer_pipes(const struct fcl_api_info *info, const struct fcl_part *part,
			   cl_device_info name)
{
	const struct fcl_device *device = part->device;

	switch (name) {
	case CL_DEVICE_PIPE_SUPPORT:
	case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT: /* pipes require it */
		return fcl_api_info_uint(info, fcl_api_has_pipes(device));
	case CL_DEVICE_MAX_PIPE_ARGS:
		return fcl_api_info_uint(info, fcl_api_has_pipes(device) ? FCL_API_PIPE_ARGS : 0);
	case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
		return fcl_api_info_uint(info, fcl_api_has_pipes(device));
	case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
		return fcl_api_info_uint(info,
					 fcl_api_has_pipes(device) ? FCL_API_PIPE_PACKET_SIZE : 0);
	case CL_DEVICE_MAX_HOST_READ_PIPES_INTEL:
	case CL_DEVICE_MAX_HOST_WRITE_PIPES_INTEL: /* each is an argument; there may be more pipes */
		return fcl_api_info_uint(info,
					 fcl_api_has_host_pipes(device) ? FCL_API_PIPE_ARGS : 0);
	default:
		return answer_part(info, part, name);
	}
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
				   size_t param_value_size, void *param_value,
				   size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_device *the_device;
	const struct fcl_part *part = fcl_api_part(device);
	const struct fcl_hal_info *board;

	if (!part)
		return CL_INVALID_DEVICE;
	the_device = part->device;
	board = the_device->info;
	switch (param_name) {
	case CL_DEVICE_PLATFORM:
		return fcl_api_info_handle(&info, the_device->platform);
	case CL_DEVICE_VENDOR_ID:
		return fcl_api_info_uint(&info, board->vendor_id);
	case CL_DEVICE_MAX_CLOCK_FREQUENCY:
		return fcl_api_info_uint(&info, board->clock_mhz);
	case CL_DEVICE_GLOBAL_MEM_SIZE:
		return fcl_api_info_ulong(&info, global_memory(board));
	case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
		return fcl_api_info_ulong(&info, fcl_api_max_alloc(the_device));
	case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
		return fcl_api_info_ulong(&info, constant_size(the_device));
	case CL_DEVICE_SVM_CAPABILITIES:
	case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
	case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
	case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
	case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
		return fcl_api_info_ulong(
			&info, fcl_api_has_svm(the_device) ? CL_DEVICE_SVM_COARSE_GRAIN_BUFFER : 0);
	case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
		return fcl_api_info_uint(&info, !!(board->caps & FCL_HAL_CAP_NON_UNIFORM));
	case CL_DEVICE_AVAILABLE:
		return fcl_api_info_uint(&info, fcl_device_is_available(the_device, 0));
	case CL_DEVICE_BUILT_IN_KERNELS:
		return fcl_api_builtin_names(&info, part);
	case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
		return fcl_api_builtin_versions(&info, part);
	case CL_DEVICE_UUID_KHR:
		return fcl_api_identity_uuid(&info, the_device);
	case CL_DRIVER_UUID_KHR:
		return fcl_api_identity_driver_uuid(&info);
	case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
		return fcl_api_external_types(&info, fcl_api_external_has(the_device));
	case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
		return fcl_api_external_image_types(&info, fcl_api_external_has(the_device));
	case CL_DEVICE_PCI_BUS_INFO_KHR:
		return fcl_api_identity_pci(&info, the_device);
	default:
		return answer_pipes(&info, part, param_name);
	}
}

/* Board and host share CLOCK_MONOTONIC, which profiling times use, too. */
cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
					   cl_ulong *host_timestamp)
{
	if (!fcl_api_device(device))
		return CL_INVALID_DEVICE;
	if (!device_timestamp || !host_timestamp)
		return CL_INVALID_VALUE;
	*device_timestamp = *host_timestamp = fcl_now_ns();
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
	if (!fcl_api_device(device))
		return CL_INVALID_DEVICE;
	if (!host_timestamp)
		return CL_INVALID_VALUE;
	*host_timestamp = fcl_now_ns();
	return CL_SUCCESS;
}
