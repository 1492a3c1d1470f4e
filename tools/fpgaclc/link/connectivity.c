/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/connectivity.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/link/globals.h"

/* The default depth: v++ inserts register slices there, which hold a few packets. */
#define FCLC_DEFAULT_DEPTH 16u
#define FCLC_MOST_DEPTH (1u << 24)

enum { MOST_LISTED = 16 };

/* Appends a name to a list for a message. Names beyond MOST_LISTED are shown as "...". */
static const char *list_more(const struct fclc_program *program, const char *list, uint32_t index,
			     const char *name)
{
	if (index > MOST_LISTED)
		return list;
	return fclc_format(program->arena, "%s%s%s", list, index ? ", " : "",
			   index == MOST_LISTED ? "..." : name);
}

int fclc_no_cu(const struct fclc_program *program, const struct fclc_directive *directive,
	       const char *what, const char *name, struct fcl_err *err)
{
	const char *list = "";

	for (uint32_t i = 0; i < program->ncus; i++)
		list = list_more(program, list, i, program->cus[i].name);
	return fclc_error(err, directive->place,
			  "%s: there is no compute unit '%s'; the compute units are: %s", what,
			  name, list);
}

static bool has_pointers(const struct fclc_kernel *kernel, uint32_t port)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_POINTER && kernel->args[i].port == port)
			return true;
	return false;
}

/* Lists the arguments of one kind, and their ports if they have any. */
static const char *list_args(const struct fclc_program *program, const struct fclc_kernel *kernel,
			     enum fclc_arg_kind kind)
{
	const char *list = "";
	uint32_t count = 0;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == kind)
			list = list_more(program, list, count++, kernel->args[i].name);
	for (uint32_t i = 0; kind == FCLC_ARG_POINTER && i < kernel->nports; i++)
		if (has_pointers(kernel, i))
			list = list_more(program, list, count++, kernel->ports[i].name);
	return count ? list : "none";
}

/* Splits "cu.name" into the CU and *ret_name, the part after the dot. Changes `text`. */
static int split_end(const struct fclc_program *program, const struct fclc_directive *directive,
		     char *text, uint32_t *ret_cu, const char **ret_name, struct fcl_err *err)
{
	char *dot = strchr(text, '.');
	uint32_t cu;

	if (!dot || !dot[1])
		return fclc_error(err, directive->place,
				  "'%s': expected <compute unit>.<argument>, found '%s'",
				  directive->text, text);
	*dot = 0;
	cu = fclc_names_find(&program->cu_names, text);
	if (cu == FCLC_NO_NAME)
		return fclc_no_cu(program, directive,
				  fclc_format(program->arena, "'%s'", directive->text), text, err);
	*ret_cu = cu;
	*ret_name = dot + 1;
	return 0;
}

/* " (FILE:LINE)" of an earlier directive, nothing for the command line. */
static const char *said_at(const struct fclc_program *program, struct fclc_place place)
{
	return place.file ? fclc_format(program->arena, " (%s:%u)", place.file, place.line) : "";
}

/* --- stream_connect --- */

static int stream_end(const struct fclc_program *program, const struct fclc_directive *directive,
		      char *text, enum fcl_image_direction direction, uint32_t *ret_cu,
		      uint32_t *ret_arg, struct fcl_err *err)
{
	struct fclc_kernel *kernel;
	const char *name;
	int error = split_end(program, directive, text, ret_cu, &name, err);

	if (error)
		return error;
	kernel = program->cus[*ret_cu].kernel;
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		struct fclc_arg *arg = &kernel->args[i];

		if (strcasecmp(arg->name, name) != 0)
			continue;
		if (arg->kind != FCLC_ARG_STREAM)
			return fclc_arg_error(
				err, directive->place, kernel, arg,
				"'%s': expected a stream, found an argument of another kind",
				directive->text);
		if (arg->direction == FCL_DIR_UNKNOWN)
			arg->direction = direction;
		if (arg->direction != direction)
			return fclc_arg_error(
				err, directive->place, kernel, arg,
				"'%s': the kernel %s this stream, so it cannot be the %s",
				directive->text, direction == FCL_DIR_IN ? "writes" : "reads",
				direction == FCL_DIR_IN ? "destination" : "source");
		*ret_arg = i;
		return 0;
	}
	return fclc_error(err, directive->place,
			  "'%s': kernel '%s' has no argument '%s'; its streams are: %s",
			  directive->text, kernel->name, name,
			  list_args(program, kernel, FCLC_ARG_STREAM));
}

