/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PI_OPENCL_H
#define FCL_PI_OPENCL_H

#include <CL/cl_icd.h>

#include "runtime/pi/result.h"

/* Functions of extensions; each is NULL if the driver has not got it. */
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
 * The driver as the plugin reaches it: through the dispatch table that cl_khr_icd puts behind the
 * platform. A loader calls through the same table, but reads the pointer to it behind the first
 * handle of each call; the driver alone knows which handles are valid.
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
};

/* Set by fcl_pi_open(), and valid even after fcl_pi_close(): the driver is never unloaded. */
extern struct fcl_pi_opencl fcl_pi;

/*
 * Finds fpgacl's platform: through libOpenCL.so.1, or, if there is no loader or it does not know
 * the driver, in the library in the plugin's folder or the one above. PI_ERROR_INVALID_PLATFORM.
 * May be called again.
 */
pi_result fcl_pi_open(void);

/* Gives back what fcl_pi_open() opened. */
void fcl_pi_close(void);

/* Calls a function of OpenCL that returns a code. */
#define FCL_PI_CALL(function, ...) fcl_pi_done(fcl_pi.call->function(__VA_ARGS__), #function)

/* The same for one that returns an object, which goes to *ret. */
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

/* The same for a function of an extension, which the driver may lack. */
#define FCL_PI_EXTENSION(function, ...)                                                            \
	(fcl_pi.extensions->function                                                               \
		 ? fcl_pi_done(fcl_pi.extensions->function(__VA_ARGS__), #function)                \
		 : fcl_pi_refuse(CL_INVALID_OPERATION, "the driver has no " #function))

#endif
