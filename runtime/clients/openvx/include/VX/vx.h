/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VX_H
#define VX_H

#define VX_MAX_IMPLEMENTATION_NAME (64)
#define VX_MAX_KERNEL_NAME (256)
#define VX_MAX_LOG_MESSAGE_LEN (1024)
#define VX_MAX_REFERENCE_NAME (64)

#include <VX/vx_vendors.h>

#include <VX/vx_types.h>

#include <VX/vx_api.h>
#include <VX/vx_kernels.h>
#include <VX/vx_nodes.h>

#define VX_VERSION_MAJOR(x) ((vx_uint32)((vx_uint32)(x)&0xFFU) << 8)
#define VX_VERSION_MINOR(x) ((vx_uint32)((vx_uint32)(x)&0xFFU))
#define VX_VERSION_1_0 (VX_VERSION_MAJOR(1) | VX_VERSION_MINOR(0))
#define VX_VERSION_1_1 (VX_VERSION_MAJOR(1) | VX_VERSION_MINOR(1))
#define VX_VERSION_1_2 (VX_VERSION_MAJOR(1) | VX_VERSION_MINOR(2))
#define VX_VERSION_1_3 (VX_VERSION_MAJOR(1) | VX_VERSION_MINOR(3))
#define VX_VERSION VX_VERSION_1_3

#endif
