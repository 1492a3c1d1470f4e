/* SPDX-License-Identifier: Apache-2.0 */
/* Run-to-completion models of the conformance suite. */
#include "host_tests/hal/models/model.h"

#define SIZE(model) .size = sizeof(struct fcl_model), .kind = FCL_MODEL_RUN, .kernel = model

static const struct fcl_model_port memory_port[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 512, 0, UINT32_MAX},
};

#define MEMORY .nports = 1, .ports = memory_port

/* add(global const uint *a, global const uint *b, global uint *out, uint n); a or b may be null */
static int run_add(struct fcl_cu *cu)
{
	uint32_t n = model_reg32(cu, 0x34);
	const uint32_t *a = 0, *b = 0;
	uint32_t *out = model_pointer(cu, 0x28, n * 4ull);

	if (model_reg64(cu, 0x10))
		a = model_pointer(cu, 0x10, n * 4ull);
	if (model_reg64(cu, 0x1c))
		b = model_pointer(cu, 0x1c, n * 4ull);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (a ? a[i] : 0) + (b ? b[i] : 0);
	return 0;
}

const struct fcl_model model_add = {SIZE("add"), .regs_size = 0x40, MEMORY, .run = run_add};

/* registers(global uchar *out, …): the register file's contents at ap_start */
static int run_registers(struct fcl_cu *cu)
{
	uint8_t *out = model_pointer(cu, 0x10, REGISTERS_SIZE);

	for (uint32_t i = REG_FIRST; i < REGISTERS_SIZE; i++)
		out[i] = cu->regs[i];
	return 0;
}

const struct fcl_model model_registers = {SIZE("registers"), .regs_size = REGISTERS_SIZE, MEMORY,
					  .run = run_registers};

/* where(global char *out): the name of the CU that runs it, NUL-terminated */
static int run_where(struct fcl_cu *cu)
{
	char *out = model_pointer(cu, 0x10, 64);
	uint32_t i = 0;

	do
		out[i] = i < 63 ? cu->name[i] : 0;
	while (out[i++]);
	return 0;
}

const struct fcl_model model_where = {SIZE("where"), .regs_size = 0x20, MEMORY, .run = run_where};

/*
 * rendezvous(global uint *flags, uint mine, uint count): sets its flag and waits for the first
 * `count` flags
 */
static int run_rendezvous(struct fcl_cu *cu)
{
	uint32_t mine = model_reg32(cu, 0x1c), count = model_reg32(cu, 0x24);
	uint32_t *flags = model_pointer(cu, 0x10, 4096);

	__atomic_store_n(&flags[mine], 1, __ATOMIC_SEQ_CST);
	for (uint32_t i = 0; i < count; i++) {
		while (!__atomic_load_n(&flags[i], __ATOMIC_SEQ_CST)) {
			if (cu->host->stop_requested(cu))
				return -1;
			cu->host->yield(cu);
		}
	}
	return 0;
}

const struct fcl_model model_rendezvous = {SIZE("rendezvous"), .regs_size = 0x30, MEMORY,
					   .run = run_rendezvous};

/* failing(uint how) */
static int run_failing(struct fcl_cu *cu)
{
	switch (model_reg32(cu, 0x10)) {
	case FAILING_RETURN:
		return -5;
	case FAILING_FAIL:
		cu->host->fail(cu, FAILING_TEXT);
		break;
	case FAILING_ASSERT:
		cu->host->assert_fail(cu, FAILING_TEXT, "run.c", 1, __func__);
		break;
	case FAILING_ADDRESS:
		/* Below the first bank of any board. */
		*(volatile uint32_t *)cu->host->memory(cu, 0, 64, 4) = 1;
		break;
	}
	return 0;
}

const struct fcl_model model_failing = {SIZE("failing"), .regs_size = 0x20, MEMORY,
					.run = run_failing};

