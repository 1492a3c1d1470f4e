/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "hal/pcie/xdma/registers.h"

enum { MAPS = 512, CHANNELS = 8, PAGE = 4096 };

struct map {
	uint64_t iova, size;
	char *memory;
	bool writable, file;
};

struct engine {
	bool to_host;
	uint32_t control, status, completed, mask;
	uint64_t first, poll;
	uint32_t adjacent;
	bool start;  /* a run has been asked for */
	bool wedged; /* busy until a reset */
};

struct unit {
	uint32_t registers[MODEL_UNIT_BYTES / 4];
	uint32_t control, isr;
	bool start;
};

struct model_state {
	struct model *model;
	pthread_mutex_t lock;
	pthread_cond_t work;
	pthread_t threads[2]; /* DMA, compute units */
	bool stop;
	struct map maps[MAPS];
	struct engine engines[CHANNELS]; /* H2C, then C2H */
	struct unit units[MODEL_UNITS];
	uint32_t config[64], irq[64], user[0x10000 / 4];
	int events[FCL_PCIE_VECTORS];
	uint32_t nevents;
};

static void offend(struct model *model, const char *what)
{
	fprintf(stderr, "offence: %s\n", what);
	model->offences++;
}

/* nanosleep() takes less than a second. */
static void pause_ns(uint64_t ns)
{
	for (; ns > 100000000; ns -= 100000000)
		fcl_pause_us(100000);
	fcl_pause_us((unsigned)(ns / 1000));
}

static void raise_vector(struct model_state *state, uint32_t vector)
{
	uint64_t one = state->model->faults.double_interrupts ? 2 : 1;

	if (vector >= state->nevents)
		return;
	state->model->interrupts++;
	if (write(state->events[vector], &one, sizeof(one)) < 0)
		offend(state->model, "an eventfd does not take an interrupt");
}

/* --- DMA; the lock is held -------------------------------------------------------------------- */

static char *reach(struct model_state *state, uint64_t iova, uint64_t bytes, bool write)
{
	for (int i = 0; i < MAPS; i++) {
		const struct map *map = &state->maps[i];

		if (map->size && iova >= map->iova && iova - map->iova < map->size &&
		    bytes <= map->size - (iova - map->iova) && (!write || map->writable)) {
			state->model->direct += !map->file;
			return map->memory + (iova - map->iova);
		}
	}
	return NULL;
}

static uint32_t move(struct model_state *state, struct engine *engine,
		     const struct fcl_xdma_descriptor *descriptor)
{
	uint64_t source = descriptor->source_low | (uint64_t)descriptor->source_high << 32;
	uint64_t target = descriptor->target_low | (uint64_t)descriptor->target_high << 32;
	uint64_t card = (engine->to_host ? source : target) - MODEL_BASE;
	char *host = reach(state, engine->to_host ? target : source, descriptor->bytes,
			   engine->to_host);

	if (!host)
		return 1u << 9;
	if (!descriptor->bytes)
		offend(state->model, "a descriptor of 0 bytes");
	if (card >= MODEL_MEMORY || descriptor->bytes > MODEL_MEMORY - card)
		return engine->to_host ? 1u << 9 : 1u << 14;
	if (descriptor->bytes > state->model->most_piece)
		state->model->most_piece = descriptor->bytes;
	if (engine->to_host && state->model->faults.lose_data)
		state->model->faults.lose_data--;
	else if (engine->to_host)
		memcpy(host, state->model->memory + card, descriptor->bytes);
	else
		memcpy(state->model->memory + card, host, descriptor->bytes);
	return 0;
}

/* A block of adjacent descriptors must be in one page. */
static void check_block(struct model_state *state, uint64_t at, uint32_t adjacent)
{
	if (at % 32)
		offend(state->model, "a descriptor that is not aligned");
	if (at / PAGE != (at + adjacent * 32) / PAGE)
		offend(state->model, "a block of descriptors that crosses a page");
}

