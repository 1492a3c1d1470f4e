/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/autorun.h"

#include <string.h>

#include "tools/fpgaclc/opencl/vendor/constant.h"
#include "tools/fpgaclc/opencl/vendor/scan.h"

/* The rewriter's state, with what is known about the declaration being scanned. */
struct expander {
	struct fclc_program *program;
	struct fclc_source *source;
	struct fclc_scan scan;
	struct fclc_token token;
	struct fclc_text out;
	const char *copied; /* the text before this is in `out` */
	const char *start;  /* start of the declaration */
	const char *asked;  /* the text after num_compute_units */
	const char *name;
	struct fclc_place place; /* place of its first token */
	bool autorun;
	long units, shape[3]; /* the grid of compute units; units is the product of shape, or -1 if
			       * invalid */
	unsigned braces, parentheses;
	uint32_t capacity;
	struct fcl_err *err;
};

static void begin(struct expander *e)
{
	e->start = e->name = NULL;
	e->autorun = false;
	e->units = 1;
	for (int i = 0; i < 3; i++)
		e->shape[i] = 1;
}

/* A compute unit's index along one dimension of the grid. */
static long place_of(const struct expander *e, long unit, long dimension)
{
	long x = e->shape[0], y = e->shape[1];

	return dimension == 0   ? unit % x
	       : dimension == 1 ? unit / x % y
	       : dimension == 2 ? unit / x / y
				: 0;
}

/* The bracket that closes the one at `open`; NULL if there is none before `to`. */
static const char *closing(const char *open, const char *to)
{
	unsigned depth = 0;

	for (const char *at = open; at < to; at++) {
		depth += *at == '(';
		if (*at == ')' && !--depth)
			return at;
	}
	return NULL;
}

/*
 * Appends a copy's id in the dimension given between the brackets, as a constant if the dimension
 * is one.
 */
static void add_id(struct expander *e, long unit, const char *open, const char *close)
{
	const char *text = fclc_copy(e->program->arena, open + 1, (size_t)(close - open - 1));
	long dimension;

	if (fclc_constant(text, &dimension))
		fclc_text_add(&e->out, "%ld", place_of(e, unit, dimension));
	else
		fclc_text_add(&e->out,
			      "({ int fclc_d = %s; fclc_d == 0 ? %ld : fclc_d == 1 ? %ld : "
			      "fclc_d == 2 ? %ld : 0; })",
			      text, place_of(e, unit, 0), place_of(e, unit, 1),
			      place_of(e, unit, 2));
}

/* Appends the text from `from` to `to`, replacing the kernel's name and get_compute_id(...). */
static void add_copy(struct expander *e, const char *from, const char *to, const char *name,
		     long unit)
{
	struct fclc_scan scan = {.arena = e->program->arena, .at = from};
	struct fclc_token token;

	for (fclc_scan_next(&scan, &token); token.kind != FCLC_TOKEN_END && token.text < to;
	     fclc_scan_next(&scan, &token)) {
		const char *open = fclc_is_word(&token, "get_compute_id") ? strchr(token.text, '(')
									  : NULL;
		const char *close = open ? closing(open, to) : NULL;

		if (token.text != e->name && !close)
			continue;
		fclc_text_bytes(&e->out, from, (size_t)(token.text - from));
		if (close) {
			add_id(e, unit, open, close);
			from = close + 1;
			scan.at = from;
		} else {
			fclc_text_add(&e->out, "%s", name);
			from = token.text + token.length;
		}
	}
	fclc_text_bytes(&e->out, from, (size_t)(to - from));
}

