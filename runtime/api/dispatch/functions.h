/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_FUNCTIONS_H
#define FCL_API_FUNCTIONS_H

#include "runtime/api/dispatch/icd2.h"

/*
 * The functions that have an entry of the same name in the dispatch table, in its order. Not listed:
 * the two whose entries contain the tag of cl_khr_icd 2.0.0, and extensions that exist on other
 * systems only.
 */
#define FCL_API_FUNCTIONS(X)                                                                       \
	X(clGetPlatformInfo)                                                                       \
	X(clGetDeviceIDs)                                                                          \
	X(clGetDeviceInfo)                                                                         \
	X(clCreateContext)                                                                         \
	X(clCreateContextFromType)                                                                 \
	X(clRetainContext)                                                                         \
	X(clReleaseContext)                                                                        \
	X(clGetContextInfo)                                                                        \
	X(clCreateCommandQueue)                                                                    \
	X(clRetainCommandQueue)                                                                    \
	X(clReleaseCommandQueue)                                                                   \
	X(clGetCommandQueueInfo)                                                                   \
	X(clSetCommandQueueProperty)                                                               \
	X(clCreateBuffer)                                                                          \
	X(clCreateImage2D)                                                                         \
	X(clCreateImage3D)                                                                         \
	X(clRetainMemObject)                                                                       \
	X(clReleaseMemObject)                                                                      \
	X(clGetSupportedImageFormats)                                                              \
	X(clGetMemObjectInfo)                                                                      \
	X(clGetImageInfo)                                                                          \
	X(clCreateSampler)                                                                         \
	X(clRetainSampler)                                                                         \
	X(clReleaseSampler)                                                                        \
	X(clGetSamplerInfo)                                                                        \
	X(clCreateProgramWithSource)                                                               \
	X(clCreateProgramWithBinary)                                                               \
	X(clRetainProgram)                                                                         \
	X(clReleaseProgram)                                                                        \
	X(clBuildProgram)                                                                          \
	X(clGetProgramInfo)                                                                        \
	X(clGetProgramBuildInfo)                                                                   \
	X(clCreateKernel)                                                                          \
	X(clCreateKernelsInProgram)                                                                \
	X(clRetainKernel)                                                                          \
	X(clReleaseKernel)                                                                         \
	X(clSetKernelArg)                                                                          \
	X(clGetKernelInfo)                                                                         \
	X(clGetKernelWorkGroupInfo)                                                                \
	X(clWaitForEvents)                                                                         \
	X(clGetEventInfo)                                                                          \
	X(clRetainEvent)                                                                           \
	X(clReleaseEvent)                                                                          \
	X(clGetEventProfilingInfo)                                                                 \
	X(clFlush)                                                                                 \
	X(clFinish)                                                                                \
	X(clEnqueueReadBuffer)                                                                     \
	X(clEnqueueWriteBuffer)                                                                    \
	X(clEnqueueCopyBuffer)                                                                     \
	X(clEnqueueReadImage)                                                                      \
	X(clEnqueueWriteImage)                                                                     \
	X(clEnqueueCopyImage)                                                                      \
	X(clEnqueueCopyImageToBuffer)                                                              \
	X(clEnqueueCopyBufferToImage)                                                              \
	X(clEnqueueMapBuffer)                                                                      \
	X(clEnqueueMapImage)                                                                       \
	X(clEnqueueUnmapMemObject)                                                                 \
	X(clEnqueueNDRangeKernel)                                                                  \
	X(clEnqueueTask)                                                                           \
	X(clEnqueueNativeKernel)                                                                   \
	X(clEnqueueMarker)                                                                         \
	X(clEnqueueWaitForEvents)                                                                  \
	X(clEnqueueBarrier)                                                                        \
	X(clGetExtensionFunctionAddress)                                                           \
	X(clCreateFromGLBuffer)                                                                    \
	X(clCreateFromGLTexture2D)                                                                 \
	X(clCreateFromGLTexture3D)                                                                 \
	X(clCreateFromGLRenderbuffer)                                                              \
	X(clGetGLObjectInfo)                                                                       \
	X(clGetGLTextureInfo)                                                                      \
	X(clEnqueueAcquireGLObjects)                                                               \
	X(clEnqueueReleaseGLObjects)                                                               \
	X(clGetGLContextInfoKHR)                                                                   \
	X(clSetEventCallback)                                                                      \
	X(clCreateSubBuffer)                                                                       \
	X(clSetMemObjectDestructorCallback)                                                        \
	X(clCreateUserEvent)                                                                       \
	X(clSetUserEventStatus)                                                                    \
	X(clEnqueueReadBufferRect)                                                                 \
	X(clEnqueueWriteBufferRect)                                                                \
	X(clEnqueueCopyBufferRect)                                                                 \
	X(clCreateEventFromGLsyncKHR)                                                              \
	X(clCreateSubDevices)                                                                      \
	X(clRetainDevice)                                                                          \
	X(clReleaseDevice)                                                                         \
	X(clCreateImage)                                                                           \
	X(clCreateProgramWithBuiltInKernels)                                                       \
	X(clCompileProgram)                                                                        \
	X(clLinkProgram)                                                                           \
	X(clUnloadPlatformCompiler)                                                                \
	X(clGetKernelArgInfo)                                                                      \
	X(clEnqueueFillBuffer)                                                                     \
	X(clEnqueueFillImage)                                                                      \
	X(clEnqueueMigrateMemObjects)                                                              \
	X(clEnqueueMarkerWithWaitList)                                                             \
	X(clEnqueueBarrierWithWaitList)                                                            \
	X(clGetExtensionFunctionAddressForPlatform)                                                \
	X(clCreateFromGLTexture)                                                                   \
	X(clCreateFromEGLImageKHR)                                                                 \
	X(clEnqueueAcquireEGLObjectsKHR)                                                           \
	X(clEnqueueReleaseEGLObjectsKHR)                                                           \
	X(clCreateEventFromEGLSyncKHR)                                                             \
	X(clCreateCommandQueueWithProperties)                                                      \
	X(clCreatePipe)                                                                            \
	X(clGetPipeInfo)                                                                           \
	X(clSVMAlloc)                                                                              \
	X(clSVMFree)                                                                               \
	X(clEnqueueSVMFree)                                                                        \
	X(clEnqueueSVMMemcpy)                                                                      \
	X(clEnqueueSVMMemFill)                                                                     \
	X(clEnqueueSVMMap)                                                                         \
	X(clEnqueueSVMUnmap)                                                                       \
	X(clCreateSamplerWithProperties)                                                           \
	X(clSetKernelArgSVMPointer)                                                                \
	X(clSetKernelExecInfo)                                                                     \
	X(clCloneKernel)                                                                           \
	X(clCreateProgramWithIL)                                                                   \
	X(clEnqueueSVMMigrateMem)                                                                  \
	X(clGetDeviceAndHostTimer)                                                                 \
	X(clGetHostTimer)                                                                          \
	X(clGetKernelSubGroupInfo)                                                                 \
	X(clSetDefaultDeviceCommandQueue)                                                          \
	X(clSetProgramReleaseCallback)                                                             \
	X(clSetProgramSpecializationConstant)                                                      \
	X(clCreateBufferWithProperties)                                                            \
	X(clCreateImageWithProperties)                                                             \
	X(clSetContextDestructorCallback)

/*
 * Finds the function of that name: one in this table, one of the two displaced by the tag, or one of
 * an extension. NULL: no such function.
 */
void *fcl_api_function_find(const struct _cl_icd_dispatch *dispatch, const char *name);

#endif
