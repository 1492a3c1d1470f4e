/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the backend pcie costs above the card itself: fcl_card_cost SOCKET IMAGE, on a card in software
 * (docs/card.md) of a u250 with a kernel `vadd`. Bare loops of register accesses over the same socket
 * are the floor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "bitstreams/image/fcl_image.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/transport/function.h"
#include "hal/pcie/xdma/registers.h"
#include "host_tests/read_file.h"

enum { ROUNDS = 20, LAUNCHES = 100, SMALL = 4096, LARGE = 64 << 20, DMA_BAR = 1, USER_BAR = 0 };

#define IOVA UINT64_C(0x200000000)
#define CARD UINT64_C(0x4000000000) /* the u250's first bank */

static const struct fcl_hal_ops *const hal = &fcl_hal_pcie_backend;
static struct fcl_image *image;
static uint64_t unit; /* address of a vadd */
static uint32_t unit_index;

/* The shortest round: what else the machine does only adds to it. */
static double least(double (*round)(void *), void *user)
{
	double best = round(user);

	for (int i = 0; i < ROUNDS; i++) {
		double value = round(user);

		best = value < best ? value : best;
	}
	return best;
}

static double since(uint64_t start_ns)
{
	return (double)(fcl_now_ns() - start_ns) / 1e3;
}

/* --- bare loops ------------------------------------------------------------------------------- */

struct bare {
	struct fcl_pcie_transport *transport;
	char *memory; /* descriptors, write-back, data */
	uint32_t bytes;
};

static double bare_launches(void *user)
{
	struct bare *bare = user;
	uint64_t start = fcl_now_ns();

	for (int i = 0; i < LAUNCHES; i++) {
		fcl_pcie_write(bare->transport, USER_BAR, &(struct fcl_pcie_word){unit, 1}, 1);
		while (!(fcl_pcie_read(bare->transport, USER_BAR, unit) & 2))
			;
	}
	return since(start) / LAUNCHES;
}

static void bare_run(struct bare *bare, uint32_t count)
{
	volatile uint32_t *word = (volatile uint32_t *)(void *)(bare->memory + SMALL);
	const struct fcl_pcie_word words[] = {{0x4080, (uint32_t)IOVA},
					      {0x4084, (uint32_t)(IOVA >> 32)},
					      {0x4088, count - 1},
					      {FCL_XDMA_CONTROL, 0x7 | FCL_XDMA_POLL}};
	const struct fcl_pcie_word stop = {FCL_XDMA_CONTROL, 0};

	*word = 0;
	fcl_pcie_write(bare->transport, DMA_BAR, words, 4);
	while ((*word & 0xffffff) != count)
		;
	bare->transport->ops->access(bare->transport, DMA_BAR, &stop, 1, FCL_XDMA_STATUS_CLEAR);
}

/* Descriptors of at most 2 MiB, in one block. */
static uint32_t describe(struct bare *bare)
{
	struct fcl_xdma_descriptor *ring = (void *)bare->memory;
	uint32_t most = 2 << 20, count = (bare->bytes + most - 1) / most;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t host = IOVA + 2 * SMALL + (uint64_t)i * most;
		uint64_t card = CARD + (uint64_t)i * most, next = IOVA + (i + 1) * 32;
		bool last = i + 1 == count;

		ring[i] = (struct fcl_xdma_descriptor){FCL_XDMA_DESCRIPTOR_MAGIC |
							       (last ? 3 : (count - i - 2) << 8),
						       bare->bytes < most ? bare->bytes : most,
						       (uint32_t)host,
						       (uint32_t)(host >> 32),
						       (uint32_t)card,
						       (uint32_t)(card >> 32),
						       (uint32_t)next,
						       (uint32_t)(next >> 32)};
	}
	return count;
}

static double bare_writes(void *user)
{
	struct bare *bare = user;
	int times = bare->bytes == SMALL ? LAUNCHES : 4;
	uint32_t count = describe(bare);
	uint64_t start = fcl_now_ns();

	for (int i = 0; i < times; i++)
		bare_run(bare, count);
	return since(start) / times;
}

static int open_bare(const char *socket, struct bare *bare)
{
	const struct fcl_pcie_word poll[] = {
		{FCL_XDMA_POLL_LOW, (uint32_t)(IOVA + SMALL)},
		{FCL_XDMA_POLL_HIGH, (uint32_t)((IOVA + SMALL) >> 32)}};
	struct fcl_pcie_mapping mapping = {
		.size = LARGE + 2 * SMALL, .iova = IOVA, .writable = true};
	struct fcl_err err = {0};

	mapping.fd = memfd_create("bench", MFD_CLOEXEC);
	if (mapping.fd < 0 || ftruncate(mapping.fd, (off_t)mapping.size))
		return -1;
	mapping.memory = mmap(NULL, mapping.size, PROT_READ | PROT_WRITE, MAP_SHARED, mapping.fd,
			      0);
	if (mapping.memory == MAP_FAILED)
		return -1;
	memset(mapping.memory, 1, mapping.size);
	bare->memory = mapping.memory;
	if (fcl_pcie_function_open(socket, 10000, &bare->transport, &err) ||
	    fcl_pcie_function_enable(bare->transport, 0x10ee, 0x903f, &err) ||
	    bare->transport->ops->dma_map(bare->transport, &mapping, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return -1;
	}
	fcl_pcie_write(bare->transport, DMA_BAR, poll, 2);
	/* With arguments of 0 the kernel adds no numbers. */
	for (uint32_t offset = 0x10; offset < 0x40; offset += 4)
		fcl_pcie_write(bare->transport, USER_BAR, &(struct fcl_pcie_word){unit + offset, 0},
			       1);
	return 0;
}

/* --- the backend ------------------------------------------------------------------------------ */

struct ours {
	struct fcl_hal_device *device;
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *buffer;
	enum fcl_hal_op op;
	size_t bytes;
	char *host;
	struct fcl_hal_request request;
	_Atomic int ended;
};

static struct ours ours;

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	(void)request;
	if (status)
		fprintf(stderr, "%d: %s\n", status, text);
	ours.ended = 1;
}