static const char *end_of(const struct fclc_program *program, uint32_t cu, uint32_t arg)
{
	return fclc_format(program->arena, "%s.%s", program->cus[cu].name,
			   program->cus[cu].kernel->args[arg].name);
}

static int take_layout(struct fclc_kernel *kernel, struct fclc_arg *arg,
		       const struct fclc_kernel *other, const struct fclc_arg *other_arg,
		       const struct fclc_directive *directive, struct fcl_err *err)
{
	return kernel->language->join
		       ? kernel->language->join(kernel, arg, other, other_arg, directive, err)
		       : 0;
}

static bool adapts(const struct fclc_program *program, const struct fclc_kernel *kernel,
		   struct fclc_arg *arg, uint64_t size)
{
	return kernel->language->adapt && kernel->language->adapt(program, kernel, arg, size);
}

/* Makes the packets at both ends of a stream the same size, if the kernel at one end can. */
static void adapt_size(const struct fclc_program *program, const struct fclc_kernel *a,
		       struct fclc_arg *from, const struct fclc_kernel *b, struct fclc_arg *to)
{
	if (from->size == to->size)
		return;
	/* Keep the side channels if there is a choice. */
	if (from->size < to->size) {
		if (!adapts(program, a, from, to->size))
			adapts(program, b, to, from->size);
	} else if (!adapts(program, b, to, from->size)) {
		adapts(program, a, from, to->size);
	}
}

static int stream_check(const struct fclc_program *program, const struct fclc_stream *stream,
			const struct fclc_directive *directive, struct fcl_err *err)
{
	const struct fclc_cu *src = &program->cus[stream->src_cu];
	const struct fclc_cu *dst = &program->cus[stream->dst_cu];
	struct fclc_arg *from = &src->kernel->args[stream->src_arg];
	struct fclc_arg *to = &dst->kernel->args[stream->dst_arg];

	int error = take_layout(src->kernel, from, dst->kernel, to, directive, err);

	if (!error)
		error = take_layout(dst->kernel, to, src->kernel, from, directive, err);
	if (error)
		return error;
	adapt_size(program, src->kernel, from, dst->kernel, to);
	if (from->size != to->size)
		return fclc_error(
			err, directive->place,
			"'%s': expected packets of the same size, found %s.%s with %llu bytes (%s) and %s.%s with %llu (%s)",
			directive->text, src->name, from->name, (unsigned long long)from->size,
			from->type_name, dst->name, to->name, (unsigned long long)to->size,
			to->type_name);
	for (uint32_t i = 0; i < program->nstreams; i++) {
		const struct fclc_stream *other = &program->streams[i];

		if ((other->src_cu == stream->src_cu && other->src_arg == stream->src_arg) ||
		    (other->dst_cu == stream->dst_cu && other->dst_arg == stream->dst_arg))
			return fclc_error(
				err, directive->place,
				"'%s': one of these streams is connected already: %s:%s:%u%s",
				directive->text, end_of(program, other->src_cu, other->src_arg),
				end_of(program, other->dst_cu, other->dst_arg), other->depth,
				said_at(program, other->place));
	}
	return 0;
}

/* "a_1.out:b_1.in:32" */
static int apply_sc(struct fclc_program *program, const struct fclc_directive *directive,
		    struct fcl_err *err)
{
	char *text = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *source = strsep(&text, ":"), *sink = strsep(&text, ":"), *end;
	struct fclc_stream stream = {.depth = FCLC_DEFAULT_DEPTH, .place = directive->place};
	unsigned long depth;
	int error;

