/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_ENVIRONMENT_H
#define FCL_REPLAY_ENVIRONMENT_H

#include "base/capture/reader.h"

/*
 * Prints the variables that the program ran with and this process does not have: results may depend
 * on them. They are not set, since some of them name code that would run.
 */
void fcl_replay_say_environment(const struct fcl_capture *capture);

#endif
