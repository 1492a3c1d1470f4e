/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/turns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/trace/join.h"
#include "base/trace/trace.h"
#include "hal/board/wire/ring.h"
#include "tools/board/executor.h"

/*
 * A launch may start when two conditions hold. The gate: its image is the board's active one
 * (`active`), and is not about to be replaced (`closing`). The token: this client holds its CU.
 * Both are words in memory that all executors share; system calls are only needed when others wait.
 * An executor without launches on a CU passes its token on to the next waiting executor, in the
 * order of seats.
 *
 * Switching between processes takes longer than a short launch. Therefore a turn is either one
 * launch or all consecutive launches that start within TURN_NS. Between two of them the executor
 * keeps the CU, for the time that its client needs to launch again (fcl_bd_serve_ring()).
 *
 * CUs with stream ports share one token, because their kernels depend on each other: if one client
 * held the producer and another the consumer, both would wait forever. Kernels that depend on each
 * other through memory cannot be recognised. If clients hold CUs that they need from each other,
 * and no launch ends, a launch may start although another client holds its CU. That is harmless,
 * since each executor emulates its own CUs. A board that is not emulated has each CU only once;
 * such kernels would deadlock there without a board process, too.
 */

enum {
	STUCK_NS = 100000000, /* see turns_is_stuck() */
	TURN_NS = 100000,     /* maximum turn of short launches while others wait */
};

static uint64_t turns_bit_of(const struct fcl_bd_executor *executor)
{
	return UINT64_C(1) << executor->seat;
}

static struct fcl_bd_token *token_of(struct fcl_bd_executor *executor, uint32_t cu)
{
	return executor->has_stream[cu] ? &executor->turns->streams : &executor->turns->cus[cu];
}

static bool has_other_waiters(const struct fcl_bd_executor *executor, struct fcl_bd_token *token)
{
	return atomic_load(&token->wanted) & ~turns_bit_of(executor);
}

/* --- the image -------------------------------------------------------------------------------- */

static void note_streams(struct fcl_bd_executor *executor, const struct fcl_image *image)
{
	for (uint32_t i = 0; i < image->ncus; i++) {
		const struct fcl_image_kernel *kernel = &image->kernels[image->cus[i].kernel];

		executor->overlaps[i] = image->cus[i].control == FCL_CONTROL_CHAIN;
		for (uint32_t k = 0; k < kernel->nargs; k++)
			if (kernel->args[k].qualifier == FCL_ARG_STREAM)
				executor->has_stream[i] = true;
	}
}

int fcl_bd_turns_set(struct fcl_bd_executor *executor, const struct fcl_image *image,
		     uint32_t number, struct fcl_err *err)
{
	uint32_t count = image ? image->ncus : 0;
	int error = 0;

	if (count > FCL_BD_CUS)
		return fcl_err_set(err, -EINVAL,
				   "the image has %u compute units, a board process takes %d",
				   count, FCL_BD_CUS);
	/* The client may learn of a launch's end before fcl_bd_turn_end() has counted it. */
	pthread_mutex_lock(&executor->turn_lock);
	while (executor->begun) {
		pthread_mutex_unlock(&executor->turn_lock);
		fcl_pause_us(20);
		pthread_mutex_lock(&executor->turn_lock);
	}
	free(executor->on_cu);
	free(executor->has_stream);
	free(executor->used);
	free(executor->overlaps);
	free(executor->until_ns);
	executor->until_ns = calloc(count + 1, sizeof(*executor->until_ns));
	executor->on_cu = calloc(count + 1, sizeof(*executor->on_cu));
	executor->has_stream = calloc(count + 1, sizeof(*executor->has_stream));
	executor->used = calloc(count + 1, sizeof(*executor->used));
	executor->overlaps = calloc(count + 1, sizeof(*executor->overlaps));
	executor->ncus = count;
	executor->number = number;
	executor->stuck_ns = STUCK_NS;
	if (!executor->on_cu || !executor->has_stream || !executor->used || !executor->overlaps ||
	    !executor->until_ns)
		error = fcl_err_set(err, -ENOMEM, "no memory for %u compute units", count);
	else if (image)
		note_streams(executor, image);
	pthread_mutex_unlock(&executor->turn_lock);
	return error;
}

/* --- the gate --------------------------------------------------------------------------------- */

