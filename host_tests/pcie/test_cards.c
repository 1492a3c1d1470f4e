/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/card.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hal/pcie/backend.h"
#include "hal/pcie/device.h"
#include "hal/pcie/xdma/registers.h"

static struct card card;

/* Opening must fail with this text; the transport is closed all the same. */
static void refuse(const char *board, const char *text)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};

	assert_true(fcl_pcie_open_on(board, &card.model.transport, &device, &err) < 0);
	if (!strstr(err.text, text))
		fail_msg("expected \"%s\" in \"%s\"", text, err.text);
	assert_null(device);
	assert_true(card.model.closed);
	model_fini(&card.model);
}

static void wrong_cards(void **state)
{
	(void)state;
	model_init(&card.model);
	refuse("no-card", "no element <card>");
	model_init(&card.model);
	card.model.transport.sizes[MODEL_DMA_BAR] = 0x1000;
	refuse("model-card", "expected at least 65536 bytes in BAR 1");
	model_init(&card.model);
	card.model.transport.sizes[MODEL_USER_BAR] = 0;
	refuse("model-card", "in BAR 0, for compute units");
	model_init(&card.model);
	card.model.faults.gone = true;
	refuse("model-card", "does not answer");
	model_init(&card.model);
	card.model.nchannels = 1;
	refuse("model-card", "expected 2 channels to the card and 2 to the host");
	model_init(&card.model);
	card.model.nchannels = 0;
	refuse("model-card", "expected channels in both directions");
}

static void wrong_ids(void **state)
{
	struct fcl_hal_device *device = NULL;
	struct fcl_err err = {0};

	(void)state;
	model_init(&card.model);
	fcl_pcie_write(&card.model.transport, FCL_PCIE_CONFIG,
		       &(struct fcl_pcie_word){0, 0x701110ee}, 1);
	assert_int_equal(fcl_pcie_open_on("model-card", &card.model.transport, &device, &err),
			 -EINVAL);
	assert_non_null(strstr(err.text, "expected a card with the ids 10ee:9038"));
	assert_non_null(strstr(err.text, "found 10ee:7011"));
	model_fini(&card.model);
}

static void refuse_image(struct fcl_image *image, const char *text)
{
	struct fcl_hal_program *program = NULL;
	struct fcl_err err = {0};

	assert_int_equal(fcl_hal_pcie_backend.program(card.device, 0, image, &program, &err),
			 -EINVAL);
	if (!strstr(err.text, text))
		fail_msg("expected \"%s\" in \"%s\"", text, err.text);
	assert_null(program);
	fcl_image_unref(image);
}

static void wrong_images(void **state)
{
	struct fcl_image *image;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	image = card_image(&card);
	image->vbnv = "tests_other_card_1";
	refuse_image(image, "the image is for platform tests_other_card_1");
	image = card_image(&card);
	image->target = FCL_TARGET_HW_EMU;
	refuse_image(image, "expected an image for hardware");
	image = card_image(&card);
	image->cus[1].base = 0x4000f000 - 4;
	image->kernels[0].args[3].offset = 0x2000;
	refuse_image(image, "are not in BAR 0");
	image = card_image(&card);
	image->cus[1].base = 0x3fffffff;
	refuse_image(image, "are not in BAR 0");
	image = card_image(&card);
	image->cus[1].base = 0x40008000;
	refuse_image(image, "nothing answers there");
	image = card_image(&card);
	image->cus[1].control = FCL_CONTROL_FAST_ADAPTER;
	refuse_image(image, "ap_ctrl_hs");
	image = card_image(&card);
	image->kernels[0].args[2].offset = 0x8;
	refuse_image(image, "argument b of kernel add");
	/* An end that does not fit in 64 bits. */
	image = card_image(&card);
	image->kernels[0].args[3].offset = UINT64_MAX - 3;
	refuse_image(image, "argument n of kernel add");
	image = card_image(&card);
	image->kernels[0].args[3].size = UINT64_MAX;
	refuse_image(image, "argument n of kernel add");
	/* A correct one is still accepted. */
	card_load(&card);
	card_close(&card);
}

