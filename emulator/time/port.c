/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports and banks of memory. A port cuts requests into bursts: no longer than allowed, and not
 * across 4 KiB (AXI4, A3.4.1). One address goes out a cycle and direction. The next burst of reads
 * waits while `reads` of them have not been taken from the port in all; so there is always room for
 * what comes. One of writes waits for its last beat, and while `writes` have no response. A bank
 * serves bursts in the order of their arrival, one after the other; those that arrive at once, in
 * the order of their ports, reads first.
 */
#include <stdlib.h>
#include <string.h>

#include "emulator/time/list.h"
#include "emulator/time/port.h"
#include "emulator/time/steps.h"

#define PAGE 4096u

static uint64_t bank_ps(const struct fcl_time_mem *bank, uint64_t bytes)
{
	return bank->info.megabytes
		       ? (bytes * 1000000 + bank->info.megabytes - 1) / bank->info.megabytes
		       : 0;
}

static uint32_t port_bank(const struct fcl_time *time, const struct fcl_time_gate *gate,
			  uint64_t address)
{
	for (uint32_t i = 0; i < time->nbanks; i++)
		if (address - time->banks[i].info.base < time->banks[i].info.size)
			return i;
	return gate->info.bank;
}

static struct fcl_time_bus *port_bus(struct fcl_time *time, struct fcl_time_gate *gate)
{
	return gate->info.shares == FCL_TIME_NONE ? &gate->bus
						  : &time->ports[gate->info.shares].bus;
}

static struct fcl_time_burst *way_burst(const struct fcl_time_way *way, uint64_t number)
{
	return number >= way->bursts.first && number - way->bursts.first < way->bursts.count
		       ? &way->bursts.items[number - way->bursts.first]
		       : NULL;
}

static uint64_t way_nbursts(const struct fcl_time_way *way)
{
	return way->bursts.first + way->bursts.count;
}

static struct fcl_time_request *way_request(const struct fcl_time_way *way)
{
	return way->requests.next < way->requests.count ? &way->requests.items[way->requests.next]
							: NULL;
}

static uint32_t gate_burst(const struct fcl_time_gate *gate, uint32_t way)
{
	return way ? gate->info.write_burst : gate->info.read_burst;
}

