/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_CHECK_H
#define FCL_SERVE_CHECK_H

#include <stdbool.h>

/*
 * `fpgacl serve --check`: prints what does not fit in a repository, with its models' images offered to
 * every board. Returns whether all fits.
 */
bool fcl_serve_check(const char *repository, bool json);

#endif
