/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/body.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/ops/peers.h"
#include "tools/serve/scheduling/memory.h"

enum { PAGE = 4096, FIRST_ROOM = 256 * 1024, GROWTH = 4 };

static uint64_t most;
static _Atomic uint64_t taken;

void fcl_serve_bodies_limit(uint64_t bytes)
{
	most = bytes;
}

bool fcl_serve_bodies_charge(uint64_t bytes)
{
	if (atomic_fetch_add(&taken, bytes) + bytes <= most)
		return true;
	atomic_fetch_sub(&taken, bytes);
	return false;
}

void fcl_serve_bodies_uncharge(uint64_t bytes)
{
	atomic_fetch_sub(&taken, bytes);
}

static bool body_charge(struct fcl_serve_body *body, uint64_t bytes)
{
	if (!fcl_serve_peer_charge(body->peer, bytes))
		return false;
	if (fcl_serve_bodies_charge(bytes))
		return true;
	fcl_serve_peer_uncharge(body->peer, bytes);
	return false;
}

static void uncharge(struct fcl_serve_body *body, uint64_t bytes)
{
	fcl_serve_bodies_uncharge(bytes);
	fcl_serve_peer_uncharge(body->peer, bytes);
}

bool fcl_serve_body_charge(struct fcl_serve_body *body, uint64_t bytes)
{
	if (!body_charge(body, bytes))
		return false;
	body->beside += bytes;
	return true;
}

static void free_tensors(struct fcl_serve_body *body)
{
	uncharge(body, body->beside);
	body->beside = 0;
	for (unsigned i = 0; i < body->nconverted; i++)
		free(body->converted[i]);
	free(body->converted);
	free(body->inputs);
	body->converted = NULL;
	body->inputs = NULL;
	body->nconverted = 0;
}

static void body_release(void *data)
{
	struct fcl_serve_body *body = data;

	free_tensors(body);
	free(body->memory);
	uncharge(body, body->size);
	fcl_serve_peer_unref(body->peer);
	free(body);
}

/* Memory that no bytes have been written to is only promised by the kernel, so it does not count. */
static bool body_reserve(struct fcl_serve_body *body, size_t room)
{
	void *memory;

	if (posix_memalign(&memory, PAGE, room + body->pad))
		return false;
	if (body->size)
		memcpy((char *)memory + body->pad, body->bytes, body->size);
	free(body->memory);
	body->memory = memory;
	body->bytes = body->memory + body->pad;
	body->room = room;
	return true;
}

struct fcl_serve_body *fcl_serve_body_create(size_t largest, size_t header,
					     struct fcl_serve_peer *peer)
{
	struct fcl_serve_body *body = calloc(1, sizeof(*body));

	if (!body)
		return NULL;
	body->peer = fcl_serve_peer_ref(peer);
	body->shared = fcl_serve_memory_create(body_release, body);
	if (!body->shared) {
		fcl_serve_peer_unref(body->peer);
		free(body);
		return NULL;
	}
	body->largest = largest;
	body->pad = (PAGE - header % PAGE) % PAGE;
	/* Even an empty body needs an address. */
	if (body_reserve(body, largest < FIRST_ROOM ? largest + 1 : FIRST_ROOM))
		return body;
	fcl_serve_body_release(body);
	return NULL;
}

void fcl_serve_body_release(struct fcl_serve_body *body)
{
	if (body)
		fcl_serve_memory_unref(body->shared);
}

bool fcl_serve_body_begin(struct fcl_serve_body *body, unsigned inputs)
{
	free_tensors(body);
	body->inputs = calloc(inputs, sizeof(*body->inputs));
	body->converted = calloc(inputs, sizeof(*body->converted));
	return body->inputs && body->converted;
}

/* Grows quickly, so that long bodies are only copied a few times. */
static bool body_grow(struct fcl_serve_body *body, size_t size)
{
	return body_reserve(body, size < body->largest / GROWTH ? GROWTH * size : body->largest);
}

bool fcl_serve_body_append(struct fcl_serve_body *body, const void *bytes, size_t size)
{
	if (size > body->largest - body->size || !body_charge(body, size))
		return false;
	if (size > body->room - body->size && !body_grow(body, body->size + size)) {
		uncharge(body, size);
		return false;
	}
	memcpy(body->bytes + body->size, bytes, size);
	body->size += size;
	return true;
}
