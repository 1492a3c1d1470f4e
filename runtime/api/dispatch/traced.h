/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_TRACED_H
#define FCL_API_TRACED_H

/*
 * Variants of the same functions that record their time. They are used only in processes that
 * trace, so calls cost nothing extra otherwise.
 */

/* Returns the table for objects, as `plain` otherwise, if the process traces, else NULL. */
const struct _cl_icd_dispatch *fcl_api_traced_dispatch(const struct _cl_icd_dispatch *plain);

#endif