	if (!sink)
		return fclc_error(err, directive->place,
				  "'%s': expected <cu>.<argument>:<cu>.<argument>[:<depth>]",
				  directive->text);
	if (text) {
		depth = strtoul(text, &end, 0);
		if (!isdigit((unsigned char)*text) || *end || !depth || depth > FCLC_MOST_DEPTH)
			return fclc_error(err, directive->place,
					  "'%s': expected a depth from 1 to %u, found '%s'",
					  directive->text, FCLC_MOST_DEPTH, text);
		stream.depth = (uint32_t)depth;
	}
	error = stream_end(program, directive, source, FCL_DIR_OUT, &stream.src_cu, &stream.src_arg,
			   err);
	if (!error)
		error = stream_end(program, directive, sink, FCL_DIR_IN, &stream.dst_cu,
				   &stream.dst_arg, err);
	if (!error)
		error = stream_check(program, &stream, directive, err);
	if (error)
		return error;
	stream.depth += program->cus[stream.src_cu].kernel->args[stream.src_arg].kept +
			program->cus[stream.dst_cu].kernel->args[stream.dst_arg].kept;
	stream.packet_size =
		(uint32_t)program->cus[stream.src_cu].kernel->args[stream.src_arg].size;
	program->streams[program->nstreams++] = stream;
	return 0;
}

/* The streams of all compute units that no connection ends at; marks[first[cu] + arg] is one that does. */
static const char *list_unconnected(const struct fclc_program *program, const uint32_t *first,
				    const bool *marks)
{
	const char *list = NULL;
	uint32_t count = 0;

	for (uint32_t cu = 0; cu < program->ncus; cu++) {
		const struct fclc_kernel *kernel = program->cus[cu].kernel;

		/* Pipes outside of functions, which no host knows, are gone. */
		for (uint32_t i = 0; !kernel->language->host_streams && i < kernel->nargs; i++)
			if (kernel->args[i].kind == FCLC_ARG_STREAM && !marks[first[cu] + i])
				list = list_more(program, list ? list : "", count++,
						 fclc_format(program->arena, "%s.%s",
							     program->cus[cu].name,
							     kernel->args[i].name));
	}
	return list;
}

int fclc_check_streams(const struct fclc_program *program, struct fcl_err *err)
{
	uint32_t *first = fclc_alloc(program->arena, (size_t)program->ncus + 1, sizeof(*first));
	const char *list;
	bool *marks;

	for (uint32_t cu = 0; cu < program->ncus; cu++)
		first[cu + 1] = first[cu] + program->cus[cu].kernel->nargs;
	marks = fclc_alloc(program->arena, (size_t)first[program->ncus] + 1, sizeof(*marks));
	for (uint32_t i = 0; i < program->nstreams; i++) {
		const struct fclc_stream *stream = &program->streams[i];

		if (stream->src_cu != FCL_IMAGE_HOST)
			marks[first[stream->src_cu] + stream->src_arg] = true;
		if (stream->dst_cu != FCL_IMAGE_HOST)
			marks[first[stream->dst_cu] + stream->dst_arg] = true;
	}
	list = list_unconnected(program, first, marks);
	if (!list || program->options.allow_unconnected)
		return 0;
	return fclc_error(
		err, FCLC_NOWHERE,
		"streams that nothing is connected to: %s; a kernel would wait for them for ever: connect them with "
		"--connectivity.stream_connect, or give --allow-unconnected if the host passes pipes (clCreatePipe)",
		list);
}

int fclc_make_streams(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error;

	program->streams = fclc_alloc(
		program->arena, (size_t)options->ndirectives + 1 + fclc_count_globals(program),
		sizeof(*program->streams));
	for (uint32_t i = 0; i < options->ndirectives; i++) {
		if (options->directives[i].kind != FCLC_SC)
			continue;
		error = apply_sc(program, &options->directives[i], err);
		if (error)
			return error;
	}
	return fclc_join_globals(program, err);
}

/* --- sp --- */

static int find_bank(const struct fclc_program *program, const char *tag)
{
	for (uint32_t i = 0; i < program->board->nbanks; i++)
		if (!strcasecmp(program->board->banks[i].tag, tag))
			return (int)i;
	return -1;
}

