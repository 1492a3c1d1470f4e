/* SPDX-License-Identifier: Apache-2.0 */
/* Stepped models of the conformance suite: state machines that advance clock by clock. */
#include "host_tests/hal/models/model.h"

#define SIZE(model) .size = sizeof(struct fcl_model), .kind = FCL_MODEL_STEP, .kernel = model

static int started(struct fcl_cu *cu)
{
	if (!(cu->regs[0] & FCL_AP_START))
		return 0;
	cu->regs[0] &= (uint8_t)~FCL_AP_START;
	return 1;
}

/*
 * --- step_add(global uint *data, uint n, uint addend): one element per clock --------------------
 */

struct step_add {
	uint32_t *data;
	uint32_t next, n, addend, running;
};

static int step_add(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles)
{
	struct step_add *s = cu->state;
	uint32_t used = 0;

	if (!s->running) {
		*ret_cycles = 0;
		if (!started(cu))
			return FCL_STEP_IDLE;
		s->n = model_reg32(cu, 0x1c);
		s->addend = model_reg32(cu, 0x24);
		s->data = model_pointer(cu, 0x10, s->n * 4ull);
		s->next = 0;
		s->running = 1;
	}
	while (used < cycles && s->next < s->n) {
		s->data[s->next++] += s->addend;
		used++;
	}
	*ret_cycles = used;
	if (s->next < s->n)
		return FCL_STEP_BUSY;
	s->running = 0;
	return FCL_STEP_DONE;
}

static const struct fcl_model_port memory_port[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 32, 0, UINT32_MAX},
};

const struct fcl_model model_step_add = {
	SIZE("step_add"), .regs_size = 0x30,    .state_size = sizeof(struct step_add),
	.nports = 1,      .ports = memory_port, .step = step_add};

/*
 * --- counter(uint unused): with its own register slave -----------------------------------------
 */

static int step_counter(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles)
{
	(void)cycles;
	*ret_cycles = 1;
	return started(cu) ? FCL_STEP_DONE : FCL_STEP_IDLE;
}

static void counter_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	uint32_t *total = cu->state;

	if (offset == COUNTER_ADD)
		*total += value;
	else if (offset + 4 <= cu->regs_size)
		__builtin_memcpy(cu->regs + offset, &value, sizeof(value));
}

static uint32_t counter_read(struct fcl_cu *cu, uint32_t offset)
{
	const uint32_t *total = cu->state;

	if (offset == COUNTER_TOTAL)
		return *total;
	return offset + 4 <= cu->regs_size ? model_reg32(cu, offset) : 0;
}

const struct fcl_model model_counter = {
	SIZE("counter"),      .regs_size = 0x50,          .state_size = sizeof(uint32_t),
	.step = step_counter, .reg_write = counter_write, .reg_read = counter_read};

/* --- doubler(stream in, stream out): free-running --------------------------------------------- */

struct doubler {
	uint32_t packet, full;
};

static int step_doubler(struct fcl_cu *cu, uint32_t cycles, uint32_t *ret_cycles)
{
	struct doubler *s = cu->state;

	for (*ret_cycles = 0; *ret_cycles < cycles; ++*ret_cycles) {
		if (!s->full) {
			if (!cu->host->stream_try_read(cu, 0, &s->packet))
				return FCL_STEP_IDLE;
			s->packet *= 2;
			s->full = 1;
		}
		if (!cu->host->stream_try_write(cu, 1, &s->packet))
			return FCL_STEP_WAIT;
		s->full = 0;
	}
	return FCL_STEP_BUSY;
}

static const struct fcl_model_port doubler_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_IN, "in", 32, 4, 0},
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_OUT, "out", 32, 4, 1},
};

const struct fcl_model model_doubler = {SIZE("doubler"),     .control = FCL_MODEL_CTRL_NONE,
					.regs_size = 0x10,   .state_size = sizeof(struct doubler),
					.nports = 2,         .ports = doubler_ports,
					.step = step_doubler};