static uint32_t inject(struct model *model, unsigned index)
{
	if (!model->faults.status || model->faults.at != index || !model->faults.times)
		return 0;
	model->faults.times--;
	return model->faults.status;
}

/* Executes the descriptors; returns error bits. */
static uint32_t execute(struct model_state *state, struct engine *engine, bool *ret_marked)
{
	uint64_t at = engine->first;
	uint32_t adjacent = engine->adjacent;

	*ret_marked = false;
	check_block(state, at, adjacent);
	for (unsigned index = 0;; index++) {
		const struct fcl_xdma_descriptor *descriptor =
			(const void *)reach(state, at, sizeof(*descriptor), false);
		uint32_t error, extra;

		if (!descriptor)
			return 1u << 19;
		if (descriptor->control >> 16 != 0xad4b)
			return FCL_XDMA_MAGIC;
		error = inject(state->model, index);
		if (!error)
			error = move(state, engine, descriptor);
		if (error)
			return error;
		engine->completed++;
		*ret_marked |= descriptor->control & FCL_XDMA_DESCRIPTOR_DONE;
		if (descriptor->control & FCL_XDMA_DESCRIPTOR_STOP)
			return 0;
		at = descriptor->next_low | (uint64_t)descriptor->next_high << 32;
		extra = descriptor->control >> FCL_XDMA_ADJACENT_SHIFT & 0x3f;
		if (adjacent && extra != adjacent - 1)
			offend(state->model, "adjacency that does not count down");
		adjacent = extra;
		check_block(state, at, adjacent);
	}
}

static void interrupt_channel(struct model_state *state, unsigned index)
{
	struct engine *engine = &state->engines[index];
	unsigned h2c = state->model->nchannels;
	unsigned number = index < CHANNELS / 2 ? index : h2c + index - CHANNELS / 2;

	if (!(engine->status & engine->mask) || state->model->faults.lose_interrupts ||
	    !(state->irq[FCL_XDMA_CHANNEL_ENABLE / 4] >> number & 1))
		return;
	raise_vector(state,
		     state->irq[FCL_XDMA_CHANNEL_VECTORS / 4 + number / 4] >> number % 4 * 8 &
			     0x1f);
}

static void write_back(struct model_state *state, struct engine *engine, uint32_t error)
{
	_Atomic uint32_t *word = (_Atomic uint32_t *)(void *)reach(state, engine->poll, 4, true);
	uint32_t count = engine->completed;

	if (state->model->faults.short_count) {
		state->model->faults.short_count--;
		engine->completed = --count;
	}
	/* After a reset there is no address. */
	if (!(engine->control & FCL_XDMA_POLL) || state->model->faults.lose_poll || !engine->poll)
		return;
	if (!word)
		offend(state->model, "a write-back to memory that is not mapped");
	else
		atomic_store(
			word,
			count | (error && !state->model->faults.poll_without_error ? 1u << 31 : 0));
}

static void run(struct model_state *state, unsigned index)
{
	struct engine *engine = &state->engines[index];
	bool marked;
	uint32_t error;

	engine->completed = 0;
	error = execute(state, engine, &marked);
	state->model->runs++;
	engine->status = (error | FCL_XDMA_STOPPED | (marked ? FCL_XDMA_DONE : 0)) &
			 engine->control;
	engine->wedged = state->model->faults.stay_busy;
	write_back(state, engine, error);
	engine->start = false;
	interrupt_channel(state, index);
}

static struct engine *next_run(struct model_state *state, unsigned *ret_index)
{
	for (unsigned i = 0; i < CHANNELS; i++)
		if (state->engines[i].start && !state->engines[i].wedged) {
			*ret_index = i;
			return &state->engines[i];
		}
	return NULL;
}

