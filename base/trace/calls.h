/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_CALLS_H
#define FCL_TRACE_CALLS_H

#include <CL/cl.h>

#include "base/each.h"

/*
 * The one table of OpenCL's calls, from which tracing, capturing and replaying are made:
 * X(class, type, name, (kind, type, name, ...)...), with one bracket for each parameter.
 *
 * Classes: QUERY has no effect; ASK has none either, but tells the host whether a command has ended;
 * EFFECT; MAKE returns an object; NOTHING returns nothing; WAIT waits for commands; COMMAND enqueues
 * one and has an `event`; LAUNCH is the same with a `kernel`; MAP, ALLOCATE and ADDRESS return a
 * pointer to a mapping, to an allocation, and to a function.
 *
 * Kinds: runtime/capture/kinds.h. The expressions after a parameter's name are C, with the call's other
 * parameters in scope. FCL_BOX_... says where in the host's memory a transfer's bytes are.
 */

typedef void(CL_CALLBACK *fcl_context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *fcl_context_gone)(cl_context, void *);
typedef void(CL_CALLBACK *fcl_program_notify)(cl_program, void *);
typedef void(CL_CALLBACK *fcl_event_notify)(cl_event, cl_int, void *);
typedef void(CL_CALLBACK *fcl_mem_notify)(cl_mem, void *);
typedef void(CL_CALLBACK *fcl_native)(void *);
typedef void(CL_CALLBACK *fcl_svm_notify)(cl_command_queue, cl_uint, void **, void *);