static const char *list_banks(const struct fclc_program *program)
{
	struct fclc_text list = {.arena = program->arena};
	const struct fcl_board *board = program->board;

	for (uint32_t i = 0; i < board->nbanks; i++) {
		if (i == 6 && board->nbanks > 8) {
			fclc_text_add(&list, ", ..., %s", board->banks[board->nbanks - 1].tag);
			break;
		}
		fclc_text_add(&list, "%s%s", i ? ", " : "", board->banks[i].tag);
	}
	return list.text ? list.text : "none";
}

/* The connection at `index` - 1; NULL for index 0. */
static const struct fclc_connection *connection_at(const struct fclc_program *program,
						   uint32_t number)
{
	return number ? &program->connections[number - 1] : NULL;
}

static void connect_arg(struct fclc_program *program, uint32_t cu, uint32_t arg, uint32_t bank,
			const struct fclc_directive *directive)
{
	const struct fclc_connection *at = connection_at(program, program->cus[cu].connection);

	for (; at; at = connection_at(program, at->previous))
		if (at->arg == arg && at->bank == bank)
			return;
	program->connections = fclc_grow(program->arena, program->connections,
					 program->nconnections, &program->connections_capacity,
					 sizeof(*program->connections));
	program->connections[program->nconnections++] =
		(struct fclc_connection){.cu = cu,
					 .arg = arg,
					 .bank = bank,
					 .previous = program->cus[cu].connection,
					 .directive = directive};
	program->cus[cu].connection = program->nconnections;
}

/*
 * Parses a bank's number at *at and advances *at past it. Accepts only digits that fit in an
 * unsigned int.
 */
static bool parse_number(const char **at, unsigned *ret_number)
{
	size_t digits = strspn(*at, "0123456789");

	if (!digits || digits > 9)
		return false;
	*ret_number = (unsigned)strtoul(*at, NULL, 10);
	*at += digits;
	return true;
}

/*
 * Parses "DDR[1]", "HBM[0:15]", or "bank0" (which is DDR[0] on older platforms) into a name and two
 * numbers. Returns false for any other form.
 */
static bool parse_banks(const char *text, char name[16], unsigned *ret_first, unsigned *ret_last)
{
	int end = 0;

	if (sscanf(text, "%15[A-Za-z]%n", name, &end) < 1)
		return false;
	text += end;
	if (!strcasecmp(name, "bank")) {
		strcpy(name, "DDR");
		if (!parse_number(&text, ret_first) || *text)
			return false;
		*ret_last = *ret_first;
		return true;
	}
	if (!*text) {
		*ret_first = *ret_last = 0;
		return true;
	}
	if (*text++ != '[' || !parse_number(&text, ret_first))
		return false;
	*ret_last = *ret_first;
	if (*text == ':') {
		text++;
		if (!parse_number(&text, ret_last))
			return false;
	}
	return !strcmp(text, "]") && *ret_first <= *ret_last;
}

/* A switch port number and an address remapper may follow an HBM range. */
static bool is_switch_setting(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	if (digits && text[digits] == '.')
		text += digits + 1;
	else if (digits)
		text += digits;
	return !*text || !strcmp(text, "RAMA");
}

/* Connects one argument to each bank listed in `text`. */
static int connect_banks(struct fclc_program *program, const struct fclc_directive *directive,
			 uint32_t cu, uint32_t arg, char *text, struct fcl_err *err)
{
	unsigned first, last;
	char name[16], tag[32], *close = strchr(text, ']');
	int bank;

	if (close && close[1] == '.' && !strncasecmp(text, "HBM", 3) &&
	    is_switch_setting(close + 2))
		close[1] = 0;
	bank = find_bank(program, text);
	if (bank >= 0) {
		connect_arg(program, cu, arg, (uint32_t)bank, directive);
		return 0;
	}
	if (!parse_banks(text, name, &first, &last) || last - first > 1023)
		return fclc_error(
			err, directive->place,
			"sp=%s: expected a memory such as DDR[0], DDR[0:3], HBM[2] or PLRAM[0], found '%s'",
			directive->text, text);
	for (unsigned i = first; i <= last; i++) {
		snprintf(tag, sizeof(tag), "%s[%u]", name, i);
		bank = find_bank(program, tag);
		if (bank < 0)
			return fclc_error(err, directive->place,
					  "sp=%s: %s has no memory %s: it has %s", directive->text,
					  program->board->name, tag, list_banks(program));
		connect_arg(program, cu, arg, (uint32_t)bank, directive);
	}
	return 0;
}

