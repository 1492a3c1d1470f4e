/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_API_H
#define FCL_API_API_H

/* Every entry point's prototype, the deprecated ones included, and the loader's table. */
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

/* The version script picks what the library exports; everything else stays hidden. */
#define FCL_API_EXPORT __attribute__((visibility("default")))

#endif
