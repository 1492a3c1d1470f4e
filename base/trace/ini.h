/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_INI_H
#define FCL_TRACE_INI_H

#include <stdbool.h>

/*
 * The settings in xrt.ini. As with XRT, it is the file that XRT_INI_PATH names, else xrt.ini in the
 * program's folder, else in the working directory. Keys without an effect here are listed in the
 * log, once.
 */
struct fcl_ini {
	bool summary;         /* [Debug] opencl_summary: opencl_summary.csv */
	bool profile_summary; /* [Debug] profile, or device_profile: profile_summary.csv */
	bool trace;           /* [Debug] opencl_trace: opencl_trace.csv */
	bool timeline;        /* [Debug] timeline_trace, its former name: timeline_trace.csv */
};

struct fcl_ini fcl_ini_read(void);

#endif