/*
 * Asks the board process to swap to this executor's image. One request is enough: the board process
 * then swaps as soon as it can.
 */
static void ask_for_turn(struct fcl_bd_executor *executor)
{
	struct fcl_bd_packet *packet;

	if (executor->has_asked)
		return;
	packet = calloc(1, sizeof(*packet));
	if (!packet)
		return;
	fcl_bd_packet_init(packet, FCL_BD_WANT);
	executor->has_asked = !fcl_bd_send(executor->control, packet);
	free(packet);
}

/* Pairs with try_swap() in images.c: the launch must be counted before `closing` is checked. */
static bool pass_gate(struct fcl_bd_executor *executor, bool in_group)
{
	atomic_fetch_add(&executor->own->running, 1);
	if (atomic_load(&executor->turns->active) == executor->number &&
	    (!atomic_load(&executor->turns->closing) || in_group))
		return true;
	atomic_fetch_sub(&executor->own->running, 1);
	if (atomic_load(&executor->turns->active) != executor->number)
		ask_for_turn(executor);
	return false;
}

/* --- tokens ----------------------------------------------------------------------------------- */

static bool turns_hold(struct fcl_bd_executor *executor, struct fcl_bd_token *token)
{
	uint32_t nobody = 0;

	return atomic_load(&token->holder) == executor->seat + 1 ||
	       atomic_compare_exchange_strong(&token->holder, &nobody, executor->seat + 1);
}

/* Whether executions on this CU may depend on each other. */
static bool may_depend_on_others(const struct fcl_bd_executor *executor, uint32_t cu)
{
	return executor->overlaps[cu] || executor->has_stream[cu];
}

static uint32_t depth_of(const struct fcl_bd_executor *executor, uint32_t cu)
{
	return may_depend_on_others(executor, cu) ? FCL_BD_BLOCKS : FCL_BD_DEPTH;
}

/*
 * Whether this launch has waited too long while no other ended: the running launches may depend on
 * one for which the turn has no room. That one then starts out of turn; the threshold doubles for
 * the next one, so that the turn passes to other clients in any case.
 */
static bool turns_is_stuck(const struct fcl_bd_executor *executor, const struct fcl_bd_job *job)
{
	uint64_t since = job->waits_since_ns > executor->ended_ns ? job->waits_since_ns
								  : executor->ended_ns;

	return job->waits_since_ns && fcl_now_ns() - since > executor->stuck_ns;
}

static uint64_t seat_bit(const struct fcl_bd_token *token)
{
	uint32_t holder = atomic_load(&token->holder);

	return holder && holder <= 64 ? UINT64_C(1) << (holder - 1) : 0;
}

/*
 * Whether the token's holder waits, directly or through other holders, for a token of this
 * executor.
 */
static bool waits_for_us(struct fcl_bd_executor *executor, struct fcl_bd_token *token)
{
	uint64_t seats = seat_bit(token), before;

	do {
		before = seats;
		for (uint32_t i = 0; i < executor->ncus; i++) {
			struct fcl_bd_token *other = token_of(executor, i);

			if (atomic_load(&other->wanted) & seats)
				seats |= seat_bit(other);
		}
	} while (seats != before);
	return seats & turns_bit_of(executor);
}

/* Takes the token. Returns false if another executor holds it. turn_lock must be held. */
static bool take_token(struct fcl_bd_executor *executor, struct fcl_bd_token *token)
{
	if (turns_hold(executor, token))
		return true;
	atomic_fetch_or(&token->wanted, turns_bit_of(executor));
	/*
	 * Pairs with turns_pass_on(), which may have released the CU before it could see the bit set
	 * above.
	 */
	return turns_hold(executor, token);
}

/* Whether a launch may start on a CU now. turn_lock must be held. */
static bool turns_take_cu(struct fcl_bd_executor *executor, struct fcl_bd_job *job, uint32_t cu,
			  bool stuck)
{
	struct fcl_bd_token *token = token_of(executor, cu);
	uint32_t busy = executor->has_stream[cu] ? executor->on_streams : executor->on_cu[cu];
	bool out_of_turn;

	if (executor->on_cu[cu] >= depth_of(executor, cu))
		return false;
	/* If others wait, each CU gets one launch, then the next client has its turn. */
	out_of_turn = busy && has_other_waiters(executor, token) && executor->used[cu];
	if (out_of_turn && !(stuck && may_depend_on_others(executor, cu))) {
		if (!job->waits_for)
			job->waits_for = "other programs take their turns first";
		return false;
	}
	if (!take_token(executor, token)) {
		if (!job->waits_for)
			job->waits_for = "another program has the compute unit";
		if (!stuck || !(executor->info->caps & FCL_HAL_CAP_EMULATED) ||
		    !waits_for_us(executor, token))
			return false;
		out_of_turn = true;
	}
	atomic_fetch_and(&token->wanted, ~turns_bit_of(executor));
	if (out_of_turn)
		executor->stuck_ns *= 2;
	return true;
}

