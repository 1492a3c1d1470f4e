/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_EXTENSION_CALLS_H
#define FCL_TRACE_EXTENSION_CALLS_H

#include "base/trace/calls.h"

/*
 * Functions of extensions that are captured and repeated; hosts get them from
 * clGetExtensionFunctionAddressForPlatform(). The table is as that of calls.h, and has two more
 * kinds: SYNC_POINT, a command's point in a command buffer, and SYNC_POINTS, those it waits for; and
 * more classes: POLL moves a packet, or none; LEND maps packets of a host pipe, or none, and UNLEND unmaps
 * some of them; UNIFY allocates unified shared memory, and FREE frees it; USES is a command that
 * may use all memory that host and device share.
 *
 * Headers declare these functions with other parameters, or not at all, depending on their release:
 * these are those of the extensions' latest versions.
 */

typedef struct _cl_command_buffer_khr *fcl_command_buffer;

#define FCL_WAITS                                                                                  \
	(VALUE, cl_uint, num_events_in_wait_list),                                                 \
		(HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),             \
		(EVENT, cl_event *, event)
#define FCL_RECORDED                                                                               \
	(HANDLE, fcl_command_buffer, command_buffer), (HANDLE, cl_command_queue, command_queue),   \
		(PROPERTIES, const cl_bitfield *, properties)
#define FCL_SYNCS                                                                                  \
	(VALUE, cl_uint, num_sync_points_in_wait_list),                                            \
		(SYNC_POINTS, const cl_uint *, sync_point_wait_list,                               \
		 num_sync_points_in_wait_list),                                                    \
		(SYNC_POINT, cl_uint *, sync_point), (OUT, void *, mutable_handle)

