/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_HOLD_H
#define FCL_SERVE_HOLD_H

/* Memory that a request and its launches share: what a client has sent. */
struct fcl_serve_hold;

/* With one reference; `release` gets `data` with the last one. NULL: out of memory. */
struct fcl_serve_hold *fcl_serve_hold_create(void (*release)(void *data), void *data);
struct fcl_serve_hold *fcl_serve_hold_ref(struct fcl_serve_hold *hold);
void fcl_serve_hold_unref(struct fcl_serve_hold *hold);

#endif
