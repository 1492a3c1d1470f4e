/* SPDX-License-Identifier: Apache-2.0 */
#include "base/trace/analysis/texts.h"

#include <string.h>

#include "base/trace/analysis/event.h"

enum { BUCKETS = 4096 };

struct fcl_trace_text {
	struct fcl_trace_text *next;
	size_t length;
	char text[];
};

const char *fcl_trace_text(struct fcl_trace_events *events, const char *bytes, size_t length)
{
	struct fcl_trace_text *text;
	uint32_t hash = 5381;

	for (size_t i = 0; i < length; i++)
		hash = hash * 33 + (unsigned char)bytes[i];
	hash %= BUCKETS;
	if (!events->texts)
		events->texts = fcl_arena_alloc(&events->arena, BUCKETS,
						sizeof(struct fcl_trace_text *));
	for (text = events->texts ? events->texts[hash] : NULL; text; text = text->next)
		if (text->length == length && !memcmp(text->text, bytes, length))
			return text->text;
	text = events->texts ? fcl_arena_alloc(&events->arena, 1, sizeof(*text) + length + 1)
			     : NULL;
	if (!text) {
		events->failed = true;
		return "";
	}
	text->length = length;
	memcpy(text->text, bytes, length);
	text->next = events->texts[hash];
	events->texts[hash] = text;
	return text->text;
}