static void ring_bell(struct fcl_bd_executor *executor, unsigned seat)
{
	atomic_fetch_add(&executor->turns->seats[seat].bell, 1);
	fcl_bd_wake(&executor->turns->seats[seat].bell);
}

/* The next waiting seat after this executor's; 64: none. */
static unsigned next_seat(const struct fcl_bd_executor *executor, uint64_t wanted)
{
	for (unsigned i = 1; i < 64; i++) {
		unsigned seat = (executor->seat + i) % 64;

		if (wanted >> seat & 1 && atomic_load(&executor->turns->seats[seat].alive))
			return seat;
	}
	return 64;
}

static void turns_pass_on(struct fcl_bd_executor *executor, struct fcl_bd_token *token)
{
	unsigned seat = next_seat(executor, atomic_load(&token->wanted));
	uint32_t nobody = 0;

	if (seat < 64) {
		atomic_store(&token->holder, seat + 1);
		ring_bell(executor, seat);
		return;
	}
	atomic_store(&token->holder, 0);
	/* Pairs with take_token(): another executor may have started to wait in the meantime. */
	seat = next_seat(executor, atomic_load(&token->wanted));
	if (seat < 64 && atomic_compare_exchange_strong(&token->holder, &nobody, seat + 1))
		ring_bell(executor, seat);
}

/* --- launches --------------------------------------------------------------------------------- */

static const uint32_t *least_busy(struct fcl_bd_executor *executor, struct fcl_bd_job *job)
{
	const uint32_t *cus = job->request.u.launch.cus, *best = NULL;
	bool stuck = turns_is_stuck(executor, job);

	/*
	 * Stop at the first CU that can be taken: a token held without a launch would block other
	 * executors.
	 */
	for (uint32_t depth = 0, deeper = 1; deeper && !best; depth++) {
		deeper = 0;
		for (uint32_t i = 0; i < job->request.u.launch.ncus && !best; i++) {
			deeper += executor->on_cu[cus[i]] > depth;
			if (executor->on_cu[cus[i]] == depth &&
			    turns_take_cu(executor, job, cus[i], stuck))
				best = &cus[i];
		}
	}
	return best;
}

/* A launch begins a turn, or continues the turn for which the CU was kept. */
static void begin_turn(struct fcl_bd_executor *executor, uint32_t cu)
{
	if (executor->kept == token_of(executor, cu)) {
		executor->until_ns[cu] = executor->kept_until_ns;
		executor->kept = NULL;
	} else if (!executor->on_cu[cu]) {
		executor->until_ns[cu] = fcl_now_ns() + TURN_NS;
	}
}

/*
 * turn_lock is held here, and the launch already has the CU's token. So events are only recorded;
 * another thread writes them, so that no executor waits for a client's file.
 */

/* Records that the board process has swapped the image, which only this process traces. */
static void trace_swap(struct fcl_bd_executor *executor, const struct fcl_bd_job *job)
{
	const struct fcl_trace_arg args[] = {
		{"device", fcl_trace_joined_device(""), 0},
		{"why", "programs with other images share the board", 0}};
	uint64_t from = atomic_load(&executor->turns->closing_ns);
	uint64_t at = atomic_load(&executor->turns->active_ns);

	if (at == executor->swapped_ns || at < job->waits_since_ns || from > at)
		return;
	executor->swapped_ns = at;
	fcl_trace_span_often("swap", "board process", from, at, args, 2);
}