/* The v++ options do not say what the sum of two such lines is; here it is the sum. */
static void warn_of_other(const struct fclc_program *program,
			  const struct fclc_directive *directive, uint32_t cu, uint32_t arg)
{
	const struct fclc_connection *at = connection_at(program, program->cus[cu].connection);
	const char *banks = strchr(directive->text, ':');

	while (at && at->arg != arg)
		at = connection_at(program, at->previous);
	if (at && strcasecmp(strchr(at->directive->text, ':'), banks) != 0)
		fclc_warn(
			directive->place,
			"sp=%s: %s.%s has memory from sp=%s%s, too: its buffers may be in all of them; one line can list several, as in DDR[0:1]",
			directive->text, program->cus[cu].name,
			program->cus[cu].kernel->args[arg].name, at->directive->text,
			said_at(program, at->directive->place));
}

/* "vadd_1.in1:DDR[0]". A port instead of an argument means all arguments on that port. */
static int apply_sp(struct fclc_program *program, const struct fclc_directive *directive,
		    struct fcl_err *err)
{
	char *text = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *banks = strchr(text, ':');
	const struct fclc_kernel *kernel;
	bool found = false;
	const char *name;
	uint32_t cu;
	int error;

	if (!banks)
		return fclc_error(err, directive->place, "sp=%s: expected <cu>.<argument>:<memory>",
				  directive->text);
	*banks++ = 0;
	error = split_end(program, directive, text, &cu, &name, err);
	if (error)
		return error;
	kernel = program->cus[cu].kernel;
	for (uint32_t i = 0; !error && i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];
		bool by_name = !strcmp(arg->name, name);

		if (by_name && arg->kind != FCLC_ARG_POINTER)
			return fclc_arg_error(
				err, directive->place, kernel, arg,
				"sp=%s: expected a pointer, found an argument without memory",
				directive->text);
		if (arg->kind != FCLC_ARG_POINTER ||
		    (!by_name && strcasecmp(kernel->ports[arg->port].name, name) != 0))
			continue;
		found = true;
		warn_of_other(program, directive, cu, i);
		error = connect_banks(program, directive, cu, i, banks, err);
	}
	if (!error && !found)
		error = fclc_error(
			err, directive->place,
			"sp=%s: kernel '%s' has no argument or port '%s'; those with memory are: %s",
			directive->text, kernel->name, name,
			list_args(program, kernel, FCLC_ARG_POINTER));
	return error;
}

static bool is_connected(const struct fclc_program *program, uint32_t cu, uint32_t arg)
{
	const struct fclc_connection *at = connection_at(program, program->cus[cu].connection);

	while (at && at->arg != arg)
		at = connection_at(program, at->previous);
	return at;
}

/* --- slr, freqHz --- */

/* Whether an earlier slr places the compute unit of "vadd_1:SLR0" elsewhere. */
static int check_other_slr(const struct fclc_program *program,
			   const struct fclc_directive *directive, struct fcl_err *err)
{
	size_t length = strcspn(directive->text, ":") + 1;
	const struct fclc_directive *other = program->options.directives;

	for (; other < directive; other++)
		if (other->kind == FCLC_SLR && !strncmp(other->text, directive->text, length) &&
		    strcmp(other->text, directive->text) != 0)
			return fclc_error(err, directive->place,
					  "slr=%s: expected one region, found slr=%s%s, too",
					  directive->text, other->text,
					  said_at(program, other->place));
	return 0;
}

/* "vadd_1:SLR0" has no effect here, but the vendor's tools would reject an invalid one. */
static int check_slr(struct fclc_program *program, const struct fclc_directive *directive,
		     struct fcl_err *err)
{
	char *text = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *region = strchr(text, ':');
	const char *number = region && !strncmp(region + 1, "SLR", 3) ? region + 4 : "";
	size_t digits = strspn(number, "0123456789");
	uint32_t slrs = program->board->slrs;

