/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/end.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/fnv.h"
#include "base/log.h"
#include "base/rack/mailbox.h"
#include "base/rack/pcapng.h"
#include "base/rack/shared.h"
#include "base/trust.h"

/* Until a receiver that reads nothing loses frames: longer than a busy machine keeps it from running. */
#define PATIENCE_NS UINT64_C(500000000)
#define ASK_NS 20000000 /* how often a sender asks whether a receiver has come */

/* A port that this one can send to. */
struct target {
	uint32_t port;
	struct fcl_rack_mailbox mailbox; /* opened when first needed */
	atomic_bool opened;
	uint64_t head, since_ns; /* while it is full: what it had read, and since when */
};

/* `since_ns` of one that is given up, whatever the time is. */
#define LONG_AGO_NS 1

struct fcl_rack_end {
	const struct fcl_rack *rack;
	const struct fcl_rack_port *port;
	const struct fcl_rack_link *link;
	uint32_t index;
	struct fcl_rack_shared *shared;
	struct fcl_rack_mailbox own;
	uint64_t head;               /* as in the mailbox, which only this process changes */
	struct fcl_rack_frame frame; /* the oldest; without bytes: not looked at yet */
	struct fcl_rack_pcap *pcap;
	pthread_mutex_t opening; /* of targets' mailboxes */
	pthread_mutex_t sending; /* guards noise, held, and what is sent */
	/* Opened when first needed: */
	int timer;
	int room,
		either; /* epoll descriptors: of the pipe for room and the timer; of that and the other pipe */
	uint64_t noise;            /* the state of random numbers */
	struct fcl_rack_head held; /* a frame that the next overtakes; its size is 0: none */
	unsigned char *held_bytes;
	bool ordered; /* time has no influence: who calls says when a receiver is given up */
	bool warned;  /* that others have written nonsense */
	struct fcl_rack_counts counts;
	uint32_t ntargets;
	struct target targets[];
};

/* --- chance ------------------------------------------------------------------------------------ */

