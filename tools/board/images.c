/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/images.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/board/wire/ring.h"
#include "hal/include/fcl_hal.h"
#include "tools/board/server.h"

static unsigned images_index_of(const struct fcl_bd_server *server,
				const struct fcl_bd_client *client)
{
	return (unsigned)(client - server->clients);
}

static struct fcl_bd_seat *seat_of(struct fcl_bd_server *server, unsigned index)
{
	return &server->turns->seats[index];
}

/* Wakes all executors to check again whether it is their turn. */
static void ring_bells(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		if (!server->clients[i].used)
			continue;
		atomic_fetch_add(&seat_of(server, i)->bell, 1);
		fcl_bd_wake(&seat_of(server, i)->bell);
	}
}

static void set_closing(struct fcl_bd_server *server, bool closing)
{
	if (closing && !server->closing)
		atomic_store(&server->turns->closing_ns, fcl_now_ns());
	server->closing = closing;
	atomic_store(&server->turns->closing, closing);
}

static void activate(struct fcl_bd_server *server, uint32_t image)
{
	if (server->active && image) {
		server->nswaps++;
		atomic_store(&server->turns->active_ns, fcl_now_ns());
	}
	server->active = image;
	atomic_store(&server->turns->active, image);
	set_closing(server, false);
	server->closing_since_ns = 0;
	server->was_idle = false;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].image == image)
			server->clients[i].wants_since_ns = 0;
	ring_bells(server);
}

/* --- leases ----------------------------------------------------------------------------------- */

static void format_uuid(const uint8_t uuid[16], char text[33])
{
	for (int i = 0; i < 16; i++)
		sprintf(text + 2 * i, "%02x", uuid[i]);
}

/* Another client that uses another image, if the board may only have one image in use. */
static const struct fcl_bd_client *conflict(const struct fcl_bd_server *server,
					    const struct fcl_bd_client *client,
					    const uint8_t uuid[16])
{
	if (server->options->swaps && server->facts.caps & FCL_HAL_CAP_EMULATED)
		return NULL;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		const struct fcl_bd_client *other = &server->clients[i];

		if (other != client && other->used && other->image &&
		    memcmp(server->images[other->image - 1].uuid, uuid, 16) != 0)
			return other;
	}
	return NULL;
}

static int images_refuse(const struct fcl_bd_server *server, const struct fcl_bd_client *other,
			 struct fcl_err *err)
{
	const struct fcl_bd_record *record = &server->images[other->image - 1];
	char text[33];

	format_uuid(record->uuid, text);
	return fcl_err_set(err, -EBUSY,
			   "%u client%s of board %s use%s image %s (process %d among them), and %s",
			   record->leases, record->leases == 1 ? "" : "s", server->options->name,
			   record->leases == 1 ? "s" : "", text, (int)other->peer.pid,
			   server->options->swaps
				   ? "a board that is not emulated is not swapped between "
				     "processes"
				   : "it was started with --no-swap");
}

static uint32_t find_record(struct fcl_bd_server *server, const uint8_t uuid[16])
{
	uint32_t free = 0;

	for (uint32_t i = 0; i < FCL_BD_CLIENTS; i++) {
		if (server->images[i].leases && !memcmp(server->images[i].uuid, uuid, 16))
			return i + 1;
		if (!server->images[i].leases && !free)
			free = i + 1;
	}
	if (free)
		memcpy(server->images[free - 1].uuid, uuid, 16);
	return free;
}

int fcl_bd_lease(struct fcl_bd_server *server, struct fcl_bd_client *client, const uint8_t uuid[16],
		 uint32_t *ret_number, struct fcl_err *err)
{
	const struct fcl_bd_client *other;
	uint32_t number;

	fcl_bd_unlease(server, client);
	other = conflict(server, client, uuid);
	if (other)
		return images_refuse(server, other, err);
	number = find_record(server, uuid);
	if (!number) /* cannot happen: there are as many records as clients */
		return fcl_err_set(err, -EBUSY, "board %s holds too many images",
				   server->options->name);
	server->images[number - 1].leases++;
	client->image = number;
	atomic_store(&seat_of(server, images_index_of(server, client))->image, number);
	if (!server->active)
		activate(server, number);
	*ret_number = number;
	return 0;
}

void fcl_bd_unlease(struct fcl_bd_server *server, struct fcl_bd_client *client)
{
	uint32_t number = client->image;

	if (!number)
		return;
	client->image = 0;
	client->wants_since_ns = 0;
	atomic_store(&seat_of(server, images_index_of(server, client))->image, 0);
	if (--server->images[number - 1].leases || server->active != number)
		return;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used && server->clients[i].image) {
			activate(server, server->clients[i].image);
			return;
		}
	activate(server, 0);
}

/* --- swaps ------------------------------------------------------------------------------------ */

static bool is_running(struct fcl_bd_server *server)
{
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used && atomic_load(&seat_of(server, i)->running))
			return true;
	return false;
}

static struct fcl_bd_client *oldest_that_wants(struct fcl_bd_server *server)
{
	struct fcl_bd_client *oldest = NULL;

	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		struct fcl_bd_client *client = &server->clients[i];

		if (client->used && client->wants_since_ns && client->image &&
		    (!oldest || client->wants_since_ns < oldest->wants_since_ns))
			oldest = client;
	}
	return oldest;
}

/*
 * Pairs with pass_gate() in turns.c: executors count a launch as running before they check
 * `closing`. So if `closing` is set and no launch is running, none can start.
 */
