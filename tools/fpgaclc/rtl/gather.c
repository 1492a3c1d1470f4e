/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/gather.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/rtl/description.h"
#include "tools/fpgaclc/rtl/files.h"
#include "tools/fpgaclc/rtl/object.h"
#include "tools/fpgaclc/rtl/packed.h"

static const char *suffix_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');

	return dot && (!slash || dot > slash) ? dot : "";
}

static bool is_description(const char *path)
{
	return !strcmp(suffix_of(path), ".xml");
}

/* --- files of the command line --- */

static int rtl_finish(const struct fclc_options *options, struct fclc_rtl *rtl, struct fcl_err *err)
{
	bool slave = false;

	if (options->nkernels > 1)
		return fclc_error(err, FCLC_NOWHERE,
				  "expected one kernel for a description, found %u with -k",
				  options->nkernels);
	if (options->nkernels)
		rtl->kernel = options->kernels[0];
	if (!rtl->kernel)
		rtl->kernel = rtl->top;
	if (!rtl->top)
		rtl->top = rtl->kernel;
	if (!rtl->kernel)
		return fclc_error(err, FCLC_NOWHERE, "no kernel: give -k <name>");
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		slave |= rtl->buses[i].kind == FCLC_BUS_SLAVE;
	if (!rtl->has_control)
		rtl->control = slave ? FCL_CONTROL_HS : FCL_CONTROL_NONE;
	return 0;
}

static bool is_component(const char *path)
{
	return !strcmp(fclc_base_name(path), "component.xml");
}

/* All sources except .xo files form one kernel; the C and C++ among them are its C model. */
static int rtl_from_sources(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	uint32_t left = 0;
	int error = 0;

	/* A kernel.xml overrides a component.xml. */
	for (unsigned pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; !error && i < options->nsources; i++) {
			const char *path = options->sources[i];

			if (is_description(path) && pass == !is_component(path))
				error = fclc_rtl_describe(program, rtl, path, err);
		}
	for (uint32_t i = 0; !error && i < options->nsources; i++) {
		const char *path = options->sources[i];

		if (fclc_xo_is(path))
			options->sources[left++] = path;
		else if (!is_description(path))
			error = fclc_rtl_add_file(program, rtl, path, path,
						  !fclc_rtl_is_hdl(path) && !fclc_rtl_is_data(path),
						  err);
	}
	options->nsources = left;
	if (!error)
		error = rtl_finish(options, rtl, err);
	options->nkernels = 0;
	return error;
}

static struct fclc_rtl *rtl_new(struct fclc_program *program)
{
	program->rtl = fclc_grow(program->arena, program->rtl, program->nrtl,
				 &program->rtl_capacity, sizeof(*program->rtl));
	program->rtl[program->nrtl] = (struct fclc_rtl){0};
	program->nothers++;
	return &program->rtl[program->nrtl++];
}

static int rtl_from_packed(struct fclc_program *program, const char *path, const char *bytes,
			   size_t size, struct fcl_err *err)
{
	struct fclc_options none = {0};
	struct fclc_rtl *rtl = rtl_new(program);
	int error = fclc_rtl_read_packed(program, rtl, path, bytes, size, program->nrtl - 1, err);

	return error ? error : rtl_finish(&none, rtl, err);
}

static int rtl_from_objects(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_options *options = &program->options;
	uint32_t left = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->nsources; i++) {
		const char *path = options->sources[i];
		char *bytes;
		size_t size;

		options->sources[left++] = path;
		if (!fclc_xo_is(path) || options->mode == FCLC_MODE_COMPILE)
			continue;
		error = fclc_read_file(program, path, &bytes, &size, err);
		if (error || !(fclc_rtl_is(bytes, size) || fclc_archive_is(bytes, size)))
			continue;
		left--;
		error = fclc_rtl_is(bytes, size)
				? fclc_rtl_parse(program, rtl_new(program), path, bytes, size, err)
				: rtl_from_packed(program, path, bytes, size, err);
	}
	options->nsources = left;
	return error;
}

/* --- choosing a model --- */

