/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/hold.h"

#include <stdatomic.h>
#include <stdlib.h>

struct fcl_serve_hold {
	atomic_uint refs;
	void (*release)(void *data);
	void *data;
};

struct fcl_serve_hold *fcl_serve_hold_create(void (*release)(void *data), void *data)
{
	struct fcl_serve_hold *hold = malloc(sizeof(*hold));

	if (!hold)
		return NULL;
	atomic_init(&hold->refs, 1);
	hold->release = release;
	hold->data = data;
	return hold;
}

struct fcl_serve_hold *fcl_serve_hold_ref(struct fcl_serve_hold *hold)
{
	atomic_fetch_add(&hold->refs, 1);
	return hold;
}

void fcl_serve_hold_unref(struct fcl_serve_hold *hold)
{
	if (!hold || atomic_fetch_sub(&hold->refs, 1) != 1)
		return;
	hold->release(hold->data);
	free(hold);
}
