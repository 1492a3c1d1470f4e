/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/running/joint.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config.h"
#include "emulator/execution/running/usage.h"
#include "emulator/state/board.h"
#include "emulator/time/engine.h"

/* --- one line ---------------------------------------------------------------------------------- */

static uint32_t *no_numbers(uint32_t count)
{
	uint32_t *numbers = malloc((count + 1) * sizeof(*numbers));

	for (uint32_t i = 0; numbers && i < count; i++)
		numbers[i] = FCL_TIME_NONE;
	return numbers;
}

static bool joint_start(struct fcl_emu_joint *joint, const struct fcl_emu_cu *cu, uint32_t mhz)
{
	const struct fcl_time_options options = {
		.record = *fcl_config_string(FCL_CONFIG_CYCLES_RECORD) != 0};
	const struct fcl_time_clock clock = {.name = "kernel", .period_ps = 1000000 / mhz};
	struct fcl_err err;

	joint->streams = no_numbers(cu->program->nfifos);
	joint->banks = no_numbers(cu->program->board->desc->nbanks);
	return joint->streams && joint->banks && !fcl_time_create(&options, &joint->time, &err) &&
	       !fcl_time_add_clock(joint->time, &clock, &joint->clock, &err);
}

struct fcl_emu_joint *fcl_emu_joint_open(const struct fcl_emu_cu *cu)
{
	struct fcl_emu_joint *joint = calloc(1, sizeof(*joint));
	uint32_t mhz = fcl_emu_usage_mhz(cu);

	if (!joint)
		return NULL;
	pthread_mutex_init(&joint->lock, NULL);
	if (!mhz) {
		fcl_emu_joint_refuse(joint, "the image does not say how fast its clock is");
	} else if (!joint_start(joint, cu, mhz)) {
		fcl_emu_joint_close(joint);
		return NULL;
	}
	return joint;
}

void fcl_emu_joint_close(struct fcl_emu_joint *joint)
{
	if (!joint)
		return;
	if (joint->time)
		fcl_time_destroy(joint->time);
	pthread_mutex_destroy(&joint->lock);
	free(joint->streams);
	free(joint->banks);
	free(joint);
}

bool fcl_emu_joint_refuses(struct fcl_emu_joint *joint, char why[256])
{
	pthread_mutex_lock(&joint->lock);
	bool refuses = *joint->why;

	memcpy(why, joint->why, sizeof(joint->why));
	pthread_mutex_unlock(&joint->lock);
	return refuses;
}

void fcl_emu_joint_refuse(struct fcl_emu_joint *joint, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pthread_mutex_lock(&joint->lock);
	if (!*joint->why)
		vsnprintf(joint->why, sizeof(joint->why), format, args);
	pthread_mutex_unlock(&joint->lock);
	va_end(args);
}

static int add_stream(struct fcl_emu_joint *joint, const struct fcl_emu_fifo *fifo,
		      uint32_t *number, struct fcl_err *err)
{
	const struct fcl_time_channel made = {.name = fifo->name,
					      .depth = fifo->depth,
					      .bits = fifo->pub.packet_size * 8,
					      .read_latency = 1,
					      .write_latency = 1,
					      .writer = FCL_TIME_NONE,
					      .reader = FCL_TIME_NONE};

	return fcl_time_add_channel(joint->time, &made, number, err);
}

int fcl_emu_joint_stream(struct fcl_emu_joint *joint, const struct fcl_emu_cu *cu, uint32_t port,
			 uint32_t *ret_number, struct fcl_err *err)
{
	const struct fcl_emu_program *program = cu->program;
	uint32_t index = 0;
	int error = 0;

	while (index < program->nfifos && program->fifos[index] != cu->wired[port])
		index++;
	if (index == program->nfifos)
		return fcl_err_set(err, -EINVAL, "a stream is in no FIFO of the image");
	pthread_mutex_lock(&joint->lock);
	if (joint->streams[index] == FCL_TIME_NONE)
		error = add_stream(joint, program->fifos[index], &joint->streams[index], err);
	*ret_number = joint->streams[index];
	pthread_mutex_unlock(&joint->lock);
	return error;
}

