/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_KHR_H
#define FCL_API_KHR_H

/*
 * Extensions as this driver implements them, for all known releases of the OpenCL headers (2022 to
 * 2025): values that some releases lack or name differently, and types of functions whose
 * prototypes have changed.
 */
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdint.h>

/* --- cl_khr_icd 2.0.0: in headers since June 2025 --- */

#ifndef CL_ICD2_TAG_KHR
#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif
#endif

/*
 * --- cl_intel_fpga_host_pipe: the vendor declares it in cl_ext_intelfpga.h, which Khronos lacks
 * ---
 */

#ifndef CL_PIPE_FULL
#define CL_KERNEL_ARG_HOST_ACCESSIBLE_PIPE_INTEL 0x4210
#define CL_DEVICE_MAX_HOST_READ_PIPES_INTEL 0x4211
#define CL_DEVICE_MAX_HOST_WRITE_PIPES_INTEL 0x4212
#define CL_PIPE_FULL (-1111)
#define CL_PIPE_EMPTY (-1112)
#endif

/* --- cl_intel_program_scope_host_pipe: in headers since 2023; commands are in event.h --- */

#ifndef CL_PROGRAM_NUM_HOST_PIPES_INTEL
#define CL_PROGRAM_NUM_HOST_PIPES_INTEL 0x4216
#define CL_PROGRAM_HOST_PIPE_NAMES_INTEL 0x4217
#endif

/* --- cl_khr_external_memory 0.9.0: the names later begin with CL_MEM_ --- */

#ifndef CL_DEVICE_HANDLE_LIST_KHR
#define CL_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_DEVICE_HANDLE_LIST_END_KHR 0
#endif

/* Part of cl_khr_external_memory since 1.0. */
#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

/*
 * --- cl_khr_command_buffer 0.9.8: in headers since July 2025, which hide it unless beta extensions
 * are enabled; older ones declare earlier versions ---
 */

#ifndef cl_khr_command_buffer
#define cl_khr_command_buffer 1
typedef cl_bitfield cl_device_command_buffer_capabilities_khr;
typedef struct _cl_command_buffer_khr *cl_command_buffer_khr;
typedef cl_uint cl_sync_point_khr;
typedef cl_uint cl_command_buffer_info_khr;
typedef cl_uint cl_command_buffer_state_khr;
typedef cl_properties cl_command_buffer_properties_khr;
typedef cl_bitfield cl_command_buffer_flags_khr;
typedef struct _cl_mutable_command_khr *cl_mutable_command_khr;
#define CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR 0x12A9
#define CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR 0x12AA
#define CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR (1 << 0)
#define CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR (1 << 1)
#define CL_COMMAND_BUFFER_FLAGS_KHR 0x1293
#define CL_INVALID_COMMAND_BUFFER_KHR (-1138)
#define CL_INVALID_SYNC_POINT_WAIT_LIST_KHR (-1139)
#define CL_INCOMPATIBLE_COMMAND_QUEUE_KHR (-1140)
#define CL_COMMAND_BUFFER_QUEUES_KHR 0x1294
#define CL_COMMAND_BUFFER_NUM_QUEUES_KHR 0x1295
#define CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR 0x1296
#define CL_COMMAND_BUFFER_STATE_KHR 0x1297
#define CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR 0x1298
#define CL_COMMAND_BUFFER_STATE_RECORDING_KHR 0
#define CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR 1
#define CL_COMMAND_COMMAND_BUFFER_KHR 0x12A8
#endif

/* From version 0.9.4. Since 0.9.8, extensions based on this one define them. */
#ifndef CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR
#define CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR (1 << 2)
#define CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR (1 << 0)
#endif

#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif

#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif

typedef cl_command_buffer_khr CL_API_CALL fcl_khr_create(cl_uint, const cl_command_queue *,
							 const cl_command_buffer_properties_khr *,
							 cl_int *);
typedef cl_int CL_API_CALL fcl_khr_use(cl_command_buffer_khr); /* retain, release, finalize */
typedef cl_int CL_API_CALL fcl_khr_enqueue(cl_uint, cl_command_queue *, cl_command_buffer_khr,
					   cl_uint, const cl_event *, cl_event *);
typedef cl_int CL_API_CALL fcl_khr_info(cl_command_buffer_khr, cl_command_buffer_info_khr, size_t,
					void *, size_t *);

/*
 * Since 0.9.5, all recording calls have a `properties` argument after the queue; before, only the
 * one that records a kernel did.
 */
#define FCL_KHR_RECORD(name, ...)                                                                  \
	typedef cl_int CL_API_CALL name(                                                           \
		cl_command_buffer_khr, cl_command_queue, const cl_properties *, __VA_ARGS__,       \
		cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *, cl_mutable_command_khr *)
typedef cl_int CL_API_CALL fcl_khr_barrier(cl_command_buffer_khr, cl_command_queue,
					   const cl_properties *, cl_uint,
					   const cl_sync_point_khr *, cl_sync_point_khr *,
					   cl_mutable_command_khr *);
FCL_KHR_RECORD(fcl_khr_copy, cl_mem, cl_mem, size_t, size_t, size_t);
FCL_KHR_RECORD(fcl_khr_copy_rect, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *,
	       size_t, size_t, size_t, size_t);
FCL_KHR_RECORD(fcl_khr_fill, cl_mem, const void *, size_t, size_t, size_t);
FCL_KHR_RECORD(fcl_khr_ndrange, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *);
FCL_KHR_RECORD(fcl_khr_svm_copy, void *, const void *, size_t);
FCL_KHR_RECORD(fcl_khr_svm_fill, void *, const void *, size_t, size_t);
FCL_KHR_RECORD(fcl_khr_copy_buffer_to_image, cl_mem, cl_mem, size_t, const size_t *,
	       const size_t *);
FCL_KHR_RECORD(fcl_khr_copy_image, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *);
FCL_KHR_RECORD(fcl_khr_copy_image_to_buffer, cl_mem, cl_mem, const size_t *, const size_t *,
	       size_t);
FCL_KHR_RECORD(fcl_khr_fill_image, cl_mem, const void *, const size_t *, const size_t *);

#endif
