/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "tools/card/board.h"
#include "tools/card/fault.h"
#include "tools/card/irqs.h"
#include "tools/card/maps.h"
#include "tools/card/space.h"

enum {
	MAGIC = 0xad4b,
	DESCRIPTOR = 32,
	STOP = 1, /* bits of a descriptor */
	COMPLETED = 2,
	PAGE = 4096,
	SLICE = 128 * 1024, /* bytes, or */
	STEPS = 64,         /* steps of an engine before the next one, or a message, has its turn */
	BEAT = 64,          /* bytes */
	CLOCK_MHZ = 250,
	COUNT_CLEAR = 2,
	COUNT_RUN = 4,
};

/* Numbers of status bits: the first of each kind of error. */
enum { READ_ERROR = 9, WRITE_ERROR = 14, FETCH_ERROR = 19, LAST_ERROR = 23, MAGIC_ERROR = 4 };

#define WRITE_BACK_ERROR (1u << 31)
#define WRITE_BACK_COUNT 0xffffffu

/* --- starting and stopping ----------------------------------------------------------------------- */

void fcl_card_engine_reset(struct fcl_card_engine *engine)
{
	*engine = (struct fcl_card_engine){.c2h = engine->c2h, .index = engine->index};
}

/* Records a bit of the status, if the bit of the same place in the control register allows it. */
static void engine_record(struct fcl_card_engine *engine, uint32_t bits)
{
	engine->status |= bits & engine->control & FCL_CARD_LOGGED;
}

static void engine_stop(struct fcl_card_engine *engine)
{
	engine->state = FCL_CARD_IDLE;
	engine->busy_ns += fcl_now_ns() - engine->busy_since_ns;
	if (!(engine->control & FCL_CARD_RUN)) {
		engine->credits = 0;
		engine_record(engine, FCL_CARD_IDLE_STOPPED);
	}
}

static void engine_fetch(struct fcl_card_engine *engine, uint64_t next, uint32_t adjacent)
{
	engine->next = next;
	engine->next_adjacent = adjacent;
	engine->limit = (adjacent + 1) * (uint64_t)DESCRIPTOR;
	engine->done = 0;
	engine->nblock = engine->at = 0;
	engine->state = FCL_CARD_FETCHES;
}

static void engine_start(struct fcl_card_engine *engine)
{
	engine->status = engine->completed = 0;
	engine->error = 0;
	engine->told = false;
	engine->fault = FCL_CARD_FINE;
	engine->busy_since_ns = fcl_now_ns();
	engine_fetch(engine, engine->first, engine->first_adjacent);
}

/* A stuck engine stays busy: only a reset helps. */
void fcl_card_engine_control(struct fcl_card_engine *engine, uint32_t value)
{
	uint32_t was = engine->control;

	engine->control = value;
	if (value & FCL_CARD_RUN) {
		if (!(was & FCL_CARD_RUN) && !fcl_card_engine_is_busy(engine))
			engine_start(engine);
	} else if (was & FCL_CARD_RUN && !fcl_card_engine_is_busy(engine)) {
		engine->credits = 0;
		engine_record(engine, FCL_CARD_IDLE_STOPPED);
	}
}

/* --- the performance monitor --------------------------------------------------------------------- */

void fcl_card_engine_count(struct fcl_card_engine *engine, uint32_t value)
{
	engine->counting = value & COUNT_RUN;
	if (value & COUNT_CLEAR) {
		engine->busy_ns = engine->moved = 0;
		engine->busy_since_ns = fcl_now_ns();
	}
}

uint64_t fcl_card_engine_cycles(const struct fcl_card_engine *engine)
{
	uint64_t ns = engine->busy_ns;

	if (!engine->counting)
		return 0;
	if (fcl_card_engine_is_busy(engine))
		ns += fcl_now_ns() - engine->busy_since_ns;
	return ns * CLOCK_MHZ / 1000;
}

uint64_t fcl_card_engine_beats(const struct fcl_card_engine *engine)
{
	return engine->counting ? (engine->moved + BEAT - 1) / BEAT : 0;
}

/* --- host memory --------------------------------------------------------------------------------- */

/* 0; -EFAULT; -EAGAIN: the engine waits for the client. The reply ends what the last call began. */
static int access_host(struct fcl_card *card, struct fcl_card_engine *engine, uint64_t iova,
		       void *at, uint64_t *bytes, bool writes)
{
	struct fcl_card_wait *wait = &engine->wait;

	if (!wait->waits)
		return fcl_card_host_move(card, wait, iova, at, bytes, writes);
	if (!wait->ended)
		return -EAGAIN;
	*bytes = wait->bytes;
	wait->waits = false;
	return wait->error;
}

/* --- the states: each returns whether it has changed anything ------------------------------------ */

static void engine_fail(struct fcl_card_engine *engine, uint32_t bit)
{
	engine->error = bit;
	engine->state = FCL_CARD_COMPLETES;
	engine->due_ns = 0;
}

static bool is_halted(const struct fcl_card *card, const struct fcl_card_engine *engine)
{
	return card->halt >> (16 * engine->c2h + engine->index) & 1;
}

