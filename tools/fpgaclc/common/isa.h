/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_ISA_H
#define FCLC_ISA_H

#include <stdbool.h>

/*
 * The instruction sets that payloads can be compiled for, on the architecture that fpgaclc runs on.
 * The names are the values of the compilers' -march option.
 */

#if defined(__x86_64__)
#define FCLC_ISA_NAMES "x86-64, x86-64-v2, x86-64-v3 or x86-64-v4"
#define FCLC_ISA_DEFAULT "x86-64-v2"
#define FCLC_ISA_FMA "x86-64-v3"
#define FCLC_ISA_AVX512 "x86-64-v4"
#define FCLC_MULTIARCH "x86_64-linux-gnu" /* Debian's name for library directories */
#define FCLC_TRIPLE "x86_64-pc-linux-gnu" /* LLVM's name */
#define FCLC_CALLS_KERNELS true           /* LLVM knows the calling convention of kernels */
#elif defined(__aarch64__)
#define FCLC_ISA_NAMES "armv8-a"
#define FCLC_ISA_DEFAULT "armv8-a"
#define FCLC_ISA_FMA FCLC_ISA_DEFAULT /* FMA is always available */
#define FCLC_ISA_AVX512 FCLC_ISA_DEFAULT
#define FCLC_MULTIARCH "aarch64-linux-gnu"
#define FCLC_TRIPLE "aarch64-unknown-linux-gnu"
#define FCLC_CALLS_KERNELS                                                                         \
	false /* the plugin replaces the convention:
				  * plugin/machine/targets.cpp */
#else
#error "fpgaclc compiles for x86-64 and arm64"
#endif

/* Returns the name as a constant, or NULL if there is no such instruction set. */
const char *fclc_isa_find(const char *name);

/* Whether the instruction set is a proper superset of the other one. */
bool fclc_isa_exceeds(const char *name, const char *other);

/* The suffix in the name of PoCL's file of built-in functions for this instruction set. */
const char *fclc_isa_library(const char *name);

#endif
