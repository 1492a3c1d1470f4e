/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Pipes of OpenCL C; linked into payloads with kernels that use them. Contains what fpgacl/pipes.h
 * does not inline. All groups of a kernel with pipes run sequentially on one thread.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/items.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* Packets that a kernel has reserved: a copy, which a commit writes to the pipe. */
struct fclc_reservation {
	struct fclc_reservation *next; /* the next later reservation of the same pipe */
	uint32_t count;
	int committed;
	char data[];
};

/* A kernel's pipe. */
struct fclc_pipe {
	struct fcl_model_fifo *fifo; /* accessible without a call; NULL: currently not */
	struct fcl_cu *cu;
	const struct fclc_group *group;
	uint32_t port;
	uint32_t packet_size;
	int output;
	/* Write reservations, oldest first; the end of that list; number of packets in them. */
	struct fclc_reservation *first, **end;
	uint32_t reserved;
	struct fclc_reservation *reads; /* read reservations, newest first */
	/*
	 * For a function that all work-items of a group call: how many have called it, and its
	 * result.
	 */
	uint64_t callers;
	struct fclc_reservation *result;
};

int fclc_pipe_try_read(struct fclc_pipe *pipe, void *to);
int fclc_pipe_try_write(struct fclc_pipe *pipe, const void *from);
void fclc_pipe_read(struct fclc_pipe *pipe, void *to);
void fclc_pipe_write(struct fclc_pipe *pipe, const void *from);
struct fclc_reservation *fclc_pipe_reserve_read(struct fclc_pipe *pipe, uint32_t count);
struct fclc_reservation *fclc_pipe_reserve_write(struct fclc_pipe *pipe, uint32_t count);
struct fclc_reservation *fclc_pipe_group_reserve_read(struct fclc_pipe *pipe, uint32_t count);
struct fclc_reservation *fclc_pipe_group_reserve_write(struct fclc_pipe *pipe, uint32_t count);
void fclc_pipe_commit_read(struct fclc_pipe *pipe, struct fclc_reservation *id);
void fclc_pipe_commit_write(struct fclc_pipe *pipe, struct fclc_reservation *id);
void fclc_pipe_group_commit_read(struct fclc_pipe *pipe, struct fclc_reservation *id);
void fclc_pipe_group_commit_write(struct fclc_pipe *pipe, struct fclc_reservation *id);
int fclc_pipe_read_reserved(struct fclc_pipe *pipe, struct fclc_reservation *id, uint32_t index,
			    void *to);
int fclc_pipe_write_reserved(struct fclc_pipe *pipe, struct fclc_reservation *id, uint32_t index,
			     const void *from);
uint32_t fclc_pipe_packets(struct fclc_pipe *pipe);
struct fclc_pipe *fclc_pipe_of(uint32_t first, uint32_t count, int64_t index);
uint32_t fclc_pipe_depth(struct fclc_pipe *pipe);
int fclc_pipe_is_valid(const struct fclc_reservation *id);

struct fclc_pipe *fclc_pipe_open(struct fcl_cu *cu, const struct fclc_group *group,
				 const struct fclc_item_arg *arg)
{
	struct fclc_pipe *pipe = cu->host->allocate(cu, sizeof(*pipe));

	if (!pipe)
		cu->host->fail(cu, "no memory for a pipe");
	memset(pipe, 0, sizeof(*pipe));
	pipe->cu = cu;
	pipe->group = group;
	pipe->port = arg->port;
	pipe->output = arg->kind == FCLC_ITEM_PIPE_OUT;
	pipe->packet_size = (uint32_t)arg->size;
	pipe->end = &pipe->first;
	pipe->fifo = fclc_rt_fifo(cu, arg->port, arg->size);
	return pipe;
}

/*
 * After a call, direct access to the FIFO may be possible. With reservations, order is kept here
 * instead.
 */
static void fclc_look_again(struct fclc_pipe *pipe)
{
	if (!pipe->fifo && !pipe->first)
		pipe->fifo = fclc_rt_fifo(pipe->cu, pipe->port, pipe->packet_size);
}

/* --- pipes without another end ---------------------------------------------------------------- */

/*
 * Stands for all of them, also of several executions: it is never written. Generated code polls channels that
 * nobody writes to, and finds them empty; a kernel that waits for one would wait for ever.
 */
static struct fclc_pipe loose;

static bool fclc_is_loose(const struct fclc_pipe *pipe)
{
	struct fcl_cu *cu;

	if (pipe != &loose)
		return false;
	cu = fclc_rt_current();
	cu->host->yield(cu);
	return true;
}

