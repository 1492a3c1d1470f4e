/* SPDX-License-Identifier: Apache-2.0 */
/* The code of the kernels described in api_image.c: one model for each. */
#include <stddef.h>
#include <string.h>

#include "bitstreams/image/fcl_image.h"
#include "emulator/include/fpgacl_model.h"

static uint64_t reg64(const struct fcl_cu *cu, unsigned offset)
{
	uint64_t value;

	memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

static int32_t reg32(const struct fcl_cu *cu, unsigned offset)
{
	int32_t value;

	memcpy(&value, cu->regs + offset, sizeof(value));
	return value;
}

static int32_t *ints(struct fcl_cu *cu, unsigned offset, uint64_t count)
{
	return cu->host->memory(cu, 0, reg64(cu, offset), count * sizeof(int32_t));
}

/* vadd(a, b, c, n): c = a + b */
static int run_vadd(struct fcl_cu *cu)
{
	int32_t n = reg32(cu, 0x34);
	const int32_t *a = ints(cu, 0x10, (uint64_t)n), *b = ints(cu, 0x1c, (uint64_t)n);
	int32_t *c = ints(cu, 0x28, (uint64_t)n);

	for (int32_t i = 0; i < n; i++)
		c[i] = a[i] + b[i];
	return 0;
}

/* ranged(out): out[i] belongs to the i-th work-group; each adds its number of work-items */
static int run_ranged(struct fcl_cu *cu)
{
	const struct fcl_model_range *range = cu->range;
	uint64_t groups = range->global_size[0] / range->local_size[0];
	uint64_t group = range->group_id[0] + range->group_id[1] * groups;
	int32_t *out = ints(cu, 0x10, group + 1);

	out[group] += (int32_t)(range->local_size[0] * range->local_size[1] * range->local_size[2]);
	return 0;
}

/* fail(code): fails with that code */
static int run_fail(struct fcl_cu *cu)
{
	return reg32(cu, 0x10);
}

/* poke(out, value): *out = value; a null pointer does nothing */
static int run_poke(struct fcl_cu *cu)
{
	if (reg64(cu, 0x10))
		*ints(cu, 0x10, 1) = reg32(cu, 0x1c);
	return 0;
}

/* producer(n, out): writes 0 … n-1 to the stream */
static int run_producer(struct fcl_cu *cu)
{
	int32_t n = reg32(cu, 0x10);

	for (int32_t i = 0; i < n; i++)
		cu->host->stream_write(cu, 0, &i);
	return 0;
}

/* consumer(in, out, n): sum of n packets into *out */
static int run_consumer(struct fcl_cu *cu)
{
	int32_t n = reg32(cu, 0x28), *out = ints(cu, 0x1c, 1), packet, sum = 0;

	for (int32_t i = 0; i < n; i++) {
		cu->host->stream_read(cu, 1, &packet);
		sum += packet;
	}
	*out = sum;
	return 0;
}

/* mixed(table, scratch, wide): does nothing; only its arguments are tested */
static int run_mixed(struct fcl_cu *cu)
{
	(void)cu;
	return 0;
}

/* where(out): *out is the last digit of the CU's name */
static int run_where(struct fcl_cu *cu)
{
	*ints(cu, 0x10, 1) = cu->name[strlen(cu->name) - 1] - '0';
	return 0;
}

#define MEMORY_PORT                                                                                \
	{                                                                                          \
		sizeof(struct fcl_model_port), FCL_MODEL_PORT_MEMORY, "M_AXI_GMEM", 32, 0,         \
			UINT32_MAX                                                                 \
	}

static const struct fcl_model_port memory_ports[] = {MEMORY_PORT};
static const struct fcl_model_port producer_ports[] = {
	{sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_OUT, "out", 32, 4, 1}};
static const struct fcl_model_port consumer_ports[] = {
	MEMORY_PORT, {sizeof(struct fcl_model_port), FCL_MODEL_PORT_STREAM_IN, "in", 32, 4, 0}};

#define MODEL(name, model_ports)                                                                   \
	static const struct fcl_model name##_model = {                                             \
		.size = sizeof(struct fcl_model),                                                  \
		.kind = FCL_MODEL_RUN,                                                             \
		.kernel = #name,                                                                   \
		.control = FCL_MODEL_CTRL_HS,                                                      \
		.regs_size = 0x100,                                                                \
		.nports = sizeof(model_ports) / sizeof((model_ports)[0]),                          \
		.ports = model_ports,                                                              \
		.run = run_##name,                                                                 \
	}

MODEL(vadd, memory_ports);
MODEL(ranged, memory_ports);
MODEL(fail, memory_ports);
MODEL(poke, memory_ports);
MODEL(producer, producer_ports);
MODEL(consumer, consumer_ports);
MODEL(mixed, memory_ports);
MODEL(where, memory_ports);

/* "tiled" is "ranged" with a required work-group size. */
static const struct fcl_model tiled_model = {.size = sizeof(struct fcl_model),
					     .kind = FCL_MODEL_RUN,
					     .kernel = "tiled",
					     .regs_size = 0x100,
					     .nports = 1,
					     .ports = memory_ports,
					     .run = run_ranged};

static const struct fcl_model *const models[] = {&vadd_model,     &ranged_model, &tiled_model,
						 &fail_model,     &poke_model,   &producer_model,
						 &consumer_model, &mixed_model,  &where_model};

__attribute__((visibility("default"))) extern const struct fcl_bitstream fcl_bitstream;

const struct fcl_bitstream fcl_bitstream = {
	.size = sizeof(struct fcl_bitstream),
	.version = FCL_MODEL_VERSION,
	.isa = FCL_IMAGE_BASIC_ISA,
	.nmodels = sizeof(models) / sizeof(models[0]),
	.models = models,
};