/* Records the wait of a launch that now starts. */
static void turns_trace_wait(struct fcl_bd_executor *executor, const struct fcl_bd_job *job)
{
	const struct fcl_image_cu *cu = &executor->image->cus[job->cu];
	const struct fcl_trace_arg args[] = {{"device", fcl_trace_joined_device(""), 0},
					     {"unit", cu->name, 0},
					     {"why", job->waits_for, 0}};

	trace_swap(executor, job);
	fcl_trace_wait_often("wait", executor->image->kernels[cu->kernel].name, job->waits_since_ns,
			     fcl_now_ns(), args, 3);
}

/* Starts the launch if it may. turn_lock must be held. */
static bool turns_begin(struct fcl_bd_executor *executor, struct fcl_bd_job *job)
{
	bool in_group = executor->on_streams && executor->has_stream[job->request.u.launch.cus[0]];
	const uint32_t *cu;

	if (!pass_gate(executor, in_group)) {
		job->waits_for = "another image is on the board, and programs use it";
		return false;
	}
	cu = least_busy(executor, job);
	if (!cu) {
		atomic_fetch_sub(&executor->own->running, 1);
		return false;
	}
	executor->has_asked = false;
	executor->begun++;
	begin_turn(executor, *cu);
	executor->on_cu[*cu]++;
	executor->on_streams += executor->has_stream[*cu];
	executor->used[*cu] = true;
	job->cu = *cu;
	job->counted = true;
	job->request.u.launch.cus = &job->cu;
	job->request.u.launch.ncus = 1;
	if (fcl_trace_on() && job->waits_since_ns && job->waits_for)
		turns_trace_wait(executor, job);
	return true;
}

/*
 * Releases tokens that arrived after the launch that needed them had started on another CU.
 * turn_lock must be held.
 */
static void return_tokens(struct fcl_bd_executor *executor)
{
	if (executor->waiting)
		return;
	for (uint32_t i = 0; i < executor->ncus; i++) {
		struct fcl_bd_token *token = token_of(executor, i);

		if (executor->on_cu[i] || (executor->has_stream[i] && executor->on_streams) ||
		    token == executor->kept)
			continue;
		atomic_fetch_and(&token->wanted, ~turns_bit_of(executor));
		if (atomic_load(&token->holder) == executor->seat + 1)
			turns_pass_on(executor, token);
	}
}

/* --- waiting launches ------------------------------------------------------------------------- */

/*
 * Launches for the same CUs form a queue, because one that cannot start blocks those behind it.
 * Only the first of each queue is in the list, so the search takes the same time however many
 * launches wait.
 */

static bool has_same_cus(const struct fcl_bd_job *a, const struct fcl_bd_job *b)
{
	return a->request.u.launch.ncus == b->request.u.launch.ncus &&
	       !memcmp(a->request.u.launch.cus, b->request.u.launch.cus,
		       a->request.u.launch.ncus * sizeof(uint32_t));
}

static struct fcl_bd_job *turns_first_of(struct fcl_bd_executor *executor,
					 const struct fcl_bd_job *job)
{
	struct fcl_bd_job *first = executor->waiting;

	while (first && !has_same_cus(first, job))
		first = first->next;
	return first;
}

/* `first` is the head of the queue for the same CUs; NULL: there is none. */
static void add_waiting(struct fcl_bd_executor *executor, struct fcl_bd_job *first,
			struct fcl_bd_job *job)
{
	struct fcl_bd_job **link = &executor->waiting;

	job->waits_since_ns = fcl_now_ns();
	job->behind = NULL;
	if (first) {
		first->last_behind->behind = job;
		first->last_behind = job;
		return;
	}
	while (*link)
		link = &(*link)->next;
	job->next = NULL;
	job->last_behind = job;
	*link = job;
	executor->has_waiting = true;
	executor->crowded = true;
}

/*
 * Starts as many launches as possible from the head of one queue. Returns false if all of them have
 * started.
 */
static bool begin_some(struct fcl_bd_executor *executor, struct fcl_bd_job **link,
		       struct fcl_bd_job ***last_begun)
{
	struct fcl_bd_job *job = *link, *next = job->next, *last = job->last_behind;

	while (job && turns_begin(executor, job)) {
		struct fcl_bd_job *behind = job->behind;

		job->next = NULL;
		**last_begun = job;
		*last_begun = &job->next;
		job = behind;
	}
	*link = job ? job : next;
	if (job) {
		job->next = next;
		job->last_behind = last;
	}
	return job;
}