/* `end` is after the closing brace of an autorun kernel. */
static void finish_kernel(struct expander *e, const char *end)
{
	struct fclc_arena *arena = e->program->arena;
	const char *name = fclc_copy(
		arena, e->name,
		strspn(e->name, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"));

	fclc_text_bytes(&e->out, e->copied, (size_t)(e->start - e->copied));
	for (long i = 0; i < e->units; i++) {
		const char *own = e->units == 1 ? name : fclc_format(arena, "%s_%ld", name, i);

		/* Gives each copy the original's line numbers. */
		if (i)
			fclc_text_add(&e->out, "\n# %u \"%s\"\n", e->place.line,
				      e->place.file ? e->place.file : e->source->path);
		add_copy(e, e->start, end, own, i);
		fclc_append(arena, &e->source->autoruns, &e->source->nautoruns, &e->capacity, own);
	}
	e->copied = end;
}

/* The current token is "num_compute_units". It has no effect on other kernels. */
static void read_units(struct expander *e)
{
	const char *at = e->token.text + e->token.length;

	at += strspn(at, "_ \t\n");
	e->asked = at;
	e->units = fclc_constant_shape(at, 1, FCLC_MOST_UNITS, e->shape);
}

static void read_name(struct expander *e)
{
	struct fclc_scan ahead = e->scan;
	struct fclc_token next;

	if (fclc_is_word(&e->token, "autorun") || fclc_is_word(&e->token, "__autorun__"))
		e->autorun |= e->parentheses > 0;
	fclc_scan_next(&ahead, &next);
	if (!e->parentheses && fclc_is_mark(&next, '(') &&
	    !fclc_is_word(&e->token, "__attribute__") && !fclc_is_word(&e->token, "__attribute"))
		e->name = e->token.text;
	if (e->parentheses && (fclc_is_word(&e->token, "num_compute_units") ||
			       fclc_is_word(&e->token, "__num_compute_units__")))
		read_units(e);
}

static int read_mark(struct expander *e)
{
	char mark = *e->token.text;

	e->parentheses += mark == '(';
	e->parentheses -= mark == ')' && e->parentheses;
	e->braces += mark == '{';
	if (mark == ';' && !e->braces)
		begin(e);
	if (mark != '}' || !e->braces || --e->braces)
		return 0;
	if (e->autorun && e->name && e->units < 1)
		return fclc_error(
			e->err, e->place,
			"num_compute_units of an autorun kernel: expected up to three numbers, 1 to %u compute units, found %s",
			FCLC_MOST_UNITS, fclc_constant_text(e->program->arena, e->asked));
	if (e->autorun && e->name)
		finish_kernel(e, e->token.text + 1);
	begin(e);
	return 0;
}

int fclc_autorun_expand(struct fclc_program *program, struct fclc_source *source, const char *text,
			const char **ret_text, struct fcl_err *err)
{
	struct expander e = {
		.program = program,
		.source = source,
		.copied = text,
		.out.arena = program->arena,
		.scan = {.arena = program->arena, .at = text, .line_start = true},
		.err = err,
	};
	int error = 0;

	begin(&e);
	for (fclc_scan_next(&e.scan, &e.token); !error && e.token.kind != FCLC_TOKEN_END;
	     fclc_scan_next(&e.scan, &e.token)) {
		if (e.token.kind == FCLC_TOKEN_PRAGMA)
			continue;
		if (!e.start) {
			e.start = e.token.text;
			e.place = e.token.place;
		}
		if (e.token.kind == FCLC_TOKEN_PUNCT)
			error = read_mark(&e);
		else if (!e.braces)
			read_name(&e);
	}
	fclc_text_add(&e.out, "%s", e.copied);
	*ret_text = e.out.text;
	return error;
}

int fclc_autorun_apply(struct fclc_kernel *kernel, struct fcl_err *err)
{
	const struct fclc_source *source = kernel->source;
	const uint32_t *size = kernel->work_group;

	for (uint32_t i = 0; i < source->nautoruns; i++) {
		if (strcmp(source->autoruns[i], kernel->symbol) != 0)
			continue;
		if (kernel->nargs)
			return fclc_error(err, kernel->place,
					  "kernel '%s' is autorun: expected no arguments, found %u",
					  kernel->name, kernel->nargs);
		if (size[0] && (size[0] != 1 || size[1] != 1 || size[2] != 1))
			return fclc_error(
				err, kernel->place,
				"kernel '%s' is autorun: expected one work-item, found reqd_work_group_size(%u, %u, %u)",
				kernel->name, size[0], size[1], size[2]);
		kernel->control = FCL_CONTROL_NONE;
		kernel->units = kernel->work_dims = 0; /* its copies are kernels of their own */
	}
	return 0;
}
