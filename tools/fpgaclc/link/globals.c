/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/globals.h"

#include <string.h>

/* A compute unit's end of a pipe. */
struct end {
	uint32_t cu, arg;
	bool found;
};

static const struct fclc_arg *arg_of(const struct fclc_program *program, const struct end *end)
{
	return &program->cus[end->cu].kernel->args[end->arg];
}

uint32_t fclc_count_globals(const struct fclc_program *program)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < program->ncus; i++)
		for (uint32_t j = 0; j < program->cus[i].kernel->nargs; j++)
			count += program->cus[i].kernel->args[j].global != NULL;
	return count;
}

static int add_end(const struct fclc_program *program, struct end *end, uint32_t cu, uint32_t arg,
		   struct fcl_err *err)
{
	const struct fclc_arg *found = &program->cus[cu].kernel->args[arg];
	bool writes = found->direction == FCL_DIR_OUT;

	if (end->found)
		return fclc_error(err, found->place,
				  "pipe '%s' has two %s, '%s' and '%s': expected one",
				  found->global, writes ? "writers" : "readers",
				  program->cus[end->cu].name, program->cus[cu].name);
	*end = (struct end){cu, arg, true};
	return 0;
}

static int check_ends(const struct fclc_program *program, const struct end *writer,
		      const struct end *reader, struct fcl_err *err)
{
	const struct fclc_arg *from = arg_of(program, writer), *to = arg_of(program, reader);
	const char *from_cu = program->cus[writer->cu].name, *to_cu = program->cus[reader->cu].name;

	if (from->size != to->size)
		return fclc_error(
			err, to->place,
			"pipe '%s': expected packets of the same size, found %llu bytes (%s) in '%s' and %llu (%s) in '%s'",
			to->global, (unsigned long long)from->size, from->type_name, from_cu,
			(unsigned long long)to->size, to->type_name, to_cu);
	if (from->depth != to->depth)
		return fclc_error(
			err, to->place,
			"pipe '%s': expected the same depth, found %u where '%s' is declared and %u where '%s' is",
			to->global, from->depth, from_cu, to->depth, to_cu);
	return 0;
}

static void add_stream(struct fclc_program *program, const struct end *writer,
		       const struct end *reader)
{
	const struct fclc_arg *one = arg_of(program, writer->found ? writer : reader);

	program->streams[program->nstreams++] =
		(struct fclc_stream){.src_cu = writer->cu,
				     .src_arg = writer->arg,
				     .dst_cu = reader->cu,
				     .dst_arg = reader->arg,
				     .depth = one->depth,
				     .packet_size = (uint32_t)one->size,
				     .place = one->place};
}

/* One end of a host-accessible pipe is the host, the other one is at a compute unit. */
static int join_host(struct fclc_program *program, const struct fclc_arg *one, struct end *writer,
		     struct end *reader, struct fcl_err *err)
{
	if (writer->found && reader->found)
		return fclc_error(
			err, one->place,
			"pipe '%s' is intel_host_accessible: expected the host at one end, found '%s' writing and '%s' reading",
			one->global, program->cus[writer->cu].name, program->cus[reader->cu].name);
	if (one->direction == FCL_DIR_UNKNOWN)
		return fclc_error(
			err, one->place,
			"pipe '%s' is intel_host_accessible: expected a kernel that reads or writes it",
			one->global);
	if (writer->found)
		reader->cu = FCL_IMAGE_HOST;
	else
		writer->cu = FCL_IMAGE_HOST;
	add_stream(program, writer, reader);
	return 0;
}

/* A pipe with one end: only kernels that are certain to use it are worth a warning. */
static int globals_warn_of_end(const struct fclc_program *program, const struct fclc_arg *one,
			       const struct end *end, const char *missing, const char *does)
{
	if (one->certain)
		fclc_warn(one->place, "pipe '%s' has no %s: kernel '%s' fails if it %s it",
			  one->global, missing, program->cus[end->cu].kernel->name, does);
	return 0;
}

