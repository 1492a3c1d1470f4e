/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/completion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/fpgacl/output/status.h"

enum { WORDS = 32, TEXT = 40 };

/* A command with the options that --help shows for it. */
struct command {
	char name[TEXT];
	char options[TEXT * 4];
};

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static struct command *find(struct command *commands, unsigned *count, const char *name,
			    size_t length)
{
	for (unsigned i = 0; i < *count; i++)
		if (strlen(commands[i].name) == length && !strncmp(commands[i].name, name, length))
			return &commands[i];
	if (*count == WORDS || length >= TEXT)
		return NULL;
	memcpy(commands[*count].name, name, length);
	return &commands[(*count)++];
}

static void add_option(struct command *command, const char *option, size_t length)
{
	size_t used = strlen(command->options);

	if (used + length + 2 > sizeof(command->options))
		return;
	snprintf(command->options + used, sizeof(command->options) - used, "%s%.*s",
		 used ? " " : "", (int)length, option);
}

/* A line of a command begins with two spaces; what it takes ends where its text begins. */
static void read_line(struct command *commands, unsigned *count, const char *line, size_t length)
{
	const char *end = line + length, *gap = memmem(line + 2, length - 2, "  ", 2);
	const char *at = line + 2;
	struct command *command;

	while (at < end && is_letter(*at))
		at++;
	if (at < end && *at == ',')
		return;
	command = find(commands, count, line + 2, (size_t)(at - line - 2));
	for (gap = gap ? gap : end; command && at < gap; at++)
		if (*at == '-' && (at[-1] == ' ' || at[-1] == '['))
			add_option(command, at, strspn(at, "-abcdefghijklmnopqrstuvwxyz"));
}

static unsigned read_help(struct command commands[WORDS], const char *help)
{
	unsigned count = 0;

	while (*help) {
		size_t length = strcspn(help, "\n");

		if (length > 4 && !strncmp(help, "  ", 2) && is_letter(help[2]))
			read_line(commands, &count, help, length);
		help += length + (help[length] == '\n');
	}
	return count;
}

int fcl_tool_completion(const char *shell, const char *help)
{
	struct command commands[WORDS] = {0};
	unsigned count = read_help(commands, help);
	bool zsh = !strcmp(shell, "zsh");

	if (!zsh && strcmp(shell, "bash") != 0) {
		fprintf(stderr, "fpgacl: completion: expected bash or zsh, found '%s'\n", shell);
		return TOOL_USAGE;
	}
	if (zsh)
		puts("autoload -U +X compinit bashcompinit && compinit && bashcompinit");
	puts("_fpgacl() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]} options=\n"
	     "\tif [ \"$COMP_CWORD\" = 1 ]; then");
	printf("\t\tCOMPREPLY=($(compgen -W '--help --version");
	for (unsigned i = 0; i < count; i++)
		printf(" %s", commands[i].name);
	puts("' -- \"$word\"))\n\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in");
	for (unsigned i = 0; i < count; i++)
		if (*commands[i].options)
			printf("\t%s) options='%s' ;;\n", commands[i].name, commands[i].options);
	puts("\tesac\n\tCOMPREPLY=($(compgen -f -W \"$options\" -- \"$word\"))\n}\n"
	     "complete -o filenames -F _fpgacl fpgacl");
	return TOOL_OK;
}