static bool lacks_credit(const struct fcl_card *card, const struct fcl_card_engine *engine)
{
	return card->credit_mode >> (16 * engine->c2h + engine->index) & 1 && !engine->credits;
}

/* The next block of descriptors, which must not cross a page. */
static bool fetch_block(struct fcl_card *card, struct fcl_card_engine *engine)
{
	uint64_t left = engine->limit - engine->done;
	int error;

	if (!engine->wait.waits) {
		if (!(engine->control & FCL_CARD_RUN)) {
			engine_stop(engine);
			return true;
		}
		if (is_halted(card, engine))
			return false;
	}
	if (engine->next % DESCRIPTOR || engine->next % PAGE + engine->limit > PAGE) {
		engine_fail(engine, FETCH_ERROR);
		return true;
	}
	error = access_host(card, engine, engine->next + engine->done,
			    (char *)engine->block + engine->done, &left, false);
	if (error == -EAGAIN)
		return false;
	if (error) {
		engine_fail(engine, FETCH_ERROR);
		return true;
	}
	engine->done += left;
	if (engine->done == engine->limit) {
		engine->nblock = engine->next_adjacent + 1;
		engine->state = FCL_CARD_BEGINS;
	}
	return true;
}

static enum fcl_card_target engine_target_of(const struct fcl_card_engine *engine)
{
	return engine->c2h ? FCL_CARD_AT_C2H : FCL_CARD_AT_H2C;
}

/*
 * Applies a fault to the descriptor that begins. A read or write that fails has moved half of the
 * data.
 */
static void apply_fault(struct fcl_card *card, struct fcl_card_engine *engine)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, engine_target_of(engine));

	engine->fault = rule ? rule->how : FCL_CARD_FINE;
	engine->fault_bit = rule ? rule->bit : 0;
	if (!rule)
		return;
	if (rule->how == FCL_CARD_WRITE_BACK_CLEAN)
		engine->fault_bit = engine->c2h ? READ_ERROR : WRITE_ERROR;
	if (engine->fault_bit >= READ_ERROR && engine->fault_bit < FETCH_ERROR)
		engine->limit /= 2;
	else if (rule->how == FCL_CARD_ERROR)
		engine_fail(engine, rule->bit);
	else if (rule->how == FCL_CARD_UNMAPPED)
		engine_fail(engine, engine->c2h ? 0 : READ_ERROR);
	else if (rule->how == FCL_CARD_EARLY_IRQ)
		fcl_card_irqs_send_source(card, card->channel_vectors,
					  (unsigned)(engine - card->engines));
	else if (rule->how == FCL_CARD_GONE)
		card->gone = true;
	else if (rule->how == FCL_CARD_BUSY_STUCK)
		engine->state = FCL_CARD_STUCK;
}

static bool engine_begin(struct fcl_card *card, struct fcl_card_engine *engine)
{
	const struct fcl_card_descriptor *descriptor = &engine->block[engine->at];

	if (!(engine->control & FCL_CARD_RUN)) {
		engine_stop(engine);
		return true;
	}
	if (lacks_credit(card, engine))
		return false;
	engine->done = 0;
	engine->error = 0;
	engine->due_ns = 0;
	engine->limit = descriptor->length & 0xfffffff;
	engine->state = FCL_CARD_MOVES;
	if (descriptor->control >> 16 != MAGIC)
		engine_fail(engine, MAGIC_ERROR);
	else
		apply_fault(card, engine);
	return true;
}

/* Where the data is in the card; *bytes is reduced to what can be moved at once. */
static char *card_side(const struct fcl_card *card, const struct fcl_card_engine *engine,
		       uint64_t *bytes)
{
	const struct fcl_card_descriptor *descriptor = &engine->block[engine->at];
	uint64_t address = engine->c2h ? descriptor->source : descriptor->target;

	*bytes = engine->limit - engine->done;
	if (engine->control & FCL_CARD_FIXED) {
		if (*bytes > BEAT)
			*bytes = BEAT;
		return fcl_card_memory(card, address, bytes);
	}
	if (*bytes > SLICE)
		*bytes = SLICE;
	return fcl_card_memory(card, address + engine->done, bytes);
}

/* A posted write that nobody takes is lost: the engine does not learn of it. Logged once per run. */
static void engine_lose(struct fcl_card_engine *engine, uint64_t iova, uint64_t *bytes)
{
	uint64_t page = PAGE - iova % PAGE;

	if (!engine->told)
		fcl_log(FCL_LOG_ERROR, "card",
			"C2H channel %u writes to 0x%" PRIx64 ", which the client has not mapped",
			engine->index, iova);
	engine->told = true;
	if (*bytes > page)
		*bytes = page;
}

