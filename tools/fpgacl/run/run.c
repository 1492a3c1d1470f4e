/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/run/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/trace/trace.h"
#include "hal/trace_name.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/info/image_info.h"
#include "tools/fpgacl/run/array_file.h"
#include "tools/fpgacl/run/plan_read.h"
#include "tools/fpgacl/run/requests.h"

const char fcl_tool_run_help[] =
	"usage: fpgacl run [-d <device>] [--json] <image> [--kernel <kernel>[:<cu>]] --arg <name>=<value>...\n"
	"                  [-o <name>=<file>]... [--range <n>] [--group <n>]\n"
	"\n"
	"Runs kernels of an image without a host program, and writes buffers to files.\n"
	"\n"
	"  -k, --kernel <name>     the kernel, if the image has several; the options that follow belong to it.\n"
	"                          Repeat it to run several kernels at once\n"
	"  -a, --arg <name>=<value>  an argument, by its name or number:\n"
	"      n=4096, v=1,2,3,4   a scalar or vector: decimal, hexadecimal (0x), or such as 1.5e-3\n"
	"      in=@a.npy           a buffer with the contents of a file: .npy, .csv, .pgm, .png; of others the bytes\n"
	"      out=4096xint        a buffer of zeros; with more dimensions: 480x640xuchar\n"
	"      in=4096xint@a.bin   a buffer from a file that must hold exactly that much\n"
	"      s=@s.bin            a structure, from a file of its bytes\n"
	"      p=null              a null pointer\n"
	"  -o, --output <name>=<file>  where to write the buffer; the file's name decides the format; -: CSV on\n"
	"                          standard output\n"
	"  --range <n>[,<n>[,<n>]], --group <n>...  OpenCL C: all work-items, and those of a work-group\n"
	"  -d <device>             a number or name from `fpgacl list`, or such as emu:u250; the default is 0\n"
	"  --json                  print how long each kernel ran, and what was written, as JSON\n";

static uint32_t first_mem(const struct fcl_image *image, uint32_t cu, uint32_t arg)
{
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].cu == cu && image->connections[i].arg == arg)
			return image->connections[i].mem;
	return FCL_HAL_BANK_DEFAULT;
}

/* A run on a device. */
struct run {
	struct fcl_tool_device device;
	const struct fcl_hal_info *info;
	char trace_name[FCL_HAL_TRACE_NAME];
	struct fcl_hal_program *program;
	struct fcl_tool_plan plan;
	struct fcl_tool_request *requests;
	bool json;
};

static bool run_is_buffer(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT;
}

static void begin_trace(struct run *run)
{
	run->info = run->device.hal->info(run->device.board);
	fcl_hal_trace_name(run->info, run->trace_name);
	if (fcl_trace_on())
		fcl_trace_device(run->trace_name, run->info->name, run->info->clock_mhz, 0);
}

/* Transfers an argument's whole buffer. */
static int run_transfer(struct run *run, enum fcl_hal_op op, struct fcl_tool_value *value,
			struct fcl_err *err)
{
	uint64_t start = fcl_now_ns();
	uint32_t bank = run->device.hal->buffer_bank(run->device.board, value->buffer);
	int error = fcl_tool_transfer(&run->device, op, value->buffer, value->array.bytes.bytes,
				      value->array.bytes.size, err);

	if (fcl_trace_on())
		fcl_trace_transfer(&(struct fcl_trace_transfer){
			.device = run->trace_name,
			.bank = bank < run->info->nbanks ? run->info->banks[bank].tag : "SVM",
			.direction = op == FCL_HAL_WRITE ? FCL_TRACE_TO_BOARD : FCL_TRACE_TO_HOST,
			.start_ns = start,
			.end_ns = fcl_now_ns(),
			.bytes = value->array.bytes.size,
			.status = error,
		});
	return error;
}

static int make_buffer(struct run *run, const struct fcl_tool_launch *launch, uint32_t arg,
		       struct fcl_err *err)
{
	struct fcl_tool_value *value = &launch->values[arg];
	int error = run->device.hal->buffer_alloc(run->device.board, run->program,
						  first_mem(run->plan.image, launch->cu, arg),
						  value->array.bytes.size, &value->buffer, err);

	return error ? error : run_transfer(run, FCL_HAL_WRITE, value, err);
}

static struct fcl_hal_arg hal_arg(const struct fcl_tool_launch *launch, uint32_t id)
{
	const struct fcl_tool_value *value = &launch->values[id];
	const struct fcl_image_arg *facts = &launch->kernel->args[id];
	struct fcl_hal_arg arg = {.index = id, .size = value->array.bytes.size};

