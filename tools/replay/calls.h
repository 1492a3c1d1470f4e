/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_CALLS_H
#define FCL_REPLAY_CALLS_H

#include "tools/replay/step.h"

/* Makes the call, unless one of its parameters makes it skip it. */
void fcl_call_make(struct fcl_step *step);

/* Looks for the functions of extensions in the driver of that platform. */
void fcl_calls_find_extensions(cl_platform_id platform);

void fcl_call_release_command_buffer(void *handle);

/* What this version calls it. */
const char *fcl_call_name(enum fcl_call_id id);

/* Its name and parameters, as captures list them. */
const char *fcl_call_form(enum fcl_call_id id);

/* Why no replay makes the call; NULL: they do. "" for callbacks, without which nothing changes. */
const char *fcl_call_refused(enum fcl_call_id id);

#endif
