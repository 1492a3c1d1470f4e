/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/lent.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct piece {
	struct piece *next; /* with later packets */
	char *at;
	size_t size, done; /* bytes; those that are not mapped any more */
};

/* One mapping of the program. */
struct fcl_lent {
	struct fcl_lent *next;
	cl_mem pipe;
	uint64_t captured; /* where it was */
	struct piece *pieces;
};

static void lent_free(struct fcl_lent *lent)
{
	while (lent->pieces) {
		struct piece *next = lent->pieces->next;

		free(lent->pieces);
		lent->pieces = next;
	}
	free(lent);
}

void fcl_lent_forget(struct fcl_replay *replay)
{
	while (replay->lent) {
		struct fcl_lent *next = replay->lent->next;

		lent_free(replay->lent);
		replay->lent = next;
	}
}

/* Maps one more piece, of at most that size. False: there are no packets, or no room, yet. */
static bool map_piece(struct fcl_step *step, struct piece **ret_piece, cl_mem pipe,
		      cl_map_flags flags, size_t size, fcl_lent_mapper map)
{
	struct piece *piece = calloc(1, sizeof(*piece));

	if (!piece) {
		step->status = CL_OUT_OF_HOST_MEMORY;
		return true;
	}
	piece->at = map(pipe, flags, size, &piece->size, &step->status);
	if (!step->status) {
		*ret_piece = piece;
		return true;
	}
	free(piece);
	if (step->status != CL_OUT_OF_RESOURCES)
		return true;
	step->status = CL_SUCCESS;
	sched_yield();
	return false;
}

/* What the packets are that the host reads, for the comparison. */
static void note_packets(struct fcl_step *step, const struct piece *piece, size_t size)
{
	char *bytes = fcl_step_memory(step, size);
	struct fcl_step_back back = {.index = FCL_CAPTURE_RETURNED, .at = bytes, .size = size};

	for (size_t at = 0; bytes && piece; at += piece->size, piece = piece->next)
		memcpy(bytes + at, piece->at, piece->size);
	if (bytes && step->call->readback != FCL_NO_RECORD)
		fcl_step_back(step, &back);
}

static void map_all(struct fcl_step *step, struct fcl_lent *lent, cl_map_flags flags, size_t size,
		    fcl_lent_mapper map)
{
	struct piece **last = &lent->pieces;
	size_t mapped = 0;

	while (mapped < size && !step->status) {
		if (!map_piece(step, last, lent->pipe, flags, size - mapped, map) || !*last)
			continue;
		mapped += (*last)->size;
		last = &(*last)->next;
	}
	if (!step->status)
		note_packets(step, lent->pieces, size);
}

void fcl_lent_map(struct fcl_step *step, cl_mem pipe, cl_map_flags flags, fcl_lent_mapper map)
{
	struct fcl_value size, at;
	struct fcl_lent *lent;

	if (step->call->status || !fcl_step_result(step, 3, &size) ||
	    !fcl_step_result(step, FCL_CAPTURE_RETURNED, &at)) {
		step->status = step->call->status; /* it found none, or was wrong */
		return;
	}
	lent = calloc(1, sizeof(*lent));
	if (!lent) {
		fcl_step_skip(step, "memory has run out");
		return;
	}
	lent->pipe = pipe;
	lent->captured = at.number;
	lent->next = step->replay->lent;
	step->replay->lent = lent;
	map_all(step, lent, flags, (size_t)size.number, map);
}

static struct fcl_lent **lent_find(struct fcl_replay *replay, cl_mem pipe, uint64_t captured)
{
	struct fcl_lent **at = &replay->lent;

	while (*at && ((*at)->pipe != pipe || (*at)->captured != captured))
		at = &(*at)->next;
	return *at ? at : NULL;
}

/* Unmaps bytes of the pieces, from the first one on; `bytes` is what was written to them, or NULL. */
static void unmap_pieces(struct fcl_step *step, struct fcl_lent *lent, const char *bytes,
			 size_t size, fcl_lent_unmapper unmap)
{
	struct piece *piece = lent->pieces;

	while (piece && size && !step->status) {
		size_t left = piece->size - piece->done, some = size < left ? size : left;

		if (bytes)
			memcpy(piece->at + piece->done, bytes, some);
		step->status = unmap(lent->pipe, piece->at, some, NULL);
		bytes = bytes ? bytes + some : NULL;
		size -= some;
		piece->done += some;
		if (piece->done < piece->size)
			continue;
		lent->pieces = piece->next;
		free(piece);
		piece = lent->pieces;
	}
}

void fcl_lent_unmap(struct fcl_step *step, cl_mem pipe, size_t size, fcl_lent_unmapper unmap)
{
	struct fcl_lent **at = lent_find(step->replay, pipe, fcl_step_number(step, 1)), *lent;
	struct fcl_value value;
	char *bytes = NULL;

	if (step->call->status) {
		step->status = step->call->status;
		return;
	}
	if (!at) {
		fcl_step_skip(step, "its mapping is not there");
		return;
	}
	if (fcl_step_value(step, FCL_CAPTURE_HOST_DATA, &value))
		bytes = fcl_step_contents_of(step, &value, size);
	if (step->skip)
		return;
	lent = *at;
	unmap_pieces(step, lent, bytes, size, unmap);
	if (lent->pieces)
		return;
	*at = lent->next;
	lent_free(lent);
}
