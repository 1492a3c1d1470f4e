/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL_HPP
#define FPGACL_CL_HPP

/*
 * Khronos's C++ binding of OpenCL 1.2, which systems no longer have: its successor, as far as hosts for the
 * older binding notice.
 */
#ifndef CL_HPP_MINIMUM_OPENCL_VERSION
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#endif
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION 120
#endif
#ifdef __CL_ENABLE_EXCEPTIONS
#define CL_HPP_ENABLE_EXCEPTIONS
#endif
/* Programs are made from addresses and sizes. */
#define CL_HPP_ENABLE_PROGRAM_CONSTRUCTION_FROM_ARRAY_COMPATIBILITY

#include <CL/cl2.hpp>

#include <string>
#include <vector>

#define VECTOR_CLASS std::vector
#define STRING_CLASS std::string

namespace cl
{
using compatibility::make_kernel;
}

#endif