/* Starts all launches that can start now, and returns them as a list. turn_lock must be held. */
static struct fcl_bd_job *begin_all(struct fcl_bd_executor *executor)
{
	struct fcl_bd_job **link, *begun = NULL, **last = &begun;

	for (link = &executor->waiting; *link;)
		if (begin_some(executor, link, &last))
			link = &(*link)->next;
	if (!executor->waiting && executor->has_waiting) {
		executor->has_waiting = false;
		return_tokens(executor);
	}
	return begun;
}

struct fcl_bd_job *fcl_bd_turn_retry(struct fcl_bd_executor *executor)
{
	struct fcl_bd_job *begun;

	pthread_mutex_lock(&executor->turn_lock);
	begun = begin_all(executor);
	pthread_mutex_unlock(&executor->turn_lock);
	return begun;
}

bool fcl_bd_turn_take(struct fcl_bd_job *job)
{
	struct fcl_bd_executor *executor = job->executor;
	struct fcl_bd_job *first;
	bool begun;

	pthread_mutex_lock(&executor->turn_lock);
	job->waits_since_ns = 0;
	job->waits_for = NULL;
	/*
	 * Launches that already wait for the same CUs come first. They are checked when one of
	 * these CUs becomes free.
	 */
	first = turns_first_of(executor, job);
	begun = !first && turns_begin(executor, job);
	if (!begun)
		add_waiting(executor, first, job);
	pthread_mutex_unlock(&executor->turn_lock);
	return begun;
}

/* turn_lock must be held. */
static void give_up_kept(struct fcl_bd_executor *executor)
{
	struct fcl_bd_token *token = executor->kept;

	executor->kept = NULL;
	if (token && atomic_load(&token->holder) == executor->seat + 1)
		turns_pass_on(executor, token);
}

void fcl_bd_turn_give_up(struct fcl_bd_executor *executor)
{
	if (!atomic_load_explicit(&executor->kept, memory_order_relaxed))
		return;
	pthread_mutex_lock(&executor->turn_lock);
	give_up_kept(executor);
	pthread_mutex_unlock(&executor->turn_lock);
}

uint64_t fcl_bd_turn_left(struct fcl_bd_executor *executor)
{
	uint64_t now, until;

	if (!atomic_load_explicit(&executor->kept, memory_order_relaxed))
		return 0;
	now = fcl_now_ns();
	pthread_mutex_lock(&executor->turn_lock);
	until = executor->kept ? executor->kept_until_ns : 0;
	pthread_mutex_unlock(&executor->turn_lock);
	return until > now ? until - now : 0;
}

/*
 * The CU has no launches left: keeps it for the next one, or passes it on. turn_lock must be held.
 */
static void leave_cu(struct fcl_bd_executor *executor, uint32_t cu)
{
	struct fcl_bd_token *token = token_of(executor, cu);
	uint64_t until = executor->until_ns[cu];

	/* A launch that started without the token has nothing to pass on. */
	if (atomic_load(&token->holder) != executor->seat + 1)
		return;
	executor->crowded = has_other_waiters(executor, token);
	if (may_depend_on_others(executor, cu) || executor->kept || executor->ended_ns >= until ||
	    !executor->crowded) {
		turns_pass_on(executor, token);
		return;
	}
	executor->kept = token;
	executor->kept_until_ns = until;
}

struct fcl_bd_job *fcl_bd_turn_end(struct fcl_bd_executor *executor, uint32_t cu, bool serves)
{
	struct fcl_bd_job *begun;

	pthread_mutex_lock(&executor->turn_lock);
	executor->begun--;
	executor->on_cu[cu]--;
	executor->on_streams -= executor->has_stream[cu];
	executor->ended_ns = fcl_now_ns();
	if (!(executor->has_stream[cu] ? executor->on_streams : executor->on_cu[cu])) {
		if (executor->has_stream[cu])
			memset(executor->used, 0, executor->ncus * sizeof(*executor->used));
		executor->used[cu] = false;
		executor->stuck_ns = STUCK_NS;
		leave_cu(executor, cu);
	}
	begun = begin_all(executor);
	/* Only a thread that polls the ring next can tell whether the client launches again. */
	if (executor->kept && !serves)
		give_up_kept(executor);
	pthread_mutex_unlock(&executor->turn_lock);
	atomic_fetch_sub(&executor->own->running, 1);
	return begun;
}
