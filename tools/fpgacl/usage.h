/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_USAGE_H
#define FCL_TOOL_USAGE_H

#include <stdbool.h>
#include <stddef.h>

/* What a command accepts, according to its help text. */
struct fcl_tool_usage {
	const char *
		help; /* entries such as "  board ls [--json], board logs <name>   shared boards" */
	const char *
		options; /* options of the command itself: entries such as " -k, --kernel <name> the
			  * kernel"; NULL: none */
	char command[64]; /* "list", or "board start" */
};

/* A piece of a help text; `at` is NULL if there is none. */
struct fcl_tool_piece {
	const char *at, *end;
};

bool fcl_tool_piece_is(const struct fcl_tool_piece *piece, const char *text);

/*
 * Calls visit() for each of the command's options, with the option's value if it takes one, and for
 * each other argument, until visit() returns true.
 */
typedef bool fcl_tool_visit(void *user, const struct fcl_tool_piece *token,
			    const struct fcl_tool_piece *value);
bool fcl_tool_usage_visit(const struct fcl_tool_usage *usage, fcl_tool_visit *visit, void *user);

/* The value that an option takes. None if it takes no value, or the command has no such option. */
struct fcl_tool_piece fcl_tool_usage_value(const struct fcl_tool_usage *usage, const char *option);

/*
 * Calls found() with each word that may follow `before`: "" gives the commands, "board" its
 * subcommands. Returns whether there is one.
 */
typedef void fcl_tool_found(void *user, const char *word, size_t length);
bool fcl_tool_usage_commands(const char *help, const char *before, fcl_tool_found *found,
			     void *user);

#endif
