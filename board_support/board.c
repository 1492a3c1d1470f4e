/* SPDX-License-Identifier: Apache-2.0 */
#include "board_support/board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_support/board_builtin.h"
#include "board_support/board_parse.h"
#include "board_support/board_path.h"

static const struct fcl_board *find_builtin(const char *name)
{
	const struct fcl_board *const *board = fcl_board_builtins;

	while (*board && strcmp((*board)->name, name) != 0)
		board++;
	return *board;
}

/* A board must be named as its folder, because lists and messages use the folder's name. */
static int board_check_name(const struct fcl_board *board, const char *name, struct fcl_err *err)
{
	if (!strcmp(board->name, name))
		return 0;
	return fcl_err_set(
		err, -EINVAL,
		"%s: element <board>, attribute name: expected \"%s\", the name of its folder, found \"%s\"",
		board->file, name, board->name);
}

static int load_from_path(const char *name, struct fcl_board **ret_board, struct fcl_err *err)
{
	struct fcl_board *board = NULL;
	char *text, *file;
	size_t size;
	int error = fcl_board_path_read(name, &text, &size, &file, err);

	if (error)
		return error;
	error = fcl_board_parse(text, size, file, &board, err);
	free(text);
	free(file);
	if (!error)
		error = board_check_name(board, name, err);
	if (error) {
		fcl_board_free(board);
		return error;
	}
	*ret_board = board;
	return 0;
}

static int copy_builtin(const struct fcl_board *builtin, struct fcl_board **ret_board,
			struct fcl_err *err)
{
	struct fcl_board *board = malloc(sizeof(*board));

	if (!board)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	*board = *builtin;
	board->builtin = builtin;
	*ret_board = board;
	return 0;
}

/* Loads a board by short name only. */
static int load_short(const char *name, struct fcl_board **ret_board, struct fcl_err *err)
{
	const struct fcl_board *builtin;
	int error = load_from_path(name, ret_board, err);

	if (error != -ENOENT)
		return error;
	builtin = find_builtin(name);
	return builtin ? copy_builtin(builtin, ret_board, err) : -ENOENT;
}

static char plain(char c)
{
	return c == ':' || c == '.' || c == '-' ? '_' : c;
}

/* Returns the length of `prefix` if `text` starts with it, with any separators, else 0. */
static size_t starts_with(const char *text, const char *prefix)
{
	size_t n = 0;

	while (prefix[n] && plain(text[n]) == plain(prefix[n]))
		n++;
	return prefix[n] ? 0 : n;
}

static bool same_name(const char *a, const char *b)
{
	size_t n = starts_with(a, b);

	return n && !a[n];
}

bool fcl_board_is(const struct fcl_board *board, const char *platform)
{
	return same_name(platform, board->name) || same_name(platform, board->vbnv) ||
	       same_name(platform, board->device);
}

/* Whether `platform` is another shell of this board: "xilinx_u250_xdma_201830_2" is a u250. */
static bool is_shell_of(const struct fcl_board *board, const char *platform)
{
	uint32_t i;
	size_t n;

	for (i = 0; i < board->naliases; i++) {
		n = starts_with(platform, board->aliases[i]);
		if (n && (!platform[n] || plain(platform[n]) == '_'))
			return true;
	}
	return false;
}

/* Searches all boards for a platform name. */
struct lookup {
	const char *platform;
	struct fcl_board *exact, *shell;
	char known[400];
	struct fcl_err broken; /* of the first board that could not be read */
};

static void board_consider(void *user, const char *name)
{
	struct lookup *lookup = user;
	size_t used = strlen(lookup->known);
	struct fcl_err err = {
		0}; /* may be set even if a later folder or a built-in board is used */
	struct fcl_board *board;

	snprintf(lookup->known + used, sizeof(lookup->known) - used, "%s%s", used ? ", " : "",
		 name);
	if (lookup->exact)
		return;
	if (load_short(name, &board, &err)) {
		if (!lookup->broken.code)
			lookup->broken = err;
		return;
	}
	if (fcl_board_is(board, lookup->platform))
		lookup->exact = board;
	else if (!lookup->shell && is_shell_of(board, lookup->platform))
		lookup->shell = board;
	else
		fcl_board_free(board);
}

/*
 * Hosts identify a device by its shell's name; a bare alias ("xilinx_u250") does not name a shell.
 */
static int rename_device(struct fcl_board *board, const char *platform, struct fcl_err *err)
{
	char *device;

	for (uint32_t i = 0; i < board->naliases; i++)
		if (same_name(platform, board->aliases[i]))
			return 0;
	device = strdup(platform);
	if (!device)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	if (!board->builtin || board->device != board->builtin->device)
		free((void *)board->device);
	board->device = device;
	return 0;
}

static int load_platform(const char *platform, struct fcl_board **ret_board, struct fcl_err *err)
{
	struct lookup lookup = {.platform = platform};

	fcl_board_list(board_consider, &lookup);
	if (lookup.exact) {
		fcl_board_free(lookup.shell);
		lookup.shell = lookup.exact;
	}
	if (lookup.shell) {
		int error = lookup.exact ? 0 : rename_device(lookup.shell, platform, err);

		if (error)
			fcl_board_free(lookup.shell);
		else
			*ret_board = lookup.shell;
		return error;
	}
	if (lookup.broken.code)
		return fcl_err_set(err, lookup.broken.code, "%s", lookup.broken.text);
	return fcl_err_set(err, -ENOENT, "no board \"%s\"; known boards: %s", platform,
			   lookup.known);
}

/* "…/xilinx_u250_x/xilinx_u250_x.xpfm" means the platform "xilinx_u250_x". */
static char *board_platform_name(const char *name)
{
	const char *slash = strrchr(name, '/');
	size_t length;

	name = slash ? slash + 1 : name;
	length = strlen(name);
	if (length > 5 && !strcmp(name + length - 5, ".xpfm"))
		length -= 5;
	return strndup(name, length);
}

int fcl_board_load(const char *name, struct fcl_board **ret_board, struct fcl_err *err)
{
	char *platform = board_platform_name(name);
	int error;

	if (!platform)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = load_short(platform, ret_board, err);
	if (error == -ENOENT)
		error = load_platform(platform, ret_board, err);
	free(platform);
	return error;
}

struct listing {
	fcl_board_found *found;
	void *user;
};

static void list_others(void *user, const char *name)
{
	const struct listing *listing = user;

	if (!find_builtin(name))
		listing->found(listing->user, name);
}

void fcl_board_list(fcl_board_found *found, void *user)
{
	struct listing listing = {found, user};

	for (const struct fcl_board *const *board = fcl_board_builtins; *board; board++)
		found(user, (*board)->name);
	fcl_board_path_list(list_others, &listing);
}
