/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_ICD_LOADER_CALLS_H
#define FCL_TEST_ICD_LOADER_CALLS_H

/*
 * Calls that are dispatched by their first argument. CALL(name, error) returns the error for NULL.
 * MAKE(name, error, at) returns an object, and the error through argument `at`.
 */
#define LOADER_CALLS(CALL, MAKE)                                                                   \
	/* OpenCL 1.0 */                                                                           \
	CALL(clGetDeviceInfo, CL_INVALID_DEVICE)                                                   \
	CALL(clRetainContext, CL_INVALID_CONTEXT)                                                  \
	CALL(clReleaseContext, CL_INVALID_CONTEXT)                                                 \
	CALL(clGetContextInfo, CL_INVALID_CONTEXT)                                                 \
	CALL(clRetainCommandQueue, CL_INVALID_COMMAND_QUEUE)                                       \
	CALL(clReleaseCommandQueue, CL_INVALID_COMMAND_QUEUE)                                      \
	CALL(clGetCommandQueueInfo, CL_INVALID_COMMAND_QUEUE)                                      \
	MAKE(clCreateBuffer, CL_INVALID_CONTEXT, 4)                                                \
	CALL(clRetainMemObject, CL_INVALID_MEM_OBJECT)                                             \
	CALL(clReleaseMemObject, CL_INVALID_MEM_OBJECT)                                            \
	CALL(clGetSupportedImageFormats, CL_INVALID_CONTEXT)                                       \
	CALL(clGetMemObjectInfo, CL_INVALID_MEM_OBJECT)                                            \
	CALL(clGetImageInfo, CL_INVALID_MEM_OBJECT)                                                \
	CALL(clRetainSampler, CL_INVALID_SAMPLER)                                                  \
	CALL(clReleaseSampler, CL_INVALID_SAMPLER)                                                 \
	CALL(clGetSamplerInfo, CL_INVALID_SAMPLER)                                                 \
	MAKE(clCreateProgramWithSource, CL_INVALID_CONTEXT, 4)                                     \
	MAKE(clCreateProgramWithBinary, CL_INVALID_CONTEXT, 6)                                     \
	CALL(clRetainProgram, CL_INVALID_PROGRAM)                                                  \
	CALL(clReleaseProgram, CL_INVALID_PROGRAM)                                                 \
	CALL(clBuildProgram, CL_INVALID_PROGRAM)                                                   \
	CALL(clGetProgramInfo, CL_INVALID_PROGRAM)                                                 \
	CALL(clGetProgramBuildInfo, CL_INVALID_PROGRAM)                                            \
	MAKE(clCreateKernel, CL_INVALID_PROGRAM, 2)                                                \
	CALL(clCreateKernelsInProgram, CL_INVALID_PROGRAM)                                         \
	CALL(clRetainKernel, CL_INVALID_KERNEL)                                                    \
	CALL(clReleaseKernel, CL_INVALID_KERNEL)                                                   \
	CALL(clSetKernelArg, CL_INVALID_KERNEL)                                                    \
	CALL(clGetKernelInfo, CL_INVALID_KERNEL)                                                   \
	CALL(clGetKernelWorkGroupInfo, CL_INVALID_KERNEL)                                          \
	CALL(clGetEventInfo, CL_INVALID_EVENT)                                                     \
	CALL(clRetainEvent, CL_INVALID_EVENT)                                                      \
	CALL(clReleaseEvent, CL_INVALID_EVENT)                                                     \
	CALL(clGetEventProfilingInfo, CL_INVALID_EVENT)                                            \
	CALL(clFlush, CL_INVALID_COMMAND_QUEUE)                                                    \
	CALL(clFinish, CL_INVALID_COMMAND_QUEUE)                                                   \
	CALL(clEnqueueReadBuffer, CL_INVALID_COMMAND_QUEUE)                                        \
	CALL(clEnqueueWriteBuffer, CL_INVALID_COMMAND_QUEUE)                                       \
	CALL(clEnqueueCopyBuffer, CL_INVALID_COMMAND_QUEUE)                                        \
	CALL(clEnqueueReadImage, CL_INVALID_COMMAND_QUEUE)                                         \
	CALL(clEnqueueWriteImage, CL_INVALID_COMMAND_QUEUE)                                        \
	CALL(clEnqueueCopyImage, CL_INVALID_COMMAND_QUEUE)                                         \
	CALL(clEnqueueCopyImageToBuffer, CL_INVALID_COMMAND_QUEUE)                                 \
	CALL(clEnqueueCopyBufferToImage, CL_INVALID_COMMAND_QUEUE)                                 \
	MAKE(clEnqueueMapBuffer, CL_INVALID_COMMAND_QUEUE, 9)                                      \
	MAKE(clEnqueueMapImage, CL_INVALID_COMMAND_QUEUE, 11)                                      \
	CALL(clEnqueueUnmapMemObject, CL_INVALID_COMMAND_QUEUE)                                    \
	CALL(clEnqueueNDRangeKernel, CL_INVALID_COMMAND_QUEUE)                                     \
	CALL(clEnqueueNativeKernel, CL_INVALID_COMMAND_QUEUE)                                      \
	CALL(clSetCommandQueueProperty, CL_INVALID_COMMAND_QUEUE)                                  \
	MAKE(clCreateImage2D, CL_INVALID_CONTEXT, 7)                                               \
	MAKE(clCreateImage3D, CL_INVALID_CONTEXT, 9)                                               \
	CALL(clEnqueueMarker, CL_INVALID_COMMAND_QUEUE)                                            \
	CALL(clEnqueueWaitForEvents, CL_INVALID_COMMAND_QUEUE)                                     \
	CALL(clEnqueueBarrier, CL_INVALID_COMMAND_QUEUE)                                           \
	MAKE(clCreateCommandQueue, CL_INVALID_CONTEXT, 3)                                          \
	MAKE(clCreateSampler, CL_INVALID_CONTEXT, 4)                                               \
	CALL(clEnqueueTask, CL_INVALID_COMMAND_QUEUE)                                              \
	/* OpenCL 1.1 */                                                                           \
	MAKE(clCreateSubBuffer, CL_INVALID_MEM_OBJECT, 4)                                          \
	CALL(clSetMemObjectDestructorCallback, CL_INVALID_MEM_OBJECT)                              \
	MAKE(clCreateUserEvent, CL_INVALID_CONTEXT, 1)                                             \
	CALL(clSetUserEventStatus, CL_INVALID_EVENT)                                               \
	CALL(clSetEventCallback, CL_INVALID_EVENT)                                                 \
	CALL(clEnqueueReadBufferRect, CL_INVALID_COMMAND_QUEUE)                                    \
	CALL(clEnqueueWriteBufferRect, CL_INVALID_COMMAND_QUEUE)                                   \
	CALL(clEnqueueCopyBufferRect, CL_INVALID_COMMAND_QUEUE)                                    \
	/* OpenCL 1.2 */                                                                           \
	CALL(clCreateSubDevices, CL_INVALID_DEVICE)                                                \
	CALL(clRetainDevice, CL_INVALID_DEVICE)                                                    \
	CALL(clReleaseDevice, CL_INVALID_DEVICE)                                                   \
	MAKE(clCreateImage, CL_INVALID_CONTEXT, 5)                                                 \
	MAKE(clCreateProgramWithBuiltInKernels, CL_INVALID_CONTEXT, 4)                             \
	CALL(clCompileProgram, CL_INVALID_PROGRAM)                                                 \
	MAKE(clLinkProgram, CL_INVALID_CONTEXT, 8)                                                 \
	CALL(clUnloadPlatformCompiler, CL_INVALID_PLATFORM)                                        \
	CALL(clGetKernelArgInfo, CL_INVALID_KERNEL)                                                \
	CALL(clEnqueueFillBuffer, CL_INVALID_COMMAND_QUEUE)                                        \
	CALL(clEnqueueFillImage, CL_INVALID_COMMAND_QUEUE)                                         \
	CALL(clEnqueueMigrateMemObjects, CL_INVALID_COMMAND_QUEUE)                                 \
	CALL(clEnqueueMarkerWithWaitList, CL_INVALID_COMMAND_QUEUE)                                \
	CALL(clEnqueueBarrierWithWaitList, CL_INVALID_COMMAND_QUEUE)                               \
	/* OpenCL 2.0 */                                                                           \
	MAKE(clCreateCommandQueueWithProperties, CL_INVALID_CONTEXT, 3)                            \
	MAKE(clCreatePipe, CL_INVALID_CONTEXT, 5)                                                  \
	CALL(clGetPipeInfo, CL_INVALID_MEM_OBJECT)                                                 \
	MAKE(clCreateSamplerWithProperties, CL_INVALID_CONTEXT, 2)                                 \
	CALL(clSetKernelArgSVMPointer, CL_INVALID_KERNEL)                                          \
	CALL(clSetKernelExecInfo, CL_INVALID_KERNEL)                                               \
	CALL(clEnqueueSVMFree, CL_INVALID_COMMAND_QUEUE)                                           \
	CALL(clEnqueueSVMMemcpy, CL_INVALID_COMMAND_QUEUE)                                         \
	CALL(clEnqueueSVMMemFill, CL_INVALID_COMMAND_QUEUE)                                        \
	CALL(clEnqueueSVMMap, CL_INVALID_COMMAND_QUEUE)                                            \
	CALL(clEnqueueSVMUnmap, CL_INVALID_COMMAND_QUEUE)                                          \
	/* OpenCL 2.1 */                                                                           \
	CALL(clSetDefaultDeviceCommandQueue, CL_INVALID_CONTEXT)                                   \
	CALL(clGetDeviceAndHostTimer, CL_INVALID_DEVICE)                                           \
	CALL(clGetHostTimer, CL_INVALID_DEVICE)                                                    \
	MAKE(clCreateProgramWithIL, CL_INVALID_CONTEXT, 3)                                         \
	MAKE(clCloneKernel, CL_INVALID_KERNEL, 1)                                                  \
	CALL(clGetKernelSubGroupInfo, CL_INVALID_KERNEL)                                           \
	CALL(clEnqueueSVMMigrateMem, CL_INVALID_COMMAND_QUEUE)                                     \
	/* OpenCL 2.2 */                                                                           \
	CALL(clSetProgramReleaseCallback, CL_INVALID_PROGRAM)                                      \
	CALL(clSetProgramSpecializationConstant, CL_INVALID_PROGRAM)                               \
	/* OpenCL 3.0 */                                                                           \
	CALL(clSetContextDestructorCallback, CL_INVALID_CONTEXT)                                   \
	MAKE(clCreateBufferWithProperties, CL_INVALID_CONTEXT, 5)                                  \
	MAKE(clCreateImageWithProperties, CL_INVALID_CONTEXT, 6)

#endif
