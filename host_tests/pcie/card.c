/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pcie/card.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "hal/pcie/backend.h"
#include "hal/pcie/device.h"

void card_open(struct card *card)
{
	struct fcl_err err = {0};

	card->program = NULL;
	if (fcl_pcie_open_on("model-card", &card->model.transport, &card->device, &err))
		fail_msg("%s", err.text);
}

void card_close(struct card *card)
{
	fcl_hal_pcie_backend.unprogram(card->device, card->program);
	fcl_hal_pcie_backend.close(card->device);
	assert_true(card->model.closed);
	assert_int_equal(card->model.offences, 0);
	model_fini(&card->model);
}

static void fill_arg(struct fcl_image_arg *arg, uint32_t id, const char *name, uint64_t offset,
		     bool pointer)
{
	*arg = (struct fcl_image_arg){.name = name,
				      .type_name = "uint",
				      .port = "",
				      .id = id,
				      .qualifier = pointer ? FCL_ARG_GLOBAL : FCL_ARG_SCALAR,
				      .offset = offset,
				      .size = pointer ? 8 : 4,
				      .host_size = pointer ? 8 : 4};
}

struct fcl_image *card_image(struct card *card)
{
	static const char *const names[MODEL_UNITS] = {"add_1", "add_2"};
	struct fcl_image *image;
	struct fcl_image_kernel *kernel;

	assert_int_equal(fcl_image_new(&image, NULL), 0);
	image->target = FCL_TARGET_HW;
	memset(image->uuid, 7, 16);
	image->vbnv = "tests_model_card_1";
	image->isa = "";
	kernel = image->kernels = fcl_image_alloc(image, 1, sizeof(*kernel));
	image->nkernels = 1;
	kernel->name = "add";
	kernel->language = "c";
	kernel->args = fcl_image_alloc(image, 4, sizeof(*kernel->args));
	kernel->nargs = 4;
	fill_arg(&kernel->args[0], 0, "a", MODEL_ARG_A, true);
	fill_arg(&kernel->args[1], 1, "out", MODEL_ARG_OUT, true);
	fill_arg(&kernel->args[2], 2, "b", MODEL_ARG_B, false);
	fill_arg(&kernel->args[3], 3, "n", MODEL_ARG_N, false);
	image->cus = fcl_image_alloc(image, MODEL_UNITS, sizeof(*image->cus));
	image->ncus = MODEL_UNITS;
	for (uint32_t i = 0; i < MODEL_UNITS; i++)
		image->cus[i] = (struct fcl_image_cu){
			.name = names[i],
			.base = 0x40000000 + i * MODEL_UNIT_BYTES,
			.control = card->model.chain ? FCL_CONTROL_CHAIN : FCL_CONTROL_HS};
	return image;
}

void card_load(struct card *card)
{
	struct fcl_image *image = card_image(card);
	struct fcl_err err = {0};

	if (fcl_hal_pcie_backend.program(card->device, 0, image, &card->program, &err))
		fail_msg("%s", err.text);
	fcl_image_unref(image);
}

struct fcl_hal_buffer *card_alloc(struct card *card, uint64_t bytes)
{
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};

	if (fcl_hal_pcie_backend.buffer_alloc(card->device, NULL, FCL_HAL_BANK_DEFAULT, bytes,
					      &buffer, &err))
		fail_msg("%s", err.text);
	return buffer;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct job *job = (struct job *)request;

	job->status = status;
	snprintf(job->text, sizeof(job->text), "%s", text ? text : "");
	job->ended++;
}

static void init(struct job *job, enum fcl_hal_op op)
{
	memset(job, 0, sizeof(*job));
	memset(job->request.scratch, 0xa5, sizeof(job->request.scratch));
	job->request.op = op;
	job->request.done = on_done;
	job->request.tag = job;
}

void job_transfer(struct job *job, enum fcl_hal_op op, struct fcl_hal_buffer *buffer,
		  uint64_t offset, const void *host, size_t bytes)
{
	init(job, op);
	job->request.u.transfer.buffer = buffer;
	job->request.u.transfer.offset = offset;
	job->request.u.transfer.host = (void *)(uintptr_t)host;
	job->request.u.transfer.box = fcl_hal_linear_box(bytes);
}

void job_launch(struct card *card, struct job *job, struct fcl_hal_buffer *a,
		struct fcl_hal_buffer *out, const uint32_t *b, const uint32_t *n)
{
	static const uint32_t cus[MODEL_UNITS] = {0, 1};

	init(job, FCL_HAL_LAUNCH);
	job->args[0] = (struct fcl_hal_arg){.index = 0, .kind = FCL_HAL_ARG_BUFFER, .u.buffer = a};
	job->args[1] =
		(struct fcl_hal_arg){.index = 1, .kind = FCL_HAL_ARG_BUFFER, .u.buffer = out};
	job->args[2] = (struct fcl_hal_arg){
		.index = 2, .kind = FCL_HAL_ARG_BYTES, .size = 4, .u.bytes = b};
	job->args[3] = (struct fcl_hal_arg){
		.index = 3, .kind = FCL_HAL_ARG_BYTES, .size = 4, .u.bytes = n};
	job->request.u.launch.program = card->program;
	job->request.u.launch.cus = cus;
	job->request.u.launch.ncus = MODEL_UNITS;
	job->request.u.launch.args = job->args;
	job->request.u.launch.nargs = 4;
	job->request.u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
}

void job_submit(struct card *card, struct job *job)
{
	struct fcl_hal_request *request = &job->request;

	assert_int_equal(fcl_hal_pcie_backend.submit(card->device, &request, 1), 0);
}

static int wait_for(struct card *card, struct job *job, bool help)
{
	uint64_t until = fcl_now_ns() + 60 * UINT64_C(1000000000);

	fcl_hal_pcie_backend.kick(card->device);
	while (!job->ended && fcl_now_ns() < until)
		if (!help || fcl_hal_pcie_backend.progress(card->device, job) != 1)
			fcl_pause_us(20);
	assert_int_equal(job->ended, 1);
	return job->status;
}

int job_wait(struct card *card, struct job *job)
{
	return wait_for(card, job, true);
}

int job_await(struct card *card, struct job *job)
{
	return wait_for(card, job, false);
}

int job_run(struct card *card, struct job *job)
{
	job->ended = 0;
	job->request.flags |= FCL_HAL_SOON;
	job_submit(card, job);
	fcl_hal_pcie_backend.progress(card->device, job);
	return job_wait(card, job);
}
