/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings as files: the 8 bytes FPGACLTM, then numbers of 7 bits a byte, the lowest first, of
 * which all bytes but the last have bit 7; text as its length and its bytes. First the version, 1;
 * then clocks, processes, channels, banks and ports, each kind with its count and with the members
 * of its struct in engine.h in their order (of NONE: 0, of others: 1 more); then, for each process,
 * its lanes, each with its count of events: the key's distance from the end of the event before it,
 * op, object, value, step. At the end, 8 bytes: the FNV-1a hash of all before it, the lowest first.
 */
#include <errno.h>
#include <string.h>

#include "base/fnv.h"
#include "emulator/time/lanes.h"
#include "emulator/time/recorded.h"
#include "emulator/time/steps.h"

#define MAGIC "FPGACLTM"
#define VERSION 1

static void put(struct fcl_text *file, uint64_t number)
{
	unsigned char bytes[10];
	size_t count = 0;
	for (; number > 127; number >>= 7)
		bytes[count++] = (unsigned char)(number | 128);
	bytes[count++] = (unsigned char)number;
	fcl_text_append(file, bytes, count);
}

static void put_text(struct fcl_text *file, const char *text)
{
	put(file, strlen(text));
	fcl_text_append(file, text, strlen(text));
}

static void put_all(struct fcl_text *file, const char *name, const uint64_t *numbers, size_t count)
{
	put_text(file, name);
	for (size_t i = 0; i < count; i++)
		put(file, numbers[i]);
}

/* NONE as 0. */
static uint64_t number_of(uint32_t object)
{
	return object == FCL_TIME_NONE ? 0 : (uint64_t)object + 1;
}

static void put_objects(struct fcl_text *file, const struct fcl_time *time)
{
	put(file, time->nclocks);
	for (uint32_t i = 0; i < time->nclocks; i++)
		put_all(file, time->clocks[i].name, &time->clocks[i].period_ps, 1);
	put(file, time->nprocs);
	for (uint32_t i = 0; i < time->nprocs; i++) {
		const struct fcl_time_process *info = &time->procs[i].info;
		put_all(file, info->name, (uint64_t[]){info->clock, info->free_running}, 2);
	}
	put(file, time->nchans);
	for (uint32_t i = 0; i < time->nchans; i++) {
		const struct fcl_time_channel *info = &time->chans[i].info;
		put_all(file, info->name,
			(uint64_t[]){info->depth, info->bits, info->read_latency,
				     info->write_latency, number_of(info->writer),
				     number_of(info->reader), info->fixed},
			7);
	}
	put(file, time->nbanks);
	for (uint32_t i = 0; i < time->nbanks; i++) {
		const struct fcl_time_bank *info = &time->banks[i].info;
		put_all(file, info->name,
			(uint64_t[]){info->latency_ps, info->megabytes, info->burst_ps, info->base,
				     info->size},
			5);
	}
	put(file, time->nports);
	for (uint32_t i = 0; i < time->nports; i++) {
		const struct fcl_time_port *info = &time->ports[i].info;
		put_all(file, info->name,
			(uint64_t[]){info->clock, info->bank, info->bytes, info->read_burst,
				     info->write_burst, info->reads, info->writes,
				     number_of(info->shares)},
			8);
	}
}

static void put_lane(struct fcl_text *file, const struct fcl_time_lane *lane)
{
	uint64_t last = 0;
	put(file, lane->count);
	for (size_t i = 0; i < lane->count; i++) {
		const struct fcl_time_event *event = &lane->events[i];
		put(file, event->at - last);
		put(file, event->op);
		put(file, event->object);
		put(file, event->value);
		put(file, event->step);
		last = fcl_time_event_last(event);
	}
}