/* Finds both ends of the pipe that the argument belongs to, and connects them. */
static int join(struct fclc_program *program, const struct fclc_arg *one, struct fcl_err *err)
{
	struct end writer = {0}, reader = {0};
	bool host = false;
	int error = 0;

	for (uint32_t cu = 0; !error && cu < program->ncus; cu++) {
		const struct fclc_kernel *kernel = program->cus[cu].kernel;

		for (uint32_t i = 0; !error && i < kernel->nargs; i++) {
			if (!kernel->args[i].global ||
			    strcmp(kernel->args[i].global, one->global) != 0)
				continue;
			host |= kernel->args[i].host;
			error = add_end(program,
					kernel->args[i].direction == FCL_DIR_OUT ? &writer
										 : &reader,
					cu, i, err);
		}
	}
	if (error)
		return error;
	if (host)
		return join_host(program, one, &writer, &reader, err);
	if (!reader.found)
		return globals_warn_of_end(program, one, &writer, "reader", "writes");
	if (!writer.found)
		return globals_warn_of_end(program, one, &reader, "writer", "reads");
	error = check_ends(program, &writer, &reader, err);
	if (error)
		return error;
	add_stream(program, &writer, &reader);
	return 0;
}

/* Whether the argument is an end of a connected stream. */
static bool has_stream(const struct fclc_program *program, const struct fclc_kernel *kernel,
		       uint32_t arg)
{
	for (uint32_t i = 0; i < program->nstreams; i++) {
		const struct fclc_stream *stream = &program->streams[i];

		if ((fclc_is_at(program, stream->src_cu, kernel) && stream->src_arg == arg) ||
		    (fclc_is_at(program, stream->dst_cu, kernel) && stream->dst_arg == arg))
			return true;
	}
	return false;
}

/* Of a kernel whose ports have been laid out already, as in a .xo file. */
static void remove_port(struct fclc_kernel *kernel, uint32_t port)
{
	memmove(&kernel->ports[port], &kernel->ports[port + 1],
		(kernel->nports - port - 1) * sizeof(*kernel->ports));
	kernel->nports--;
	kernel->model_ports--;
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].port > port)
			kernel->args[i].port--;
}

static void remove_arg(struct fclc_program *program, struct fclc_kernel *kernel, uint32_t arg)
{
	if (kernel->nports)
		remove_port(kernel, kernel->args[arg].port);
	memmove(&kernel->args[arg], &kernel->args[arg + 1],
		(kernel->nargs - arg - 1) * sizeof(*kernel->args));
	kernel->nargs--;
	for (uint32_t i = 0; i < kernel->nports; i++)
		if (kernel->ports[i].stream && kernel->ports[i].arg > arg)
			kernel->ports[i].arg--;
	for (uint32_t i = 0; i < program->nstreams; i++) {
		struct fclc_stream *stream = &program->streams[i];

		if (fclc_is_at(program, stream->src_cu, kernel) && stream->src_arg > arg)
			stream->src_arg--;
		if (fclc_is_at(program, stream->dst_cu, kernel) && stream->dst_arg > arg)
			stream->dst_arg--;
	}
}

/*
 * Removes ports without a connection: otherwise the host would have to connect them, but it does
 * not know them.
 */
static void remove_open_ends(struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nkernels; i++)
		for (uint32_t j = program->kernels[i].nargs; j-- > 0;)
			if (program->kernels[i].args[j].global &&
			    !has_stream(program, &program->kernels[i], j))
				remove_arg(program, &program->kernels[i], j);
}

static bool is_joined(const struct fclc_program *program, const struct fclc_arg *arg,
		      uint32_t before_cu, uint32_t before_arg)
{
	for (uint32_t cu = 0; cu <= before_cu; cu++) {
		const struct fclc_kernel *kernel = program->cus[cu].kernel;
		uint32_t end = cu == before_cu ? before_arg : kernel->nargs;

		for (uint32_t i = 0; i < end; i++)
			if (kernel->args[i].global && !strcmp(kernel->args[i].global, arg->global))
				return true;
	}
	return false;
}

int fclc_join_globals(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t cu = 0; !error && cu < program->ncus; cu++) {
		const struct fclc_kernel *kernel = program->cus[cu].kernel;

		for (uint32_t i = 0; !error && i < kernel->nargs; i++)
			if (kernel->args[i].global && !is_joined(program, &kernel->args[i], cu, i))
				error = join(program, &kernel->args[i], err);
	}
	if (!error)
		remove_open_ends(program);
	return error;
}
