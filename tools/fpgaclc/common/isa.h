/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_ISA_H
#define FCLC_ISA_H

#include <stdbool.h>

/*
 * Instruction sets that payloads can be compiled for: those of the processor that fpgaclc runs on. The
 * names are those that the option -march of compilers takes.
 */

#if defined(__x86_64__)
#define FCLC_ISA_NAMES "x86-64, x86-64-v2, x86-64-v3 or x86-64-v4"
#define FCLC_ISA_DEFAULT "x86-64-v2"
#define FCLC_ISA_FMA "x86-64-v3"
#define FCLC_ISA_AVX512 "x86-64-v4"
#define FCLC_MULTIARCH "x86_64-linux-gnu" /* Debian's name for folders of libraries */
#define FCLC_TRIPLE "x86_64-pc-linux-gnu" /* LLVM's name */
#define FCLC_CALLS_KERNELS true           /* LLVM knows the calling convention of kernels */
#elif defined(__aarch64__)
#define FCLC_ISA_NAMES "armv8-a"
#define FCLC_ISA_DEFAULT "armv8-a"
#define FCLC_ISA_FMA FCLC_ISA_DEFAULT /* it always has FMA */
#define FCLC_ISA_AVX512 FCLC_ISA_DEFAULT
#define FCLC_MULTIARCH "aarch64-linux-gnu"
#define FCLC_TRIPLE "aarch64-unknown-linux-gnu"
#define FCLC_CALLS_KERNELS false /* the plugin replaces it: workgroups/machine/targets.cpp */
#else
#error "fpgaclc compiles for x86-64 and arm64"
#endif

/* The name as a constant, or NULL: there is no such instruction set. */
const char *fclc_isa_find(const char *name);

/* Whether the instruction set includes all of the other one, and more. */
bool fclc_isa_exceeds(const char *name, const char *other);

/* What the name of PoCL's file of built-in functions ends in. */
const char *fclc_isa_library(const char *name);

#endif
