/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_ICD2_H
#define FCL_API_ICD2_H

#include "runtime/api/common/api.h"

/* Added by cl_khr_icd 2.0.0; its tag is in khr.h. */
void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
							const char *func_name);
cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);

#endif