/* groups(global struct group_record *out), run once for each work-group */
static int run_groups(struct fcl_cu *cu)
{
	const struct fcl_model_range *range = cu->range;
	uint64_t groups[3], index;
	struct group_record *out;

	for (int i = 0; i < 3; i++)
		groups[i] = range->global_size[i] / range->local_size[i];
	index = (range->group_id[2] * groups[1] + range->group_id[1]) * groups[0] +
		range->group_id[0];
	out = model_pointer(cu, 0x10, groups[0] * groups[1] * groups[2] * sizeof(*out));
	out += index;
	for (int i = 0; i < 3; i++)
		out->id[i] = range->group_id[i];
	out->local_size =
		(uint32_t)(range->local_size[0] * range->local_size[1] * range->local_size[2]);
	__atomic_fetch_add(&out->runs, 1, __ATOMIC_RELAXED);
	return 0;
}

const struct fcl_model model_groups = {SIZE("groups"), .regs_size = 0x20, MEMORY,
				       .run = run_groups};

/* whole(global ulong *out): the range; out[10] is how often it ran */
static int run_whole(struct fcl_cu *cu)
{
	uint64_t *out = model_pointer(cu, 0x10, 11 * sizeof(*out));

	out[0] = cu->range->work_dim;
	for (int i = 0; i < 3; i++) {
		out[1 + i] = cu->range->global_offset[i];
		out[4 + i] = cu->range->global_size[i];
		out[7 + i] = cu->range->local_size[i];
	}
	out[10]++;
	return 0;
}

const struct fcl_model model_whole = {SIZE("whole"), .flags = FCL_MODEL_NDRANGE, .regs_size = 0x20,
				      MEMORY, .run = run_whole};

/* producer(global const uint *in, stream out, uint n) */
static int run_producer(struct fcl_cu *cu)
{
	uint32_t n = model_reg32(cu, 0x1c);
	const uint32_t *in = model_pointer(cu, 0x10, n * 4ull);

	for (uint32_t i = 0; i < n; i++)
		cu->host->stream_write(cu, 1, &in[i]);
	return 0;
}

static const struct fcl_model_port producer_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 512, 0, UINT32_MAX},
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_OUT, "out", 32, 4, 1},
};

const struct fcl_model model_producer = {SIZE("producer"), .regs_size = 0x30, .nports = 2,
					 .ports = producer_ports, .run = run_producer};

/* consumer(stream in, global uint *out, uint n) */
static int run_consumer(struct fcl_cu *cu)
{
	uint32_t n = model_reg32(cu, 0x1c);
	uint32_t *out = model_pointer(cu, 0x10, n * 4ull);

	for (uint32_t i = 0; i < n; i++)
		cu->host->stream_read(cu, 1, &out[i]);
	return 0;
}

static const struct fcl_model_port consumer_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 512, 0, UINT32_MAX},
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_IN, "in", 32, 4, 0},
};

const struct fcl_model model_consumer = {SIZE("consumer"), .regs_size = 0x30, .nports = 2,
					 .ports = consumer_ports, .run = run_consumer};

/* tally(global uint *out): counts its runs in static data, of which each CU has a copy */
static int run_tally(struct fcl_cu *cu)
{
	static uint32_t runs;
	uint32_t *out = model_pointer(cu, 0x10, 4);

	*out = ++runs;
	return 0;
}

const struct fcl_model model_tally = {SIZE("tally"), .flags = FCL_MODEL_PRIVATE_DATA,
				      .regs_size = 0x20, MEMORY, .run = run_tally};

/* follow(global struct svm_node *first, global ulong *sum): sums a list and doubles its values */
static int run_follow(struct fcl_cu *cu)
{
	struct svm_node *node = model_pointer(cu, 0x10, sizeof(*node));
	uint64_t *sum = model_pointer(cu, 0x1c, sizeof(*sum));

	for (*sum = 0; node; node = (struct svm_node *)(uintptr_t)node->next) {
		*sum += node->value;
		node->value *= 2;
	}
	return 0;
}

const struct fcl_model model_follow = {SIZE("follow"), .regs_size = 0x30, MEMORY,
				       .run = run_follow};