static struct fcl_cu *fclc_pipe_unit(const struct fclc_pipe *pipe)
{
	struct fcl_cu *cu = pipe->cu;

	if (pipe == &loose) {
		cu = fclc_rt_current();
		cu->host->fail(cu, "a pipe or channel that the kernel uses has no other end");
	}
	return cu;
}

/* --- packets ---------------------------------------------------------------------------------- */

int fclc_pipe_try_read(struct fclc_pipe *pipe, void *to)
{
	int moved;

	if (fclc_is_loose(pipe))
		return -1;
	moved = fclc_rt_stream_try_read(pipe->cu, pipe->port, to) == 1;
	fclc_look_again(pipe);
	return moved ? 0 : -1;
}

void fclc_pipe_read(struct fclc_pipe *pipe, void *to)
{
	fclc_rt_stream_read(fclc_pipe_unit(pipe), pipe->port, to);
	fclc_look_again(pipe);
}

/*
 * If there are reservations, a packet becomes a reservation of its own, to keep the order of the
 * calls.
 */
int fclc_pipe_try_write(struct fclc_pipe *pipe, const void *from)
{
	struct fclc_reservation *staged;
	int moved;

	if (fclc_is_loose(pipe))
		return -1;
	if (pipe->first) {
		staged = fclc_pipe_reserve_write(pipe, 1);
		if (!staged)
			return -1;
		memcpy(staged->data, from, pipe->packet_size);
		staged->committed = 1;
		return 0;
	}
	moved = fclc_rt_stream_try_write(pipe->cu, pipe->port, from) == 1;
	fclc_look_again(pipe);
	return moved ? 0 : -1;
}

void fclc_pipe_write(struct fclc_pipe *pipe, const void *from)
{
	if (pipe->first) {
		while (fclc_pipe_try_write(pipe, from))
			pipe->cu->host->yield(pipe->cu);
		return;
	}
	fclc_rt_stream_write(fclc_pipe_unit(pipe), pipe->port, from);
	fclc_look_again(pipe);
}

uint32_t fclc_pipe_depth(struct fclc_pipe *pipe)
{
	const struct fcl_model_host *host = fclc_pipe_unit(pipe)->host;

	if (pipe->fifo)
		return (uint32_t)pipe->fifo->depth;
	if (host->size < offsetof(struct fcl_model_host, stream_depth) + sizeof(void *))
		host->fail(pipe->cu, "get_pipe_max_packets() needs a newer board");
	return host->stream_depth(pipe->cu, pipe->port);
}

uint32_t fclc_pipe_packets(struct fclc_pipe *pipe)
{
	uint32_t count = fclc_rt_stream_count(fclc_pipe_unit(pipe), pipe->port);

	return pipe->output ? fclc_pipe_depth(pipe) - count : count;
}

/* Element `index` of an array of `count` pipes, whose first has number `first`. */
struct fclc_pipe *fclc_pipe_of(uint32_t first, uint32_t count, int64_t index)
{
	struct fcl_cu *cu = fclc_rt_current();
	const struct fclc_global_pipes *list = *(struct fclc_global_pipes **)cu->state;

	if (index < 0 || index >= count)
		cu->host->fail(cu, "an index is beyond the end of an array of pipes or channels");
	if (!list || first + index >= list->count || !list->pipes[first + index])
		return &loose;
	return list->pipes[first + index];
}

/* --- reservations ----------------------------------------------------------------------------- */

int fclc_pipe_is_valid(const struct fclc_reservation *id)
{
	return id && (uintptr_t)id != UINTPTR_MAX; /* CLK_NULL_RESERVE_ID */
}

static struct fclc_reservation *fclc_new_reservation(struct fclc_pipe *pipe, uint32_t count)
{
	uint64_t bytes = (uint64_t)count * pipe->packet_size;
	struct fclc_reservation *made = pipe->cu->host->allocate(pipe->cu, sizeof(*made) + bytes);

	if (!made)
		pipe->cu->host->fail(pipe->cu, "no memory for a reservation in a pipe");
	memset(made, 0, sizeof(*made) + bytes);
	made->count = count;
	return made;
}

/* The packets leave the FIFO at once, as it has no other reader. */
struct fclc_reservation *fclc_pipe_reserve_read(struct fclc_pipe *pipe, uint32_t count)
{
	struct fclc_reservation *made;

