/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_MEMORY_H
#define FCL_SERVE_MEMORY_H

/* Reference-counted memory, shared by a request and its launches: what a client has sent. */
struct fcl_serve_memory;

/*
 * Creates one with one reference; the last release calls `release` with `data`. NULL: out of
 * memory.
 */
struct fcl_serve_memory *fcl_serve_memory_create(void (*release)(void *data), void *data);
struct fcl_serve_memory *fcl_serve_memory_ref(struct fcl_serve_memory *memory);
void fcl_serve_memory_unref(struct fcl_serve_memory *memory);

#endif