static void *dma(void *user)
{
	struct model_state *state = user;

	pthread_mutex_lock(&state->lock);
	while (!state->stop) {
		unsigned index;

		if (!next_run(state, &index)) {
			pthread_cond_wait(&state->work, &state->lock);
			continue;
		}
		if (state->model->run_ns) {
			pthread_mutex_unlock(&state->lock);
			pause_ns(state->model->run_ns);
			pthread_mutex_lock(&state->lock);
		}
		if (state->engines[index].start)
			run(state, index);
	}
	pthread_mutex_unlock(&state->lock);
	return NULL;
}

/* --- compute units ---------------------------------------------------------------------------- */

static uint64_t argument(const struct unit *unit, unsigned offset)
{
	return unit->registers[offset / 4] | (uint64_t)unit->registers[offset / 4 + 1] << 32;
}

static void add(struct model *model, const struct unit *unit)
{
	uint64_t a = argument(unit, MODEL_ARG_A) - MODEL_BASE;
	uint64_t out = argument(unit, MODEL_ARG_OUT) - MODEL_BASE;
	uint32_t n = unit->registers[MODEL_ARG_N / 4];

	if (a > MODEL_MEMORY || out > MODEL_MEMORY || n > (MODEL_MEMORY - a) / 4 ||
	    n > (MODEL_MEMORY - out) / 4) {
		offend(model, "a compute unit's argument is no address of the card");
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint32_t value;

		memcpy(&value, model->memory + a + i * 4, 4);
		value += unit->registers[MODEL_ARG_B / 4];
		memcpy(model->memory + out + i * 4, &value, 4);
	}
}

static void end_unit(struct model_state *state, unsigned index)
{
	struct unit *unit = &state->units[index];
	const struct model_faults *faults = &state->model->faults;
	uint32_t number = index, enabled = unit->registers[2];

	add(state->model, unit);
	state->model->executions++;
	unit->start = false;
	unit->control = (faults->lose_done ? 0 : 2u) | (faults->never_idle ? 0 : 4u);
	unit->isr |= enabled & 1;
	if (unit->isr && unit->registers[1] & 1 && !faults->user_never &&
	    state->irq[FCL_XDMA_USER_ENABLE / 4] >> number & 1)
		raise_vector(state,
			     state->irq[FCL_XDMA_USER_VECTORS / 4 + number / 4] >> number % 4 * 8 &
				     0x1f);
}

static void *units(void *user)
{
	struct model_state *state = user;

	pthread_mutex_lock(&state->lock);
	while (!state->stop) {
		unsigned index = 0;

		while (index < MODEL_UNITS && !state->units[index].start)
			index++;
		if (index == MODEL_UNITS) {
			pthread_cond_wait(&state->work, &state->lock);
			continue;
		}
		if (state->model->unit_ns) {
			pthread_mutex_unlock(&state->lock);
			pause_ns(state->model->unit_ns);
			pthread_mutex_lock(&state->lock);
		}
		if (state->units[index].start)
			end_unit(state, index);
	}
	pthread_mutex_unlock(&state->lock);
	return NULL;
}

static void write_unit(struct model_state *state, unsigned index, uint64_t offset, uint32_t value)
{
	struct unit *unit = &state->units[index];

	if (offset == 0xc) {
		if (state->model->isr == MODEL_TOGGLES)
			unit->isr ^= value;
	} else if (offset) {
		unit->registers[offset / 4] = value;
	} else {
		if (value & 1 && unit->start)
			offend(state->model, "a start while the unit runs");
		if (state->model->chain && value & 0x10)
			unit->control &= ~2u;
		if (state->model->chain && value & 1 && unit->control & 2)
			offend(state->model, "a start before a continue");
		if (value & 1) {
			unit->start = true;
			unit->control = 1;
			pthread_cond_broadcast(&state->work);
		}
	}
}

static uint32_t read_unit(struct model_state *state, unsigned index, uint64_t offset)
{
	struct unit *unit = &state->units[index];
	uint32_t value;

	if (!offset) {
		value = unit->control;
		if (!state->model->chain)
			unit->control &= ~2u;
		return value;
	}
	if (offset != 0xc)
		return unit->registers[offset / 4];
	value = unit->isr;
	if (state->model->isr == MODEL_CLEARS_ON_READ)
		unit->isr = 0;
	return value;
}

