/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches that share values (launch.values): random launches, with buffers that are created and
 * freed meanwhile, compute the same as a model, and every write past a buffer is reported once.
 */
#include "host_tests/emulator/loaded.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "emulator/execution/units/registers.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/memory/memory.h"
#include "emulator/state/buffer.h"
#include "host_tests/emulator/models.h"

enum {
	ARGS = 2 + POKE_BUFFERS,
	BUFFERS = 12,
	SETS = 3,
	STEPS = 20000,
	MOST_BYTES = 200,
	ROUND = 8, /* average number of launches between two other steps */
};

/* A buffer and its expected contents. */
struct twin {
	struct fcl_emu_buffer *buffer;
	uint32_t size;
	unsigned char bytes[MOST_BYTES];
};

/* The values of a launch: indices of buffers; BUFFERS means a null pointer. */
struct values {
	uint64_t number;
	uint32_t value;
	uint64_t at;
	uint32_t buffers[POKE_BUFFERS];
};

struct run {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	struct values values;
	struct fcl_hal_arg args[ARGS];
	_Atomic bool ended;
	int status;
	char text[512];
};

static struct twin twins[BUFFERS];
static uint64_t last_number;
static uint32_t seed;

static const char *const names[ARGS] = {"value", "at", "a", "b", "c", "d"};

static struct fcl_image_arg make_arg(uint32_t index)
{
	struct fcl_image_arg arg = {.id = index,
				    .name = names[index],
				    .qualifier = FCL_ARG_SCALAR,
				    .offset = index ? POKE_AT : POKE_VALUE,
				    .size = index ? 8 : 4};

	if (index < 2)
		return arg;
	arg.qualifier = FCL_ARG_GLOBAL;
	arg.port = "M_AXI_GMEM";
	arg.offset = POKE_FIRST + (index - 2) * 12;
	return arg;
}

static void fill_image(struct fcl_image *image)
{
	struct fcl_image_arg args[ARGS];

	image->nkernels = image->ncus = 1;
	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	for (uint32_t i = 0; i < ARGS; i++)
		args[i] = make_arg(i);
	fill_kernel(image, 0, "poke", args, ARGS);
	image->cus = fcl_image_alloc(image, 1, sizeof(*image->cus));
	image->cus[0].name = "poke_1";
}

static int load(void **state)
{
	(void)state;
	load_image(fill_image);
	seed = 1;
	return 0;
}

static int unload(void **state)
{
	(void)state;
	fcl_emu_close(board);
	return 0;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct run *run = (struct run *)request;

	run->status = status;
	snprintf(run->text, sizeof(run->text), "%s", text ? text : "");
	run->ended = true;
}

static void make_twin(struct twin *twin)
{
	struct fcl_err err = {0};

	twin->size = 8 + next_number(&seed) % (MOST_BYTES - 8);
	memset(twin->bytes, 0, sizeof(twin->bytes));
	assert_int_equal(fcl_emu_buffer_alloc(board, next_number(&seed) % 2, twin->size,
					      &twin->buffer, &err),
			 0);
	memset(fcl_emu_buffer_host(twin->buffer), 0, twin->size);
}

static void make_values(struct values *values)
{
	values->number = ++last_number;
	values->value = 1 + next_number(&seed) % 255;
	for (int i = 0; i < POKE_BUFFERS; i++)
		values->buffers[i] = next_number(&seed) % (BUFFERS + 1);
	values->at = next_number(&seed) % 8;
}

static void fill(struct run *run, const struct values *values, uint64_t changed)
{
	run->values = *values;
	for (uint32_t i = 0; i < ARGS; i++)
		run->args[i] = (struct fcl_hal_arg){.index = i, .kind = FCL_HAL_ARG_BUFFER};
	run->args[0] =
		(struct fcl_hal_arg){0, FCL_HAL_ARG_BYTES, 4, 0, {.bytes = &run->values.value}};
	run->args[1] = (struct fcl_hal_arg){1, FCL_HAL_ARG_BYTES, 8, 0, {.bytes = &run->values.at}};
	for (uint32_t i = 0; i < POKE_BUFFERS; i++)
		if (values->buffers[i] < BUFFERS)
			run->args[2 + i].u.buffer =
				(struct fcl_hal_buffer *)twins[values->buffers[i]].buffer;
	run->request.u.launch.values = values->number;
	run->request.u.launch.changed = changed;
}

static void launch(struct run *run)
{
	static const uint32_t cu = 0;
	struct fcl_hal_request *request = &run->request;

	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.cus = &cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = run->args;
	request->u.launch.nargs = ARGS;
	request->u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	run->ended = false;
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
	while (!run->ended)
		if (!fcl_emu_progress(board, NULL))
			fcl_emu_kick(board);
}

/* The launch's effect; false: it writes past the last buffer. */
static bool model(const struct values *values)
{
	for (uint32_t i = 0; i < POKE_BUFFERS; i++) {
		struct twin *twin = &twins[values->buffers[i]];
		uint32_t number;

		if (values->buffers[i] == BUFFERS)
			continue;
		memcpy(&number, twin->bytes, sizeof(number));
		number += values->value;
		memcpy(twin->bytes, &number, sizeof(number));
		if (i < POKE_BUFFERS - 1)
			continue;
		if (values->at >= twin->size)
			return false;
		twin->bytes[values->at] = (unsigned char)(twin->bytes[values->at] + values->value);
	}
	return true;
}

