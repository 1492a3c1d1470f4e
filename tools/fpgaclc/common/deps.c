/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/deps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* Stands for the temporary directory in the stored list. */
#define FCLC_TMP_MARK "@tmp"

/* An #include names a header by at most this many path components; "a/b/c.h" has three. */
enum { FCLC_INCLUDE_DEPTH = 4 };

bool fclc_is_installed(const char *path)
{
	return !strncmp(path, "/usr/", 5) && strncmp(path, "/usr/local/", 11) != 0;
}

bool fclc_is_temporary(const struct fclc_program *program, const char *path)
{
	size_t length = strlen(program->tmp);

	return !strncmp(path, program->tmp, length) && (!path[length] || path[length] == '/');
}

static void add(struct fclc_arena *arena, struct fclc_deps *deps, const char *path)
{
	fclc_append(arena, &deps->list, &deps->count, &deps->capacity, path);
}

/*
 * Parses one file name of a make rule: "\ " is a space, "$$" a dollar sign; backslash-newline is
 * skipped.
 */
static const char *next_name(struct fclc_arena *arena, const char **text)
{
	struct fclc_text name = {.arena = arena};
	const char *p = *text;

	while (*p == ' ' || *p == '\n' || (*p == '\\' && p[1] == '\n'))
		p += *p == '\\' ? 2 : 1;
	for (; *p && *p != ' ' && *p != '\n'; p++) {
		p += (*p == '\\' && (p[1] == ' ' || p[1] == '#')) || (*p == '$' && p[1] == '$');
		fclc_text_bytes(&name, p, 1);
	}
	*text = p;
	return name.text;
}

bool fclc_deps_read(struct fclc_program *program, const char *path, struct fclc_deps *ret_deps)
{
	struct fclc_deps deps = {0};
	struct fcl_err ignored;
	const char *rest, *name;
	char *text;
	size_t size;

	if (fclc_read_file(program, path, &text, &size, &ignored))
		return false;
	rest = strstr(text, ": ");
	if (!rest)
		return false;
	for (rest++; (name = next_name(program->arena, &rest));)
		add(program->arena, &deps, name);
	*ret_deps = deps;
	return deps.count > 0;
}

const char *fclc_deps_text(const struct fclc_program *program, const struct fclc_deps *deps)
{
	struct fclc_text text = {.arena = program->arena};

	for (uint32_t i = 0; i < deps->count; i++) {
		const char *path = deps->list[i];
		bool ours = fclc_is_temporary(program, path);

		fclc_text_add(&text, "%s%s\n", ours ? FCLC_TMP_MARK : "",
			      path + (ours ? strlen(program->tmp) : 0));
	}
	return text.text ? text.text : "";
}

void fclc_deps_parse(const struct fclc_program *program, const char *text,
		     struct fclc_deps *ret_deps)
{
	char *copy = fclc_copy(program->arena, text, strlen(text)), *line;
	size_t mark = strlen(FCLC_TMP_MARK);

	memset(ret_deps, 0, sizeof(*ret_deps));
	while ((line = strsep(&copy, "\n"))) {
		bool ours = !strncmp(line, FCLC_TMP_MARK, mark);

		if (*line)
			add(program->arena, ret_deps,
			    ours ? fclc_format(program->arena, "%s%s", program->tmp, line + mark)
				 : line);
	}
}

static void add_folder(const struct fclc_program *program, struct fclc_deps *folders,
		       const char *path, size_t length)
{
	const char *folder = length ? fclc_copy(program->arena, path, length) : ".";

	if (fclc_is_installed(folder) || fclc_is_temporary(program, folder))
		return;
	for (uint32_t i = 0; i < folders->count; i++)
		if (!strcmp(folders->list[i], folder))
			return;
	add(program->arena, folders, folder);
}

/* Lists the directories that the compiler searches for headers, where new ones might appear. */
static void list_folders(const struct fclc_program *program, const struct fclc_deps *deps,
			 const struct fclc_argv *argv, struct fclc_deps *folders)
{
	static const char *const options[] = {"-I", "-isystem", "-iquote", "-idirafter"};

	for (uint32_t i = 0; i < argv->count; i++)
		for (size_t j = 0; j < sizeof(options) / sizeof(options[0]); j++) {
			const char *text = argv->list[i];
			size_t length = strlen(options[j]);

			if (strncmp(text, options[j], length) != 0)
				continue;
			text += length;
			if (!*text && i + 1 < argv->count)
				text = argv->list[i + 1];
			add_folder(program, folders, text, strlen(text));
		}
	for (uint32_t i = 0; i < deps->count; i++) {
		const char *slash = strrchr(deps->list[i], '/');

		add_folder(program, folders, deps->list[i],
			   slash ? (size_t)(slash - deps->list[i]) : 0);
	}
}

/*
 * For "/a/b/c.h": adds whether each directory has "c.h", "b/c.h" or "a/b/c.h", which could shadow
 * it.
 */
static void add_rivals(const struct fclc_deps *folders, const char *path, struct fclc_key *key)
{
	const char *name = path + strlen(path);
	struct fclc_arena *arena = key->program->arena;
	struct fclc_text found = {.arena = arena};

	fclc_text_bytes(&found, "", 0);
	for (int depth = 0; depth < FCLC_INCLUDE_DEPTH && name > path; depth++) {
		for (name--; name > path && name[-1] != '/';)
			name--;
		for (uint32_t i = 0; i < folders->count; i++) {
			char rival[4096];
			int length = snprintf(rival, sizeof(rival), "%s/%s", folders->list[i],
					      name);

			fclc_text_bytes(
				&found,
				length < (int)sizeof(rival) && !access(rival, F_OK) ? "1" : "0", 1);
		}
	}
	fclc_key_bytes(key, found.text, found.length);
}

void fclc_deps_add(const struct fclc_program *program, const struct fclc_deps *deps,
		   const struct fclc_argv *argv, struct fclc_key *key)
{
	struct fclc_deps folders = {0};

	list_folders(program, deps, argv, &folders);
	for (uint32_t i = 0; i < deps->count; i++) {
		const char *path = deps->list[i];

		if (fclc_is_temporary(program, path))
			fclc_key_text(key, path); /* its contents are covered by the program's
						   * digest */
		else if (fclc_is_installed(path))
			fclc_key_stamp(key, path);
		else
			fclc_key_file(key, path);
		add_rivals(&folders, path, key);
	}
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

static bool is_lasting(const char *path, struct timespec began)
{
	static const char *const words[] = {"__has_include", "__DATE__", "__TIME__",
					    "__TIMESTAMP__"};
	struct fcl_err ignored;
	struct stat stat_buffer;
	bool lasting = true;
	char *bytes;
	size_t size;

	if (stat(path, &stat_buffer) || !is_before(stat_buffer.st_mtim, began) ||
	    !is_before(stat_buffer.st_ctim, began) ||
	    fcl_file_read(path, SIZE_MAX, &bytes, &size, &ignored))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		lasting &= !memmem(bytes, size, words[i], strlen(words[i]));
	free(bytes);
	return lasting;
}

bool fclc_deps_are_lasting(const struct fclc_program *program, const struct fclc_deps *deps,
			   struct timespec began)
{
	for (uint32_t i = 0; i < deps->count; i++)
		if (!fclc_is_temporary(program, deps->list[i]) &&
		    !fclc_is_installed(deps->list[i]) && !is_lasting(deps->list[i], began))
			return false;
	return true;
}
