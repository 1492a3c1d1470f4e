/* SPDX-License-Identifier: Apache-2.0 */
/* Khronos's header. It stands here too because projects find the runtime's folder by this name. */
#pragma GCC system_header
#include_next <CL/cl_ext.h>
