/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_PRIMITIVES_STATIC_TLS_H
#define FCL_EMU_PRIMITIVES_STATIC_TLS_H

/*
 * For a _Thread_local word: accesses need no call. The C library reserves room for a few such words
 * for libraries that are loaded later.
 */
#define FCL_EMU_STATIC_TLS __attribute__((tls_model("initial-exec")))

#endif