/* Beats of the next burst of a request. */
static uint32_t request_beats(const struct fcl_time_gate *gate, uint32_t way, uint64_t address,
			      uint32_t left)
{
	uint32_t beats = gate_burst(gate, way);
	uint64_t room = (PAGE - address % PAGE) / gate->info.bytes;
	if (beats > room)
		beats = room ? (uint32_t)room : 1;
	return beats < left ? beats : left;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The cycle in which the bus moves beat `beat` of a burst. */
static uint64_t burst_beat(const struct fcl_time *time, const struct fcl_time_gate *gate,
			   const struct fcl_time_burst *burst, uint64_t beat)
{
	const struct fcl_time_mem *bank = &time->banks[burst->bank];
	uint64_t ps = burst->start_ps + bank_ps(bank, beat * gate->info.bytes);
	return later(burst->cycle + beat, fcl_time_ceil(ps, gate->period_ps));
}

/* The first cycle in which the way's next burst may go out; or UNKNOWN. */
static uint64_t way_earliest(const struct fcl_time_gate *gate, uint32_t number)
{
	const struct fcl_time_way *way = &gate->ways[number];
	const struct fcl_time_request *request = way_request(way);
	if (!request)
		return FCL_TIME_UNKNOWN;
	uint64_t cycle = request->cycle + 1;
	if (number) {
		if (way_nbursts(way) >= way->stored.count)
			return FCL_TIME_UNKNOWN;
		cycle = later(cycle, fcl_time_list_at(&way->stored, way_nbursts(way)) + 1);
	}
	uint64_t flying = number ? gate->info.writes : gate->info.reads;
	if (way_nbursts(way) >= flying) {
		const struct fcl_time_burst *before = way_burst(way, way_nbursts(way) - flying);
		if (before && before->done == FCL_TIME_UNKNOWN)
			return FCL_TIME_UNKNOWN;
		if (before)
			cycle = later(cycle, before->done + 1);
	}
	return cycle;
}

static void way_offer(struct fcl_time *time, uint32_t port, uint32_t number)
{
	struct fcl_time_gate *gate = &time->ports[port];
	struct fcl_time_way *way = &gate->ways[number];
	if (way->offered)
		return;
	uint64_t cycle = way_earliest(gate, number);
	if (cycle == FCL_TIME_UNKNOWN)
		return;
	way->offered = true;
	way->offer = later(cycle, port_bus(time, gate)->next_burst[number]);
	fcl_time_decisions_add(time, &(struct fcl_time_decision){way->offer * gate->period_ps, 1,
								 2 * port + number});
}

/* Forgets bursts that are needed neither for places nor for beats. */
static void way_forget(struct fcl_time_gate *gate, uint32_t number)
{
	struct fcl_time_way *way = &gate->ways[number];
	uint64_t flying = number ? gate->info.writes : gate->info.reads;
	uint64_t keep = way_nbursts(way) > flying ? way_nbursts(way) - flying : 0;
	if (keep > way->burst)
		keep = way->burst;
	size_t drop = (size_t)(keep - way->bursts.first);
	if (drop < 64 || drop < way->bursts.count / 2)
		return;
	way->bursts.count -= drop;
	way->bursts.first = keep;
	memmove(way->bursts.items, way->bursts.items + drop,
		way->bursts.count * sizeof(*way->bursts.items));
}

static bool bursts_add(struct fcl_time_bursts *bursts, const struct fcl_time_burst *burst)
{
	if (bursts->count == bursts->room) {
		size_t room = bursts->room ? 2 * bursts->room : 64;
		struct fcl_time_burst *items = realloc(bursts->items, room * sizeof(*items));
		if (!items)
			return false;
		bursts->items = items;
		bursts->room = room;
	}
	bursts->items[bursts->count++] = *burst;
	return true;
}

static bool requests_add(struct fcl_time_way *way, const struct fcl_time_request *request)
{
	struct fcl_time_requests *requests = &way->requests;
	/* What was sent was filled, too. */
	if (requests->next == requests->count)
		requests->next = requests->count = way->filling = 0;
	if (requests->count == requests->room) {
		size_t room = requests->room ? 2 * requests->room : 16;
		struct fcl_time_request *items = realloc(requests->items, room * sizeof(*items));
		if (!items)
			return false;
		requests->items = items;
		requests->room = room;
	}
	requests->items[requests->count++] = *request;
	return true;
}

static bool list_add(struct fcl_time_list *list, uint64_t needed, uint64_t cycle)
{
	if (fcl_time_list_is_full(list)) {
		list->first = needed < list->count ? needed : list->count;
		if ((!list->cycles || list->count - list->first > list->mask / 2) &&
		    !fcl_time_list_grow(list))
			return false;
	}
	fcl_time_list_add(list, cycle);
	return true;
}

/* The burst goes out: when its beats move, and what that leaves for others. */
static struct fcl_time_burst burst_send(struct fcl_time *time, struct fcl_time_gate *gate,
					uint32_t number, uint64_t address, uint32_t beats)
{
	struct fcl_time_burst burst = {.beats = beats, .done = FCL_TIME_UNKNOWN};
	burst.bank = port_bank(time, gate, address);
	struct fcl_time_mem *bank = &time->banks[burst.bank];
	struct fcl_time_bus *bus = port_bus(time, gate);
	uint64_t cycle = gate->ways[number].offer;
	burst.start_ps = later(cycle * gate->period_ps + (number ? 0 : bank->info.latency_ps),
			       bank->free_ps);
	bank->free_ps = burst.start_ps + bank_ps(bank, (uint64_t)beats * gate->info.bytes) +
			bank->info.burst_ps;
	burst.cycle = later(fcl_time_ceil(burst.start_ps, gate->period_ps), bus->next_beat[number]);
	uint64_t last = burst_beat(time, gate, &burst, beats - 1);
	bus->next_beat[number] = last + 1;
	bus->next_burst[number] = cycle + 1;
	if (number)
		burst.done = fcl_time_ceil(last * gate->period_ps + bank->info.latency_ps,
					   gate->period_ps);
	return burst;
}

static bool port_commit(struct fcl_time *time, uint32_t port, uint32_t number)
{
	struct fcl_time_gate *gate = &time->ports[port];
	struct fcl_time_way *way = &gate->ways[number];
	struct fcl_time_request *request = way_request(way);
	uint32_t beats = request_beats(gate, number, request->address, request->beats);
	struct fcl_time_burst burst = burst_send(time, gate, number, request->address, beats);
	request->address += (uint64_t)beats * gate->info.bytes;
	request->beats -= beats;
	if (!request->beats)
		way->requests.next++;
	way_forget(gate, number);
	if (!bursts_add(&way->bursts, &burst))
		return false;
	if (number && !request->beats && !list_add(&way->responses, way->answered, burst.done))
		return false;
	if (way->blocked) {
		way->blocked = false;
		fcl_time_ready(time, way->user);
	}
	way_offer(time, port, number);
	return true;
}

bool fcl_time_port_decide(struct fcl_time *time, uint32_t port, uint32_t number)
{
	struct fcl_time_gate *gate = &time->ports[port];
	struct fcl_time_way *way = &gate->ways[number];
	uint64_t next = port_bus(time, gate)->next_burst[number];
	if (next <= way->offer)
		way->offered = false;
	if (next <= way->offer)
		return port_commit(time, port, number);
	/* Another port took the bus meanwhile; others may still come before the next cycle. */
	way->offer = next;
	fcl_time_decisions_add(
		time, &(struct fcl_time_decision){next * gate->period_ps, 1, 2 * port + number});
	return true;
}

/* The first cycle in which a beat can be taken, or its place; or UNKNOWN. */
static uint64_t way_beat(const struct fcl_time *time, const struct fcl_time_gate *gate,
			 const struct fcl_time_way *way, uint64_t beat)
{
	uint64_t number = way->burst, begin = way->burst_begin;
	const struct fcl_time_burst *burst;
	while ((burst = way_burst(way, number)) && beat - begin >= burst->beats) {
		begin += burst->beats;
		number++;
	}
	if (!burst)
		return FCL_TIME_UNKNOWN;
	return burst_beat(time, gate, burst, beat - begin) + 1;
}

/* Writes: looks up the burst that the next beat is for. False: none was requested. */
static bool way_fill(const struct fcl_time_gate *gate, struct fcl_time_way *way)
{
	if (way->fill_burst)
		return true;
	if (!way->fill_request) {
		if (way->filling == way->requests.count)
			return false;
		const struct fcl_time_request *request = &way->requests.items[way->filling++];
		way->fill_request = request->beats;
		way->fill_address = request->address;
	}
	way->fill_burst = request_beats(gate, 1, way->fill_address, way->fill_request);
	way->fill_request -= way->fill_burst;
	way->fill_address += (uint64_t)way->fill_burst * gate->info.bytes;
	return true;
}

/* Whether more than `extra` beats have been requested that nobody has written. */
static bool way_wants(const struct fcl_time_way *way, uint64_t extra)
{
	uint64_t beats = (uint64_t)way->fill_burst + way->fill_request;
	for (size_t i = way->filling; beats <= extra && i < way->requests.count; i++)
		beats += way->requests.items[i].beats;
	return beats > extra;
}

static uint64_t gate_room(const struct fcl_time_gate *gate)
{
	return (uint64_t)gate->info.writes * gate->info.write_burst;
}

uint64_t fcl_time_port_ready(struct fcl_time *time, uint32_t port, uint32_t op, uint64_t extra)
{
	const struct fcl_time_gate *gate = &time->ports[port];
	struct fcl_time_way *way = &time->ports[port].ways[fcl_time_way_of(op)];
	uint64_t beat = way->beats + extra;
	switch (op) {
	case FCL_TIME_READ_BEAT:
		return way_beat(time, gate, way, beat);
	case FCL_TIME_WRITE_BEAT:
		if (!way_fill(gate, way) || !way_wants(way, extra))
			return FCL_TIME_UNKNOWN;
		return beat < gate_room(gate) ? 0
					      : way_beat(time, gate, way, beat - gate_room(gate));
	case FCL_TIME_RESPONSE:
		if (way->answered + extra >= way->responses.count)
			return FCL_TIME_UNKNOWN;
		return fcl_time_list_at(&way->responses, way->answered + extra) + 1;
	default:
		return 0;
	}
}

uint64_t fcl_time_port_beats(struct fcl_time *time, uint32_t port, uint32_t op)
{
	const struct fcl_time_gate *gate = &time->ports[port];
	struct fcl_time_way *way = &time->ports[port].ways[fcl_time_way_of(op)];
	uint64_t left = UINT64_MAX, place = way->beats;
	if (op == FCL_TIME_WRITE_BEAT) {
		left = way_fill(gate, way) ? way->fill_burst : 0;
		if (place < gate_room(gate))
			return left < gate_room(gate) - place ? left : gate_room(gate) - place;
		place -= gate_room(gate);
	}
	const struct fcl_time_burst *burst = way_burst(way, way->burst);
	uint64_t here = burst ? burst->beats - (place - way->burst_begin) : 0;
	return here < left ? here : left;
}

bool fcl_time_port_is_fast(const struct fcl_time *time, uint32_t port, uint32_t op, uint64_t cycles)
{
	const struct fcl_time_gate *gate = &time->ports[port];
	const struct fcl_time_way *way = &gate->ways[fcl_time_way_of(op)];
	const struct fcl_time_burst *burst = way_burst(way, way->burst);
	uint64_t megabytes = burst ? time->banks[burst->bank].info.megabytes : 0;
	return !megabytes || gate->info.bytes * 1000000ull <=
				     (unsigned __int128)cycles * gate->period_ps * megabytes;
}

/* Beats were taken, or their places; at the end of their burst, goes on to the next. */
static void way_pass(struct fcl_time_way *way, uint64_t end, uint64_t cycle, bool reads)
{
	struct fcl_time_burst *burst = way_burst(way, way->burst);
	if (end - way->burst_begin < burst->beats)
		return;
	if (reads)
		burst->done = cycle;
	way->burst_begin += burst->beats;
	way->burst++;
}

bool fcl_time_port_move(struct fcl_time *time, uint32_t port, uint32_t op, uint64_t count,
			uint64_t cycle)
{
	struct fcl_time_gate *gate = &time->ports[port];
	uint32_t number = fcl_time_way_of(op);
	struct fcl_time_way *way = &gate->ways[number];
	uint64_t room = number ? gate_room(gate) : 0;
	way->beats += count;
	if (way->beats > room)
		way_pass(way, way->beats - room, cycle, !number);
	if (number) {
		/* Another beat of the same state may have ended a burst. */
		way_fill(gate, way);
		way->fill_burst -= (uint32_t)count;
		if (!way->fill_burst && !list_add(&way->stored, way_nbursts(way), cycle))
			return false;
	}
	way_offer(time, port, number);
	return true;
}

static bool port_request(struct fcl_time *time, uint32_t port, const struct fcl_time_event *event,
			 uint64_t cycle)
{
	uint32_t number = fcl_time_way_of(event->op);
	struct fcl_time_way *way = &time->ports[port].ways[number];
	way->nrequests++;
	if (!requests_add(way, &(struct fcl_time_request){cycle, event->value, event->step}))
		return false;
	way_offer(time, port, number);
	return true;
}

bool fcl_time_port_apply(struct fcl_time *time, uint32_t port, const struct fcl_time_event *event,
			 uint64_t cycle)
{
	if (event->op == FCL_TIME_READ_BEAT || event->op == FCL_TIME_WRITE_BEAT)
		return fcl_time_port_move(time, port, event->op, 1, cycle);
	if (event->op != FCL_TIME_RESPONSE)
		return port_request(time, port, event, cycle);
	time->ports[port].ways[1].answered++;
	return true;
}

void fcl_time_port_free(struct fcl_time_gate *gate)
{
	for (uint32_t i = 0; i < 2; i++) {
		free(gate->ways[i].requests.items);
		free(gate->ways[i].bursts.items);
		fcl_time_list_free(&gate->ways[i].stored);
		fcl_time_list_free(&gate->ways[i].responses);
	}
}
