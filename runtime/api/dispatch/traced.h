/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_TRACED_H
#define FCL_API_TRACED_H

/*
 * The same functions, each of which records its time: while nothing is traced, hosts call the
 * others, so that calls cost nothing more.
 */

/* Returns the table for objects of a process that traces; else NULL. */
const struct _cl_icd_dispatch *fcl_api_traced_dispatch(void);

/* Returns the traced function of that name if the process traces and there is one; else NULL. */
void *fcl_api_traced_find(const char *name);

#endif
