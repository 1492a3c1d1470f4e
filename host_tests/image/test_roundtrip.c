/* SPDX-License-Identifier: Apache-2.0 */
/* What is written is read back the same, in both containers and across them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

#include "host_tests/image/cmocka_all.h"
#include "host_tests/image/compare_images.h"
#include "host_tests/image/sample_image.h"

static struct fcl_image *read_back(const struct fcl_image *image,
				   enum fcl_image_container container)
{
	struct fcl_image *read = NULL;
	struct fcl_err err = {0};
	void *bytes = NULL;
	size_t size = 0;

	if (fcl_image_write(image, container, &bytes, &size, &err))
		fail_msg("write: %s", err.text);
	if (fcl_image_read(bytes, size, &read, &err))
		fail_msg("read: %s", err.text);
	free(bytes);
	assert_int_equal(read->container, container);
	walk_image(read);
	return read;
}

/* The entries that the writer adds for the FIFO: a memory that represents it, and both ends. */
static void expect_stream_entries(struct fcl_image *image)
{
	struct fcl_image_mem *mems = fcl_image_alloc(image, image->nmems + 1, sizeof(*mems));
	struct fcl_image_connection *connections = fcl_image_alloc(image, image->nconnections + 2,
								   sizeof(*connections));
	uint32_t mem = image->nmems++, first = image->nconnections;

	assert_true(mems && connections);
	memcpy(mems, image->mems, mem * sizeof(*mems));
	memcpy(connections, image->connections, first * sizeof(*connections));
	mems[mem] = (struct fcl_image_mem){"dc_0", MEM_STREAMING_CONNECTION, true, 0, 0};
	connections[first] = (struct fcl_image_connection){SAMPLE_PRODUCER_1, 0, mem};
	connections[first + 1] = (struct fcl_image_connection){SAMPLE_CONSUMER_1, 0, mem};
	image->mems = mems;
	image->connections = connections;
	image->nconnections += 2;
}

static void round_trip(enum fcl_image_target target, enum fcl_image_container container)
{
	struct fcl_image *image = sample_image(target), *read, *again;

	assert_non_null(image);
	read = read_back(image, container);
	expect_stream_entries(image);
	assert_same_image(read, image);
	again = read_back(read, container);
	assert_same_image(again, image);
	/* Nothing grows when it is written repeatedly. */
	assert_int_equal(again->bytes_size, read->bytes_size);
	assert_int_equal(again->nsections, read->nsections);
	fcl_image_unref(again);
	fcl_image_unref(read);
	fcl_image_unref(image);
}

static void test_xclbin(void **state)
{
	(void)state;
	round_trip(FCL_TARGET_HW, FCL_IMAGE_XCLBIN);
	round_trip(FCL_TARGET_HW_EMU, FCL_IMAGE_XCLBIN);
	round_trip(FCL_TARGET_SW_EMU, FCL_IMAGE_XCLBIN);
}

static void test_elf(void **state)
{
	(void)state;
	round_trip(FCL_TARGET_HW_EMU, FCL_IMAGE_ELF);
	round_trip(FCL_TARGET_SW_EMU, FCL_IMAGE_ELF);
}

/* A FIFO with the host at one end has no memory. Its arguments' numbers there are meaningless. */
static void host_end(bool writes, enum fcl_image_container container)
{
	struct fcl_image *image = sample_image(FCL_TARGET_SW_EMU), *read;
	struct fcl_image_stream *stream;

	assert_non_null(image);
	stream = &image->streams[0];
	stream->name = "numbers & more";
	stream->src_cu = writes ? FCL_IMAGE_HOST : stream->src_cu;
	stream->dst_cu = writes ? stream->dst_cu : FCL_IMAGE_HOST;
	read = read_back(image, container);
	assert_same_image(read, image);
	fcl_image_unref(read);
	fcl_image_unref(image);
}

static void test_host_end(void **state)
{
	(void)state;
	host_end(true, FCL_IMAGE_XCLBIN);
	host_end(false, FCL_IMAGE_XCLBIN);
	host_end(true, FCL_IMAGE_ELF);
	host_end(false, FCL_IMAGE_ELF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_xclbin),
		cmocka_unit_test(test_elf),
		cmocka_unit_test(test_host_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