	if (run_is_buffer(facts)) {
		arg.kind = FCL_HAL_ARG_BUFFER;
		arg.u.buffer = value->buffer;
	} else if (facts->qualifier == FCL_ARG_LOCAL) {
		arg.kind = FCL_HAL_ARG_LOCAL;
	} else {
		arg.kind = FCL_HAL_ARG_BYTES;
		arg.u.bytes = value->array.bytes.bytes;
	}
	return arg;
}

static int run_prepare(struct run *run, uint32_t index, struct fcl_err *err)
{
	struct fcl_tool_launch *launch = &run->plan.launches[index];
	struct fcl_hal_request *request = &run->requests[index].request;
	struct fcl_hal_arg *args = calloc(launch->kernel->nargs + 1, sizeof(*args));
	uint32_t nargs = 0;
	int error = 0;

	request->u.launch.args = args;
	if (!args)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	for (uint32_t i = 0; i < launch->kernel->nargs && !error; i++) {
		const struct fcl_image_arg *arg = &launch->kernel->args[i];

		if (arg->qualifier == FCL_ARG_STREAM)
			continue;
		if (run_is_buffer(arg) && !launch->values[i].null)
			error = make_buffer(run, launch, i, err);
		args[nargs++] = hal_arg(launch, i);
	}
	request->op = FCL_HAL_LAUNCH;
	request->flags = FCL_HAL_TIMED;
	request->u.launch.program = run->program;
	request->u.launch.kernel = launch->index;
	request->u.launch.cus = &launch->cu;
	request->u.launch.ncus = 1;
	request->u.launch.nargs = nargs;
	request->u.launch.range = launch->range;
	return error;
}

static int write_outputs(struct run *run, const struct fcl_tool_launch *launch, struct fcl_err *err)
{
	for (uint32_t i = 0; i < launch->kernel->nargs; i++) {
		struct fcl_tool_value *value = &launch->values[i];
		int error;

		if (!value->output)
			continue;
		error = run_transfer(run, FCL_HAL_READ, value, err);
		if (!error)
			error = fcl_tool_array_write(&value->array, value->output, err);
		if (error)
			return error;
	}
	return 0;
}

/* The name of an argument that is written to standard output; NULL: none. */
static const char *printed_argument(const struct fcl_tool_plan *plan)
{
	for (uint32_t i = 0; i < plan->nlaunches; i++)
		for (uint32_t k = 0; k < plan->launches[i].kernel->nargs; k++) {
			const char *output = plan->launches[i].values[k].output;

			if (output && !strcmp(output, "-"))
				return plan->launches[i].kernel->args[k].name;
		}
	return NULL;
}

static double run_us(const struct fcl_hal_request *request)
{
	return (double)(request->end_ns - request->start_ns) / 1e3;
}

static void put_outputs(struct fcl_text *out, const struct fcl_tool_launch *launch)
{
	fcl_tool_put_open(out, "outputs", '[');
	for (uint32_t i = 0; i < launch->kernel->nargs; i++) {
		const struct fcl_tool_value *value = &launch->values[i];

		if (!value->output)
			continue;
		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "argument", launch->kernel->args[i].name);
		fcl_tool_put_text(out, "file", value->output);
		fcl_tool_put_number(out, "bytes", value->array.bytes.size);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
}

static void run_put_result(struct fcl_text *out, const struct run *run)
{
	fcl_tool_put_open(out, NULL, '{');
	fcl_tool_put_text(out, "device", run->device.name);
	fcl_tool_put_open(out, "kernels", '[');
	for (uint32_t i = 0; i < run->plan.nlaunches; i++) {
		const struct fcl_tool_launch *launch = &run->plan.launches[i];

		fcl_tool_put_open(out, NULL, '{');
		fcl_tool_put_text(out, "kernel", launch->kernel->name);
		fcl_tool_put_text(out, "compute_unit", run->plan.image->cus[launch->cu].name);
		fcl_tool_put_real(out, "run_us", run_us(&run->requests[i].request));
		put_outputs(out, launch);
		fcl_tool_put_close(out, '{');
	}
	fcl_tool_put_close(out, '[');
	fcl_tool_put_close(out, '{');
}

