/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_CLOCK_H
#define FCLC_CLI_CLOCK_H

#include "tools/fpgaclc/common/program.h"

/*
 * The part, the clock and the flow that estimates of cycles are for. `key` is the name without the
 * dashes of an option, or of a key in [hls]. *ret_known: it is one of these.
 */
int fclc_clock_take(struct fclc_options *options, const char *key, const char *value,
		    struct fclc_place place, bool *ret_known, struct fcl_err *err);

#endif