/* The memory of the board that the port reaches, by what board.xml says of it. */
int fcl_emu_joint_bank(struct fcl_emu_joint *joint, const struct fcl_emu_cu *cu, uint32_t port,
		       uint32_t *ret_number, struct fcl_err *err)
{
	const struct fcl_board_bank *bank = fcl_emu_usage_bank(cu, port);
	const struct fcl_time_bank memory = {.name = bank->tag,
					     .latency_ps = (uint64_t)bank->latency_ns * 1000,
					     .megabytes = bank->peak_mb};
	uint32_t *number = &joint->banks[bank - cu->program->board->desc->banks];
	int error = 0;

	pthread_mutex_lock(&joint->lock);
	if (*number == FCL_TIME_NONE)
		error = fcl_time_add_bank(joint->time, &memory, number, err);
	*ret_number = *number;
	pthread_mutex_unlock(&joint->lock);
	return error;
}

/* --- those of an image ------------------------------------------------------------------------- */

static bool can_count(const struct fcl_emu_cu *cu)
{
	const struct fcl_model *model = cu->model;

	return model->kind == FCL_MODEL_RUN &&
	       model->size >= offsetof(struct fcl_model, timing) + sizeof(void *) &&
	       model->timing && model->timing->run && !cu->turns;
}

/* One that is not counted says nothing of what it does to its streams, and when. */
static void joint_check(struct fcl_emu_joint *joint, const struct fcl_emu_fifo *fifo)
{
	for (int side = 0; side < 2; side++)
		if (!fifo->end[side])
			fcl_emu_joint_refuse(joint, "its stream %s goes to the host", fifo->name);
		else if (!can_count(fifo->end[side]))
			fcl_emu_joint_refuse(
				joint, "%s, which streams join with it, does not count its cycles",
				fifo->end[side]->name);
}

static void replace(struct fcl_emu_program *program, struct fcl_emu_joint *old,
		    struct fcl_emu_joint *with)
{
	for (uint32_t i = 0; i < program->ncus; i++)
		if (program->cus[i].joint == old)
			program->cus[i].joint = with;
	fcl_emu_joint_close(old);
}

static struct fcl_emu_joint *joint_of(struct fcl_emu_cu *cu)
{
	if (cu && !cu->joint) {
		cu->joint = fcl_emu_joint_open(cu);
		if (cu->joint)
			cu->joint->shared = true;
	}
	return cu ? cu->joint : NULL;
}

/* The CUs at both ends of a FIFO have one line. */
static int join(struct fcl_emu_program *program, const struct fcl_emu_fifo *fifo,
		struct fcl_err *err)
{
	struct fcl_emu_joint *joints[2];

	for (int side = 0; side < 2; side++) {
		joints[side] = joint_of(fifo->end[side]);
		if (fifo->end[side] && !joints[side])
			return fcl_err_set(err, -ENOMEM, "out of memory");
	}
	if (joints[0] && joints[1] && joints[0] != joints[1])
		replace(program, joints[0], joints[1]);
	return 0;
}

int fcl_emu_joints_create(struct fcl_emu_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nfifos; i++)
		error = join(program, program->fifos[i], err);
	for (uint32_t i = 0; !error && i < program->nfifos; i++)
		for (int side = 0; side < 2; side++)
			if (program->fifos[i]->end[side])
				joint_check(program->fifos[i]->end[side]->joint, program->fifos[i]);
	return error;
}

void fcl_emu_joints_destroy(struct fcl_emu_program *program)
{
	for (uint32_t i = 0; i < program->ncus; i++)
		if (program->cus[i].joint)
			replace(program, program->cus[i].joint, NULL);
}
