/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's own runtime, changed to end the execution instead of the program. */
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL

/* The HDL opens files of the image (rtl_files.c). */
#include <cstdio>
#include <fstream>

#include "rtl.h"

namespace std
{
using ::fclc_rtl_fopen;
}
#define fopen fclc_rtl_fopen
#include "verilated.cpp"
#undef fopen
#if defined(VERILATOR_VERSION_INTEGER) && VERILATOR_VERSION_INTEGER >= 5000000
#include "verilated_threads.cpp"
#endif

#include "fpgacl/rt.h"

#ifndef VERILATOR_VERSION_INTEGER
/* Before 4.200, the program provides the time. It stays at 0, like a context's. */
double sc_time_stamp()
{
	return 0;
}
#endif

/* Outside of an execution there is nothing to fail; the model continues. */
static void end(const char *what, const char *file, int line)
{
	const char *slash = std::strrchr(file, '/');
	char text[256];

	std::snprintf(text, sizeof(text), "%s:%d: the HDL ended its simulation: %s",
		      slash ? slash + 1 : file, line, what);
	if (fclc_rt_executing())
		fclc_rt_fail(text);
}

void vl_finish(const char *file, int line, const char *)
{
	end("$finish", file, line);
}

void vl_stop(const char *file, int line, const char *)
{
	end("$stop or an assertion", file, line);
}

void vl_fatal(const char *file, int line, const char *, const char *message)
{
	end(message, file, line);
}
