/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_HLS_MODE_H
#define FCLC_CLI_HLS_MODE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Takes a key that describes a Vitis HLS component (UG1702, "v++ Mode HLS"): "key=value" under
 * [hls] in a config file, or "--hls.key value". Sets *ret_taken if it is such a key. Returns 0, or
 * -EINVAL with the reason.
 */
int fclc_hls_take(struct fclc_program *program, const char *key, const char *value,
		  struct fclc_place place, bool *ret_taken, struct fcl_err *err);

/* Applies --mode. */
int fclc_hls_set_mode(struct fclc_options *options, const char *value, struct fclc_place place,
		      struct fcl_err *err);

/* Checks the options against each other, and sets the default output name. */
int fclc_hls_check(struct fclc_program *program, struct fcl_err *err);

#endif
