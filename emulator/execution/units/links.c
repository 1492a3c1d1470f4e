/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/units/links.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/fork.h"
#include "base/rack/end.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/running.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

enum { DRAIN_CHECK_NS = 200 * 1000 };

#define DRAIN_PATIENCE_NS UINT64_C(1000000000) /* without progress */

struct fcl_model_link {
	struct fcl_rack_end *end; /* NULL: of no port */
	struct fcl_emu_cu *cu;
	uint32_t port;          /* of the rack */
	_Atomic uint32_t waits; /* enum fcl_model_link_wait, when it last waited */
	bool flow_control;      /* of what it last sent */
	struct fcl_model_link *next;
};

static pthread_mutex_t links_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fcl_model_link *links;

/* --- the end of a host ------------------------------------------------------------------------- */

/* Whether the unit has still to send something. */
static bool link_is_busy(const struct fcl_model_link *link)
{
	const struct fcl_emu_cu *cu = link->cu;
	struct fcl_emu_board *board = cu->program->board;
	bool blocked;

	pthread_mutex_lock(&board->lock);
	blocked = cu->state == FCL_EMU_BLOCKED;
	pthread_mutex_unlock(&board->lock);
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind == FCL_MODEL_PORT_STREAM_IN && cu->ports[i] &&
		    fcl_emu_fifo_level(cu->ports[i]))
			return true;
	return !blocked || atomic_load(&link->waits) & FCL_MODEL_LINK_ROOM;
}

/* Returns what the busy links of this program have sent; with NULL, those of all. */
static bool links_are_busy(const struct fcl_emu_program *program, uint64_t *ret_sent)
{
	bool busy = false;

	*ret_sent = 0;
	pthread_mutex_lock(&links_lock);
	for (const struct fcl_model_link *link = links; link; link = link->next) {
		if ((program && link->cu->program != program) || !link_is_busy(link))
			continue;
		busy = true;
		*ret_sent += link->end ? fcl_rack_count(link->end).sent
				       : fcl_emu_cu_moved(link->cu);
	}
	pthread_mutex_unlock(&links_lock);
	return busy;
}

void fcl_emu_links_drain(const struct fcl_emu_program *program)
{
	uint64_t sent = 0, last = 0, since = fcl_now_ns();

	while (links_are_busy(program, &sent) && fcl_now_ns() - since < DRAIN_PATIENCE_NS) {
		if (sent != last)
			since = fcl_now_ns();
		last = sent;
		nanosleep(&(struct timespec){.tv_nsec = DRAIN_CHECK_NS}, NULL);
	}
}

/* A card goes on when its host has ended. */
static void drain_at_exit(void)
{
	fcl_emu_links_drain(NULL);
}

/* --- services ---------------------------------------------------------------------------------- */

/* Whether the unit has streams of that kind only. */
static bool only_has(const struct fcl_emu_cu *cu, uint32_t kind)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->model->ports[i].kind != kind)
			return false;
	return true;
}

/*
 * A port of which another unit of the board has the other direction; NULL: there is none. The lock is
 * held.
 */
static struct fcl_rack_end *link_find_half(const struct fcl_emu_cu *cu, uint32_t port)
{
	for (const struct fcl_model_link *link = links; link; link = link->next)
		if (link->cu->program->board == cu->program->board && link->port == port &&
		    ((only_has(link->cu, FCL_MODEL_PORT_STREAM_IN) &&
		      only_has(cu, FCL_MODEL_PORT_STREAM_OUT)) ||
		     (only_has(link->cu, FCL_MODEL_PORT_STREAM_OUT) &&
		      only_has(cu, FCL_MODEL_PORT_STREAM_IN))))
			return link->end;
	return NULL;
}

static void link_add(struct fcl_model_link *link)
{
	static bool exits;

	fcl_fork_protect(&links_lock);
	pthread_mutex_lock(&links_lock);
	if (!exits)
		exits = !atexit(drain_at_exit);
	link->next = links;
	links = link;
	pthread_mutex_unlock(&links_lock);
}

static void link_remove(struct fcl_model_link *link)
{
	struct fcl_model_link **at = &links, *other;

	pthread_mutex_lock(&links_lock);
	while (*at != link)
		at = &(*at)->next;
	*at = link->next;
	for (other = links; other && other->end != link->end;)
		other = other->next;
	pthread_mutex_unlock(&links_lock);
	if (!other)
		fcl_rack_close(link->end);
}

