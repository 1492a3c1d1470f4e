/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/expand.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/support.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/opencl/vendor/scan.h"

/* The text after the headers that fpgaclc includes before the source. */
static const char *skip_headers(struct fclc_program *program, const struct fclc_source *source,
				const char *text)
{
	const char *marker = fclc_format(program->arena, "\n# 1 \"%s\" 2\n", source->path);
	const char *at = strstr(text, marker);

	return at ? fclc_format(program->arena, "# 1 \"%s\"\n%s", source->path, at + strlen(marker))
		  : text;
}

static bool begins(const char *text, const char *word)
{
	size_t length = strlen(word);

	return !strncmp(text, word, length) && !fclc_is_name_char(text[length]);
}

/* Copies lines, but leaves #define lines empty: their macros have been expanded. */
static void copy_lines(struct fclc_text *out, const char *from, const char *to)
{
	while (from < to) {
		const char *end = memchr(from, '\n', (size_t)(to - from));

		end = end ? end + 1 : to;
		if (begins(from, "#define") || begins(from, "#undef"))
			fclc_text_add(out, "\n");
		else
			fclc_text_bytes(out, from, (size_t)(end - from));
		from = end;
	}
}

/*
 * Expands macros in pragmas that only the parser reads, such as `#pragma unroll N`; the
 * preprocessor does not.
 */
static const char *expand_pragmas(struct fclc_program *program, const char *text)
{
	struct fclc_arena *arena = program->arena;
	struct fclc_scan scan = {.arena = arena, .at = text, .line_start = true};
	struct fclc_text out = {.arena = arena};
	struct fclc_token token;

	for (fclc_scan_next(&scan, &token); token.kind != FCLC_TOKEN_END;
	     fclc_scan_next(&scan, &token)) {
		const char *name = token.text + strspn(token.text, " \t");

		if (token.kind != FCLC_TOKEN_PRAGMA ||
		    (!begins(name, "unroll") && !begins(name, "clang")))
			continue;
		copy_lines(&out, text, token.text);
		text = token.text + token.length;
		fclc_text_add(&out, "%s",
			      fclc_macros_expand(arena, &scan.macros,
						 fclc_copy(arena, token.text, token.length), 0));
	}
	copy_lines(&out, text, strchr(text, 0));
	return out.text;
}

int fclc_expand(struct fclc_program *program, const struct fclc_source *source,
		const char **ret_text, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/search%u.i", program->tmp,
				       source->index);
	struct fclc_argv argv = {.arena = program->arena};
	size_t size;
	char *text;
	int error;

	fclc_flags_source(program, &argv, source, false);
	fclc_argv_add(&argv, "-DFCLC_SEARCH");
	fclc_argv_add(&argv, "-E");
	fclc_argv_add(&argv, "-dD");
	fclc_argv_add(&argv, "%s", source->path);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", path);
	error = fclc_support_write(program, err);
	if (!error)
		error = fclc_run(program, &argv, err);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	if (!error)
		*ret_text = skip_headers(program, source, expand_pragmas(program, text));
	return error;
}
