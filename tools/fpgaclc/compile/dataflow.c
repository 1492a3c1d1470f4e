/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/dataflow.h"

#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/frontend/scan.h"

/* Skips one word of a pragma, ignoring case. */
static bool take_word(const char **text, const char *word)
{
	const char *at = *text + strspn(*text, " \t");
	size_t length = strlen(word);

	if (strncasecmp(at, word, length) != 0 || fclc_is_name_char(at[length]))
		return false;
	*text = at + length;
	return true;
}

static bool has_region(struct fclc_program *program, const char *text)
{
	struct fclc_scan scan = {.arena = program->arena, .at = text, .line_start = true};
	struct fclc_token token;

	do {
		fclc_scan_next(&scan, &token);
		if (token.kind == FCLC_TOKEN_PRAGMA && take_word(&token.text, "HLS") &&
		    take_word(&token.text, "dataflow"))
			return true;
	} while (token.kind != FCLC_TOKEN_END);
	return false;
}

/* Whether a source, or a directive, has a DATAFLOW region. */
static int look(struct fclc_program *program, bool *found, struct fcl_err *err)
{
	for (uint32_t i = 0; i < program->options.npragmas; i++)
		*found |= !strcasecmp(program->options.pragmas[i].pragma, "dataflow");
	for (uint32_t i = 0; !*found && i < program->nsources; i++) {
		const struct fclc_source *source = &program->sources[i];
		size_t size;
		char *text;
		int error;

		if (source->compiled || !source->cxx || !source->preprocessed)
			continue;
		error = fclc_read_file(program, source->preprocessed, &text, &size, err);
		if (error)
			return error;
		*found = strcasestr(text, "dataflow") && has_region(program, text);
	}
	return 0;
}

/* Whether a kernel has two calls in a row, one for one of its streams and one for another, which a board starts at once. */
static bool has_sequence(const struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		uint32_t part = 0;

		if (!kernel->source || kernel->source->compiled || !kernel->source->cxx)
			continue;
		for (uint32_t j = 0; j < kernel->nargs; j++) {
			if (part && kernel->args[j].part && kernel->args[j].part != part)
				return true;
			part = part ? part : kernel->args[j].part;
		}
	}
	return false;
}

int fclc_dataflow_choose(struct fclc_program *program, struct fcl_err *err)
{
	bool region = false;
	int error = look(program, &region, err);

	if (!error)
		program->dataflow = (region || has_sequence(program)) &&
				    program->options.concurrent;
	return error;
}
