/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_HOLD_H
#define FCL_SERVE_HOLD_H

/* Reference-counted memory, shared by a request and its launches: what a client has sent. */
struct fcl_serve_hold;

/*
 * Creates a hold with one reference; the last release calls `release` with `data`. NULL: out of
 * memory.
 */
struct fcl_serve_hold *fcl_serve_hold_create(void (*release)(void *data), void *data);
struct fcl_serve_hold *fcl_serve_hold_ref(struct fcl_serve_hold *hold);
void fcl_serve_hold_unref(struct fcl_serve_hold *hold);

#endif
