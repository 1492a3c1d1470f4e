/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_CONFIG_FILE_H
#define FCLC_CLI_CONFIG_FILE_H

#include "tools/fpgaclc/common/program.h"

/*
 * Applies "key=value" from a config file; `section` is "" before the first section. Fails for an
 * unknown key or value.
 */
typedef int fclc_config_set(struct fclc_program *program, const char *section, const char *key,
			    const char *value, struct fclc_place place, struct fcl_err *err);

/* Reads a config file in v++'s format. */
int fclc_config_read(struct fclc_program *program, const char *path, fclc_config_set *set,
		     struct fcl_err *err);

#endif
