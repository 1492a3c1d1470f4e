/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/xo/xo_write.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/seal.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/compile/objects.h"

static void xo_args(struct fclc_text *out, const struct fclc_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];
		bool late = arg->kind == FCLC_ARG_STREAM && arg->direction == FCL_DIR_UNKNOWN;

		fclc_text_add(out, "arg %u %u %u %llu %llu %u %u %u %s\n", arg->kind,
			      arg->direction, late, (unsigned long long)arg->size,
			      (unsigned long long)arg->element_size, arg->is_const, arg->port,
			      arg->offset, arg->name);
		if (arg->type_name && *arg->type_name)
			fclc_text_add(out, "type %s\n", arg->type_name);
		if (arg->space)
			fclc_text_add(out, "space %u\n", arg->space);
		if (arg->global)
			fclc_text_add(out, "global %u %u %u%s\n", arg->depth, arg->number,
				      arg->certain, arg->host ? " 1" : "");
		if (arg->io)
			fclc_text_add(out, "io %s\n", arg->io);
		if (arg->part)
			fclc_text_add(out, "part %u\n", arg->part);
	}
}

/* Without the source's or the current directory: a .xo file has no paths of the machine. */
static const char *xo_file(const struct fclc_program *program, const struct fclc_kernel *kernel)
{
	const char *const folders[] = {kernel->source ? kernel->source->directory : "",
				       program->cwd};
	const char *file = kernel->place.file ? kernel->place.file : "";

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (!strncmp(file, folders[i], strlen(folders[i])))
			file += strlen(folders[i]);
	return file;
}

static void xo_kernel(struct fclc_text *out, const struct fclc_program *program,
		      const struct fclc_kernel *kernel)
{
	fclc_text_add(out, "kernel %s\nplace %u %s\n", kernel->name, kernel->place.line,
		      xo_file(program, kernel));
	fclc_text_add(out, "state %u %u %u %llu %u %u\n", kernel->control, kernel->has_slave,
		      kernel->regs_size, (unsigned long long)kernel->stack_size,
		      kernel->private_data, kernel->model_ports);
	if (kernel->language->store) {
		fclc_text_add(out, "%s ", kernel->language->name);
		kernel->language->store(kernel, out);
	}
	if (kernel->non_uniform)
		fclc_text_add(out, "nonuniform 1\n");
	if (kernel->units)
		fclc_text_add(out, "units %u\n", kernel->units);
	if (kernel->work_dims)
		fclc_text_add(out, "dimensions %u\n", kernel->work_dims);
	if (kernel->inner || kernel->tiled)
		fclc_text_add(out, "order %u %u\n", kernel->inner, kernel->tiled);
	for (uint32_t i = 0; i < kernel->nports; i++)
		fclc_text_add(out, "port %u %u %u %u %s\n", kernel->ports[i].mode,
			      kernel->ports[i].data_width, kernel->ports[i].stream,
			      kernel->ports[i].arg, kernel->ports[i].name);
	xo_args(out, kernel);
}

static void xo_head(struct fclc_text *out, const struct fclc_program *program, size_t size)
{
	bool cxx = false;

	for (uint32_t i = 0; i < program->nsources; i++)
		cxx |= program->sources[i].cxx_library;
	fclc_text_add(out, "fpgaclc-xo 3\ntarget %s\nplatform %s\nisa %s\ncxx %u\nsources",
		      program->options.target ? fcl_image_target_name(program->options.target)
					      : "any",
		      program->board ? program->board->vbnv : "any", program->options.march, cxx);
	for (uint32_t i = 0; i < program->nsources; i++)
		fclc_text_add(out, " %s", fclc_base_name(program->sources[i].path));
	fclc_text_add(out, "\n");
	for (uint32_t i = 0; i < program->nkernels; i++)
		xo_kernel(out, program, &program->kernels[i]);
	fclc_text_add(out, "object %zu\n", size);
}

int fclc_xo_write(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_text out = {.arena = program->arena};
	const char *path;
	char *object;
	size_t size;
	int error = fclc_objects_close(program, &path, err);

	if (!error)
		error = fclc_read_file(program, path, &object, &size, err);
	if (error)
		return error;
	xo_head(&out, program, size);
	fclc_seal(&out, object, size);
	return fclc_write_file(program->options.output, out.text, out.length, err);
}