/* SplitMix64: the same seed and port give the same numbers. */
static uint64_t end_random(struct fcl_rack_end *end)
{
	uint64_t z = end->noise += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static bool end_happens(struct fcl_rack_end *end, double share)
{
	return share > 0 && (double)(end_random(end) >> 11) * 0x1p-53 < share;
}

static uint64_t end_seed(const struct fcl_rack_link *link, uint64_t order, const char *port)
{
	uint64_t hash = fcl_fnv(FCL_FNV_EMPTY, port, strlen(port));

	return hash ^ link->seed * 0x9e3779b97f4a7c15u ^ order * 0xd1342543de82ef95u;
}

/* --- opening ----------------------------------------------------------------------------------- */

static void end_close_waits(struct fcl_rack_end *end)
{
	int descriptors[] = {end->timer, end->room, end->either};

	for (int i = 0; i < 3; i++)
		if (descriptors[i] >= 0)
			close(descriptors[i]);
	end->timer = end->room = end->either = -1;
}

static bool end_watch(int epoll, int descriptor)
{
	struct epoll_event event = {.events = EPOLLIN};

	return epoll >= 0 && descriptor >= 0 &&
	       !epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/* False: there are no more descriptors, and the caller asks again instead. */
static bool end_open_waits(struct fcl_rack_end *end)
{
	if (end->either >= 0)
		return true;
	end->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	end->room = epoll_create1(EPOLL_CLOEXEC);
	end->either = epoll_create1(EPOLL_CLOEXEC);
	if (end_watch(end->room, end->timer) && end_watch(end->room, end->own.tx) &&
	    end_watch(end->either, end->room) && end_watch(end->either, end->own.rx))
		return true;
	end_close_waits(end);
	return false;
}

static void end_find_targets(struct fcl_rack_end *end)
{
	const struct fcl_rack_link *link = end->link;

	for (uint32_t i = 0; i < link->nports; i++)
		if (link->ports[i] != end->index || link->nports == 1)
			end->targets[end->ntargets++] =
				(struct target){.port = link->ports[i],
						.mailbox = {.file = -1, .rx = -1, .tx = -1}};
}

int fcl_rack_open(const struct fcl_rack *rack, uint32_t port, struct fcl_rack_end **ret_end,
		  struct fcl_err *err)
{
	const struct fcl_rack_link *link = &rack->links[rack->ports[port].link];
	struct fcl_rack_end *end = calloc(1, sizeof(*end) + link->nports * sizeof(end->targets[0]));
	uint64_t order;
	int error;

	if (!end)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	end->rack = rack;
	end->port = &rack->ports[port];
	end->link = link;
	end->index = port;
	end->room = end->either = end->timer = -1;
	pthread_mutex_init(&end->opening, NULL);
	pthread_mutex_init(&end->sending, NULL);
	end->ordered = fcl_rack_order(rack, &order);
	end->noise = end_seed(link, order, end->port->name);
	end->own = (struct fcl_rack_mailbox){.file = -1, .rx = -1, .tx = -1};
	end->held_bytes = malloc(FCL_RACK_MAX_FRAME);
	end_find_targets(end);
	error = end->held_bytes ? fcl_rack_shared_open(rack, &end->shared, err)
				: fcl_err_set(err, -ENOMEM, "out of memory");
	if (!error)
		error = fcl_rack_mailbox_open(fcl_rack_shared_folder(end->shared), end->port->name,
					      true, &end->own, err);
	if (!error)
		error = fcl_rack_pcap_open(rack, port, &end->pcap, err);
	if (error) {
		fcl_rack_close(end);
		return error;
	}
	end->head = atomic_load(&end->own.box->head);
	*ret_end = end;
	return 0;
}

void fcl_rack_close(struct fcl_rack_end *end)
{
	if (!end)
		return;
	fcl_rack_pcap_close(end->pcap);
	for (uint32_t i = 0; i < end->ntargets; i++)
		fcl_rack_mailbox_close(&end->targets[i].mailbox);
	if (end->own.box)
		atomic_store(&end->own.box->open, 0);
	fcl_rack_mailbox_close(&end->own);
	if (end->shared)
		fcl_rack_shared_close(end->shared);
	end_close_waits(end);
	pthread_mutex_destroy(&end->opening);
	pthread_mutex_destroy(&end->sending);
	free(end->held_bytes);
	free(end);
}

/* The target's mailbox; NULL: it cannot be opened. */
static struct fcl_rack_mailbox *target_mailbox(struct fcl_rack_end *end, struct target *target)
{
	struct fcl_err err;
	int error = 0;

	if (atomic_load_explicit(&target->opened, memory_order_acquire))
		return &target->mailbox;
	pthread_mutex_lock(&end->opening);
	if (!atomic_load(&target->opened)) {
		error = fcl_rack_mailbox_open(fcl_rack_shared_folder(end->shared),
					      end->rack->ports[target->port].name, false,
					      &target->mailbox, &err);
		/* What is sent to a dead one would be lost when another takes its place. */
		if (!error)
			fcl_rack_mailbox_forget_dead(&target->mailbox);
		atomic_store(&target->opened, !error);
	}
	pthread_mutex_unlock(&end->opening);
	return error ? NULL : &target->mailbox;
}

bool fcl_rack_is_up(struct fcl_rack_end *end)
{
	if (fcl_rack_shared_is_down(end->shared, end->port->link))
		return false;
	for (uint32_t i = 0; i < end->ntargets; i++) {
		struct fcl_rack_mailbox *mailbox = target_mailbox(end, &end->targets[i]);

		if (mailbox && fcl_rack_mailbox_is_read(mailbox))
			return true;
	}
	return false;
}

/* --- sending ----------------------------------------------------------------------------------- */

enum put { PUT, FULL, GONE };

/* A target that has been full for a while is asked whether it lives, and what it reads. */
static enum put target_put(struct fcl_rack_end *end, struct target *target,
			   const struct fcl_rack_head *head, const void *bytes, bool wait)
{
	struct fcl_rack_mailbox *mailbox = target_mailbox(end, target);
	uint64_t read, now;

	if (!mailbox || !atomic_load(&mailbox->box->open))
		return wait ? FULL : GONE;
	if (fcl_rack_mailbox_put(mailbox, head, bytes)) {
		target->since_ns = 0;
		return PUT;
	}
	if (wait)
		return FULL;
	read = atomic_load(&mailbox->box->head);
	now = fcl_now_ns();
	if (!target->since_ns || target->head != read) {
		target->head = read;
		target->since_ns = end->ordered ? 0 : now;
	}
	return target->since_ns && now - target->since_ns >= PATIENCE_NS ? GONE : FULL;
}

/* Where a switch knows the frame's destination; FCL_RACK_NONE: all others get it. */
static uint32_t end_look_up(struct fcl_rack_end *end, const unsigned char *bytes, uint32_t size)
{
	uint32_t link = end->port->link, port = FCL_RACK_NONE;

	if (end->link->is_switch)
		port = fcl_rack_shared_switch(end->shared, link, end->index, bytes, size);
	/* Other programs wrote it: it may be anything. */
	return port < end->rack->nports && end->rack->ports[port].link == link ? port
									       : FCL_RACK_NONE;
}

static int end_deliver(struct fcl_rack_end *end, const struct fcl_rack_head *head,
		       const unsigned char *bytes, bool wait)
{
	uint32_t known = end_look_up(end, bytes, head->size);
	bool lost = false;

	/* A switch drops what an output has no room for; only a cable makes the sender wait. */
	for (uint32_t i = 0; i < end->ntargets; i++) {
		struct target *target = &end->targets[i];
		enum put put;

		if (known != FCL_RACK_NONE && known != target->port)
			continue;
		put = target_put(end, target, head, bytes, wait);
		if (put == FULL && (end->ntargets == 1 || known != FCL_RACK_NONE))
			return -EAGAIN;
		lost |= put != PUT;
	}
	end->counts.dropped += lost;
	return 0;
}

/* What a cable without flow control does to a frame, apart from its order. */
static int end_disturb(struct fcl_rack_end *end, struct fcl_rack_head *head,
		       const unsigned char *bytes, bool wait)
{
	const struct fcl_rack_faults *faults = &end->link->faults;
	unsigned char *copy;
	uint64_t bit;
	int error;

	if (end_happens(end, faults->loss)) {
		end->counts.lost++;
		return 0;
	}
	if (!end_happens(end, faults->corrupt))
		return end_deliver(end, head, bytes, wait);
	copy = malloc(head->size);
	if (!copy)
		return end_deliver(end, head, bytes, wait);
	memcpy(copy, bytes, head->size);
	bit = end_random(end) % ((uint64_t)head->size * 8);
	copy[bit / 8] ^= (unsigned char)(1u << bit % 8);
	head->flags |= FCL_RACK_BAD;
	error = end_deliver(end, head, copy, wait);
	free(copy);
	return error;
}

static bool has_faults(const struct fcl_rack_link *link)
{
	const struct fcl_rack_faults *faults = &link->faults;

	return faults->loss > 0 || faults->corrupt > 0 || faults->duplicate > 0 ||
	       faults->reorder > 0;
}

/* A frame that was held back goes behind the next. */
static void end_release(struct fcl_rack_end *end, bool wait)
{
	if (end->held.size && !end_deliver(end, &end->held, end->held_bytes, wait))
		end->held.size = 0;
}

/*
 * Numbers are drawn once for a frame: one that finds no room draws them again from where it began, so
 * that what is lost does not depend on time.
 */
static int end_send_with_faults(struct fcl_rack_end *end, struct fcl_rack_head *head,
				const unsigned char *bytes, bool wait)
{
	uint64_t before = end->noise;
	bool twice = end_happens(end, end->link->faults.duplicate);
	bool late = end_happens(end, end->link->faults.reorder);
	int error;

	if (late && !end->held.size) {
		end->held = *head;
		memcpy(end->held_bytes, bytes, head->size);
		return 0;
	}
	error = end_disturb(end, head, bytes, wait);
	if (error) {
		end->noise = before;
		return error;
	}
	/* A second copy that finds no room is lost. */
	if (twice)
		end_deliver(end, head, bytes, wait);
	end_release(end, wait);
	return 0;
}

static int end_send(struct fcl_rack_end *end, const void *bytes, uint32_t size, uint32_t flags,
		    bool wait)
{
	struct fcl_rack_head head = {.size = size, .flags = flags, .from = end->index};
	bool down = fcl_rack_shared_is_down(end->shared, end->port->link);
	int error = 0;

	if (!size || size > FCL_RACK_MAX_FRAME)
		return -EINVAL;
	if (down && wait)
		return -EAGAIN;
	if (down)
		end->counts.lost++;
	else
		error = has_faults(end->link) ? end_send_with_faults(end, &head, bytes, wait)
					      : end_deliver(end, &head, bytes, wait);
	if (error)
		return error;
	end->counts.sent++;
	end->counts.sent_bytes += size;
	if (end->pcap)
		fcl_rack_pcap_put(end->pcap, bytes, size);
	return 0;
}

int fcl_rack_send(struct fcl_rack_end *end, const void *bytes, uint32_t size, uint32_t flags,
		  bool wait)
{
	int error;

	pthread_mutex_lock(&end->sending);
	error = end_send(end, bytes, size, flags, wait);
	pthread_mutex_unlock(&end->sending);
	return error;
}

/* --- receiving --------------------------------------------------------------------------------- */

static void end_drop_all(struct fcl_rack_end *end, uint64_t tail)
{
	if (!end->warned)
		fcl_log(FCL_LOG_WARN, "rack",
			"something that is no board has written to port %s: what is there is "
			"dropped, frames among it",
			end->port->name);
	end->warned = true;
	end->head = tail & ~UINT64_C(15);
	atomic_store(&end->own.box->head, end->head);
}

/* What others write may be anything at any time: then all of it goes. The head is read once. */
const struct fcl_rack_frame *fcl_rack_receive(struct fcl_rack_end *end)
{
	const unsigned char *at = end->own.ring + end->head % FCL_RACK_RING;
	struct fcl_rack_head head;
	uint64_t tail;

	if (end->frame.bytes)
		return &end->frame;
	tail = atomic_load_explicit(&end->own.box->tail, memory_order_acquire);
	if (tail == end->head)
		return NULL;
	memcpy(&head, at, sizeof(head));
	__asm__ volatile("" ::: "memory");
	if (tail - end->head > FCL_RACK_RING || !head.size || head.size > FCL_RACK_MAX_FRAME ||
	    sizeof(head) + head.size > tail - end->head || tail % 16) {
		end_drop_all(end, tail);
		return NULL;
	}
	end->frame = (struct fcl_rack_frame){.size = head.size,
					     .flags = head.flags,
					     .from = head.from,
					     .bytes = at + sizeof(head)};
	return &end->frame;
}

/* Wakes those that wait for room once half of it is free. */
static void end_wake_senders(struct fcl_rack_end *end)
{
	struct fcl_rack_box *box = end->own.box;

	for (uint32_t i = 0; i < FCL_RACK_MAX_PORTS / 64; i++) {
		uint64_t bits = atomic_load(&box->waiting[i]);

		if (!bits)
			continue;
		bits = atomic_exchange(&box->waiting[i], 0);
		for (uint32_t j = 0; j < end->ntargets; j++) {
			struct target *target = &end->targets[j];
			struct fcl_rack_mailbox *mailbox;

			if (target->port / 64 != i || !(bits >> target->port % 64 & 1))
				continue;
			mailbox = target_mailbox(end, target);
			if (mailbox)
				fcl_rack_ring_bell(mailbox->tx);
		}
	}
}

void fcl_rack_take(struct fcl_rack_end *end)
{
	const struct fcl_rack_frame *frame = fcl_rack_receive(end);
	uint64_t size, left;

	if (!frame)
		return;
	size = fcl_rack_ring_bytes(frame->size);
	end->counts.received++;
	end->counts.received_bytes += frame->size;
	end->frame.bytes = NULL;
	end->head += size;
	atomic_store(&end->own.box->head, end->head);
	left = atomic_load(&end->own.box->tail) - end->head;
	/* At each quarter of the ring, or when it is empty. */
	if (!left || (left ^ (left + size)) & FCL_RACK_RING / 2)
		end_wake_senders(end);
}

/* --- waiting ----------------------------------------------------------------------------------- */

static bool end_wait_frame(struct fcl_rack_end *end)
{
	pthread_mutex_lock(&end->sending);
	end_release(end, false);
	pthread_mutex_unlock(&end->sending);
	fcl_rack_hush(end->own.rx);
	atomic_store(&end->own.box->sleeps, 1);
	return atomic_load(&end->own.box->tail) == end->head;
}

static bool target_is_full(const struct target *target)
{
	const struct fcl_rack_box *box = target->mailbox.box;

	return box && (!atomic_load(&box->open) ||
		       atomic_load(&box->tail) - atomic_load(&box->head) > FCL_RACK_RING / 2);
}

/* A link that is down, or a receiver that reads nothing, is asked again after a while. */
static bool end_wait_room(struct fcl_rack_end *end)
{
	const struct itimerspec later = {.it_value = {.tv_nsec = ASK_NS}};
	bool full = fcl_rack_shared_is_down(end->shared, end->port->link);

	fcl_rack_hush(end->own.tx);
	for (uint32_t i = 0; i < end->ntargets; i++) {
		struct target *target = &end->targets[i];

		if (!target_is_full(target))
			continue;
		atomic_fetch_or(&target->mailbox.box->waiting[end->index / 64],
				UINT64_C(1) << end->index % 64);
		full |= target_is_full(target);
	}
	timerfd_settime(end->timer, 0, &later, NULL);
	return full;
}

bool fcl_rack_has_room(const struct fcl_rack_end *end)
{
	bool full = fcl_rack_shared_is_down(end->shared, end->port->link);

	for (uint32_t i = 0; i < end->ntargets; i++)
		full |= target_is_full(&end->targets[i]);
	return !full;
}

bool fcl_rack_give_up(struct fcl_rack_end *end)
{
	bool given_up = false;

	pthread_mutex_lock(&end->sending);
	for (uint32_t i = 0; i < end->ntargets; i++) {
		struct target *target = &end->targets[i];

		if (!target_is_full(target) || target->since_ns)
			continue;
		target->head = atomic_load(&target->mailbox.box->head);
		target->since_ns = LONG_AGO_NS;
		given_up = true;
	}
	pthread_mutex_unlock(&end->sending);
	return given_up;
}

bool fcl_rack_wait(struct fcl_rack_end *end, bool frame, bool room, int *ret_descriptor)
{
	if (room && !end_open_waits(end))
		return false;
	*ret_descriptor = !room ? end->own.rx : frame ? end->either : end->room;
	return (!frame || end_wait_frame(end)) && (!room || end_wait_room(end)) && (frame || room);
}

struct fcl_rack_counts fcl_rack_count(const struct fcl_rack_end *end)
{
	return end->counts;
}