static void check_twins(void)
{
	for (uint32_t i = 0; i < BUFFERS; i++)
		assert_memory_equal(fcl_emu_buffer_host(twins[i].buffer), twins[i].bytes,
				    twins[i].size);
}

/* The argument to be blamed: the first one with the overrun buffer. */
static const char *guilty(const struct values *values)
{
	uint32_t i = 0;

	while (values->buffers[i] != values->buffers[POKE_BUFFERS - 1])
		i++;
	return names[2 + i];
}

static void run_and_compare(struct run *run)
{
	char blame[64];

	launch(run);
	if (model(&run->values)) {
		assert_string_equal(run->text, "");
		assert_int_equal(run->status, 0);
	} else {
		assert_int_equal(run->status, -EFAULT);
		snprintf(blame, sizeof(blame), "past the end of argument '%s': byte %u ",
			 guilty(&run->values), (unsigned)run->values.at);
		assert_non_null(strstr(run->text, blame));
	}
	check_twins();
}

/* Changes the launch's own values; sometimes so that it overruns its last buffer. */
static uint64_t change_some(struct values *values)
{
	uint64_t changed = next_number(&seed) % (1u << ARGS);
	struct values other = *values;
	uint32_t last;

	make_values(&other);
	if (changed & 1)
		values->value = other.value;
	for (uint32_t i = 0; i < POKE_BUFFERS; i++)
		if (changed >> (2 + i) & 1)
			values->buffers[i] = other.buffers[i];
	last = values->buffers[POKE_BUFFERS - 1];
	if (changed & 2 && last < BUFFERS)
		values->at = next_number(&seed) % (twins[last].size + FCL_EMU_CANARY);
	return changed;
}

/* From now on, the numbers of values with that buffer stand for something else. */
static void replace(uint32_t which, struct values *sets)
{
	fcl_emu_buffer_free(twins[which].buffer);
	make_twin(&twins[which]);
	for (uint32_t i = 0; i < SETS; i++)
		for (uint32_t k = 0; k < POKE_BUFFERS; k++)
			if (sets[i].buffers[k] == which && next_number(&seed) % 2)
				sets[i].number = ++last_number;
}

static void random_launches(void **state)
{
	struct values sets[SETS], values;
	struct run run = {.status = 0};
	uint32_t set = 0;

	(void)state;
	for (uint32_t i = 0; i < BUFFERS; i++)
		make_twin(&twins[i]);
	for (uint32_t i = 0; i < SETS; i++)
		make_values(&sets[i]);
	for (uint32_t i = 0; i < STEPS; i++) {
		uint64_t changed = 0;

		if (next_number(&seed) % ROUND == 0)
			set = next_number(&seed) % SETS;
		if (next_number(&seed) % (8 * ROUND) == 0)
			make_values(&sets[set]);
		if (next_number(&seed) % ROUND == 0)
			replace(next_number(&seed) % BUFFERS, sets);
		values = sets[set];
		if (next_number(&seed) % 2)
			changed = change_some(&values);
		fill(&run, &values, changed);
		run_and_compare(&run);
	}
	for (uint32_t i = 0; i < BUFFERS; i++)
		fcl_emu_buffer_free(twins[i].buffer);
}

/* An execution started by registers uses their contents, not the values of an earlier launch. */
static void started_by_registers(void **state)
{
	struct values values = {.number = 1, .value = 7, .buffers = {0, 1, 2, 3}};
	struct fcl_emu_cu *cu = &program->cus[0];
	struct run run = {.status = 0};
	struct fcl_err err = {0};
	uint32_t control = FCL_AP_START;

	(void)state;
	for (uint32_t i = 0; i < BUFFERS; i++)
		make_twin(&twins[i]);
	fill(&run, &values, 0);
	for (int i = 0; i < 3; i++)
		run_and_compare(&run);
	values.buffers[1] = 4;
	assert_int_equal(fcl_emu_reg_write(cu, POKE_FIRST + 12,
					   (uint32_t)fcl_emu_buffer_address(twins[4].buffer), &err),
			 0);
	assert_int_equal(
		fcl_emu_reg_write(cu, POKE_FIRST + 16,
				  (uint32_t)(fcl_emu_buffer_address(twins[4].buffer) >> 32), &err),
		0);
	assert_int_equal(fcl_emu_reg_write(cu, 0, FCL_AP_START, &err), 0);
	while (!(control & FCL_AP_DONE)) {
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
		assert_int_equal(fcl_emu_reg_read(cu, 0, &control, &err), 0);
	}
	assert_true(model(&values));
	check_twins();
	/* The launch writes its own values there again. */
	run_and_compare(&run);
	for (uint32_t i = 0; i < BUFFERS; i++)
		fcl_emu_buffer_free(twins[i].buffer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(random_launches, load, unload),
		cmocka_unit_test_setup_teardown(started_by_registers, load, unload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