static void run(void)
{
	struct fcl_hal_request *request = &ours.request;

	ours.ended = 0;
	request->done = on_done;
	request->tag = &ours;
	request->flags = FCL_HAL_SOON;
	if (hal->submit(ours.device, &request, 1))
		exit(1);
	while (!ours.ended)
		if (hal->progress(ours.device, &ours) != 1)
			hal->kick(ours.device);
}

static double our_launches(void *user)
{
	static const uint32_t zero;
	struct fcl_hal_arg args[4] = {
		{.index = 0, .kind = FCL_HAL_ARG_BUFFER},
		{.index = 1, .kind = FCL_HAL_ARG_BUFFER},
		{.index = 2, .kind = FCL_HAL_ARG_BUFFER},
		{.index = 3, .kind = FCL_HAL_ARG_BYTES, .size = 4, .u.bytes = &zero}};
	uint64_t start = fcl_now_ns();

	(void)user;
	ours.request = (struct fcl_hal_request){.op = FCL_HAL_LAUNCH};
	ours.request.u.launch.program = ours.program;
	ours.request.u.launch.kernel = image->cus[unit_index].kernel;
	ours.request.u.launch.cus = &unit_index;
	ours.request.u.launch.ncus = 1;
	ours.request.u.launch.args = args;
	ours.request.u.launch.nargs = 4;
	ours.request.u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	for (int i = 0; i < LAUNCHES; i++)
		run();
	return since(start) / LAUNCHES;
}

static double our_transfers(void *user)
{
	int times = ours.bytes == SMALL ? LAUNCHES : 4;
	uint64_t start;

	(void)user;
	ours.request = (struct fcl_hal_request){.op = ours.op};
	ours.request.u.transfer.buffer = ours.buffer;
	ours.request.u.transfer.host = ours.host;
	ours.request.u.transfer.box = fcl_hal_linear_box(ours.bytes);
	start = fcl_now_ns();
	for (int i = 0; i < times; i++)
		run();
	return since(start) / times;
}

static double measure_transfers(enum fcl_hal_op op, size_t bytes, char *host)
{
	ours.op = op;
	ours.bytes = bytes;
	ours.host = host;
	return least(our_transfers, NULL);
}

static int open_ours(const char *socket)
{
	struct fcl_err err = {0};
	char name[200];

	snprintf(name, sizeof(name), "u250@%s", socket);
	if (hal->open(name, 0, &ours.device, &err) ||
	    hal->program(ours.device, 0, image, &ours.program, &err) ||
	    hal->buffer_alloc(ours.device, NULL, FCL_HAL_BANK_DEFAULT, LARGE, &ours.buffer, &err)) {
		fprintf(stderr, "%s\n", err.text);
		return -1;
	}
	return 0;
}

static int load_image(const char *path)
{
	size_t size = 0;
	void *bytes = read_file(path, &size);
	int kernel;

	if (!bytes || fcl_image_read(bytes, size, &image, NULL))
		return -1;
	kernel = fcl_image_find_kernel(image, "vadd");
	while (kernel >= 0 && unit_index < image->ncus &&
	       image->cus[unit_index].kernel != (uint32_t)kernel)
		unit_index++;
	if (kernel < 0 || unit_index == image->ncus)
		return -1;
	unit = image->cus[unit_index].base;
	return 0;
}

static void print(const char *what, double floor_us, double our_us)
{
	printf("%-28s floor %9.1f us, pcie %9.1f us: %+.1f us, factor %.2f\n", what, floor_us,
	       our_us, our_us - floor_us, our_us / floor_us);
}

int main(int argc, char **argv)
{
	struct bare bare = {0};
	double launch, small, large;
	void *pointer;
	char *host = malloc(LARGE);

	if (argc != 3 || !host || load_image(argv[2]) || open_bare(argv[1], &bare))
		return 2;
	memset(host, 2, LARGE);
	launch = least(bare_launches, &bare);
	bare.bytes = SMALL;
	small = least(bare_writes, &bare);
	bare.bytes = LARGE;
	large = least(bare_writes, &bare);
	bare.transport->ops->close(bare.transport);
	if (open_ours(argv[1]) || hal->host_alloc(ours.device, LARGE, &pointer, NULL))
		return 2;
	memset(pointer, 3, LARGE);
	print("launch and finish", launch, least(our_launches, NULL));
	print("write 4 KiB", small, measure_transfers(FCL_HAL_WRITE, SMALL, host));
	print("write 64 MiB, copied", large, measure_transfers(FCL_HAL_WRITE, LARGE, host));
	print("write 64 MiB, host_alloc()", large,
	      measure_transfers(FCL_HAL_WRITE, LARGE, pointer));
	print("read 64 MiB, copied", large, measure_transfers(FCL_HAL_READ, LARGE, host));
	return 0;
}
