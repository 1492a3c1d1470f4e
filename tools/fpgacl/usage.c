/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/usage.h"

#include <string.h>

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

bool fcl_tool_piece_is(const struct fcl_tool_piece *piece, const char *text)
{
	size_t length = (size_t)(piece->end - piece->at);

	return length == strlen(text) && !strncmp(piece->at, text, length);
}

static bool next_token(struct fcl_tool_piece *rest, struct fcl_tool_piece *ret_token)
{
	rest->at += strspn(rest->at, " [],");
	if (rest->at >= rest->end)
		return false;
	ret_token->at = rest->at;
	rest->at += strcspn(rest->at, " [],\n");
	ret_token->end = rest->at;
	return true;
}

/*
 * In "-k, --kernel <name>", the value follows the option's last name. "[--json] <file>" has no
 * value.
 */
static struct fcl_tool_piece usage_find_value(struct fcl_tool_piece rest)
{
	struct fcl_tool_piece token;
	bool alias = *rest.at == ',';

	if (*rest.at == ']' || !next_token(&rest, &token))
		return (struct fcl_tool_piece){0};
	if (alias && *token.at == '-' && !next_token(&rest, &token))
		return (struct fcl_tool_piece){0};
	return *token.at == '<' ? token : (struct fcl_tool_piece){0};
}

static bool visit_tokens(struct fcl_tool_piece rest, fcl_tool_visit *visit, void *user)
{
	struct fcl_tool_piece token, value;

	while (next_token(&rest, &token)) {
		value = *token.at == '-' ? usage_find_value(rest) : (struct fcl_tool_piece){0};
		if (value.at && *rest.at != ',')
			rest.at = value.end;
		if ((*token.at == '-' || *token.at == '<') && visit(user, &token, &value))
			return true;
	}
	return false;
}

/* An entry starts after two spaces and ends where its description starts. */
static bool next_entry(const char **at, bool of_options, struct fcl_tool_piece *ret_entry)
{
	while (**at) {
		const char *line = *at, *gap;
		size_t length = strcspn(line, "\n");

		*at += length + (line[length] == '\n');
		if (length < 4 || strncmp(line, "  ", 2) != 0 ||
		    !(of_options ? line[2] == '-' : is_letter(line[2])))
			continue;
		gap = memmem(line + 2, length - 2, "  ", 2);
		*ret_entry = (struct fcl_tool_piece){line + 2, gap ? gap : line + length};
		return true;
	}
	return false;
}

/* "board ls [--json], board logs <name>" has two commands; takes the next one. */
static bool next_command(struct fcl_tool_piece *entry, struct fcl_tool_piece *ret_command,
			 struct fcl_tool_piece *ret_rest)
{
	const char *end, *at = entry->at;

	if (at >= entry->end)
		return false;
	end = memmem(at, (size_t)(entry->end - at), ", ", 2);
	if (!end || !is_letter(end[2]))
		end = entry->end;
	entry->at = end == entry->end ? end : end + 2;
	*ret_command = (struct fcl_tool_piece){at, at};
	while (at < end && (is_letter(*at) || *at == ' '))
		if (is_letter(*at++))
			ret_command->end = at;
	*ret_rest = (struct fcl_tool_piece){ret_command->end, end};
	return true;
}

bool fcl_tool_usage_visit(const struct fcl_tool_usage *usage, fcl_tool_visit *visit, void *user)
{
	struct fcl_tool_piece entry, command, rest;
	const char *at = usage->options;

	while (at && next_entry(&at, true, &entry))
		if (visit_tokens(entry, visit, user))
			return true;
	at = usage->help;
	while (next_entry(&at, false, &entry))
		while (next_command(&entry, &command, &rest))
			if (fcl_tool_piece_is(&command, usage->command) &&
			    visit_tokens(rest, visit, user))
				return true;
	return false;
}

struct wanted {
	const char *option;
	struct fcl_tool_piece ret_value;
};

static bool usage_take_value(void *user, const struct fcl_tool_piece *token,
			     const struct fcl_tool_piece *value)
{
	struct wanted *wanted = user;

	if (!fcl_tool_piece_is(token, wanted->option))
		return false;
	wanted->ret_value = *value;
	return true;
}

struct fcl_tool_piece fcl_tool_usage_value(const struct fcl_tool_usage *usage, const char *option)
{
	struct wanted wanted = {.option = option};

	if (*option == '-')
		fcl_tool_usage_visit(usage, usage_take_value, &wanted);
	return wanted.ret_value;
}

bool fcl_tool_usage_commands(const char *help, const char *before, fcl_tool_found *found,
			     void *user)
{
	struct fcl_tool_piece entry, command, rest;
	size_t skip = *before ? strlen(before) + 1 : 0;
	bool any = false;

	while (next_entry(&help, false, &entry))
		while (next_command(&entry, &command, &rest)) {
			size_t length = (size_t)(command.end - command.at);

			if (skip && (length <= skip || strncmp(command.at, before, skip - 1) != 0 ||
				     command.at[skip - 1] != ' '))
				continue;
			any = true;
			found(user, command.at + skip, strcspn(command.at + skip, " \n"));
		}
	return any;
}
