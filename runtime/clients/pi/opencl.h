/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_OPENCL_H
#define FCL_PI_OPENCL_H

#include <CL/cl_icd.h>

#include "runtime/clients/pi/result.h"

/*
 * cl_khr_command_buffer as of 0.9.5, and cl_intel_program_scope_host_pipe. Headers hide these, or
 * have earlier versions or none.
 */
typedef pi_ext_command_buffer CL_API_CALL fcl_pi_create(cl_uint, const cl_command_queue *,
							const cl_properties *, cl_int *);
typedef cl_int CL_API_CALL fcl_pi_use(pi_ext_command_buffer);
typedef cl_int CL_API_CALL fcl_pi_enqueue(cl_uint, cl_command_queue *, pi_ext_command_buffer,
					  cl_uint, const cl_event *, cl_event *);
#define FCL_PI_BEFORE pi_ext_command_buffer, cl_command_queue, const cl_properties *
#define FCL_PI_BEHIND cl_uint, const pi_ext_sync_point *, pi_ext_sync_point *, void *
typedef cl_int CL_API_CALL fcl_pi_barrier(FCL_PI_BEFORE, FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_ndrange(FCL_PI_BEFORE, cl_kernel, cl_uint, const size_t *,
					  const size_t *, const size_t *, FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_copy(FCL_PI_BEFORE, cl_mem, cl_mem, size_t, size_t, size_t,
				       FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_copy_rect(FCL_PI_BEFORE, cl_mem, cl_mem, const size_t *,
					    const size_t *, const size_t *, size_t, size_t, size_t,
					    size_t, FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_fill(FCL_PI_BEFORE, cl_mem, const void *, size_t, size_t, size_t,
				       FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_svm_copy(FCL_PI_BEFORE, void *, const void *, size_t,
					   FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_svm_fill(FCL_PI_BEFORE, void *, const void *, size_t, size_t,
					   FCL_PI_BEHIND);
typedef cl_int CL_API_CALL fcl_pi_host_pipe(cl_command_queue, cl_program, const char *, cl_bool,
					    void *, size_t, cl_uint, const cl_event *, cl_event *);
#undef FCL_PI_BEFORE
#undef FCL_PI_BEHIND

#define FCL_PI_OWN_EXTENSIONS(X)                                                                   \
	X(clCreateCommandBufferKHR, fcl_pi_create)                                                 \
	X(clRetainCommandBufferKHR, fcl_pi_use)                                                    \
	X(clReleaseCommandBufferKHR, fcl_pi_use)                                                   \
	X(clFinalizeCommandBufferKHR, fcl_pi_use)                                                  \
	X(clEnqueueCommandBufferKHR, fcl_pi_enqueue)                                               \
	X(clCommandBarrierWithWaitListKHR, fcl_pi_barrier)                                         \
	X(clCommandNDRangeKernelKHR, fcl_pi_ndrange)                                               \
	X(clCommandCopyBufferKHR, fcl_pi_copy)                                                     \
	X(clCommandCopyBufferRectKHR, fcl_pi_copy_rect)                                            \
	X(clCommandFillBufferKHR, fcl_pi_fill)                                                     \
	X(clCommandSVMMemcpyKHR, fcl_pi_svm_copy)                                                  \
	X(clCommandSVMMemFillKHR, fcl_pi_svm_fill)                                                 \
	X(clEnqueueReadHostPipeINTEL, fcl_pi_host_pipe)                                            \
	X(clEnqueueWriteHostPipeINTEL, fcl_pi_host_pipe)

/* Extension functions. Each is NULL if the driver lacks it. */
#define FCL_PI_EXTENSIONS(X)                                                                       \
	X(clHostMemAllocINTEL)                                                                     \
	X(clDeviceMemAllocINTEL)                                                                   \
	X(clSharedMemAllocINTEL)                                                                   \
	X(clMemBlockingFreeINTEL)                                                                  \
	X(clGetMemAllocInfoINTEL)                                                                  \
	X(clSetKernelArgMemPointerINTEL)                                                           \
	X(clEnqueueMemFillINTEL)                                                                   \
	X(clEnqueueMemcpyINTEL)                                                                    \
	X(clEnqueueMigrateMemINTEL)                                                                \
	X(clEnqueueMemAdviseINTEL)

/*
 * The driver, accessed through the dispatch table in the platform object (cl_khr_icd). A loader
 * uses the same table, but reads the pointer to it from the first handle of each call; only the
 * driver knows which handles are valid.
 */
struct fcl_pi_opencl {
	const struct _cl_icd_dispatch *call;
	cl_platform_id platform;
	const struct fcl_pi_extensions *extensions;
};

struct fcl_pi_extensions {
#define FCL_PI_MEMBER(name) name##_fn name;
	FCL_PI_EXTENSIONS(FCL_PI_MEMBER)
#undef FCL_PI_MEMBER
#define FCL_PI_MEMBER(name, type) type *name;
	FCL_PI_OWN_EXTENSIONS(FCL_PI_MEMBER)
#undef FCL_PI_MEMBER
};

/* Set by fcl_pi_open(). Stays valid after fcl_pi_close(), because the driver is never unloaded. */
extern struct fcl_pi_opencl fcl_pi;

/*
 * Finds fpgacl's platform: through libOpenCL.so.1 or, if there is no loader or it does not know the
 * driver, in the library in the plugin's directory or its parent. Fails with
 * PI_ERROR_INVALID_PLATFORM. May be called again.
 */
pi_result fcl_pi_open(void);

/* Releases what fcl_pi_open() opened. */
void fcl_pi_close(void);

/* Calls an OpenCL function that returns an error code. */
#define FCL_PI_CALL(function, ...) fcl_pi_done(fcl_pi.call->function(__VA_ARGS__), #function)

/* The same for a function that returns an object, which is stored in *ret. */
#define FCL_PI_CREATE(ret, function, ...)                                                          \
	do {                                                                                       \
		cl_int code_ = CL_SUCCESS;                                                         \
		__typeof__(*(ret)) object_;                                                        \
		if (!(ret))                                                                        \
			return fcl_pi_fail(CL_INVALID_VALUE, #function);                           \
		object_ = fcl_pi.call->function(__VA_ARGS__, &code_);                              \
		if (code_ == CL_SUCCESS)                                                           \
			*(ret) = object_;                                                          \
		return fcl_pi_done(code_, #function);                                              \
	} while (0)

/* The same for an extension function, which the driver may lack. */
#define FCL_PI_EXTENSION(function, ...)                                                            \
	(fcl_pi.extensions->function                                                               \
		 ? fcl_pi_done(fcl_pi.extensions->function(__VA_ARGS__), #function)                \
		 : fcl_pi_refuse(CL_INVALID_OPERATION, "the driver has no " #function))

#endif
