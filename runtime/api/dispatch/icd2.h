/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_ICD2_H
#define FCL_API_ICD2_H

#include "runtime/api/common/api.h"

/* cl_khr_icd 2.0.0, for headers that are older than it. */
#ifndef CL_ICD2_TAG_KHR

#if INTPTR_MAX == INT32_MAX
#define CL_ICD2_TAG_KHR ((intptr_t)0x434C3331)
#else
#define CL_ICD2_TAG_KHR ((intptr_t)0x4F50454E434C3331)
#endif

extern CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
									    const char *func_name);
extern CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
								       void *dispatch_data);

#endif

#endif