#define FCL_CALLS(X)                                                                               \
	X(QUERY, cl_int, clGetPlatformInfo, (HANDLE, cl_platform_id, platform),                    \
	  (VALUE, cl_platform_info, param_name), (VALUE, size_t, param_value_size),                \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(QUERY, cl_int, clGetDeviceIDs, (HANDLE, cl_platform_id, platform),                       \
	  (VALUE, cl_device_type, device_type), (VALUE, cl_uint, num_entries),                     \
	  (OUT, cl_device_id *, devices), (OUT, cl_uint *, num_devices))                           \
	X(QUERY, cl_int, clGetDeviceInfo, (HANDLE, cl_device_id, device),                          \
	  (VALUE, cl_device_info, param_name), (VALUE, size_t, param_value_size),                  \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(MAKE, cl_context, clCreateContext,                                                       \
	  (PROPERTIES, const cl_context_properties *, properties), (VALUE, cl_uint, num_devices),  \
	  (HANDLES, const cl_device_id *, devices, num_devices),                                   \
	  (REPORT, fcl_context_notify, pfn_notify), (OUT, void *, user_data),                      \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(MAKE, cl_context, clCreateContextFromType,                                               \
	  (PROPERTIES, const cl_context_properties *, properties),                                 \
	  (VALUE, cl_device_type, device_type), (REPORT, fcl_context_notify, pfn_notify),          \
	  (OUT, void *, user_data), (ERROR, cl_int *, errcode_ret))                                \
	X(EFFECT, cl_int, clRetainContext, (HANDLE, cl_context, context))                          \
	X(EFFECT, cl_int, clReleaseContext, (HANDLE, cl_context, context))                         \
	X(QUERY, cl_int, clGetContextInfo, (HANDLE, cl_context, context),                          \
	  (VALUE, cl_context_info, param_name), (VALUE, size_t, param_value_size),                 \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(MAKE, cl_command_queue, clCreateCommandQueue, (HANDLE, cl_context, context),             \
	  (HANDLE, cl_device_id, device), (VALUE, cl_command_queue_properties, properties),        \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clRetainCommandQueue, (HANDLE, cl_command_queue, command_queue))         \
	X(EFFECT, cl_int, clReleaseCommandQueue, (HANDLE, cl_command_queue, command_queue))        \
	X(QUERY, cl_int, clGetCommandQueueInfo, (HANDLE, cl_command_queue, command_queue),         \
	  (VALUE, cl_command_queue_info, param_name), (VALUE, size_t, param_value_size),           \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(EFFECT, cl_int, clSetCommandQueueProperty, (HANDLE, cl_command_queue, command_queue),    \
	  (VALUE, cl_command_queue_properties, properties), (VALUE, cl_bool, enable),              \
	  (OUT, cl_command_queue_properties *, old_properties))                                    \
	X(MAKE, cl_mem, clCreateBuffer, (HANDLE, cl_context, context),                             \
	  (VALUE, cl_mem_flags, flags), (VALUE, size_t, size),                                     \
	  (HOST, void *, host_ptr, FCL_BOX_BYTES(host_ptr, size)), (ERROR, cl_int *, errcode_ret)) \
	X(MAKE, cl_mem, clCreateImage2D, (HANDLE, cl_context, context),                            \
	  (VALUE, cl_mem_flags, flags),                                                            \
	  (BYTES, const cl_image_format *, image_format, sizeof(cl_image_format)),                 \
	  (VALUE, size_t, image_width), (VALUE, size_t, image_height),                             \
	  (VALUE, size_t, image_row_pitch),                                                        \
	  (HOST, void *, host_ptr,                                                                 \
	   FCL_BOX_IMAGE_2D(host_ptr, image_format, image_width, image_height, image_row_pitch)),  \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(MAKE, cl_mem, clCreateImage3D, (HANDLE, cl_context, context),                            \
	  (VALUE, cl_mem_flags, flags),                                                            \
	  (BYTES, const cl_image_format *, image_format, sizeof(cl_image_format)),                 \
	  (VALUE, size_t, image_width), (VALUE, size_t, image_height),                             \
	  (VALUE, size_t, image_depth), (VALUE, size_t, image_row_pitch),                          \
	  (VALUE, size_t, image_slice_pitch),                                                      \
	  (HOST, void *, host_ptr,                                                                 \
	   FCL_BOX_IMAGE_3D(host_ptr, image_format, image_width, image_height, image_depth,        \
			    image_row_pitch, image_slice_pitch)),                                  \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clRetainMemObject, (HANDLE, cl_mem, memobj))                             \
	X(EFFECT, cl_int, clReleaseMemObject, (HANDLE, cl_mem, memobj))                            \
	X(QUERY, cl_int, clGetSupportedImageFormats, (HANDLE, cl_context, context),                \
	  (VALUE, cl_mem_flags, flags), (VALUE, cl_mem_object_type, image_type),                   \
	  (VALUE, cl_uint, num_entries), (OUT, cl_image_format *, image_formats),                  \
	  (OUT, cl_uint *, num_image_formats))                                                     \
	X(QUERY, cl_int, clGetMemObjectInfo, (HANDLE, cl_mem, memobj),                             \
	  (VALUE, cl_mem_info, param_name), (VALUE, size_t, param_value_size),                     \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(QUERY, cl_int, clGetImageInfo, (HANDLE, cl_mem, image),                                  \
	  (VALUE, cl_image_info, param_name), (VALUE, size_t, param_value_size),                   \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(MAKE, cl_sampler, clCreateSampler, (HANDLE, cl_context, context),                        \
	  (VALUE, cl_bool, normalized_coords), (VALUE, cl_addressing_mode, addressing_mode),       \
	  (VALUE, cl_filter_mode, filter_mode), (ERROR, cl_int *, errcode_ret))                    \
	X(EFFECT, cl_int, clRetainSampler, (HANDLE, cl_sampler, sampler))                          \
	X(EFFECT, cl_int, clReleaseSampler, (HANDLE, cl_sampler, sampler))                         \
	X(QUERY, cl_int, clGetSamplerInfo, (HANDLE, cl_sampler, sampler),                          \
	  (VALUE, cl_sampler_info, param_name), (VALUE, size_t, param_value_size),                 \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(MAKE, cl_program, clCreateProgramWithSource, (HANDLE, cl_context, context),              \
	  (VALUE, cl_uint, count), (SOURCES, const char **, strings, count, lengths),              \
	  (LENGTHS, const size_t *, lengths, 2), (ERROR, cl_int *, errcode_ret))                   \
	X(MAKE, cl_program, clCreateProgramWithBinary, (HANDLE, cl_context, context),              \
	  (VALUE, cl_uint, num_devices),                                                           \
	  (HANDLES, const cl_device_id *, device_list, num_devices),                               \
	  (LENGTHS, const size_t *, lengths, 4),                                                   \
	  (BINARIES, const unsigned char **, binaries, num_devices, lengths),                      \
	  (OUT, cl_int *, binary_status), (ERROR, cl_int *, errcode_ret))                          \
	X(EFFECT, cl_int, clRetainProgram, (HANDLE, cl_program, program))                          \
	X(EFFECT, cl_int, clReleaseProgram, (HANDLE, cl_program, program))                         \
	X(EFFECT, cl_int, clBuildProgram, (HANDLE, cl_program, program),                           \
	  (VALUE, cl_uint, num_devices),                                                           \
	  (HANDLES, const cl_device_id *, device_list, num_devices),                               \
	  (TEXT, const char *, options), (CALLBACK, fcl_program_notify, pfn_notify),               \
	  (OUT, void *, user_data))                                                                \
	X(QUERY, cl_int, clGetProgramInfo, (HANDLE, cl_program, program),                          \
	  (VALUE, cl_program_info, param_name), (VALUE, size_t, param_value_size),                 \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(QUERY, cl_int, clGetProgramBuildInfo, (HANDLE, cl_program, program),                     \
	  (HANDLE, cl_device_id, device), (VALUE, cl_program_build_info, param_name),              \
	  (VALUE, size_t, param_value_size), (OUT, void *, param_value),                           \
	  (OUT, size_t *, param_value_size_ret))                                                   \
	X(MAKE, cl_kernel, clCreateKernel, (HANDLE, cl_program, program),                          \
	  (TEXT, const char *, kernel_name), (ERROR, cl_int *, errcode_ret))                       \
	X(EFFECT, cl_int, clCreateKernelsInProgram, (HANDLE, cl_program, program),                 \
	  (VALUE, cl_uint, num_kernels), (MADE, cl_kernel *, kernels, *num_kernels_ret),           \
	  (COUNT, cl_uint *, num_kernels_ret))                                                     \
	X(EFFECT, cl_int, clRetainKernel, (HANDLE, cl_kernel, kernel))                             \
	X(EFFECT, cl_int, clReleaseKernel, (HANDLE, cl_kernel, kernel))                            \
	X(EFFECT, cl_int, clSetKernelArg, (HANDLE, cl_kernel, kernel),                             \
	  (VALUE, cl_uint, arg_index), (VALUE, size_t, arg_size),                                  \
	  (ARGUMENT, const void *, arg_value, arg_size))                                           \
	X(QUERY, cl_int, clGetKernelInfo, (HANDLE, cl_kernel, kernel),                             \
	  (VALUE, cl_kernel_info, param_name), (VALUE, size_t, param_value_size),                  \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(QUERY, cl_int, clGetKernelWorkGroupInfo, (HANDLE, cl_kernel, kernel),                    \
	  (HANDLE, cl_device_id, device), (VALUE, cl_kernel_work_group_info, param_name),          \
	  (VALUE, size_t, param_value_size), (OUT, void *, param_value),                           \
	  (OUT, size_t *, param_value_size_ret))                                                   \
	X(WAIT, cl_int, clWaitForEvents, (VALUE, cl_uint, num_events),                             \
	  (HANDLES, const cl_event *, event_list, num_events))                                     \
	X(ASK, cl_int, clGetEventInfo, (HANDLE, cl_event, event),                                  \
	  (VALUE, cl_event_info, param_name), (VALUE, size_t, param_value_size),                   \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(EFFECT, cl_int, clRetainEvent, (HANDLE, cl_event, event))                                \
	X(EFFECT, cl_int, clReleaseEvent, (HANDLE, cl_event, event))                               \
	X(ASK, cl_int, clGetEventProfilingInfo, (HANDLE, cl_event, event),                         \
	  (VALUE, cl_profiling_info, param_name), (VALUE, size_t, param_value_size),               \
	  (OUT, void *, param_value), (OUT, size_t *, param_value_size_ret))                       \
	X(EFFECT, cl_int, clFlush, (HANDLE, cl_command_queue, command_queue))                      \
	X(WAIT, cl_int, clFinish, (HANDLE, cl_command_queue, command_queue))                       \
	X(COMMAND, cl_int, clEnqueueReadBuffer, (HANDLE, cl_command_queue, command_queue),         \
	  (HANDLE, cl_mem, buffer), (BLOCKING, cl_bool, blocking_read), (VALUE, size_t, offset),   \
	  (VALUE, size_t, size), (READ, void *, ptr, FCL_BOX_BYTES(ptr, size), blocking_read),     \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueWriteBuffer, (HANDLE, cl_command_queue, command_queue),        \
	  (HANDLE, cl_mem, buffer), (BLOCKING, cl_bool, blocking_write), (VALUE, size_t, offset),  \
	  (VALUE, size_t, size), (DATA, const void *, ptr, FCL_BOX_BYTES(ptr, size)),              \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueCopyBuffer, (HANDLE, cl_command_queue, command_queue),         \
	  (HANDLE, cl_mem, src_buffer), (HANDLE, cl_mem, dst_buffer), (VALUE, size_t, src_offset), \
	  (VALUE, size_t, dst_offset), (VALUE, size_t, size),                                      \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueReadImage, (HANDLE, cl_command_queue, command_queue),          \
	  (HANDLE, cl_mem, image), (BLOCKING, cl_bool, blocking_read),                             \
	  (SIZES, const size_t *, origin, 3), (SIZES, const size_t *, region, 3),                  \
	  (VALUE, size_t, row_pitch), (VALUE, size_t, slice_pitch),                                \
	  (READ, void *, ptr, FCL_BOX_IMAGE(ptr, image, region, row_pitch, slice_pitch),           \
	   blocking_read),                                                                         \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueWriteImage, (HANDLE, cl_command_queue, command_queue),         \
	  (HANDLE, cl_mem, image), (BLOCKING, cl_bool, blocking_write),                            \
	  (SIZES, const size_t *, origin, 3), (SIZES, const size_t *, region, 3),                  \
	  (VALUE, size_t, input_row_pitch), (VALUE, size_t, input_slice_pitch),                    \
	  (DATA, const void *, ptr,                                                                \
	   FCL_BOX_IMAGE(ptr, image, region, input_row_pitch, input_slice_pitch)),                 \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueCopyImage, (HANDLE, cl_command_queue, command_queue),          \
	  (HANDLE, cl_mem, src_image), (HANDLE, cl_mem, dst_image),                                \
	  (SIZES, const size_t *, src_origin, 3), (SIZES, const size_t *, dst_origin, 3),          \
	  (SIZES, const size_t *, region, 3), (VALUE, cl_uint, num_events_in_wait_list),           \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueCopyImageToBuffer, (HANDLE, cl_command_queue, command_queue),  \
	  (HANDLE, cl_mem, src_image), (HANDLE, cl_mem, dst_buffer),                               \
	  (SIZES, const size_t *, src_origin, 3), (SIZES, const size_t *, region, 3),              \
	  (VALUE, size_t, dst_offset), (VALUE, cl_uint, num_events_in_wait_list),                  \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueCopyBufferToImage, (HANDLE, cl_command_queue, command_queue),  \
	  (HANDLE, cl_mem, src_buffer), (HANDLE, cl_mem, dst_image), (VALUE, size_t, src_offset),  \
	  (SIZES, const size_t *, dst_origin, 3), (SIZES, const size_t *, region, 3),              \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(MAP, void *, clEnqueueMapBuffer, (HANDLE, cl_command_queue, command_queue),              \
	  (HANDLE, cl_mem, buffer), (BLOCKING, cl_bool, blocking_map),                             \
	  (VALUE, cl_map_flags, map_flags), (VALUE, size_t, offset), (VALUE, size_t, size),        \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event), (ERROR, cl_int *, errcode_ret))                              \
	X(MAP, void *, clEnqueueMapImage, (HANDLE, cl_command_queue, command_queue),               \
	  (HANDLE, cl_mem, image), (BLOCKING, cl_bool, blocking_map),                              \
	  (VALUE, cl_map_flags, map_flags), (SIZES, const size_t *, origin, 3),                    \
	  (SIZES, const size_t *, region, 3), (OUT, size_t *, image_row_pitch),                    \
	  (OUT, size_t *, image_slice_pitch), (VALUE, cl_uint, num_events_in_wait_list),           \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event), (ERROR, cl_int *, errcode_ret))                              \
	X(COMMAND, cl_int, clEnqueueUnmapMemObject, (HANDLE, cl_command_queue, command_queue),     \
	  (HANDLE, cl_mem, memobj), (UNMAP, void *, mapped_ptr, memobj),                           \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(LAUNCH, cl_int, clEnqueueNDRangeKernel, (HANDLE, cl_command_queue, command_queue),       \
	  (HANDLE, cl_kernel, kernel), (VALUE, cl_uint, work_dim),                                 \
	  (SIZES, const size_t *, global_work_offset, work_dim),                                   \
	  (SIZES, const size_t *, global_work_size, work_dim),                                     \
	  (SIZES, const size_t *, local_work_size, work_dim),                                      \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(LAUNCH, cl_int, clEnqueueTask, (HANDLE, cl_command_queue, command_queue),                \
	  (HANDLE, cl_kernel, kernel), (VALUE, cl_uint, num_events_in_wait_list),                  \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueNativeKernel, (HANDLE, cl_command_queue, command_queue),       \
	  (CALLBACK, fcl_native, user_func), (OUT, void *, args), (VALUE, size_t, cb_args),        \
	  (VALUE, cl_uint, num_mem_objects), (HANDLES, const cl_mem *, mem_list, num_mem_objects), \
	  (OUT, const void **, args_mem_loc), (VALUE, cl_uint, num_events_in_wait_list),           \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueMarker, (HANDLE, cl_command_queue, command_queue),             \
	  (EVENT, cl_event *, event))                                                              \
	X(EFFECT, cl_int, clEnqueueWaitForEvents, (HANDLE, cl_command_queue, command_queue),       \
	  (VALUE, cl_uint, num_events), (HANDLES, const cl_event *, event_list, num_events))       \
	X(EFFECT, cl_int, clEnqueueBarrier, (HANDLE, cl_command_queue, command_queue))             \
	X(ADDRESS, void *, clGetExtensionFunctionAddress, (TEXT, const char *, func_name))         \
	X(EFFECT, cl_int, clSetEventCallback, (HANDLE, cl_event, event),                           \
	  (VALUE, cl_int, command_exec_callback_type), (NOTIFY, fcl_event_notify, pfn_notify),     \
	  (OUT, void *, user_data))                                                                \
	X(MAKE, cl_mem, clCreateSubBuffer, (HANDLE, cl_mem, buffer), (VALUE, cl_mem_flags, flags), \
	  (VALUE, cl_buffer_create_type, buffer_create_type),                                      \
	  (BYTES, const void *, buffer_create_info, sizeof(cl_buffer_region)),                     \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clSetMemObjectDestructorCallback, (HANDLE, cl_mem, memobj),              \
	  (CALLBACK, fcl_mem_notify, pfn_notify), (OUT, void *, user_data))                        \
	X(MAKE, cl_event, clCreateUserEvent, (HANDLE, cl_context, context),                        \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clSetUserEventStatus, (HANDLE, cl_event, event),                         \
	  (VALUE, cl_int, execution_status))                                                       \
	X(COMMAND, cl_int, clEnqueueReadBufferRect, (HANDLE, cl_command_queue, command_queue),     \
	  (HANDLE, cl_mem, buffer), (BLOCKING, cl_bool, blocking_read),                            \
	  (SIZES, const size_t *, buffer_origin, 3), (SIZES, const size_t *, host_origin, 3),      \
	  (SIZES, const size_t *, region, 3), (VALUE, size_t, buffer_row_pitch),                   \
	  (VALUE, size_t, buffer_slice_pitch), (VALUE, size_t, host_row_pitch),                    \
	  (VALUE, size_t, host_slice_pitch),                                                       \
	  (READ, void *, ptr,                                                                      \
	   FCL_BOX_RECT(ptr, host_origin, region, host_row_pitch, host_slice_pitch),               \
	   blocking_read),                                                                         \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueWriteBufferRect, (HANDLE, cl_command_queue, command_queue),    \
	  (HANDLE, cl_mem, buffer), (BLOCKING, cl_bool, blocking_write),                           \
	  (SIZES, const size_t *, buffer_origin, 3), (SIZES, const size_t *, host_origin, 3),      \
	  (SIZES, const size_t *, region, 3), (VALUE, size_t, buffer_row_pitch),                   \
	  (VALUE, size_t, buffer_slice_pitch), (VALUE, size_t, host_row_pitch),                    \
	  (VALUE, size_t, host_slice_pitch),                                                       \
	  (DATA, const void *, ptr,                                                                \
	   FCL_BOX_RECT(ptr, host_origin, region, host_row_pitch, host_slice_pitch)),              \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueCopyBufferRect, (HANDLE, cl_command_queue, command_queue),     \
	  (HANDLE, cl_mem, src_buffer), (HANDLE, cl_mem, dst_buffer),                              \
	  (SIZES, const size_t *, src_origin, 3), (SIZES, const size_t *, dst_origin, 3),          \
	  (SIZES, const size_t *, region, 3), (VALUE, size_t, src_row_pitch),                      \
	  (VALUE, size_t, src_slice_pitch), (VALUE, size_t, dst_row_pitch),                        \
	  (VALUE, size_t, dst_slice_pitch), (VALUE, cl_uint, num_events_in_wait_list),             \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(EFFECT, cl_int, clCreateSubDevices, (HANDLE, cl_device_id, in_device),                   \
	  (PROPERTIES, const cl_device_partition_property *, properties),                          \
	  (VALUE, cl_uint, num_devices), (MADE, cl_device_id *, out_devices, *num_devices_ret),    \
	  (COUNT, cl_uint *, num_devices_ret))                                                     \
	X(EFFECT, cl_int, clRetainDevice, (HANDLE, cl_device_id, device))                          \
	X(EFFECT, cl_int, clReleaseDevice, (HANDLE, cl_device_id, device))                         \
	X(MAKE, cl_mem, clCreateImage, (HANDLE, cl_context, context),                              \
	  (VALUE, cl_mem_flags, flags),                                                            \
	  (BYTES, const cl_image_format *, image_format, sizeof(cl_image_format)),                 \
	  (DESC, const cl_image_desc *, image_desc),                                               \
	  (HOST, void *, host_ptr, FCL_BOX_IMAGE_DESC(host_ptr, image_format, image_desc)),        \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(MAKE, cl_program, clCreateProgramWithBuiltInKernels, (HANDLE, cl_context, context),      \
	  (VALUE, cl_uint, num_devices),                                                           \
	  (HANDLES, const cl_device_id *, device_list, num_devices),                               \
	  (TEXT, const char *, kernel_names), (ERROR, cl_int *, errcode_ret))                      \
	X(EFFECT, cl_int, clCompileProgram, (HANDLE, cl_program, program),                         \
	  (VALUE, cl_uint, num_devices),                                                           \
	  (HANDLES, const cl_device_id *, device_list, num_devices),                               \
	  (TEXT, const char *, options), (VALUE, cl_uint, num_input_headers),                      \
	  (HANDLES, const cl_program *, input_headers, num_input_headers),                         \
	  (TEXTS, const char **, header_include_names, num_input_headers),                         \
	  (CALLBACK, fcl_program_notify, pfn_notify), (OUT, void *, user_data))                    \
	X(MAKE, cl_program, clLinkProgram, (HANDLE, cl_context, context),                          \
	  (VALUE, cl_uint, num_devices),                                                           \
	  (HANDLES, const cl_device_id *, device_list, num_devices),                               \
	  (TEXT, const char *, options), (VALUE, cl_uint, num_input_programs),                     \
	  (HANDLES, const cl_program *, input_programs, num_input_programs),                       \
	  (CALLBACK, fcl_program_notify, pfn_notify), (OUT, void *, user_data),                    \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(QUERY, cl_int, clGetKernelArgInfo, (HANDLE, cl_kernel, kernel),                          \
	  (VALUE, cl_uint, arg_indx), (VALUE, cl_kernel_arg_info, param_name),                     \
	  (VALUE, size_t, param_value_size), (OUT, void *, param_value),                           \
	  (OUT, size_t *, param_value_size_ret))                                                   \
	X(COMMAND, cl_int, clEnqueueFillBuffer, (HANDLE, cl_command_queue, command_queue),         \
	  (HANDLE, cl_mem, buffer), (BYTES, const void *, pattern, pattern_size),                  \
	  (VALUE, size_t, pattern_size), (VALUE, size_t, offset), (VALUE, size_t, size),           \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueFillImage, (HANDLE, cl_command_queue, command_queue),          \
	  (HANDLE, cl_mem, image), (BYTES, const void *, fill_color, 4 * sizeof(cl_uint)),         \
	  (SIZES, const size_t *, origin, 3), (SIZES, const size_t *, region, 3),                  \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueMigrateMemObjects, (HANDLE, cl_command_queue, command_queue),  \
	  (VALUE, cl_uint, num_mem_objects),                                                       \
	  (MOVED, const cl_mem *, mem_objects, num_mem_objects, flags),                            \
	  (VALUE, cl_mem_migration_flags, flags), (VALUE, cl_uint, num_events_in_wait_list),       \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueMarkerWithWaitList, (HANDLE, cl_command_queue, command_queue), \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueBarrierWithWaitList,                                           \
	  (HANDLE, cl_command_queue, command_queue), (VALUE, cl_uint, num_events_in_wait_list),    \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(ADDRESS, void *, clGetExtensionFunctionAddressForPlatform,                               \
	  (HANDLE, cl_platform_id, platform), (TEXT, const char *, func_name))                     \
	X(MAKE, cl_command_queue, clCreateCommandQueueWithProperties,                              \
	  (HANDLE, cl_context, context), (HANDLE, cl_device_id, device),                           \
	  (PROPERTIES, const cl_queue_properties *, properties), (ERROR, cl_int *, errcode_ret))   \
	X(MAKE, cl_mem, clCreatePipe, (HANDLE, cl_context, context), (VALUE, cl_mem_flags, flags), \
	  (VALUE, cl_uint, pipe_packet_size), (VALUE, cl_uint, pipe_max_packets),                  \
	  (PROPERTIES, const cl_pipe_properties *, properties), (ERROR, cl_int *, errcode_ret))    \
	X(QUERY, cl_int, clGetPipeInfo, (HANDLE, cl_mem, pipe), (VALUE, cl_pipe_info, param_name), \
	  (VALUE, size_t, param_value_size), (OUT, void *, param_value),                           \
	  (OUT, size_t *, param_value_size_ret))                                                   \
	X(ALLOCATE, void *, clSVMAlloc, (HANDLE, cl_context, context),                             \
	  (VALUE, cl_svm_mem_flags, flags), (VALUE, size_t, size), (VALUE, cl_uint, alignment))    \
	X(NOTHING, void, clSVMFree, (HANDLE, cl_context, context), (POINTER, void *, svm_pointer)) \
	X(COMMAND, cl_int, clEnqueueSVMFree, (HANDLE, cl_command_queue, command_queue),            \
	  (VALUE, cl_uint, num_svm_pointers), (FREED, void **, svm_pointers, num_svm_pointers),    \
	  (CALLBACK, fcl_svm_notify, pfn_free_func), (OUT, void *, user_data),                     \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueSVMMemcpy, (HANDLE, cl_command_queue, command_queue),          \
	  (BLOCKING, cl_bool, blocking_copy), (SVM_TO, void *, dst_ptr, size, blocking_copy),      \
	  (SVM_FROM, const void *, src_ptr, size), (VALUE, size_t, size),                          \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueSVMMemFill, (HANDLE, cl_command_queue, command_queue),         \
	  (POINTER, void *, svm_ptr), (BYTES, const void *, pattern, pattern_size),                \
	  (VALUE, size_t, pattern_size), (VALUE, size_t, size),                                    \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueSVMMap, (HANDLE, cl_command_queue, command_queue),             \
	  (BLOCKING, cl_bool, blocking_map), (VALUE, cl_map_flags, flags),                         \
	  (SVM_MAP, void *, svm_ptr, size, blocking_map, flags), (VALUE, size_t, size),            \
	  (VALUE, cl_uint, num_events_in_wait_list),                                               \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(COMMAND, cl_int, clEnqueueSVMUnmap, (HANDLE, cl_command_queue, command_queue),           \
	  (SVM_UNMAP, void *, svm_ptr), (VALUE, cl_uint, num_events_in_wait_list),                 \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(MAKE, cl_sampler, clCreateSamplerWithProperties, (HANDLE, cl_context, context),          \
	  (PROPERTIES, const cl_sampler_properties *, sampler_properties),                         \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clSetKernelArgSVMPointer, (HANDLE, cl_kernel, kernel),                   \
	  (VALUE, cl_uint, arg_index), (SET, const void *, arg_value))                             \
	X(EFFECT, cl_int, clSetKernelExecInfo, (HANDLE, cl_kernel, kernel),                        \
	  (VALUE, cl_kernel_exec_info, param_name), (VALUE, size_t, param_value_size),             \
	  (EXEC_INFO, const void *, param_value, param_name, param_value_size))                    \
	X(MAKE, cl_kernel, clCloneKernel, (HANDLE, cl_kernel, source_kernel),                      \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(MAKE, cl_program, clCreateProgramWithIL, (HANDLE, cl_context, context),                  \
	  (IL, const void *, il, length), (VALUE, size_t, length), (ERROR, cl_int *, errcode_ret)) \
	X(COMMAND, cl_int, clEnqueueSVMMigrateMem, (HANDLE, cl_command_queue, command_queue),      \
	  (VALUE, cl_uint, num_svm_pointers),                                                      \
	  (POINTERS, const void **, svm_pointers, num_svm_pointers),                               \
	  (NUMBERS, const size_t *, sizes, num_svm_pointers),                                      \
	  (VALUE, cl_mem_migration_flags, flags), (VALUE, cl_uint, num_events_in_wait_list),       \
	  (HANDLES, const cl_event *, event_wait_list, num_events_in_wait_list),                   \
	  (EVENT, cl_event *, event))                                                              \
	X(QUERY, cl_int, clGetDeviceAndHostTimer, (HANDLE, cl_device_id, device),                  \
	  (OUT, cl_ulong *, device_timestamp), (OUT, cl_ulong *, host_timestamp))                  \
	X(QUERY, cl_int, clGetHostTimer, (HANDLE, cl_device_id, device),                           \
	  (OUT, cl_ulong *, host_timestamp))                                                       \
	X(QUERY, cl_int, clGetKernelSubGroupInfo, (HANDLE, cl_kernel, kernel),                     \
	  (HANDLE, cl_device_id, device), (VALUE, cl_kernel_sub_group_info, param_name),           \
	  (VALUE, size_t, input_value_size), (OUT, const void *, input_value),                     \
	  (VALUE, size_t, param_value_size), (OUT, void *, param_value),                           \
	  (OUT, size_t *, param_value_size_ret))                                                   \
	X(EFFECT, cl_int, clSetDefaultDeviceCommandQueue, (HANDLE, cl_context, context),           \
	  (HANDLE, cl_device_id, device), (HANDLE, cl_command_queue, command_queue))               \
	X(EFFECT, cl_int, clSetProgramReleaseCallback, (HANDLE, cl_program, program),              \
	  (CALLBACK, fcl_program_notify, pfn_notify), (OUT, void *, user_data))                    \
	X(EFFECT, cl_int, clSetProgramSpecializationConstant, (HANDLE, cl_program, program),       \
	  (VALUE, cl_uint, spec_id), (VALUE, size_t, spec_size),                                   \
	  (BYTES, const void *, spec_value, spec_size))                                            \
	X(MAKE, cl_mem, clCreateBufferWithProperties, (HANDLE, cl_context, context),               \
	  (PROPERTIES, const cl_mem_properties *, properties), (VALUE, cl_mem_flags, flags),       \
	  (VALUE, size_t, size), (HOST, void *, host_ptr, FCL_BOX_BYTES(host_ptr, size)),          \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(MAKE, cl_mem, clCreateImageWithProperties, (HANDLE, cl_context, context),                \
	  (PROPERTIES, const cl_mem_properties *, properties), (VALUE, cl_mem_flags, flags),       \
	  (BYTES, const cl_image_format *, image_format, sizeof(cl_image_format)),                 \
	  (DESC, const cl_image_desc *, image_desc),                                               \
	  (HOST, void *, host_ptr, FCL_BOX_IMAGE_DESC(host_ptr, image_format, image_desc)),        \
	  (ERROR, cl_int *, errcode_ret))                                                          \
	X(EFFECT, cl_int, clSetContextDestructorCallback, (HANDLE, cl_context, context),           \
	  (CALLBACK, fcl_context_gone, pfn_notify), (OUT, void *, user_data))

#endif
