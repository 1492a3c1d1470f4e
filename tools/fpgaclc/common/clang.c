/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/clang.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/driver.h"

extern char **environ;

/* The tests pass with OLDEST to NEWEST. Versions up to LAST are searched for, with a warning. */
enum { FCLC_CLANG_OLDEST = 15, FCLC_CLANG_NEWEST = 19, FCLC_CLANG_LAST = 40 };

const char *fclc_find_on_path(const struct fclc_program *program, const char *name)
{
	const char *path = getenv("PATH"), *end;

	if (strchr(name, '/'))
		return access(name, X_OK) ? NULL : name;
	for (; path && *path; path = *end ? end + 1 : end) {
		char *candidate;

		end = strchrnul(path, ':');
		candidate = fclc_format(program->arena, "%.*s/%s", (int)(end - path), path, name);
		if (!access(candidate, X_OK))
			return candidate;
	}
	return NULL;
}

/* Reads the program's output into `text`, truncated to `size`; empty if the program cannot run. */
static void ask(const char *clang, const char *option, char *text, size_t size)
{
	const char *const argv[] = {clang, option, NULL};
	posix_spawn_file_actions_t actions;
	int ends[2];
	ssize_t got = 0;
	size_t length = 0;
	pid_t pid;

	*text = 0;
	if (pipe2(ends, O_CLOEXEC))
		return;
	if (!posix_spawn_file_actions_init(&actions)) {
		if (!posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) &&
		    !posix_spawn(&pid, clang, &actions, NULL, (char *const *)argv, environ)) {
			close(ends[1]);
			ends[1] = -1;
			while (length < size - 1 &&
			       (got = read(ends[0], text + length, size - 1 - length)) > 0)
				length += (size_t)got;
			waitpid(pid, NULL, 0);
		}
		posix_spawn_file_actions_destroy(&actions);
	}
	text[length] = 0;
	close(ends[0]);
	if (ends[1] >= 0)
		close(ends[1]);
}

const char *fclc_clang_version(struct fclc_program *program, const char *clang)
{
	struct fclc_key key;
	const char *name, *version;
	char text[256];

	fclc_key_begin(&key, program, "version");
	fclc_key_stamp(&key, clang);
	name = fclc_key_end(&key);
	version = fclc_cache_load_text(program, name);
	if (version)
		return version;
	ask(clang, "--version", text, sizeof(text));
	text[strcspn(text, "\n")] = 0;
	fclc_cache_store_text(program, name, text);
	return fclc_copy(program->arena, text, strlen(text));
}

/* The major version; 0 if the program is not clang. */
static unsigned clang_major(struct fclc_program *program, const char *clang)
{
	const char *at = strstr(fclc_clang_version(program, clang), "clang version ");

	return at ? (unsigned)strtoul(at + strlen("clang version "), NULL, 10) : 0;
}

bool fclc_clang_takes_plugin(struct fclc_program *program)
{
	return FCLC_LLVM && clang_major(program, program->clang) == FCLC_LLVM;
}

bool fclc_clang_loses_lanes(struct fclc_program *program)
{
	unsigned major = clang_major(program, program->clang);

	return major == 16 || major == 17;
}

static const char *find_version(const struct fclc_program *program, unsigned major)
{
	return fclc_find_on_path(program, fclc_format(program->arena, "clang-%u", major));
}

/* Finds a clang newer than those tested, or NULL. `plain` is the path of `clang`, or NULL. */
static const char *find_newer(struct fclc_program *program, const char *plain)
{
	const char *found = NULL;
	unsigned major = FCLC_CLANG_NEWEST;

	while (!found && ++major <= FCLC_CLANG_LAST)
		found = find_version(program, major);
	if (!found && plain) {
		major = clang_major(program, plain);
		found = major > FCLC_CLANG_NEWEST ? plain : NULL;
	}
	if (found)
		fclc_warn(
			FCLC_NOWHERE,
			"%s is clang %u; clang %d to %d are known to work (--clang selects another)",
			found, major, FCLC_CLANG_OLDEST, FCLC_CLANG_NEWEST);
	return found;
}