#define FCL_EXTENSION_CALLS(X)                                                                     \
	X(MAKE, cl_command_queue, clCreateCommandQueueWithPropertiesKHR,                           \
	  (HANDLE, cl_context, context), (HANDLE, cl_device_id, device),                           \
	  (PROPERTIES, const cl_bitfield *, properties), (ERROR, cl_int *, errcode_ret))           \
	X(COMMAND, cl_int, clEnqueueAcquireExternalMemObjectsKHR,                                  \
	  (HANDLE, cl_command_queue, command_queue), (VALUE, cl_uint, num_mem_objects),            \
	  (HANDLES, const cl_mem *, mem_objects, num_mem_objects), FCL_WAITS)                      \
	X(COMMAND, cl_int, clEnqueueReleaseExternalMemObjectsKHR,                                  \
	  (HANDLE, cl_command_queue, command_queue), (VALUE, cl_uint, num_mem_objects),            \
	  (HANDLES, const cl_mem *, mem_objects, num_mem_objects), FCL_WAITS)                      \
	X(COMMAND, cl_int, clEnqueueReadHostPipeINTEL, (HANDLE, cl_command_queue, command_queue),  \
	  (HANDLE, cl_program, program), (TEXT, const char *, pipe_symbol),                        \
	  (BLOCKING, cl_bool, blocking_read),                                                      \
	  (READ, void *, ptr, FCL_BOX_BYTES(ptr, size), blocking_read), (VALUE, size_t, size),     \
	  FCL_WAITS)                                                                               \
	X(COMMAND, cl_int, clEnqueueWriteHostPipeINTEL, (HANDLE, cl_command_queue, command_queue), \
	  (HANDLE, cl_program, program), (TEXT, const char *, pipe_symbol),                        \
	  (BLOCKING, cl_bool, blocking_write),                                                     \
	  (SENT, const void *, ptr, FCL_BOX_BYTES(ptr, size), blocking_write),                     \
	  (VALUE, size_t, size), FCL_WAITS)                                                        \
	X(POLL, cl_int, clReadPipeIntelFPGA, (HANDLE, cl_mem, pipe),                               \
	  (TAKEN, void *, ptr, FCL_BOX_PACKET(ptr, pipe)))                                         \
	X(POLL, cl_int, clWritePipeIntelFPGA, (HANDLE, cl_mem, pipe),                              \
	  (DATA, const void *, ptr, FCL_BOX_PACKET(ptr, pipe)))                                    \
	X(LEND, void *, clMapHostPipeIntelFPGA, (HANDLE, cl_mem, pipe),                            \
	  (VALUE, cl_map_flags, map_flags), (VALUE, size_t, requested_size),                       \
	  (LENGTH, size_t *, mapped_size), (ERROR, cl_int *, errcode_ret))                         \
	X(UNLEND, cl_int, clUnmapHostPipeIntelFPGA, (HANDLE, cl_mem, pipe),                        \
	  (LENT, void *, mapped_ptr, pipe, size_to_unmap), (VALUE, size_t, size_to_unmap),         \
	  (OUT, size_t *, unmapped_size))                                                          \
	X(UNIFY, void *, clHostMemAllocINTEL, (HANDLE, cl_context, context),                       \
	  (PROPERTIES, const cl_bitfield *, properties), (VALUE, size_t, size),                    \
	  (VALUE, cl_uint, alignment), (ERROR, cl_int *, errcode_ret))                             \
	X(UNIFY, void *, clDeviceMemAllocINTEL, (HANDLE, cl_context, context),                     \
	  (HANDLE, cl_device_id, device), (PROPERTIES, const cl_bitfield *, properties),           \
	  (VALUE, size_t, size), (VALUE, cl_uint, alignment), (ERROR, cl_int *, errcode_ret))      \
	X(UNIFY, void *, clSharedMemAllocINTEL, (HANDLE, cl_context, context),                     \
	  (HANDLE, cl_device_id, device), (PROPERTIES, const cl_bitfield *, properties),           \
	  (VALUE, size_t, size), (VALUE, cl_uint, alignment), (ERROR, cl_int *, errcode_ret))      \
	X(FREE, cl_int, clMemFreeINTEL, (HANDLE, cl_context, context), (POINTER, void *, ptr))     \
	X(FREE, cl_int, clMemBlockingFreeINTEL, (HANDLE, cl_context, context),                     \
	  (POINTER, void *, ptr))                                                                  \
	X(EFFECT, cl_int, clSetKernelArgMemPointerINTEL, (HANDLE, cl_kernel, kernel),              \
	  (VALUE, cl_uint, arg_index), (SET, const void *, arg_value))                             \
	X(COMMAND, cl_int, clEnqueueMemFillINTEL, (HANDLE, cl_command_queue, command_queue),       \
	  (POINTER, void *, dst_ptr), (BYTES, const void *, pattern, pattern_size),                \
	  (VALUE, size_t, pattern_size), (VALUE, size_t, size), FCL_WAITS)                         \
	X(COMMAND, cl_int, clEnqueueMemsetINTEL, (HANDLE, cl_command_queue, command_queue),        \
	  (POINTER, void *, dst_ptr), (VALUE, cl_int, value), (VALUE, size_t, size), FCL_WAITS)    \
	X(USES, cl_int, clEnqueueMemcpyINTEL, (HANDLE, cl_command_queue, command_queue),           \
	  (BLOCKING, cl_bool, blocking), (SVM_TO, void *, dst_ptr, size, blocking),                \
	  (SVM_FROM, const void *, src_ptr, size), (VALUE, size_t, size), FCL_WAITS)               \
	X(COMMAND, cl_int, clEnqueueMigrateMemINTEL, (HANDLE, cl_command_queue, command_queue),    \
	  (POINTER, const void *, ptr), (VALUE, size_t, size),                                     \
	  (VALUE, cl_mem_migration_flags, flags), FCL_WAITS)                                       \
	X(COMMAND, cl_int, clEnqueueMemAdviseINTEL, (HANDLE, cl_command_queue, command_queue),     \
	  (POINTER, const void *, ptr), (VALUE, size_t, size), (VALUE, cl_uint, advice),           \
	  FCL_WAITS)                                                                               \
	X(MAKE, fcl_command_buffer, clCreateCommandBufferKHR, (VALUE, cl_uint, num_queues),        \
	  (HANDLES, const cl_command_queue *, queues, num_queues),                                 \
	  (PROPERTIES, const cl_bitfield *, properties), (ERROR, cl_int *, errcode_ret))           \
	X(EFFECT, cl_int, clRetainCommandBufferKHR, (HANDLE, fcl_command_buffer, command_buffer))  \
	X(EFFECT, cl_int, clReleaseCommandBufferKHR, (HANDLE, fcl_command_buffer, command_buffer)) \
	X(EFFECT, cl_int, clFinalizeCommandBufferKHR,                                              \
	  (HANDLE, fcl_command_buffer, command_buffer))                                            \
	X(USES, cl_int, clEnqueueCommandBufferKHR, (VALUE, cl_uint, num_queues),                   \
	  (HANDLES, const cl_command_queue *, queues, num_queues),                                 \
	  (HANDLE, fcl_command_buffer, command_buffer), FCL_WAITS)                                 \
	X(EFFECT, cl_int, clCommandBarrierWithWaitListKHR, FCL_RECORDED, FCL_SYNCS)                \
	X(EFFECT, cl_int, clCommandCopyBufferKHR, FCL_RECORDED, (HANDLE, cl_mem, src_buffer),      \
	  (HANDLE, cl_mem, dst_buffer), (VALUE, size_t, src_offset), (VALUE, size_t, dst_offset),  \
	  (VALUE, size_t, size), FCL_SYNCS)                                                        \
	X(EFFECT, cl_int, clCommandCopyBufferRectKHR, FCL_RECORDED, (HANDLE, cl_mem, src_buffer),  \
	  (HANDLE, cl_mem, dst_buffer), (SIZES, const size_t *, src_origin, 3),                    \
	  (SIZES, const size_t *, dst_origin, 3), (SIZES, const size_t *, region, 3),              \
	  (VALUE, size_t, src_row_pitch), (VALUE, size_t, src_slice_pitch),                        \
	  (VALUE, size_t, dst_row_pitch), (VALUE, size_t, dst_slice_pitch), FCL_SYNCS)             \
	X(EFFECT, cl_int, clCommandFillBufferKHR, FCL_RECORDED, (HANDLE, cl_mem, buffer),          \
	  (BYTES, const void *, pattern, pattern_size), (VALUE, size_t, pattern_size),             \
	  (VALUE, size_t, offset), (VALUE, size_t, size), FCL_SYNCS)                               \
	X(EFFECT, cl_int, clCommandNDRangeKernelKHR, FCL_RECORDED, (HANDLE, cl_kernel, kernel),    \
	  (VALUE, cl_uint, work_dim), (SIZES, const size_t *, global_work_offset, work_dim),       \
	  (SIZES, const size_t *, global_work_size, work_dim),                                     \
	  (SIZES, const size_t *, local_work_size, work_dim), FCL_SYNCS)                           \
	X(EFFECT, cl_int, clCommandSVMMemcpyKHR, FCL_RECORDED, (POINTER, void *, dst_ptr),         \
	  (POINTER, const void *, src_ptr), (VALUE, size_t, size), FCL_SYNCS)                      \
	X(EFFECT, cl_int, clCommandSVMMemFillKHR, FCL_RECORDED, (POINTER, void *, svm_ptr),        \
	  (BYTES, const void *, pattern, pattern_size), (VALUE, size_t, pattern_size),             \
	  (VALUE, size_t, size), FCL_SYNCS)                                                        \
	X(EFFECT, cl_int, clCommandCopyBufferToImageKHR, FCL_RECORDED,                             \
	  (HANDLE, cl_mem, src_buffer), (HANDLE, cl_mem, dst_image), (VALUE, size_t, src_offset),  \
	  (SIZES, const size_t *, dst_origin, 3), (SIZES, const size_t *, region, 3), FCL_SYNCS)   \
	X(EFFECT, cl_int, clCommandCopyImageKHR, FCL_RECORDED, (HANDLE, cl_mem, src_image),        \
	  (HANDLE, cl_mem, dst_image), (SIZES, const size_t *, src_origin, 3),                     \
	  (SIZES, const size_t *, dst_origin, 3), (SIZES, const size_t *, region, 3), FCL_SYNCS)   \
	X(EFFECT, cl_int, clCommandCopyImageToBufferKHR, FCL_RECORDED,                             \
	  (HANDLE, cl_mem, src_image), (HANDLE, cl_mem, dst_buffer),                               \
	  (SIZES, const size_t *, src_origin, 3), (SIZES, const size_t *, region, 3),              \
	  (VALUE, size_t, dst_offset), FCL_SYNCS)                                                  \
	X(EFFECT, cl_int, clCommandFillImageKHR, FCL_RECORDED, (HANDLE, cl_mem, image),            \
	  (BYTES, const void *, fill_color, 4 * sizeof(cl_uint)),                                  \
	  (SIZES, const size_t *, origin, 3), (SIZES, const size_t *, region, 3), FCL_SYNCS)

#endif