	if (!digits || digits > 3 || number[digits] || (*number == '0' && digits > 1))
		return fclc_error(err, directive->place, "slr=%s: expected <cu>:SLR<number>",
				  directive->text);
	if (slrs && strtoul(number, NULL, 10) >= slrs)
		return fclc_error(err, directive->place,
				  "slr=%s: %s has no SLR%s: it has SLR0 to SLR%u", directive->text,
				  program->board->name, number, slrs - 1);
	*region = 0;
	if (fclc_names_find(&program->cu_names, text) == FCLC_NO_NAME)
		return fclc_no_cu(program, directive,
				  fclc_format(program->arena, "slr=%s", directive->text), text,
				  err);
	return check_other_slr(program, directive, err);
}

/* Whether a list of clocks, separated by commas, has this one. */
static bool lists(const char *list, const char *clock)
{
	size_t length = strlen(clock);

	while (*list) {
		size_t item = strcspn(list, ",");

		if (item == length && !strncmp(list, clock, length))
			return true;
		list += item;
		list += *list == ',';
	}
	return false;
}

/* Whether an earlier freqHz gives the clock another frequency. */
static int check_other_hz(const struct fclc_program *program,
			  const struct fclc_directive *directive, const char *clock,
			  struct fcl_err *err)
{
	size_t length = strcspn(directive->text, ":") + 1;
	const struct fclc_directive *other = program->options.directives;

	for (; other < directive; other++)
		if (other->kind == FCLC_HZ && strncmp(other->text, directive->text, length) != 0 &&
		    lists(strchr(other->text, ':') + 1, clock))
			return fclc_error(
				err, directive->place,
				"freqHz=%s: expected one frequency of %s, found freqHz=%s%s, too",
				directive->text, clock, other->text,
				said_at(program, other->place));
	return 0;
}

/* "280000000:vadd_1.ap_clk,vadd_2" */
static int check_hz(struct fclc_program *program, const struct fclc_directive *directive,
		    struct fcl_err *err)
{
	char *text = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *rest = text, *hz = strsep(&rest, ":"), *cu, *end;
	unsigned long long number = strtoull(hz, &end, 10);

	if (end == hz || *end || !rest)
		return fclc_error(err, directive->place,
				  "freqHz=%s: expected <Hz>:<cu>[.<clock>][,...]", directive->text);
	if (number < FCLC_LEAST_HZ || number > FCLC_MOST_HZ)
		return fclc_error(err, directive->place, "freqHz=%s: expected Hz from %llu to %llu",
				  directive->text, FCLC_LEAST_HZ, FCLC_MOST_HZ);
	while ((cu = strsep(&rest, ","))) {
		if (check_other_hz(program, directive, cu, err))
			return -EINVAL;
		cu[strcspn(cu, ".")] = 0;
		if (fclc_names_find(&program->cu_names, cu) == FCLC_NO_NAME)
			return fclc_no_cu(program, directive,
					  fclc_format(program->arena, "freqHz=%s", directive->text),
					  cu, err);
	}
	return 0;
}

static int apply_placement(struct fclc_program *program, const struct fclc_directive *directive,
			   struct fcl_err *err)
{
	switch (directive->kind) {
	case FCLC_SP:
		return apply_sp(program, directive, err);
	case FCLC_SLR:
		return check_slr(program, directive, err);
	case FCLC_HZ:
		return check_hz(program, directive, err);
	default:
		return 0;
	}
}

int fclc_make_connections(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->ndirectives; i++)
		error = apply_placement(program, &options->directives[i], err);
	for (uint32_t cu = 0; !error && cu < program->ncus; cu++) {
		const struct fclc_kernel *kernel = program->cus[cu].kernel;

		for (uint32_t arg = 0; arg < kernel->nargs; arg++)
			if (kernel->args[arg].kind == FCLC_ARG_POINTER &&
			    !is_connected(program, cu, arg))
				connect_arg(program, cu, arg, program->board->default_bank, NULL);
	}
	return error;
}