/* --- registers; the lock is held -------------------------------------------------------------- */

static struct engine *engine_at(struct model_state *state, uint64_t offset, unsigned *ret_index)
{
	unsigned target = offset >> 12 & 3, channel = offset >> 8 & 0xf;

	*ret_index = (target & 1) * CHANNELS / 2 + channel;
	return channel < state->model->nchannels ? &state->engines[*ret_index] : NULL;
}

static void write_engine(struct model_state *state, struct engine *engine, unsigned index,
			 uint32_t reg, uint32_t value)
{
	if (reg == FCL_XDMA_CONTROL || reg == FCL_XDMA_CONTROL_W1C) {
		uint32_t before = engine->control;

		engine->control = reg == FCL_XDMA_CONTROL ? value : before & ~value;
		if (engine->control & ~before & FCL_XDMA_RUN) {
			if (engine->start || engine->wedged)
				offend(state->model, "a run while the engine is busy");
			engine->start = true;
			engine->status = 0;
			pthread_cond_broadcast(&state->work);
		}
	} else if (reg == FCL_XDMA_POLL_LOW) {
		engine->poll = (engine->poll & ~UINT64_C(0xffffffff)) | value;
	} else if (reg == FCL_XDMA_POLL_HIGH) {
		engine->poll = (uint32_t)engine->poll | (uint64_t)value << 32;
	} else if (reg == FCL_XDMA_INTERRUPTS) {
		engine->mask = value;
		if (!engine->start)
			interrupt_channel(state, index);
	}
}

static void write_sgdma(struct engine *engine, uint32_t reg, uint32_t value)
{
	if (reg == FCL_XDMA_FIRST_LOW)
		engine->first = (engine->first & ~UINT64_C(0xffffffff)) | value;
	else if (reg == FCL_XDMA_FIRST_HIGH)
		engine->first = (uint32_t)engine->first | (uint64_t)value << 32;
	else if (reg == FCL_XDMA_FIRST_ADJACENT)
		engine->adjacent = value;
}

static uint32_t read_engine(struct engine *engine, uint32_t base, uint32_t reg)
{
	uint32_t status = engine->status | (engine->start || engine->wedged ? FCL_XDMA_BUSY : 0);

	if (reg == FCL_XDMA_IDENTIFIER)
		return 0x1fc00006 | base >> 12 << 16 | (base & 0xf00);
	if (reg == FCL_XDMA_STATUS_CLEAR)
		engine->status = 0;
	if (reg == FCL_XDMA_STATUS || reg == FCL_XDMA_STATUS_CLEAR)
		return status;
	return reg == FCL_XDMA_COMPLETED   ? engine->completed
	       : reg == FCL_XDMA_CONTROL   ? engine->control
	       : reg == FCL_XDMA_POLL_LOW  ? (uint32_t)engine->poll
	       : reg == FCL_XDMA_POLL_HIGH ? (uint32_t)(engine->poll >> 32)
					   : 0;
}

static void write_dma_bar(struct model_state *state, uint64_t offset, uint32_t value)
{
	unsigned index;
	struct engine *engine = engine_at(state, offset, &index);

	if (offset >> 12 == 2)
		state->irq[(offset & 0xff) / 4] = value;
	else if (offset >> 12 <= 1 && engine)
		write_engine(state, engine, index, offset & 0xff, value);
	else if ((offset >> 12 == 4 || offset >> 12 == 5) && engine)
		write_sgdma(engine, offset & 0xff, value);
}

static uint32_t read_dma_bar(struct model_state *state, uint64_t offset)
{
	unsigned index;
	struct engine *engine = engine_at(state, offset, &index);

	if (offset == 0x3000)
		return 0x1fc30006;
	if (offset >> 12 == 2)
		return state->irq[(offset & 0xff) / 4];
	return offset >> 12 <= 1 && engine ? read_engine(engine, offset & 0xff00, offset & 0xff)
					   : 0;
}

