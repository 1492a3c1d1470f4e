/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_H
#define FCL_PI_H

/*
 * DPC++'s plugin interface in C, for LP64. PI objects are OpenCL objects, and enum values are
 * OpenCL's, except for those below.
 */
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t pi_result;
typedef int32_t pi_int32;
typedef uint32_t pi_uint32;
typedef uint64_t pi_uint64;
typedef pi_uint32 pi_bool;
typedef pi_uint64 pi_bitfield;
typedef pi_uint32 pi_enum; /* any of the enums that name an attribute */
typedef uintptr_t pi_native_handle;

typedef cl_platform_id pi_platform;
typedef cl_device_id pi_device;
typedef cl_context pi_context;
typedef cl_command_queue pi_queue;
typedef cl_mem pi_mem;
typedef cl_program pi_program;
typedef cl_kernel pi_kernel;
typedef cl_event pi_event;
typedef cl_sampler pi_sampler;

typedef pi_bitfield pi_device_type, pi_mem_flags, pi_map_flags, pi_queue_properties;
typedef pi_bitfield pi_mem_properties, pi_usm_properties, pi_sampler_properties;
typedef intptr_t pi_context_properties, pi_device_partition_property;
typedef cl_image_format pi_image_format;
typedef cl_image_desc pi_image_desc;
typedef struct _cl_command_buffer_khr *pi_ext_command_buffer;
typedef cl_uint pi_ext_sync_point;
typedef const size_t *pi_rect_offset, *pi_rect_region; /* structs of three size_t */

/* --- results that OpenCL does not have --- */
#define PI_SUCCESS 0
#define PI_ERROR_UNSUPPORTED_FEATURE (-995)
#define PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE (-998)
#define PI_ERROR_UNKNOWN (-999)

/* --- attributes that OpenCL does not have, or that PI answers in another form --- */
#define PI_DEVICE_INFO_PCI_ADDRESS 0x10020
#define PI_DEVICE_INFO_IMAGE_SRGB 0x10027
#define PI_DEVICE_INFO_BUILD_ON_SUBDEVICE 0x10028
#define PI_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES 0x10032
#define PI_DEVICE_INFO_ATOMIC_64 0x10110
#define PI_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES 0x10111
#define PI_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES 0x11000
#define PI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS 0x1FFFF
#define PI_DEVICE_INFO_CUDA_ASYNC_BARRIER 0x20004
#define PI_DEVICE_INFO_SUPPORTS_FUSION 0x20005
#define PI_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES 0x20006
#define PI_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES 0x20007
#define PI_DEVICE_INFO_MEM_CHANNEL_SUPPORT 0x20008
#define PI_DEVICE_INFO_ESIMD_SUPPORT 0x2000A
#define PI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT 0x20100
#define PI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT 0x20101
#define PI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT 0x20102
#define PI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT 0x20103
#define PI_DEVICE_INFO_MIPMAP_SUPPORT 0x20108
#define PI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT 0x20109
#define PI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT 0x2010B
#define PI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT 0x2010C
#define PI_DEVICE_INFO_INTEROP_MEMORY_EXPORT_SUPPORT 0x2010D
#define PI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT 0x2010E
#define PI_DEVICE_INFO_INTEROP_SEMAPHORE_EXPORT_SUPPORT 0x2010F
#define PI_PLATFORM_INFO_BACKEND 0x21000
#define PI_PLATFORM_BACKEND_OPENCL 2
#define PI_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES 0x10012
#define PI_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES 0x10013
#define PI_PEER_ATOMICS_SUPPORTED 1
#define PI_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES 0x10010
#define PI_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES 0x10011
#define PI_CONTEXT_INFO_USM_FILL2D_SUPPORT 0x30000
#define PI_CONTEXT_INFO_USM_MEMSET2D_SUPPORT 0x30001
#define PI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT 0x30002
#define PI_QUEUE_INFO_EMPTY 0x2096
#define PI_USM_INDIRECT_ACCESS 0
#define PI_USM_PTRS 0x4203