int fcl_emu_link_open(struct fcl_cu *pub, const char *port, struct fcl_model_link **ret_link)
{
	struct fcl_emu_cu *cu = (struct fcl_emu_cu *)pub;
	const struct fcl_emu_board *board = cu->program->board;
	uint32_t found = board->rack ? fcl_rack_port_at(board->rack, board->rack_board, port)
				     : FCL_RACK_NONE;
	struct fcl_model_link *link;
	struct fcl_err err;
	int error;

	*ret_link = NULL;
	if (*port && (found == FCL_RACK_NONE || board->rack->ports[found].link == FCL_RACK_NONE))
		return 0;
	link = calloc(1, sizeof(*link));
	if (link && *port) {
		pthread_mutex_lock(&links_lock);
		link->end = link_find_half(cu, found);
		pthread_mutex_unlock(&links_lock);
	}
	error = !link                 ? fcl_err_set(&err, -ENOMEM, "out of memory")
		: link->end || !*port ? 0
				      : fcl_rack_open(board->rack, found, &link->end, &err);
	if (error) {
		pub->host->log(pub, FCL_MODEL_LOG_ERROR, err.text);
		free(link);
		return error;
	}
	link->cu = cu;
	link->port = found;
	link_add(link);
	*ret_link = link;
	return 0;
}

void fcl_emu_link_close(struct fcl_model_link *link)
{
	link_remove(link);
	free(link);
}

int fcl_emu_link_is_up(struct fcl_model_link *link)
{
	return fcl_rack_is_up(link->end);
}

/* Where boards do one thing at a time, another one's turn may come after each frame. */
static void link_pass_on(const struct fcl_model_link *link)
{
	if (link->cu->program->board->ordered && fcl_emu_current_cu() == link->cu)
		fcl_emu_cu_pause(link->cu, FCL_EMU_PAUSE_YIELD);
}

int fcl_emu_link_send(struct fcl_model_link *link, const void *bytes, uint32_t size, uint32_t flags)
{
	link->flow_control = flags & FCL_MODEL_LINK_WAIT;
	if (fcl_rack_send(link->end, bytes, size, flags & FCL_MODEL_LINK_LAST ? FCL_RACK_LAST : 0,
			  flags & FCL_MODEL_LINK_WAIT))
		return 0;
	link_pass_on(link);
	return 1;
}

const void *fcl_emu_link_receive(struct fcl_model_link *link, uint32_t *ret_size,
				 uint32_t *ret_flags)
{
	const struct fcl_rack_frame *frame = fcl_rack_receive(link->end);

	if (!frame)
		return NULL;
	*ret_size = frame->size;
	*ret_flags = (frame->flags & FCL_RACK_LAST ? FCL_MODEL_LINK_LAST : 0) |
		     (frame->flags & FCL_RACK_BAD ? FCL_MODEL_LINK_BAD : 0);
	return frame->bytes;
}

void fcl_emu_link_take(struct fcl_model_link *link)
{
	fcl_rack_take(link->end);
	link_pass_on(link);
}

int fcl_emu_link_wait(struct fcl_model_link *link, uint32_t what)
{
	int descriptor;
	bool wait = link->end && fcl_rack_wait(link->end, what & FCL_MODEL_LINK_FRAME,
					       what & FCL_MODEL_LINK_ROOM, &descriptor);

	atomic_store(&link->waits, what);
	link->cu->outside.link = wait && link->cu->program->board->ordered ? link : NULL;
	return wait ? descriptor : -1;
}

bool fcl_emu_link_has(struct fcl_model_link *link)
{
	uint32_t what = atomic_load(&link->waits);

	return (what & FCL_MODEL_LINK_FRAME && fcl_rack_receive(link->end)) ||
	       (what & FCL_MODEL_LINK_ROOM && fcl_rack_has_room(link->end));
}

bool fcl_emu_link_give_up(struct fcl_model_link *link)
{
	return atomic_load(&link->waits) & FCL_MODEL_LINK_ROOM && !link->flow_control &&
	       fcl_rack_give_up(link->end);
}