static void try_swap(struct fcl_bd_server *server, struct fcl_bd_client *client, uint64_t now)
{
	bool aged = now - client->wants_since_ns >= server->swap_age_ns, idle;

	set_closing(server, true);
	idle = !is_running(server);
	if (idle && (aged || server->was_idle)) {
		activate(server, client->image);
		return;
	}
	server->was_idle = idle;
	if (aged && !server->closing_since_ns)
		server->closing_since_ns = now;
	/*
	 * Running kernels may wait for launches that wait at the gate. After this long, give up and
	 * let those pass.
	 */
	if (aged && now - server->closing_since_ns > FCL_BD_MOST_SWAP_MS * UINT64_C(1000000)) {
		client->wants_since_ns = now;
		aged = false;
	}
	if (!aged) {
		server->closing_since_ns = 0;
		set_closing(server, false);
		ring_bells(server);
	}
}

/* Restores words that a faulty kernel may have overwritten. */
static void images_restore(struct fcl_bd_server *server)
{
	struct fcl_bd_turns *turns = server->turns;
	bool wrong = atomic_load(&turns->active) != server->active ||
		     atomic_load(&turns->closing) != server->closing;

	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++) {
		const struct fcl_bd_client *client = &server->clients[i];
		bool alive = client->used && client->executor;

		if (atomic_load(&turns->seats[i].alive) == alive)
			continue;
		atomic_store(&turns->seats[i].alive, alive);
		wrong = true;
	}
	if (!wrong)
		return;
	atomic_store(&turns->active, server->active);
	atomic_store(&turns->closing, server->closing);
	ring_bells(server);
}

int fcl_bd_arbitrate(struct fcl_bd_server *server)
{
	uint64_t now = fcl_now_ns();
	struct fcl_bd_client *client;

	images_restore(server);
	if (server->sweep_ns && now >= server->sweep_ns) {
		server->sweep_ns = 0;
		for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
			if (!server->clients[i].used || !server->clients[i].executor)
				fcl_bd_sweep(server, i);
	}
	client = oldest_that_wants(server);
	if (client && client->image == server->active) {
		client->wants_since_ns = 0; /* it has got its turn in the meantime */
		ring_bells(server);
		client = oldest_that_wants(server);
	}
	if (client)
		try_swap(server, client, now);
	if (oldest_that_wants(server))
		return 1;
	return server->sweep_ns ? 50 : -1;
}

/* --- turns on CUs ----------------------------------------------------------------------------- */

/* Cleans up after a client that may have ended. A faulty kernel may have written anything here. */
static unsigned sweep_token(struct fcl_bd_server *server, struct fcl_bd_token *token,
			    unsigned index)
{
	uint64_t wanted = atomic_fetch_and(&token->wanted, ~(UINT64_C(1) << index));
	uint32_t holder = atomic_load(&token->holder), seat = holder - 1;

	if (!holder || (holder != index + 1 && seat < FCL_BD_CLIENTS &&
			server->clients[seat].used && server->clients[seat].executor))
		return 0;
	if (!atomic_compare_exchange_strong(&token->holder, &holder, 0))
		return 0;
	return (wanted & ~(UINT64_C(1) << index)) != 0;
}

void fcl_bd_sweep(struct fcl_bd_server *server, unsigned index)
{
	unsigned freed = sweep_token(server, &server->turns->streams, index);

	for (uint32_t i = 0; i < FCL_BD_CUS; i++)
		freed += sweep_token(server, &server->turns->cus[i], index);
	if (freed)
		ring_bells(server);
}

/* --- information for other clients ------------------------------------------------------------ */

static void describe_user(struct fcl_bd_server *server, unsigned index, struct fcl_bd_user *user)
{
	const struct fcl_bd_client *client = &server->clients[index];

	user->pid = client->peer.pid;
	user->executor = client->executor;
	user->uid = client->peer.uid;
	user->running = atomic_load(&seat_of(server, index)->running);
	user->waits = client->wants_since_ns != 0;
	for (uint32_t i = 0; i < server->facts.nbanks; i++)
		user->bytes += client->charged[i];
	if (client->image)
		memcpy(user->uuid, server->images[client->image - 1].uuid, 16);
	user->leases = client->image != 0;
}

void fcl_bd_describe(struct fcl_bd_server *server, struct fcl_bd_state *ret_state)
{
	uint32_t active = server->active;

	memset(ret_state, 0, sizeof(*ret_state));
	snprintf(ret_state->spec, sizeof(ret_state->spec), "%s", server->options->spec);
	ret_state->pid = getpid();
	ret_state->swaps = server->nswaps;
	ret_state->deaths = server->ndeaths;
	for (unsigned i = 0; i < FCL_BD_CLIENTS; i++)
		if (server->clients[i].used)
			describe_user(server, i, &ret_state->users[ret_state->nusers++]);
	for (uint32_t i = 0; i < server->facts.nbanks; i++) {
		ret_state->bytes += server->used[i];
		ret_state->capacity += server->facts.banks[i].size;
	}
	for (uint32_t i = 0; i < FCL_BD_CUS; i++)
		ret_state->busy_cus += atomic_load(&server->turns->cus[i].holder) != 0;
	if (active && active <= FCL_BD_CLIENTS && server->images[active - 1].leases) {
		ret_state->has_image = 1;
		memcpy(ret_state->uuid, server->images[active - 1].uuid, 16);
	}
}