/* Memory orders. Scopes are bits with the same values. */
#define PI_MEMORY_ORDER_RELAXED 0x01
#define PI_MEMORY_ORDER_ACQUIRE 0x02
#define PI_MEMORY_ORDER_RELEASE 0x04
#define PI_MEMORY_ORDER_ACQ_REL 0x08
#define PI_MEMORY_ORDER_SEQ_CST 0x10
#define PI_MEMORY_SCOPE_WORK_ITEM 0x01
#define PI_MEMORY_SCOPE_WORK_GROUP 0x04
#define PI_MEMORY_SCOPE_DEVICE 0x08
#define PI_MEMORY_SCOPE_SYSTEM 0x10

/* --- properties --- */
#define PI_QUEUE_FLAGS ((pi_queue_properties)-1)
#define PI_QUEUE_COMPUTE_INDEX ((pi_queue_properties)-2)
#define PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE (1 << 0)
#define PI_QUEUE_FLAG_PROFILING_ENABLE (1 << 1)
#define PI_QUEUE_FLAG_ON_DEVICE (1 << 2)
#define PI_QUEUE_FLAG_ON_DEVICE_DEFAULT (1 << 3)
#define PI_QUEUE_FLAG_DISCARD_EVENTS (1 << 4)
#define PI_QUEUE_FLAG_PRIORITY_LOW (1 << 5)
#define PI_QUEUE_FLAG_PRIORITY_HIGH (1 << 6)
#define PI_MEM_PROPERTIES_CHANNEL 0x4213
#define PI_MEM_PROPERTIES_ALLOC_BUFFER_LOCATION 0x419E /* also for shared memory */
#define PI_MEM_ALLOC_FLAGS 0x4195
#define PI_MEM_ALLOC_DEVICE_READ_ONLY (1 << 3)

/* --- device binaries, as wrapped by the compiler --- */
#define PI_DEVICE_BINARY_VERSION 1
#define PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL 4
#define PI_DEVICE_BINARY_TYPE_NONE 0
#define PI_DEVICE_BINARY_TYPE_NATIVE 1

typedef struct pi_device_binary_property_struct *pi_device_binary_property;

struct pi_device_binary_struct {
	uint16_t version;
	uint8_t kind, format;
	const char *target, *compile_options, *link_options;
	const char *manifest_start, *manifest_end;
	const unsigned char *binary_start, *binary_end;
	void *entries_begin, *entries_end;
	void *property_sets_begin, *property_sets_end;
};
typedef struct pi_device_binary_struct *pi_device_binary;

_Static_assert(sizeof(struct pi_device_binary_struct) == 96, "the compiler's layout");
_Static_assert(offsetof(struct pi_device_binary_struct, binary_start) == 48, "as the compiler");

/* --- command buffers, and memory objects as arguments --- */
#define PI_EXT_COMMAND_BUFFER_DESC 0

struct pi_command_buffer_desc {
	pi_enum type; /* PI_EXT_COMMAND_BUFFER_DESC */
	const void *next;
	pi_queue_properties *properties;
};

struct pi_command_buffer_desc_15_48 {
	pi_enum type; /* PI_EXT_COMMAND_BUFFER_DESC */
	const void *next;
	pi_bool is_updatable;
};

/* A handle for updating a recorded command. Boards do not have any. */
typedef struct pi_opaque_command *pi_ext_command_buffer_command;

#define PI_KERNEL_ARG_MEM_OBJ_ACCESS 27

struct pi_mem_obj_property {
	pi_enum type; /* PI_KERNEL_ARG_MEM_OBJ_ACCESS */
	void *next;
	pi_uint32 access;
};

/* --- versions and tables --- */
#define PI_VERSION(major, minor) ((major)*100 + (minor))
#define PI_12_23 PI_VERSION(12, 23)
#define PI_14_42 PI_VERSION(14, 42)
#define PI_15_48 PI_VERSION(15, 48)

/*
 * Provided by the host and filled in by the plugin. A function table of the requested version
 * follows.
 */
struct pi_plugin {
	char pi_version[20], plugin_version[20];
	char *targets;
	void *table[];
};

_Static_assert(offsetof(struct pi_plugin, table) == 48, "the table's offset is fixed");

#define PI_EXPORT __attribute__((visibility("default")))

PI_EXPORT pi_result piPluginInit(struct pi_plugin *plugin);

#define PI_FUNCTION(name, since, until, behind, parameters) pi_result name parameters;
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION

#endif
