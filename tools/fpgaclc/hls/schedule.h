/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_HLS_SCHEDULE_H
#define FCLC_HLS_SCHEDULE_H

#include "tools/fpgaclc/common/driver.h"

/*
 * With --schedule, or --mode hls and a working folder: schedules each kernel in C, C++ or OpenCL C
 * that is compiled here, and writes <kernel>.schedule.json and the reports (reports/reports.h). A kernel that
 * cannot be scheduled is an error; with --mode hls only a note, and no reports are left.
 */
int fclc_schedule(struct fclc_program *program, struct fcl_err *err);

/* The flags with which a source in C or C++ is scheduled. */
void fclc_hls_schedule(struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_argv *argv);

/*
 * With --cycles: compiles each of these kernels from the code that is scheduled, so that it counts its
 * cycles, and makes it a part of its unit, whose wrapper calls it (payload/include/fpgacl/clock.h).
 */
int fclc_count(struct fclc_program *program, struct fcl_err *err);

#endif