int fcl_time_save(struct fcl_time *time, struct fcl_text *file, struct fcl_err *err)
{
	size_t start = file->size;
	pthread_mutex_lock(&time->lock);
	fcl_text_append(file, MAGIC, sizeof(MAGIC) - 1);
	put(file, VERSION);
	put_objects(file, time);
	for (uint32_t i = 0; i < time->nprocs; i++) {
		put(file, time->procs[i].nlanes);
		for (uint32_t k = 0; k < time->procs[i].nlanes; k++)
			put_lane(file, &time->procs[i].lanes[k]);
	}
	pthread_mutex_unlock(&time->lock);
	if (!file->failed) {
		uint64_t hash = fcl_fnv(FCL_FNV_EMPTY, file->bytes + start, file->size - start);
		unsigned char bytes[8];
		for (unsigned i = 0; i < 8; i++)
			bytes[i] = (unsigned char)(hash >> 8 * i);
		fcl_text_append(file, bytes, 8);
	}
	return file->failed ? fcl_err_set(err, -ENOMEM, "no memory for a recording") : 0;
}

/* A file that is read; `broken`: what followed was not as it should be. */
struct reader {
	const char *at, *end;
	bool broken;
	struct fcl_text name; /* of the object that is read */
	struct fcl_time *time;
	struct fcl_err *err;
};

static uint64_t take(struct reader *reader)
{
	uint64_t number = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		if (reader->at == reader->end)
			break;
		unsigned char byte = (unsigned char)*reader->at++;
		number |= (uint64_t)(byte & 127) << shift;
		if (!(byte & 128))
			return number;
	}
	reader->broken = true;
	return 0;
}

/* A number of 32 bits. */
static uint32_t take_small(struct reader *reader)
{
	uint64_t number = take(reader);
	reader->broken = reader->broken || number > UINT32_MAX;
	return (uint32_t)number;
}

/* The number of an object, or NONE. */
static uint32_t take_object(struct reader *reader)
{
	return take_small(reader) - 1;
}

static const char *take_name(struct reader *reader)
{
	uint64_t size = take(reader);
	reader->name.size = 0;
	if (size > (uint64_t)(reader->end - reader->at)) {
		reader->broken = true;
		return "";
	}
	fcl_text_append(&reader->name, reader->at, (size_t)size);
	reader->at += size;
	if (reader->name.failed || strlen(reader->name.bytes) != size ||
	    !fcl_text_is_printable(reader->name.bytes))
		reader->broken = true;
	return reader->broken ? "" : reader->name.bytes;
}

static int take_clock(struct reader *reader, uint32_t *ret_number)
{
	struct fcl_time_clock clock = {.name = take_name(reader)};
	clock.period_ps = take(reader);
	return fcl_time_add_clock(reader->time, &clock, ret_number, reader->err);
}

static int take_process(struct reader *reader, uint32_t *ret_number)
{
	struct fcl_time_process process = {.name = take_name(reader)};
	process.clock = take_small(reader);
	process.free_running = take(reader);
	return fcl_time_add_process(reader->time, &process, ret_number, reader->err);
}

static int take_channel(struct reader *reader, uint32_t *ret_number)
{
	struct fcl_time_channel channel = {.name = take_name(reader)};
	channel.depth = take(reader);
	channel.bits = take_small(reader);
	channel.read_latency = take_small(reader);
	channel.write_latency = take_small(reader);
	channel.writer = take_object(reader);
	channel.reader = take_object(reader);
	channel.fixed = take(reader);
	return fcl_time_add_channel(reader->time, &channel, ret_number, reader->err);
}

static int take_bank(struct reader *reader, uint32_t *ret_number)
{
	struct fcl_time_bank bank = {.name = take_name(reader)};
	bank.latency_ps = take(reader);
	bank.megabytes = take(reader);
	bank.burst_ps = take(reader);
	bank.base = take(reader);
	bank.size = take(reader);
	return fcl_time_add_bank(reader->time, &bank, ret_number, reader->err);
}

static int take_port(struct reader *reader, uint32_t *ret_number)
{
	struct fcl_time_port port = {.name = take_name(reader)};
	port.clock = take_small(reader);
	port.bank = take_small(reader);
	port.bytes = take_small(reader);
	port.read_burst = take_small(reader);
	port.write_burst = take_small(reader);
	port.reads = take_small(reader);
	port.writes = take_small(reader);
	port.shares = take_object(reader);
	return fcl_time_add_port(reader->time, &port, ret_number, reader->err);
}

