/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_INI_H
#define FCL_TRACE_INI_H

#include <stdbool.h>

/*
 * What xrt.ini asks for: the file that XRT_INI_PATH names, else xrt.ini in the folder of the program,
 * else in the working directory, as with XRT. Keys that mean nothing here are named in the log, once.
 */
struct fcl_ini {
	bool summary;         /* [Debug] opencl_summary: opencl_summary.csv */
	bool profile_summary; /* [Debug] profile, or device_profile: profile_summary.csv */
	bool trace;           /* [Debug] opencl_trace: opencl_trace.csv */
	bool timeline;        /* [Debug] timeline_trace, its older name: timeline_trace.csv */
};

struct fcl_ini fcl_ini_read(void);

#endif
