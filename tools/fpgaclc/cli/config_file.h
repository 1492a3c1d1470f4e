/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_CLI_CONFIG_FILE_H
#define FCLC_CLI_CONFIG_FILE_H

#include "tools/fpgaclc/common/program.h"

/* Reads a config file in v++'s format. */
int fclc_config_read(struct fclc_program *program, const char *path, struct fcl_err *err);

#endif
