/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_tests/hal/suite.h"
#include "host_tests/read_file.h"

/*
 * Arguments: g global pointer, i 4-byte scalar, 1 2 8 s(16) t(3) scalars of that many bytes, r
 * stream read, w stream written. Registers start at 0x10; as in HLS, a value takes its own words
 * and a reserved one.
 */
const struct kernel_shape kernel_shapes[K_COUNT] = {
	[K_ADD] = {"add", 2, FCL_CONTROL_HS, "gggi"},
	[K_REGISTERS] = {"registers", 1, FCL_CONTROL_HS, "g12i8st"},
	[K_WHERE] = {"where", 3, FCL_CONTROL_HS, "g"},
	[K_RENDEZVOUS] = {"rendezvous", 3, FCL_CONTROL_CHAIN, "gii"},
	[K_FAILING] = {"failing", 1, FCL_CONTROL_HS, "i"},
	[K_GROUPS] = {"groups", 1, FCL_CONTROL_HS, "g"},
	[K_WHOLE] = {"whole", 1, FCL_CONTROL_HS, "g"},
	[K_PRODUCER] = {"producer", 2, FCL_CONTROL_HS, "gwi"},
	[K_CONSUMER] = {"consumer", 2, FCL_CONTROL_HS, "rgi"},
	[K_TALLY] = {"tally", 2, FCL_CONTROL_HS, "g"},
	[K_STEP_ADD] = {"step_add", 1, FCL_CONTROL_HS, "gii"},
	[K_COUNTER] = {"counter", 1, FCL_CONTROL_HS, "i"},
	[K_FOLLOW] = {"follow", 1, FCL_CONTROL_HS, "gg"},
	[K_DOUBLER] = {"doubler", 1, FCL_CONTROL_NONE, "rw"},
};

uint32_t first_cu(unsigned kernel)
{
	uint32_t first = 0;

	for (unsigned i = 0; i < kernel; i++)
		first += kernel_shapes[i].ncus;
	return first;
}

static uint64_t size_of(char letter)
{
	switch (letter) {
	case '1':
		return 1;
	case '2':
		return 2;
	case 'i':
	case 'r':
	case 'w':
		return 4;
	case 't':
		return 3;
	case 's':
		return 16;
	default:
		return 8;
	}
}

static void fill_arg(struct fcl_image *image, struct fcl_image_arg *arg, uint32_t id, char letter,
		     uint64_t *offset)
{
	bool stream = letter == 'r' || letter == 'w';

	arg->name = fcl_image_string(image, "a%u", id);
	arg->type_name = "uint";
	arg->id = id;
	arg->size = arg->host_size = size_of(letter);
	arg->qualifier = stream ? FCL_ARG_STREAM : letter == 'g' ? FCL_ARG_GLOBAL : FCL_ARG_SCALAR;
	arg->direction = letter == 'r' ? FCL_DIR_IN : letter == 'w' ? FCL_DIR_OUT : FCL_DIR_UNKNOWN;
	arg->port = letter == 'g'   ? "M_AXI_GMEM"
		    : letter == 'r' ? "in"
		    : letter == 'w' ? "out"
				    : "S_AXI_CONTROL";
	if (stream)
		return;
	arg->offset = *offset;
	*offset += (arg->size + 3) / 4 * 4 + 4;
}

static void fill_kernel(struct fcl_image *image, struct fcl_image_kernel *kernel,
			const struct kernel_shape *shape)
{
	uint32_t nargs = (uint32_t)strlen(shape->args);
	uint64_t offset = 0x10;

	kernel->name = shape->name;
	kernel->language = "c";
	kernel->attributes = "";
	kernel->nargs = nargs;
	kernel->args = fcl_image_alloc(image, nargs, sizeof(*kernel->args));
	kernel->ports = fcl_image_alloc(image, 4, sizeof(*kernel->ports));
	for (uint32_t i = 0; i < nargs; i++)
		fill_arg(image, &kernel->args[i], i, shape->args[i], &offset);
	if (shape->control != FCL_CONTROL_NONE)
		kernel->ports[kernel->nports++] = (struct fcl_image_port){
			"S_AXI_CONTROL", FCL_PORT_SLAVE, 0x1000, 32, "addressable"};
	if (strchr(shape->args, 'g'))
		kernel->ports[kernel->nports++] = (struct fcl_image_port){
			"M_AXI_GMEM", FCL_PORT_MASTER, UINT64_MAX, 512, "addressable"};
	if (strchr(shape->args, 'r'))
		kernel->ports[kernel->nports++] = (struct fcl_image_port){"in", FCL_PORT_READ_ONLY,
									  0, 32, "stream"};
	if (strchr(shape->args, 'w'))
		kernel->ports[kernel->nports++] =
			(struct fcl_image_port){"out", FCL_PORT_WRITE_ONLY, 0, 32, "stream"};
}