/* Prefers the version that the plugin was built for, as the plugin loads into no other. */
static const char *find_known(struct fclc_program *program, const char *plain)
{
	unsigned plain_major = plain ? clang_major(program, plain) : 0, major;
	const char *found = FCLC_LLVM ? find_version(program, FCLC_LLVM) : NULL;

	if (!found && plain && plain_major == FCLC_LLVM)
		found = plain;
	for (major = FCLC_CLANG_NEWEST; !found && major >= FCLC_CLANG_OLDEST; major--)
		found = find_version(program, major);
	if (!found && plain_major >= FCLC_CLANG_OLDEST && plain_major <= FCLC_CLANG_NEWEST)
		found = plain;
	return found;
}

/* On arm64, clang supports this from version 18 on; earlier versions warn about the flag. */
static bool probes_stack(struct fclc_program *program)
{
#ifdef __aarch64__
	return clang_major(program, program->clang) >= 18;
#else
	(void)program;
	return true;
#endif
}

static int find(struct fclc_program *program, struct fcl_err *err)
{
	const char *name = program->options.clang, *plain;

	if (name) {
		program->clang = fclc_find_on_path(program, name);
		if (program->clang)
			return 0;
		return fclc_error(err, FCLC_NOWHERE, "the compiler '%s' (--clang) cannot be run",
				  name);
	}
	plain = fclc_find_on_path(program, "clang");
	program->clang = find_known(program, plain);
	if (!program->clang)
		program->clang = find_newer(program, plain);
	if (program->clang)
		return 0;
	return fclc_error(
		err, FCLC_NOWHERE,
		"no clang is on PATH: install the packages clang (version %d to %d) and g++ (the C++ library), or select one with --clang",
		FCLC_CLANG_OLDEST, FCLC_CLANG_NEWEST);
}

int fclc_clang_find(struct fclc_program *program, struct fcl_err *err)
{
	int error = find(program, err);

	program->probes_stack = !error && probes_stack(program);
	return error;
}

/* Linking leaves the compiler name of each input in the bitcode; the newest compiler counts. */
static unsigned bitcode_major(const char *bytes, size_t size)
{
	static const char sign[] = "clang version ";
	const char *at = bytes, *end = bytes + size;
	unsigned maker = 0;

	while ((at = memmem(at, (size_t)(end - at), sign, strlen(sign)))) {
		unsigned major = (unsigned)strtoul(at += strlen(sign), NULL, 10);

		maker = major > maker ? major : maker;
	}
	return maker;
}

/*
 * The result is cached: searching megabytes of bitcode would dominate a run whose other results are
 * cached.
 */
static int find_maker(struct fclc_program *program, const char *path, unsigned *ret_maker,
		      struct fcl_err *err)
{
	const char *name, *known;
	struct fclc_key key;
	char *bytes;
	size_t size;
	int error;

	fclc_key_begin(&key, program, "maker");
	fclc_key_stamp(&key, path);
	name = fclc_key_end(&key);
	known = fclc_cache_load_text(program, name);
	if (known) {
		*ret_maker = (unsigned)strtoul(known, NULL, 10);
		return 0;
	}
	error = fclc_read_file(program, path, &bytes, &size, err);
	if (error)
		return error;
	*ret_maker = bitcode_major(bytes, size);
	fclc_cache_store_text(program, name, fclc_format(program->arena, "%u", *ret_maker));
	return 0;
}

int fclc_clang_for_bitcode(struct fclc_program *program, const char *path, struct fcl_err *err)
{
	unsigned maker, reader;
	int error = find_maker(program, path, &maker, err);

	if (error)
		return error;
	program->opencl_clang = program->clang;
	reader = clang_major(program, program->opencl_clang);
	if (reader != FCLC_LLVM)
		return fclc_error(
			err, FCLC_NOWHERE,
			"OpenCL C needs clang-%d, for which this fpgaclc was built, but found '%s', which is clang %u",
			FCLC_LLVM, program->opencl_clang, reader);
	if (maker <= reader) {
		program->opencl_major = maker < reader ? maker : 0;
		return 0;
	}
	return fclc_error(
		err, FCLC_NOWHERE,
		"'%s' was built by clang %u, and %s, which is clang %u, cannot read it: install clang-%u, or select a newer one with --clang",
		path, maker, program->opencl_clang, reader, maker);
}