static void write_register(struct model_state *state, unsigned region, uint64_t offset,
			   uint32_t value)
{
	if (offset % 4 || region >= FCL_PCIE_REGIONS ||
	    offset >= state->model->transport.sizes[region])
		offend(state->model, "a write outside of the region");
	else if (region == FCL_PCIE_CONFIG)
		state->config[offset / 4] = value;
	else if (region == MODEL_DMA_BAR)
		write_dma_bar(state, offset, value);
	else if (offset < MODEL_UNITS * MODEL_UNIT_BYTES)
		write_unit(state, (unsigned)(offset / MODEL_UNIT_BYTES), offset % MODEL_UNIT_BYTES,
			   value);
	else
		state->user[offset / 4] = value;
}

static uint32_t read_register(struct model_state *state, unsigned region, uint64_t offset)
{
	if (offset % 4 || region >= FCL_PCIE_REGIONS ||
	    offset >= state->model->transport.sizes[region]) {
		offend(state->model, "a read outside of the region");
		return UINT32_MAX;
	}
	if (region == FCL_PCIE_CONFIG)
		return state->config[offset / 4];
	if (region == MODEL_DMA_BAR)
		return read_dma_bar(state, offset);
	if (offset < MODEL_UNITS * MODEL_UNIT_BYTES)
		return read_unit(state, (unsigned)(offset / MODEL_UNIT_BYTES),
				 offset % MODEL_UNIT_BYTES);
	if (offset < MODEL_UUID)
		return UINT32_MAX;
	return state->user[offset / 4];
}

/* --- the transport ---------------------------------------------------------------------------- */

static struct model *model_of(struct fcl_pcie_transport *transport)
{
	return (struct model *)transport;
}

static uint32_t access_register(struct fcl_pcie_transport *transport, unsigned region,
				const struct fcl_pcie_word *words, unsigned nwords,
				uint64_t read_at)
{
	struct model *model = model_of(transport);
	struct model_state *state = model->state;
	uint32_t value = 0;

	pthread_mutex_lock(&state->lock);
	for (unsigned i = 0; !model->faults.gone && i < nwords; i++)
		write_register(state, region, words[i].offset, words[i].value);
	if (read_at != FCL_PCIE_NOTHING)
		value = model->faults.gone ? UINT32_MAX : read_register(state, region, read_at);
	pthread_mutex_unlock(&state->lock);
	return value;
}

static int dma_map(struct fcl_pcie_transport *transport, const struct fcl_pcie_mapping *mapping,
		   struct fcl_err *err)
{
	struct model *model = model_of(transport);
	struct model_state *state = model->state;
	int error = -ENOSPC;

	if (mapping->iova % PAGE || mapping->size % PAGE || (uintptr_t)mapping->memory % PAGE)
		offend(model, "a mapping that is not whole pages");
	if (mapping->fd < 0 && (!model->pins || model->map_fails))
		return fcl_err_set(err, -ENOMEM, "not mapped");
	pthread_mutex_lock(&state->lock);
	for (int i = 0; error && i < MAPS; i++)
		if (!state->maps[i].size) {
			state->maps[i] = (struct map){mapping->iova, mapping->size, mapping->memory,
						      mapping->writable, mapping->fd >= 0};
			error = 0;
		}
	pthread_mutex_unlock(&state->lock);
	return error;
}

static int dma_unmap(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size)
{
	struct model_state *state = model_of(transport)->state;
	int error = -EINVAL;

	pthread_mutex_lock(&state->lock);
	for (int i = 0; error && i < MAPS; i++)
		if (state->maps[i].size == size && state->maps[i].iova == iova) {
			state->maps[i].size = 0;
			error = 0;
		}
	/* Whoever unmaps under a running engine has not waited for Busy. */
	for (int i = 0; !state->model->faults.gone && i < CHANNELS; i++)
		if (state->engines[i].start && !state->engines[i].wedged &&
		    !state->engines[i].control)
			offend(state->model, "memory is unmapped while an engine ends its run");
	pthread_mutex_unlock(&state->lock);
	return error;
}