static void fill_cus(struct fcl_image *image)
{
	uint32_t count = first_cu(K_COUNT);

	image->cus = fcl_image_alloc(image, count, sizeof(*image->cus));
	for (unsigned k = 0; k < K_COUNT; k++)
		for (uint32_t i = 0; i < kernel_shapes[k].ncus; i++) {
			uint32_t index = image->ncus++;
			bool slave = kernel_shapes[k].control != FCL_CONTROL_NONE;

			image->cus[index] = (struct fcl_image_cu){
				.name = fcl_image_string(image, "%s_%u", kernel_shapes[k].name,
							 i + 1),
				.kernel = k,
				.base = slave ? 0x1800000 + index * 0x10000ull : UINT64_MAX,
				.control = kernel_shapes[k].control,
				.ip = index};
		}
}

/* producer_1 → consumer_1 with a FIFO of two packets; producer_2 → doubler_1 → consumer_2. */
static void fill_streams(struct fcl_image *image)
{
	uint32_t producer = first_cu(K_PRODUCER), consumer = first_cu(K_CONSUMER);
	uint32_t doubler = first_cu(K_DOUBLER);

	image->streams = fcl_image_alloc(image, 3, sizeof(*image->streams));
	image->nstreams = 3;
	image->streams[0] = (struct fcl_image_stream){"direct", producer, 1, consumer, 0, 4, 2};
	image->streams[1] =
		(struct fcl_image_stream){"to_doubler", producer + 1, 1, doubler, 0, 4, 4};
	image->streams[2] =
		(struct fcl_image_stream){"from_doubler", doubler, 1, consumer + 1, 0, 4, 4};
}

static void fill_mems(struct fcl_image *image, bool reversed)
{
	uint32_t count = suite.info->nbanks;

	image->mems = fcl_image_alloc(image, count + 1, sizeof(*image->mems));
	image->nmems = count + 1;
	for (uint32_t i = 0; i < count; i++) {
		const struct fcl_hal_bank *bank = &suite.info->banks[reversed ? count - 1 - i : i];

		image->mems[i] = (struct fcl_image_mem){.tag = bank->tag,
							.type = bank->type,
							.used = true,
							.base = bank->base,
							.size = bank->size};
	}
	/* As in the vendor's images: neither address nor size. */
	image->mems[count] = (struct fcl_image_mem){
		.tag = "dc_0", .type = 9 /* a streaming connection */, .used = true};
}

static void fill_payload(struct fcl_image *image, const char *path)
{
	size_t size = 0;
	void *file = read_file(path, &size), *bytes;

	assert_non_null(file);
	bytes = fcl_image_alloc(image, 1, size);
	memcpy(bytes, file, size);
	free(file);
	image->payload = bytes;
	image->payload_size = size;
}

static struct fcl_image *make(uint8_t seed, const char *payload, bool reversed)
{
	struct fcl_image *image, *read = NULL;
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	need_images();
	assert_int_equal(fcl_image_new(&image, &err), 0);
	image->target = suite.info->caps & FCL_HAL_CAP_EMULATED ? FCL_TARGET_SW_EMU : FCL_TARGET_HW;
	memset(image->uuid, seed, sizeof(image->uuid));
	image->vbnv = suite.info->vbnv;
	image->isa = image->target == FCL_TARGET_HW ? "" : FCL_IMAGE_BASIC_ISA;
	image->kernels = fcl_image_alloc(image, K_COUNT, sizeof(*image->kernels));
	image->nkernels = K_COUNT;
	for (unsigned k = 0; k < K_COUNT; k++)
		fill_kernel(image, &image->kernels[k], &kernel_shapes[k]);
	fill_cus(image);
	fill_streams(image);
	fill_mems(image, reversed);
	fill_payload(image, payload);
	if (fcl_image_write(image, FCL_IMAGE_XCLBIN, &bytes, &size, &err) ||
	    fcl_image_read(bytes, size, &read, &err))
		fail_msg("the suite's image: %s", err.text);
	free(bytes);
	fcl_image_unref(image);
	return read;
}

struct fcl_image *make_image(uint8_t seed, const char *payload)
{
	return make(seed, payload, false);
}

/* Loads the image into slot 0, and releases the caller's reference. */
static struct fcl_hal_program *load(struct fcl_image *image)
{
	struct fcl_hal_program *program = NULL;
	struct fcl_err err = {0};

	if (suite.hal->program(suite.device, 0, image, &program, &err))
		fail_msg("program: %s", err.text);
	fcl_image_unref(image);
	return program;
}

struct fcl_hal_program *load_program(void)
{
	return load(make(1, MODELS, false));
}

struct fcl_hal_program *load_program_with_banks_reversed(void)
{
	return load(make(3, MODELS, true));
}
