/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_CAPTURED_H
#define FCL_API_CAPTURED_H

/*
 * Returns a table whose functions record the calls and then make those of the table below, if the
 * process is captured and the layer for the loader does not do it; otherwise the table below.
 */
const struct _cl_icd_dispatch *fcl_api_captured_dispatch(const struct _cl_icd_dispatch *below);

#endif
