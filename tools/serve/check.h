/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_CHECK_H
#define FCL_SERVE_CHECK_H

#include <stdbool.h>

/*
 * `fpgacl serve --check`: prints all problems in a repository, including images that no board
 * accepts. Returns whether there are none.
 */
bool fcl_serve_check(const char *repository, bool json);

#endif
