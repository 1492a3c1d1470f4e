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

/* Of the version that the plugin was built for, as it loads into no other. */
static const char *find_on_path(struct fclc_program *program)
{
	const char *found = fclc_find_on_path(program,
					      fclc_format(program->arena, "clang-%d", FCLC_LLVM));

	return found ? found : fclc_find_on_path(program, "clang");
}

static int find(struct fclc_program *program, struct fcl_err *err)
{
	const char *name = program->options.clang;
	unsigned major;

	if (!FCLC_LLVM)
		return fclc_error(
			err, FCLC_NOWHERE,
			"this fpgaclc compiles nothing: it was built without clang-N, llvm-N-dev and libclang-N-dev (N: 15 to 19); install them and build it again");
	program->clang = name ? fclc_find_on_path(program, name) : find_on_path(program);
	if (!program->clang && name)
		return fclc_error(err, FCLC_NOWHERE, "the compiler '%s' (--clang) cannot be run",
				  name);
	if (!program->clang)
		return fclc_error(
			err, FCLC_NOWHERE,
			"no clang is on PATH: install the packages clang-%d and g++ (the C++ library), or name one with --clang",
			FCLC_LLVM);
	major = clang_major(program, program->clang);
	if (major == FCLC_LLVM)
		return 0;
	return fclc_error(
		err, FCLC_NOWHERE,
		"this fpgaclc was built for clang-%d, but found '%s', which is %s: install the package clang-%d, or name one with --clang",
		FCLC_LLVM, program->clang,
		major ? fclc_format(program->arena, "clang %u", major) : "no clang", FCLC_LLVM);
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
	reader = clang_major(program, program->clang);
	if (maker <= reader) {
		program->opencl_major = maker < reader ? maker : 0;
		return 0;
	}
	return fclc_error(
		err, FCLC_NOWHERE,
		"'%s' was built by clang %u, and %s, which is clang %u, cannot read it: install clang-%u, or select a newer one with --clang",
		path, maker, program->clang, reader, maker);
}
