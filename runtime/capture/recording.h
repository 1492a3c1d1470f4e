/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_RECORDING_H
#define FCL_CAPTURE_RECORDING_H

#include <CL/cl_icd.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/capture/contents.h"
#include "base/capture/values.h"

/* The table below the recording functions; set before the first call. */
extern const cl_icd_dispatch *fcl_capture_next;

/* Opens the capture at the first call. Returns whether calls are recorded. */
bool fcl_recording(void);

/* Sets who else may record: see fcl_capture_wrap(). */
void fcl_recording_elsewhere(bool (*elsewhere)(void));

/* Whether what the host reads back is stored whole. */
bool fcl_recording_whole(void);

struct fcl_region;

/* A call while it is recorded. */
struct fcl_call {
	unsigned id;                 /* its place in the table */
	uint64_t number;             /* of its record */
	struct fcl_contents *early;  /* contents that are stored while it runs, or NULL */
	struct fcl_region *unmapped; /* which exists again if the call fails, or NULL */
	struct fcl_body body;
};

/* Begins the record of the call; if nothing is recorded, returns false. */
bool fcl_call_begin(struct fcl_call *call, unsigned id);

/* Appends it: the call is about to be made. */
void fcl_call_begun(struct fcl_call *call);

/* Begins the record of its result, and appends it. */
void fcl_call_returned(struct fcl_call *call, cl_int status);
void fcl_call_end(struct fcl_call *call);

/* Records a sentence on what cannot be recorded. */
void fcl_recording_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
