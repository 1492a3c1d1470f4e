/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPTIONS_H
#define FCLC_OPTIONS_H

#include "tools/fpgaclc/fclc.h"

/*
 * Reads the command line (and the files that --config names) into program->options. Returns 1 when
 * --help or --version was asked for and printed, 0 to go on, -EINVAL with the reason.
 */
int fclc_options_parse(struct fclc_program *program, int argc, char **argv, struct fcl_err *err);

/* Adds one line "key=value" of a config file, or a --key option: place may be nowhere. */
int fclc_options_set(struct fclc_program *program, const char *key, const char *value,
		     struct fclc_place place, struct fcl_err *err);

void fclc_options_directive(struct fclc_program *program, enum fclc_directive_kind kind,
			    const char *text, struct fclc_place place);

/* A config file as v++ takes it: [connectivity] and the keys before the first section. */
int fclc_config_read(struct fclc_program *program, const char *path, struct fcl_err *err);

#endif