	if (!count || fclc_rt_stream_count(fclc_pipe_unit(pipe), pipe->port) < count)
		return NULL;
	made = fclc_new_reservation(pipe, count);
	for (uint32_t i = 0; i < count; i++)
		fclc_rt_stream_read(pipe->cu, pipe->port,
				    made->data + (uint64_t)i * pipe->packet_size);
	made->next = pipe->reads;
	pipe->reads = made;
	return made;
}

struct fclc_reservation *fclc_pipe_reserve_write(struct fclc_pipe *pipe, uint32_t count)
{
	uint32_t room = fclc_rt_stream_count(fclc_pipe_unit(pipe), pipe->port);
	struct fclc_reservation *made;

	if (!count || room < pipe->reserved || room - pipe->reserved < count)
		return NULL;
	made = fclc_new_reservation(pipe, count);
	*pipe->end = made;
	pipe->end = &made->next;
	pipe->reserved += count;
	pipe->fifo = NULL;
	return made;
}

/*
 * Finds `id` in a list, since a kernel may pass any value. If it is not there, fails the execution.
 */
static struct fclc_reservation **fclc_find_reservation(const struct fclc_pipe *pipe,
						       struct fclc_reservation **list,
						       const struct fclc_reservation *id)
{
	while (*list && *list != id)
		list = &(*list)->next;
	if (!*list)
		pipe->cu->host->fail(
			pipe->cu,
			"a pipe function was given an id that is not an uncommitted reservation of its pipe");
	return list;
}

void fclc_pipe_commit_read(struct fclc_pipe *pipe, struct fclc_reservation *id)
{
	*fclc_find_reservation(pipe, &pipe->reads, id) = id->next;
	pipe->cu->host->release(pipe->cu, id);
}

/* Packets become visible in the order of reservations. There is room for all of them. */
void fclc_pipe_commit_write(struct fclc_pipe *pipe, struct fclc_reservation *id)
{
	fclc_find_reservation(pipe, &pipe->first, id);
	id->committed = 1;
	while (pipe->first && pipe->first->committed) {
		struct fclc_reservation *oldest = pipe->first;

		for (uint32_t i = 0; i < oldest->count; i++)
			fclc_rt_stream_write(pipe->cu, pipe->port,
					     oldest->data + (uint64_t)i * pipe->packet_size);
		pipe->reserved -= oldest->count;
		pipe->first = oldest->next;
		if (!pipe->first)
			pipe->end = &pipe->first;
		pipe->cu->host->release(pipe->cu, oldest);
	}
	fclc_look_again(pipe);
}

int fclc_pipe_read_reserved(struct fclc_pipe *pipe, struct fclc_reservation *id, uint32_t index,
			    void *to)
{
	fclc_find_reservation(pipe, &pipe->reads, id);
	if (index >= id->count)
		return -1;
	memcpy(to, id->data + (uint64_t)index * pipe->packet_size, pipe->packet_size);
	return 0;
}

int fclc_pipe_write_reserved(struct fclc_pipe *pipe, struct fclc_reservation *id, uint32_t index,
			     const void *from)
{
	fclc_find_reservation(pipe, &pipe->first, id);
	if (index >= id->count)
		return -1;
	memcpy(id->data + (uint64_t)index * pipe->packet_size, from, pipe->packet_size);
	return 0;
}

/* --- reservations of a work-group ------------------------------------------------------------- */

/* Counts the work-items that call one function. Returns true for the first one. */
static int fclc_is_first(struct fclc_pipe *pipe)
{
	const uint64_t *size = pipe->group->local_size;
	int first = !pipe->callers++;

	if (pipe->callers == size[0] * size[1] * size[2])
		pipe->callers = 0;
	return first;
}

struct fclc_reservation *fclc_pipe_group_reserve_read(struct fclc_pipe *pipe, uint32_t count)
{
	if (fclc_is_first(pipe))
		pipe->result = fclc_pipe_reserve_read(pipe, count);
	return pipe->result;
}

struct fclc_reservation *fclc_pipe_group_reserve_write(struct fclc_pipe *pipe, uint32_t count)
{
	if (fclc_is_first(pipe))
		pipe->result = fclc_pipe_reserve_write(pipe, count);
	return pipe->result;
}

void fclc_pipe_group_commit_read(struct fclc_pipe *pipe, struct fclc_reservation *id)
{
	if (fclc_is_first(pipe))
		fclc_pipe_commit_read(pipe, id);
}

void fclc_pipe_group_commit_write(struct fclc_pipe *pipe, struct fclc_reservation *id)
{
	if (fclc_is_first(pipe))
		fclc_pipe_commit_write(pipe, id);
}

#pragma GCC visibility pop