static int take_objects(struct reader *reader,
			int (*take_one)(struct reader *reader, uint32_t *ret_number))
{
	int error = 0;
	uint32_t number;
	for (uint64_t count = take(reader); count && !error && !reader->broken; count--)
		error = take_one(reader, &number);
	return error;
}

static int take_lane(struct reader *reader, uint32_t process)
{
	struct fcl_time_proc *proc = &reader->time->procs[process];
	struct fcl_time_lane *lane = fcl_time_lanes_more(proc);
	uint64_t last = 0;
	int error = lane ? 0 : fcl_err_set(reader->err, -ENOMEM, "no memory for a recording");
	for (uint64_t count = take(reader); count && !error && !reader->broken; count--) {
		uint64_t distance = take(reader);
		struct fcl_time_event event = {.op = take_small(reader)};
		event.object = take_small(reader);
		event.value = take(reader);
		event.step = take_small(reader);
		if (distance >= FCL_TIME_MAX << FCL_TIME_PHASES)
			reader->broken = true;
		uint64_t key = last + distance;
		event.at = key >> FCL_TIME_PHASES;
		if (!reader->broken)
			error = fcl_time_check_event(reader->time, process, &event, reader->err);
		event.at = key;
		if (error || reader->broken)
			break;
		if (!fcl_time_lane_append(lane, &event, true))
			error = fcl_err_set(reader->err, -ENOMEM, "no memory for a recording");
		last = fcl_time_event_last(&event);
	}
	return error;
}

static int take_events(struct reader *reader)
{
	int error = 0;
	for (uint32_t i = 0; i < reader->time->nprocs && !error && !reader->broken; i++) {
		for (uint64_t lanes = take(reader); lanes && !error && !reader->broken; lanes--)
			error = take_lane(reader, i);
		reader->time->procs[i].native = FCL_TIME_ENDED;
	}
	return error;
}

static int take_all(struct reader *reader)
{
	static int (*const kinds[])(struct reader * reader, uint32_t * ret_number) = {
		take_clock, take_process, take_channel, take_bank, take_port};
	int error = 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !error && !reader->broken; i++)
		error = take_objects(reader, kinds[i]);
	if (!error && !reader->broken)
		error = take_events(reader);
	if (!error && (reader->broken || reader->at != reader->end))
		error = fcl_err_set(reader->err, -EINVAL, "the recording is damaged");
	return error;
}

/* Whether the file is a recording of this version, and whole. */
static int file_check(const char *file, size_t size, struct fcl_err *err)
{
	const size_t magic = sizeof(MAGIC) - 1;
	if (size < magic + 9 || memcmp(file, MAGIC, magic) != 0)
		return fcl_err_set(err, -EINVAL, "this is no recording of a time line");
	if (file[magic] != VERSION)
		return fcl_err_set(
			err, -EINVAL,
			"the recording has version %d of its format; this fpgacl reads %d",
			file[magic], VERSION);
	uint64_t hash = 0;
	for (unsigned i = 0; i < 8; i++)
		hash |= (uint64_t)(unsigned char)file[size - 8 + i] << 8 * i;
	if (hash != fcl_fnv(FCL_FNV_EMPTY, file, size - 8))
		return fcl_err_set(err, -EINVAL, "the recording is damaged, or cut off");
	return 0;
}

int fcl_time_load(const void *file, size_t size, struct fcl_time **ret_time, struct fcl_err *err)
{
	const struct fcl_time_options options = {.record = true};
	struct reader reader = {.at = file, .err = err};
	int error = file_check(file, size, err);
	if (!error)
		error = fcl_time_create(&options, &reader.time, err);
	if (error)
		return error;
	reader.end = reader.at + size - 8;
	reader.at += sizeof(MAGIC);
	error = take_all(&reader);
	fcl_text_free(&reader.name);
	if (error)
		fcl_time_destroy(reader.time);
	else
		*ret_time = reader.time;
	return error;
}