static bool engine_move(struct fcl_card *card, struct fcl_card_engine *engine)
{
	const struct fcl_card_descriptor *descriptor = &engine->block[engine->at];
	uint64_t host = (engine->c2h ? descriptor->target : descriptor->source) + engine->done;
	uint64_t bytes;
	char *at;
	int error = 0;

	if (engine->done == engine->limit) {
		engine->error = engine->fault_bit;
		engine->state = FCL_CARD_COMPLETES;
		return true;
	}
	at = card_side(card, engine, &bytes);
	if (!at) {
		engine_fail(engine, engine->c2h ? READ_ERROR : WRITE_ERROR);
		return true;
	}
	error = access_host(card, engine, host, at, &bytes, engine->c2h);
	if (error == -EAGAIN)
		return false;
	if (error && !engine->c2h) {
		engine_fail(engine, READ_ERROR);
		return true;
	}
	if (error)
		engine_lose(engine, host, &bytes);
	engine->done += bytes;
	engine->moved += engine->counting ? bytes : 0;
	return true;
}

/* Whether the host wants to know of this error; without that, the engine goes on. */
static bool ends(const struct fcl_card_engine *engine)
{
	return engine->error && (engine->error == MAGIC_ERROR || engine->error >= FETCH_ERROR ||
				 engine->control >> engine->error & 1);
}

/* After the write-back, if there is one: records the status, goes on to the next descriptor. */
static void engine_settle(struct fcl_card_engine *engine)
{
	uint32_t control = engine->at < engine->nblock ? engine->block[engine->at].control : 0;

	if (ends(engine)) {
		engine_record(engine, 1u << engine->error);
		engine_stop(engine);
		return;
	}
	if (control & COMPLETED)
		engine_record(engine, FCL_CARD_COMPLETED);
	if (control & STOP) {
		engine_record(engine, FCL_CARD_STOPPED);
		engine_stop(engine);
	} else if (engine->at + 1 < engine->nblock) {
		engine->at++;
		engine->state = FCL_CARD_BEGINS;
	} else {
		engine_fetch(engine, engine->block[engine->at].next,
			     control >> 8 & (FCL_CARD_BLOCK - 1));
	}
}

static bool engine_complete(struct fcl_card *card, struct fcl_card_engine *engine)
{
	uint32_t control = engine->at < engine->nblock ? engine->block[engine->at].control : 0;
	bool failed = ends(engine);

	if (engine->fault == FCL_CARD_LATE) {
		engine->fault = FCL_CARD_FINE;
		engine->due_ns = fcl_now_ns() + card->late_ns;
	}
	if (engine->due_ns && fcl_now_ns() < engine->due_ns)
		return false;
	if (!failed && engine->fault != FCL_CARD_SHORT)
		engine->completed++;
	if (!failed && engine->credits)
		engine->credits--;
	engine->word = engine->completed & WRITE_BACK_COUNT;
	if (failed && engine->fault != FCL_CARD_WRITE_BACK_CLEAN)
		engine->word |= WRITE_BACK_ERROR;
	if (engine->control & FCL_CARD_POLLED && (failed || control & COMPLETED) &&
	    engine->fault != FCL_CARD_WRITE_BACK_LOST)
		engine->state = FCL_CARD_WRITES_BACK;
	else
		engine_settle(engine);
	return true;
}

static bool write_back(struct fcl_card *card, struct fcl_card_engine *engine)
{
	uint64_t bytes = sizeof(engine->word);
	int error = access_host(card, engine, engine->write_back, &engine->word, &bytes, true);

	if (error == -EAGAIN)
		return false;
	if (error)
		engine_lose(engine, engine->write_back, &bytes);
	engine_settle(engine);
	return true;
}

/* --- turns --------------------------------------------------------------------------------------- */

static bool engine_step(struct fcl_card *card, struct fcl_card_engine *engine)
{
	switch (engine->state) {
	case FCL_CARD_FETCHES:
		return fetch_block(card, engine);
	case FCL_CARD_BEGINS:
		return engine_begin(card, engine);
	case FCL_CARD_MOVES:
		return engine_move(card, engine);
	case FCL_CARD_COMPLETES:
		return engine_complete(card, engine);
	case FCL_CARD_WRITES_BACK:
		return write_back(card, engine);
	default:
		return false;
	}
}

static bool engine_run(struct fcl_card *card, struct fcl_card_engine *engine)
{
	uint64_t moved = 0, before;

	for (unsigned i = 0; i < STEPS && moved < SLICE; i++) {
		before = engine->done;
		if (!engine_step(card, engine))
			return false;
		moved += engine->done > before ? engine->done - before : 0;
	}
	return fcl_card_engine_is_busy(engine);
}

/* Without bus mastering, the card sends no requests: its engines wait. */
bool fcl_card_engines_run(struct fcl_card *card, uint64_t *ret_due_ns)
{
	bool more = false;

	*ret_due_ns = 0;
	if (!fcl_card_space_is_master(card))
		return false;
	for (unsigned i = 0; i < card->nengines; i++) {
		struct fcl_card_engine *engine = &card->engines[i];

		if (!fcl_card_engine_is_busy(engine))
			continue;
		more |= engine_run(card, engine);
		if (engine->state == FCL_CARD_COMPLETES && engine->due_ns &&
		    (!*ret_due_ns || engine->due_ns < *ret_due_ns))
			*ret_due_ns = engine->due_ns;
	}
	return more;
}