/* A design that has its uuid is compared with the image, which may then be for emulation. */
static void identity(void **state)
{
	struct fcl_image *image;
	struct fcl_err err = {0};
	uint8_t uuid[16] = {0};

	(void)state;
	model_init(&card.model);
	assert_int_equal(fcl_pcie_open_on("uuid-card", &card.model.transport, &card.device, &err),
			 0);
	for (uint32_t i = 0; i < 16; i += 4)
		fcl_pcie_write(&card.model.transport, MODEL_USER_BAR,
			       &(struct fcl_pcie_word){MODEL_UUID + i, 0x07070707}, 1);
	image = card_image(&card);
	image->target = FCL_TARGET_HW_EMU;
	assert_int_equal(fcl_hal_pcie_backend.program(card.device, 0, image, &card.program, &err),
			 0);
	fcl_image_unref(image);
	assert_int_equal(fcl_hal_pcie_backend.verify(card.device, 0, uuid, &err), 0);
	assert_int_equal(uuid[15], 7);
	image = card_image(&card);
	memset(image->uuid, 8, 16);
	card.program = NULL;
	refuse_image(image, "but the card's design has 07070707-0707-0707-0707-070707070707");
	card_close(&card);
}

/* A bank that XDMA does not lead to: the engine would fail at the first byte. */
static void memory_of_the_host(void **state)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};

	(void)state;
	model_init(&card.model);
	assert_int_equal(fcl_pcie_open_on("host-card", &card.model.transport, &card.device, &err),
			 0);
	assert_int_equal(fcl_hal_pcie_backend.buffer_alloc(card.device, NULL, 1, 64, &buffer, &err),
			 -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "bank HOST[0] is the host's own memory"));
	assert_int_equal(fcl_hal_pcie_backend.buffer_alloc(card.device, NULL, 0, 64, &buffer, &err),
			 0);
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	fcl_hal_pcie_backend.close(card.device);
}

/* A process that died has left engines and units running: they end before they are used. */
static void left_running(void **state)
{
	const struct fcl_pcie_word start[] = {{0x4080, 0x123000}, {0x4084, 0}, {0x0004, 1}};
	struct fcl_hal_buffer *buffer;
	uint32_t b = 1, n = 4;
	struct job job;

	(void)state;
	model_init(&card.model);
	card.model.run_ns = card.model.unit_ns = 30 * 1000 * 1000;
	fcl_pcie_write(&card.model.transport, MODEL_DMA_BAR, start, 3);
	fcl_pcie_write(&card.model.transport, MODEL_USER_BAR,
		       (const struct fcl_pcie_word[]){
			       {MODEL_ARG_A + 4, 1}, {MODEL_ARG_OUT + 4, 1}, {0, 1}},
		       3);
	card_open(&card);
	card_load(&card);
	buffer = card_alloc(&card, 4096);
	for (unsigned i = 0; i < 3; i++) {
		job_launch(&card, &job, buffer, buffer, &b, &n);
		assert_int_equal(job_run(&card, &job), 0);
	}
	fcl_hal_pcie_backend.buffer_free(card.device, buffer);
	card_close(&card);
}

static void facts(void **state)
{
	const struct fcl_hal_info *info;

	(void)state;
	model_init(&card.model);
	card_open(&card);
	info = fcl_hal_pcie_backend.info(card.device);
	assert_string_equal(info->board, "model-card");
	assert_string_equal(info->bdf, "0000:65:00.0");
	assert_true(info->caps & FCL_HAL_CAP_KEEPS_MEMORY && info->banks[0].kept);
	card_close(&card);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_cards),        cmocka_unit_test(wrong_ids),
		cmocka_unit_test(wrong_images),       cmocka_unit_test(identity),
		cmocka_unit_test(left_running),       cmocka_unit_test(facts),
		cmocka_unit_test(memory_of_the_host),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
