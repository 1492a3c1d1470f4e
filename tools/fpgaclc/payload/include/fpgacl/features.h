/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_FEATURES_H
#define FPGACLC_FEATURES_H

/*
 * Included before each OpenCL C source. clang defines the macros of every extension and feature
 * that it knows; kernels must only see those that the device reports (runtime/api/platform).
 */
#define __EMBEDDED_PROFILE__ 1

#undef __opencl_c_images
#undef __opencl_c_3d_image_writes
#undef __opencl_c_read_write_images
#undef __opencl_c_subgroups
#undef __opencl_c_device_enqueue
#undef __opencl_c_atomic_scope_all_devices
#undef cl_khr_3d_image_writes
#undef cl_khr_depth_images
#undef cl_khr_fp16
#undef cl_khr_gl_msaa_sharing
#undef cl_khr_mipmap_image
#undef cl_khr_mipmap_image_writes
#undef cl_khr_srgb_image_writes
#undef cl_khr_subgroups
#undef cl_intel_device_side_avc_motion_estimation
#undef cl_intel_subgroups
#undef cl_intel_subgroups_short
#undef cl_amd_media_ops
#undef cl_amd_media_ops2

#if __OPENCL_C_VERSION__ >= 300
#define __opencl_c_work_group_collective_functions 1
#define __opencl_c_atomic_scope_device 1
#endif

#endif
