/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_DISPATCH_H
#define FCL_API_DISPATCH_H

#include "runtime/api/common/api.h"

/* The dispatch table. No entry is NULL; two contain the tag of cl_khr_icd 2.0.0. */
extern const struct _cl_icd_dispatch fcl_api_dispatch;

/* The table that objects get: this one, or one whose functions also trace or record the calls. */
const struct _cl_icd_dispatch *fcl_api_dispatch_used(void);

#endif
