/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_OPENCL_JOIN_SOURCES_H
#define FCLC_OPENCL_JOIN_SOURCES_H

#include "tools/fpgaclc/common/program.h"

/*
 * aoc makes one program of all sources. Here each is compiled by itself, and the channels of a kernel are found
 * in its own source. So if a source calls a function that is defined in another one with channels, a source that
 * includes them all takes their place among the options.
 */
int fclc_join_sources(struct fclc_program *program, bool *ret_joined, struct fcl_err *err);

#endif
