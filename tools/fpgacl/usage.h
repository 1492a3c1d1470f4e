/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_USAGE_H
#define FCL_TOOL_USAGE_H

#include <stdbool.h>
#include <stddef.h>

/* What a help text says that a command takes. */
struct fcl_tool_usage {
	const char *
		help; /* entries such as "  board ls [--json], board logs <name>   shared boards" */
	const char *
		options; /* of the command itself, entries such as "  -k, --kernel <name>  the kernel"; NULL: none */
	char command[64]; /* "list", or "board start" */
};

/* A piece of a help text; `at` NULL: none. */
struct fcl_tool_piece {
	const char *at, *end;
};

bool fcl_tool_piece_is(const struct fcl_tool_piece *piece, const char *text);

/* Calls visit() with each option of the command, and its value if it takes one, and with each other argument, until it returns true. */
typedef bool fcl_tool_visit(void *user, const struct fcl_tool_piece *token,
			    const struct fcl_tool_piece *value);
bool fcl_tool_usage_visit(const struct fcl_tool_usage *usage, fcl_tool_visit *visit, void *user);

/* What the option takes; none if it takes nothing, or is not one of the command. */
struct fcl_tool_piece fcl_tool_usage_value(const struct fcl_tool_usage *usage, const char *option);

/*
 * Calls found() with each word that may follow `before`: "" for the commands, "board" for what it consists of.
 * Returns whether there is one.
 */
typedef void fcl_tool_found(void *user, const char *word, size_t length);
bool fcl_tool_usage_commands(const char *help, const char *before, fcl_tool_found *found,
			     void *user);

#endif