static void rtl_use_model(struct fclc_program *program, struct fclc_rtl *rtl)
{
	struct fclc_options *options = &program->options;

	rtl->modelled = true;
	fclc_append(program->arena, &options->kernels, &options->nkernels,
		    &options->kernels_capacity, rtl->kernel);
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const char *suffix = suffix_of(rtl->files[i].name);

		if (rtl->files[i].model && strcmp(suffix, ".h") != 0 && strcmp(suffix, ".hpp") != 0)
			fclc_append(program->arena, &options->sources, &options->nsources,
				    &options->sources_capacity,
				    fclc_format(program->arena, "%s/%s", rtl->folder,
						rtl->files[i].name));
	}
}

static int rtl_choose(struct fclc_program *program, struct fclc_rtl *rtl, uint32_t index,
		      struct fcl_err *err)
{
	bool hdl = false, model = false;
	int error = fclc_rtl_unpack(program, rtl, index, err);

	if (error)
		return error;
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		hdl |= !rtl->files[i].model && !fclc_rtl_is_data(rtl->files[i].name);
		model |= rtl->files[i].model;
	}
	if (model && (!hdl || program->options.target == FCL_TARGET_SW_EMU))
		rtl_use_model(program, rtl);
	else if (!hdl)
		return fclc_error(err, FCLC_NOWHERE,
				  "kernel '%s': expected HDL sources or a C model, found neither",
				  rtl->kernel);
	return 0;
}

int fclc_rtl_gather(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	bool description = false;
	const char *verilog = NULL;
	int error = 0;

	for (uint32_t i = 0; i < options->nsources; i++) {
		description |= is_description(options->sources[i]);
		if (fclc_rtl_is_hdl(options->sources[i]))
			verilog = options->sources[i];
	}
	if (verilog && !description)
		return fclc_error(
			err, FCLC_NOWHERE,
			"'%s' is a kernel's HDL: expected the kernel's kernel.xml or component.xml too, found none",
			verilog);
	if (description)
		error = rtl_from_sources(program, rtl_new(program), err);
	if (!error)
		error = rtl_from_objects(program, err);
	if (error || !program->nrtl || options->mode == FCLC_MODE_COMPILE)
		return error;
	if (!options->target)
		return fclc_error(err, FCLC_NOWHERE, "no target: give -t sw_emu or -t hw_emu");
	for (uint32_t i = 0; !error && i < program->nrtl; i++)
		error = rtl_choose(program, &program->rtl[i], i, err);
	return error;
}

/* --- C models --- */

static int rtl_place_args(const struct fclc_rtl *rtl, struct fclc_kernel *kernel,
			  struct fcl_err *err)
{
	if (rtl->nargs != kernel->nargs)
		return fclc_error(
			err, kernel->place,
			"kernel '%s': expected %u arguments as in its description, found %u in its C model",
			kernel->name, rtl->nargs, kernel->nargs);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_rtl_arg *from = &rtl->args[i];
		struct fclc_arg *arg = &kernel->args[i];

		if ((from->kind == FCLC_ARG_STREAM) != (arg->kind == FCLC_ARG_STREAM))
			return fclc_arg_error(
				err, arg->place, kernel, arg,
				"'%s' is %s in the description, but the C model's argument is %s",
				from->name,
				from->kind == FCLC_ARG_STREAM ? "a stream" : "no stream",
				arg->kind == FCLC_ARG_STREAM ? "a stream" : "no stream");
		if (arg->kind == FCLC_ARG_STREAM)
			continue;
		if (arg->kind == FCLC_ARG_VALUE && arg->size > from->size)
			return fclc_arg_error(err, arg->place, kernel, arg,
					      "it has %llu bytes, but register '%s' has %u",
					      (unsigned long long)arg->size, from->name,
					      from->size);
		arg->offset = from->offset;
		if (kernel->regs_size < from->offset + from->size)
			kernel->regs_size = (from->offset + from->size + 3) & ~3u;
	}
	kernel->control = rtl->control;
	return 0;
}

int fclc_rtl_place_model(const struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fcl_err *err)
{
	for (uint32_t i = 0; i < program->nrtl; i++)
		if (program->rtl[i].modelled && !strcmp(program->rtl[i].kernel, kernel->name))
			return rtl_place_args(&program->rtl[i], kernel, err);
	return 0;
}
