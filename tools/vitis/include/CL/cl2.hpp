/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL2_HPP
#define FPGACL_CL2_HPP

/*
 * Khronos's C++ binding under the name that hosts for the vendor's runtime use, with the deprecated
 * calls that they still make.
 */
#ifndef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif

#include <CL/opencl.hpp>

#endif