static int set_irqs(struct fcl_pcie_transport *transport, const int *eventfds, uint32_t count,
		    struct fcl_err *err)
{
	struct model_state *state = model_of(transport)->state;

	(void)err;
	pthread_mutex_lock(&state->lock);
	memcpy(state->events, eventfds, count * sizeof(int));
	state->nevents = count;
	pthread_mutex_unlock(&state->lock);
	return 0;
}

static void clear_registers(struct model_state *state)
{
	memset(state->engines, 0, sizeof(state->engines));
	memset(state->irq, 0, sizeof(state->irq));
	memset(state->units, 0, sizeof(state->units));
	for (int i = 0; i < CHANNELS; i++)
		state->engines[i].to_host = i >= CHANNELS / 2;
	for (int i = 0; i < MODEL_UNITS; i++)
		state->units[i].control = 4;
	state->config[1] = 0;
}

static int reset(struct fcl_pcie_transport *transport, struct fcl_err *err)
{
	struct model_state *state = model_of(transport)->state;

	(void)err;
	pthread_mutex_lock(&state->lock);
	clear_registers(state);
	state->model->resets++;
	pthread_mutex_unlock(&state->lock);
	return 0;
}

static bool withdrawn(struct fcl_pcie_transport *transport)
{
	(void)transport;
	return false;
}

static void close_model(struct fcl_pcie_transport *transport)
{
	struct model *model = model_of(transport);
	struct model_state *state = model->state;

	pthread_mutex_lock(&state->lock);
	for (int i = 0; !model->faults.gone && i < CHANNELS; i++)
		if (state->engines[i].start && !state->engines[i].wedged)
			offend(model, "the card is closed while an engine runs");
	memset(state->maps, 0, sizeof(state->maps));
	state->nevents = 0;
	model->closed = true;
	pthread_mutex_unlock(&state->lock);
}

static const struct fcl_pcie_transport_ops ops = {
	.close = close_model,
	.access = access_register,
	.dma_map = dma_map,
	.dma_unmap = dma_unmap,
	.irqs = set_irqs,
	.reset = reset,
	.withdrawn = withdrawn,
};

void model_init(struct model *model)
{
	struct model_state *state = calloc(1, sizeof(*state));

	*model = (struct model){.transport = {.ops = &ops,
					      .name = "model",
					      .nvectors = 16,
					      .resets = true,
					      .iova_first = 0x1000,
					      .iova_last = 0xffffffffffff},
				.nchannels = 2,
				.state = state};
	model->transport.sizes[MODEL_DMA_BAR] = FCL_XDMA_BAR_BYTES;
	model->transport.sizes[MODEL_USER_BAR] = 0x10000;
	model->transport.sizes[FCL_PCIE_CONFIG] = 256;
	model->memory = malloc(MODEL_MEMORY);
	memset(model->memory, 0xa5, MODEL_MEMORY);
	state->model = model;
	state->config[0] = 0x903810ee;
	pthread_mutex_init(&state->lock, NULL);
	pthread_cond_init(&state->work, NULL);
	clear_registers(state);
	pthread_create(&state->threads[0], NULL, dma, state);
	pthread_create(&state->threads[1], NULL, units, state);
}

void model_fini(struct model *model)
{
	struct model_state *state = model->state;

	pthread_mutex_lock(&state->lock);
	state->stop = true;
	pthread_cond_broadcast(&state->work);
	pthread_mutex_unlock(&state->lock);
	for (int i = 0; i < 2; i++)
		pthread_join(state->threads[i], NULL);
	pthread_cond_destroy(&state->work);
	pthread_mutex_destroy(&state->lock);
	free(model->memory);
	free(state);
}
