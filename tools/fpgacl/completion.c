/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/completion.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board_support/board.h"
#include "hal/board/client/backend.h"
#include "runtime/devices/offer.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/info/image_info.h"
#include "tools/fpgacl/neighbour.h"
#include "tools/fpgacl/run/run.h"
#include "tools/fpgacl/usage.h"

extern const unsigned char completion_bash[], completion_zsh[];
extern const size_t completion_bash_size, completion_zsh_size;

/* The words after `fpgacl`, and what is known about the last one. */
struct line {
	char **words;
	int count;
	const char *word;            /* the last word, which is being completed */
	int first;                   /* the first word after the command */
	struct fcl_tool_usage usage; /* of the command */
};

/* --- candidates ------------------------------------------------------------------------------- */

static void answer(const struct line *line, const char *before, const char *text, size_t length)
{
	char all[512];

	snprintf(all, sizeof(all), "%s%.*s", before, (int)length, text);
	if (!strncmp(all, line->word, strlen(line->word)))
		puts(all);
}

static void answer_text(void *user, const char *text)
{
	answer(user, "", text, strlen(text));
}

static void answer_emulated(void *user, const char *board)
{
	answer(user, "emu:", board, strlen(board));
}

static void answer_shared(void *user, const char *name)
{
	answer(user, "board:", name, strlen(name));
}

static void answer_files(const char *before)
{
	printf("\t%s\n", before);
}

static void ignore_problem(int error, bool named, const char *text)
{
	(void)error;
	(void)named;
	(void)text;
}

static void answer_devices(struct line *line)
{
	struct fcl_offer offer;
	struct fcl_err err = {0};

	fcl_offer_open(&offer, ignore_problem);
	for (uint32_t i = 0; i < offer.count; i++)
		if (strncmp(offer.devices[i].name, "emu:", 4) != 0 &&
		    strncmp(offer.devices[i].name, "board:", 6) != 0)
			answer_text(line, offer.devices[i].name);
	fcl_offer_close(&offer);
	fcl_board_list(answer_emulated, line);
	fcl_bd_list(answer_shared, line, &err);
}

/*
 * --- candidates for `fpgacl run` ---------------------------------------------------------------
 */

static void answer_kernels(struct line *line, const struct fcl_image *image)
{
	for (uint32_t i = 0; i < image->nkernels; i++) {
		uint32_t ncus = 0;
		char before[300];

		answer_text(line, image->kernels[i].name);
		snprintf(before, sizeof(before), "%s:", image->kernels[i].name);
		for (uint32_t k = 0; k < image->ncus; k++)
			ncus += image->cus[k].kernel == i;
		for (uint32_t k = 0; k < image->ncus && ncus > 1; k++)
			if (image->cus[k].kernel == i)
				answer(line, before, image->cus[k].name,
				       strlen(image->cus[k].name));
	}
}

static bool is_kernel_option(const char *word)
{
	return !strcmp(word, "--kernel") || !strcmp(word, "-k");
}

/* The kernel of the last --kernel option, or the image's only one. */
static const struct fcl_image_kernel *current_kernel(const struct line *line,
						     const struct fcl_image *image)
{
	int index = image->nkernels == 1 ? 0 : -1;

	for (int i = line->first; i + 2 < line->count; i++) {
		char name[256];

		if (!is_kernel_option(line->words[i]))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(line->words[i + 1], ":"),
			 line->words[i + 1]);
		index = fcl_image_find_kernel(image, name);
	}
	return index < 0 ? NULL : &image->kernels[index];
}

static void answer_arguments(struct line *line, const struct fcl_image *image, bool outputs)
{
	const struct fcl_image_kernel *kernel = current_kernel(line, image);

	for (uint32_t i = 0; kernel && i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		bool buffer = arg->qualifier == FCL_ARG_GLOBAL ||
			      arg->qualifier == FCL_ARG_CONSTANT;
		char text[300];

		snprintf(text, sizeof(text), "%s=", arg->name);
		if (arg->qualifier != FCL_ARG_STREAM && (buffer || !outputs))
			answer_text(line, text);
	}
}

/* "a=@FILE" and "c=4096xint@FILE". An output is "c=FILE". */
static void answer_file(struct line *line, char end)
{
	const char *at = strchr(line->word, end);
	char before[512];

	if (!at || (size_t)(at + 1 - line->word) >= sizeof(before))
		return;
	snprintf(before, sizeof(before), "%.*s", (int)(at + 1 - line->word), line->word);
	answer_files(before);
}

/* The first word that is neither an option nor an option's value; NULL: none yet. */
static const char *find_file(const struct line *line)
{
	for (int i = line->first; i + 1 < line->count; i++) {
		if (*line->words[i] != '-')
			return line->words[i];
		i += fcl_tool_usage_value(&line->usage, line->words[i]).at != NULL;
	}
	return NULL;
}

static void answer_of_image(struct line *line, const char *option)
{
	bool output = !strcmp(option, "-o") || !strcmp(option, "--output");
	const char *path = find_file(line);
	struct fcl_image *image;

	if (!is_kernel_option(option) && strchr(line->word, '=')) {
		answer_file(line, output ? '=' : '@');
		return;
	}
	image = path ? fcl_tool_read_image(path) : NULL;
	if (!image)
		return;
	if (is_kernel_option(option))
		answer_kernels(line, image);
	else
		answer_arguments(line, image, output);
	fcl_image_unref(image);
}

/* --- choosing candidates ---------------------------------------------------------------------- */

