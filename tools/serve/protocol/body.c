/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/body.h"
#include "tools/serve/scheduling/hold.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

static uint64_t most;
static _Atomic uint64_t taken;

void fcl_serve_bodies_limit(uint64_t bytes)
{
	most = bytes;
}

static bool charge(struct fcl_serve_body *body, uint64_t bytes)
{
	if (atomic_fetch_add(&taken, bytes) + bytes > most) {
		atomic_fetch_sub(&taken, bytes);
		return false;
	}
	body->charged += bytes;
	return true;
}

static void uncharge(struct fcl_serve_body *body, uint64_t bytes)
{
	atomic_fetch_sub(&taken, bytes);
	body->charged -= bytes;
}

static void free_tensors(struct fcl_serve_body *body)
{
	for (unsigned i = 0; i < body->nconverted; i++)
		free(body->converted[i]);
	free(body->converted);
	free(body->inputs);
	body->converted = NULL;
	body->inputs = NULL;
	body->nconverted = 0;
}

static void release(void *data)
{
	struct fcl_serve_body *body = data;

	free_tensors(body);
	free(body->memory);
	atomic_fetch_sub(&taken, body->charged);
	free(body);
}

static bool reserve(struct fcl_serve_body *body, size_t room)
{
	void *memory;

	if (!charge(body, room - body->room))
		return false;
	if (posix_memalign(&memory, PAGE, room + body->pad)) {
		uncharge(body, room - body->room);
		return false;
	}
	if (body->size)
		memcpy((char *)memory + body->pad, body->bytes, body->size);
	free(body->memory);
	body->memory = memory;
	body->bytes = body->memory + body->pad;
	body->room = room;
	return true;
}

struct fcl_serve_body *fcl_serve_body_create(size_t size, size_t header)
{
	struct fcl_serve_body *body = calloc(1, sizeof(*body));

	if (!body)
		return NULL;
	body->hold = fcl_serve_hold_create(release, body);
	if (!body->hold) {
		free(body);
		return NULL;
	}
	body->pad = (PAGE - header % PAGE) % PAGE;
	if (reserve(body, size ? size : 1)) /* even an empty body needs an address */
		return body;
	fcl_serve_body_release(body);
	return NULL;
}

void fcl_serve_body_release(struct fcl_serve_body *body)
{
	if (body)
		fcl_serve_hold_unref(body->hold);
}

bool fcl_serve_body_begin(struct fcl_serve_body *body, unsigned inputs)
{
	free_tensors(body);
	body->inputs = calloc(inputs, sizeof(*body->inputs));
	body->converted = calloc(inputs, sizeof(*body->converted));
	return body->inputs && body->converted;
}

/*
 * Doubles the room, so that long bodies are only copied a few times, or grows a little if memory is
 * limited.
 */
static bool grow(struct fcl_serve_body *body, size_t size, size_t limit)
{
	size_t little = size < limit - size / 8 ? size + size / 8 : limit;

	return reserve(body, size < limit / 2 ? 2 * size : limit) || reserve(body, little);
}

bool fcl_serve_body_append(struct fcl_serve_body *body, const void *bytes, size_t size,
			   size_t limit)
{
	if (size > limit - body->size)
		return false;
	if (size > body->room - body->size && !grow(body, body->size + size, limit))
		return false;
	memcpy(body->bytes + body->size, bytes, size);
	body->size += size;
	return true;
}

void fcl_serve_body_complete(struct fcl_serve_body *body)
{
	size_t used = body->size ? body->size : 1;

	uncharge(body, body->room - used);
	body->room = used;
}