/* Not on standard output, where another program may read numbers. */
static void run_print_times(const struct run *run)
{
	if (printed_argument(&run->plan))
		return;
	for (uint32_t i = 0; i < run->plan.nlaunches; i++) {
		printf("%s: %s ran for %.3f ms\n", run->device.name,
		       run->plan.launches[i].kernel->name, run_us(&run->requests[i].request) / 1e3);
	}
}

static int run_print_result(const struct run *run, struct fcl_err *err)
{
	struct fcl_text out = {0};
	int error = 0;

	if (!run->json) {
		run_print_times(run);
		return 0;
	}
	run_put_result(&out, run);
	if (out.failed)
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	else
		puts(out.bytes);
	fcl_text_free(&out);
	return error;
}

static int run_kernels(struct run *run, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < run->plan.nlaunches && !error; i++)
		error = run_prepare(run, i, err);
	if (!error)
		error = fcl_tool_requests_run(&run->device, run->requests, run->plan.nlaunches,
					      err);
	for (uint32_t i = 0; i < run->plan.nlaunches && fcl_trace_on(); i++)
		fcl_hal_trace_launch(&run->requests[i].request, run->plan.image, run->trace_name,
				     run->requests[i].status);
	for (uint32_t i = 0; i < run->plan.nlaunches && !error; i++)
		error = write_outputs(run, &run->plan.launches[i], err);
	return error ? error : run_print_result(run, err);
}

static void run_free_buffers(struct run *run)
{
	for (uint32_t i = 0; i < run->plan.nlaunches; i++) {
		struct fcl_tool_launch *launch = &run->plan.launches[i];

		for (uint32_t k = 0; k < launch->kernel->nargs; k++)
			run->device.hal->buffer_free(run->device.board, launch->values[k].buffer);
		free((void *)(uintptr_t)run->requests[i].request.u.launch.args);
	}
}

static int run_on_device(struct run *run, struct fcl_image *image, struct fcl_err *err)
{
	int error;

	if (!fcl_tool_keeps_bytes(&run->device))
		return fcl_err_set(
			err, -EINVAL,
			"this backend runs nothing: it has no kernels and moves no bytes");
	error = run->device.hal->program(run->device.board, 0, image, &run->program, err);
	if (error)
		return error;
	run->requests = aligned_alloc(64, run->plan.nlaunches * sizeof(*run->requests));
	if (run->requests) {
		memset(run->requests, 0, run->plan.nlaunches * sizeof(*run->requests));
		error = run_kernels(run, err);
		run_free_buffers(run);
	} else {
		error = fcl_err_set(err, -ENOMEM, "out of memory");
	}
	free(run->requests);
	run->device.hal->unprogram(run->device.board, run->program);
	return error;
}

/* The command line is parsed completely before a board is used. */
static int run_image(struct run *run, struct fcl_image *image, const char *device, int argc,
		     char **argv)
{
	struct fcl_err err = {0};
	int error;

	run->plan.image = image;
	error = fcl_tool_plan_read(&run->plan, argc, argv, &err);
	if (!error && run->json && printed_argument(&run->plan))
		error = fcl_err_set(&err, -EINVAL, "--json and -o %s=- both go to standard output",
				    printed_argument(&run->plan));
	if (error) {
		fprintf(stderr, "fpgacl: run: %s\n", err.text);
		return error == -EINVAL || error == -ERANGE || error == -EOVERFLOW ? TOOL_USAGE
										   : TOOL_FAILED;
	}
	fcl_trace_start();
	if (!fcl_tool_open(device, &run->device))
		return TOOL_FAILED;
	begin_trace(run);
	error = run_on_device(run, image, &err);
	if (error)
		fprintf(stderr, "fpgacl: %s: %s\n", run->device.name, err.text);
	fcl_tool_close(&run->device);
	return error ? TOOL_FAILED : TOOL_OK;
}

int fcl_tool_run(const char *device, bool json, int argc, char **argv)
{
	struct fcl_image *image;
	struct run run = {.json = json};
	int status;

	if (argc && !strcmp(argv[0], "--help")) {
		fputs(fcl_tool_run_help, stdout);
		return TOOL_OK;
	}
	if (!argc || argv[0][0] == '-') {
		fprintf(stderr,
			"fpgacl: run needs an image file first; `fpgacl run --help` shows how\n");
		return TOOL_USAGE;
	}
	image = fcl_tool_read_image(argv[0]);
	if (!image)
		return TOOL_FAILED;
	status = run_image(&run, image, device, argc - 1, argv + 1);
	fcl_tool_plan_free(&run.plan);
	fcl_image_unref(image);
	return status;
}