static bool answer_option(void *user, const struct fcl_tool_piece *token,
			  const struct fcl_tool_piece *value)
{
	(void)value;
	if (*token->at == '-')
		answer(user, "", token->at, (size_t)(token->end - token->at));
	return false;
}

/*
 * Completes by the placeholder in the help text. Returns false if that does not tell what to
 * complete.
 */
static bool answer_kind(struct line *line, const struct fcl_tool_piece *kind)
{
	static const char *const files[] = {"<file>",      "<image>",     "<trace>",
					    "<recording>", "<page.html>", "<repository>"};
	struct fcl_err err = {0};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (fcl_tool_piece_is(kind, files[i])) {
			answer_files("");
			return true;
		}
	if (fcl_tool_piece_is(kind, "<device>")) {
		answer_devices(line);
	} else if (fcl_tool_piece_is(kind, "<board>")) {
		fcl_board_list(answer_text, line);
	} else if (fcl_tool_piece_is(kind, "<name>")) {
		fcl_bd_list(answer_text, line, &err);
	} else if (fcl_tool_piece_is(kind, "<shell>")) {
		answer_text(line, "bash");
		answer_text(line, "zsh");
	} else {
		return false;
	}
	return true;
}

struct arguments {
	struct line *line;
	bool ret_answered;
};

static bool answer_argument(void *user, const struct fcl_tool_piece *token,
			    const struct fcl_tool_piece *value)
{
	struct arguments *arguments = user;

	(void)value;
	if (*token->at == '<')
		arguments->ret_answered |= answer_kind(arguments->line, token);
	return false;
}

static void answer_value(struct line *line, const char *option, const struct fcl_tool_piece *value)
{
	bool run = !strcmp(line->usage.command, "run");

	if (run && strchr("koa", option[1] == '-' ? option[2] : option[1]))
		answer_of_image(line, option);
	else if (!fcl_tool_piece_is(value, "<name>")) /* a new name, not one to complete */
		answer_kind(line, value);
}

static void answer_found(void *user, const char *word, size_t length)
{
	answer(user, "", word, length);
}

static void ignore_found(void *user, const char *word, size_t length)
{
	(void)user;
	(void)word;
	(void)length;
}

/*
 * Finds the command, which is one word or two. Returns false if its last word is the one being
 * completed; it has then printed the candidates.
 */
static bool find_command(struct line *line)
{
	struct fcl_tool_usage *usage = &line->usage;
	bool two;

	if (line->count < 2) {
		fcl_tool_usage_commands(usage->help, "", answer_found, line);
		answer_text(line, "--help");
		answer_text(line, "--version");
		return false;
	}
	two = fcl_tool_usage_commands(usage->help, line->words[0], ignore_found, NULL);
	if (two && line->count == 2) {
		fcl_tool_usage_commands(usage->help, line->words[0], answer_found, line);
		return false;
	}
	line->first = two ? 2 : 1;
	snprintf(usage->command, sizeof(usage->command), "%s%s%s", line->words[0], two ? " " : "",
		 two ? line->words[1] : "");
	return true;
}

static void completion_complete(struct line *line)
{
	const char *before = line->count > line->first + 1 ? line->words[line->count - 2] : "";
	struct fcl_tool_piece value = fcl_tool_usage_value(&line->usage, before);
	struct arguments arguments = {.line = line};

	if (value.at) {
		answer_value(line, before, &value);
		return;
	}
	if (*line->word != '-' && !find_file(line))
		fcl_tool_usage_visit(&line->usage, answer_argument, &arguments);
	if (!arguments.ret_answered)
		fcl_tool_usage_visit(&line->usage, answer_option, line);
}

/* Runs `fpgacl <command> --help`, which is a program of its own, and returns its output. */
static char *read_help(const char *command)
{
	int ends[2];
	FILE *from;
	char *text = NULL;
	size_t size = 0;
	pid_t pid;

	if (pipe(ends))
		return NULL;
	pid = fork();
	if (!pid) {
		char *arguments[] = {(char *)(uintptr_t) "--help", NULL};

		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		_exit(fcl_tool_neighbour(command, "", 1, arguments));
	}
	close(ends[1]);
	from = fdopen(ends[0], "r");
	if (from && getdelim(&text, &size, '\0', from) < 0) {
		free(text);
		text = NULL;
	}
	if (from)
		fclose(from);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return text;
}

static int answer_line(int argc, char **argv, const char *help)
{
	struct line line = {.words = argv, .count = argc, .usage.help = help};
	char *own = NULL;

	if (!argc)
		return TOOL_OK;
	line.word = argv[argc - 1];
	if (!find_command(&line))
		return TOOL_OK;
	if (!strcmp(line.usage.command, "serve") || !strcmp(line.usage.command, "replay"))
		line.usage.options = own = read_help(line.usage.command);
	else if (!strcmp(line.usage.command, "run"))
		line.usage.options = fcl_tool_run_help;
	completion_complete(&line);
	free(own);
	return TOOL_OK;
}

int fcl_tool_completion(int argc, char **argv, const char *help)
{
	const char *shell = argc ? argv[0] : "";

	if (!strcmp(shell, "answer"))
		return answer_line(argc - 1, argv + 1, help);
	if (argc == 1 && !strcmp(shell, "bash")) {
		fwrite(completion_bash, 1, completion_bash_size, stdout);
		return TOOL_OK;
	}
	if (argc == 1 && !strcmp(shell, "zsh")) {
		fwrite(completion_zsh, 1, completion_zsh_size, stdout);
		return TOOL_OK;
	}
	fprintf(stderr, "fpgacl: completion: expected bash or zsh, found '%s'\n", shell);
	return TOOL_USAGE;
}
