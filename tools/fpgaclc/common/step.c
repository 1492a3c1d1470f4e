/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/step.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/deps.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/common/support.h"

struct fclc_job *fclc_step_command(struct fclc_program *program, struct fclc_step *step)
{
	struct fclc_job *job = fclc_alloc(program->arena, 1, sizeof(*job));
	struct fclc_job **end = &step->chain;

	while (*end)
		end = &(*end)->next;
	*end = job;
	job->argv.arena = program->arena;
	job->what = step->chain->what;
	return job;
}

struct fclc_step *fclc_step_new(struct fclc_program *program, const char *what)
{
	struct fclc_step *step = fclc_alloc(program->arena, 1, sizeof(*step));

	fclc_step_command(program, step)->what = what;
	return step;
}

void fclc_step_output(struct fclc_step *step, const char *path)
{
	step->outputs[step->noutputs++] = path;
}

void fclc_step_reads(struct fclc_program *program, struct fclc_step *step, const char *path)
{
	step->reads.arena = program->arena;
	fclc_argv_add(&step->reads, "%s", path);
}

/* What an argument may name: the whole argument, or the part after "=". NULL: nothing. */
static const char *named(const char *argument)
{
	const char *equals = *argument == '-' ? strchr(argument, '=') : NULL;

	return equals ? equals + 1 : *argument == '-' ? NULL : argument;
}

static bool is_file(const char *path)
{
	struct stat stat_buffer;

	return !stat(path, &stat_buffer) && S_ISREG(stat_buffer.st_mode);
}

static void add_file(const struct fclc_program *program, struct fclc_key *key, const char *path)
{
	bool ours = fclc_is_temporary(program, path);

	if (fclc_is_installed(path))
		fclc_key_stamp(key, path);
	else if (ours && fclc_has_suffix(path, ".pch"))
		fclc_key_result(key, path);
	else
		fclc_key_file(key, path);
}

/* A result, or an intermediate file between the commands; does not exist before the step begins. */
static bool is_output(const struct fclc_step *step, const char *path)
{
	bool output = false;

	for (uint32_t i = 0; i < step->noutputs; i++)
		output |= !strcmp(path, step->outputs[i]);
	for (const struct fclc_job *job = step->chain; job; job = job->next)
		output |= job->input && !strcmp(path, job->input);
	return output || (step->deps && !strcmp(path, step->deps));
}

/* Adds the arguments and the files that they name, except those that the step itself writes. */
static void add_argv(const struct fclc_program *program, struct fclc_key *key,
		     const struct fclc_step *step, const struct fclc_argv *argv)
{
	const char *compiler = fclc_find_on_path(program, argv->list[0]), *path;

	fclc_key_stamp(key, compiler ? compiler : argv->list[0]);
	for (uint32_t i = 1; i < argv->count; i++) {
		fclc_key_text(key, argv->list[i]);
		path = is_output(step, argv->list[i]) ? NULL : named(argv->list[i]);
		/* What is embedded need not have been written yet. */
		if (path && program->plugin && !strcmp(path, program->plugin))
			fclc_key_text(key, program->plugin_digest);
		else if (path && !fclc_support_has(program, path) && is_file(path))
			add_file(program, key, path);
	}
}

/* Adds the newest GCC's directory, where the compiler finds the C++ library and startup files. */
static void add_gcc(struct fclc_key *key)
{
	static const char root[] = "/usr/lib/gcc/" FCLC_MULTIARCH;
	struct dirent **list;
	int count = scandir(root, &list, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (list[i]->d_name[0] != '.')
			fclc_key_stamp(key, fclc_format(key->program->arena, "%s/%s", root,
							list[i]->d_name));
		free(list[i]);
	}
	if (count >= 0)
		free(list);
}

static void add_environment(struct fclc_key *key)
{
	static const char *const names[] = {
		"CPATH",         "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",   "LIBRARY_PATH",
		"COMPILER_PATH", "GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		fclc_key_text(key, value ? value : "");
	}
}

static void begin_key(struct fclc_program *program, const struct fclc_step *step,
		      struct fclc_key *key)
{
	fclc_key_begin(key, program, "step");
	fclc_key_text(key, program->support);
	add_gcc(key);
	add_environment(key);
	for (uint32_t i = 0; i < step->reads.count; i++)
		add_file(program, key, step->reads.list[i]);
	for (const struct fclc_job *job = step->chain; job; job = job->next)
		add_argv(program, key, step, &job->argv);
}

static const char *first_key(struct fclc_program *program, const struct fclc_step *step)
{
	struct fclc_key key;

	begin_key(program, step, &key);
	return fclc_key_end(&key);
}

static const char *full_key(struct fclc_program *program, const struct fclc_step *step,
			    const struct fclc_deps *deps)
{
	struct fclc_key key;

	fclc_key_begin(&key, program, "result");
	fclc_key_text(&key, step->key);
	fclc_deps_add(program, deps, &step->chain->argv, &key);
	return fclc_key_end(&key);
}

/* Of the outputs after a pause. */
static const char *rest_key(struct fclc_program *program, const struct fclc_step *step)
{
	struct fclc_key key;

	fclc_key_begin(&key, program, "rest");
	fclc_key_text(&key, step->found);
	fclc_key_file(&key, step->rest);
	return fclc_key_end(&key);
}

/* The outputs that an entry of the cache has, and where those begin in the list. */
static uint32_t first_output(const struct fclc_step *step, bool rest)
{
	return rest ? step->nearly : 0;
}

static uint32_t last_output(const struct fclc_step *step, bool rest)
{
	return step->rest && !rest ? step->nearly : step->noutputs;
}

static bool load(struct fclc_program *program, struct fclc_step *step, const char *name, bool rest)
{
	uint32_t first = first_output(step, rest), count = last_output(step, rest) - first;
	struct fclc_blob parts[FCLC_STEP_OUTPUTS + 1];
	struct fcl_err ignored;

	if (!fclc_cache_load(program, name, parts, count + 1))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (fclc_write_file(step->outputs[first + i], parts[i].bytes, parts[i].size,
				    &ignored))
			return false;
	if (rest)
		step->then = parts[count].bytes;
	else
		step->said = parts[count].bytes;
	return true;
}

/*
 * The entry under the first key lists the files read. The entry under the full key has the results.
 */
static bool restore(struct fclc_program *program, struct fclc_step *step)
{
	struct fclc_deps deps = {0};

	step->key = first_key(program, step);
	if (step->deps) {
		const char *text = fclc_cache_load_text(program, step->key);

		if (!text)
			return false;
		fclc_deps_parse(program, text, &deps);
	}
	step->found = full_key(program, step, &deps);
	if (load(program, step, step->found, false))
		return true;
	step->found = NULL;
	return false;
}

static bool store(struct fclc_program *program, const struct fclc_step *step, const char *name,
		  bool rest)
{
	uint32_t first = first_output(step, rest), count = last_output(step, rest) - first;
	const char *said = rest ? step->then : step->said;
	struct fclc_blob parts[FCLC_STEP_OUTPUTS + 1];
	struct fcl_err ignored;

	for (uint32_t i = 0; i < count; i++)
		if (fclc_read_file(program, step->outputs[first + i], &parts[i].bytes,
				   &parts[i].size, &ignored))
			return false;
	parts[count] = (struct fclc_blob){(char *)said, strlen(said)};
	fclc_cache_store(program, name, parts, count + 1);
	return true;
}

/* Keeps the results of a run, or of all of it up to the pause. */
static void keep(struct fclc_program *program, struct fclc_step *step)
{
	struct fclc_deps deps = {0};
	const char *name;

	/* Do not store the result if an input has changed during the run. */
	if (strcmp(first_key(program, step), step->key) != 0)
		return;
	if (step->deps && (!fclc_deps_read(program, step->deps, &deps) ||
			   !fclc_deps_are_lasting(program, &deps, step->began)))
		return;
	name = full_key(program, step, &deps);
	if (!store(program, step, name, false))
		return;
	step->found = name;
	if (step->deps)
		fclc_cache_store_text(program, step->key, fclc_deps_text(program, &deps));
}

static void read_logs(struct fclc_program *program, const struct fclc_job *job,
		      struct fclc_text *text)
{
	struct fcl_err ignored;
	char *bytes;
	size_t size;

	for (; job; job = job->next)
		if (job->log && !fclc_read_file(program, job->log, &bytes, &size, &ignored))
			fclc_text_bytes(text, bytes, size);
}

static const char *collect(struct fclc_program *program, const struct fclc_step *step)
{
	struct fclc_text text = {.arena = program->arena};

	read_logs(program, step->chain, &text);
	return text.text ? text.text : "";
}

/* What the command has said since its pause; it may have been started again. */
static const char *collect_rest(struct fclc_program *program, const struct fclc_step *step)
{
	const char *text = collect(program, step);
	size_t length = strlen(step->said);

	return strncmp(text, step->said, length) ? text : text + length;
}

/* Runs the chains of the steps that are not cached. */
static int run_chains(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		      struct fcl_err *err)
{
	struct fclc_job **chains = fclc_alloc(program->arena, (size_t)count + 1,
					      sizeof(struct fclc_job *));
	uint32_t nchains = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < count; i++) {
		if (steps[i]->cached)
			continue;
		error = fclc_plugin_write(program, err);
		if (!error)
			error = fclc_support_write(program, err);
		chains[nchains++] = steps[i]->chain;
	}
	return error ? error : fclc_jobs_run(program, chains, nchains, err);
}

static bool uses_cache(const struct fclc_program *program)
{
	return program->cache || program->prepared;
}

static int say(struct fclc_step *step, const char *text, struct fcl_err *err)
{
	if (step->says)
		return fclc_write_file(step->says, text, strlen(text), err);
	fputs(text, stderr);
	return 0;
}

int fclc_steps_run(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		   struct fcl_err *err)
{
	struct timespec began;
	int error;

	/* The coarse clock is the one that file timestamps come from. */
	clock_gettime(CLOCK_REALTIME_COARSE, &began);
	for (uint32_t i = 0; i < count; i++) {
		steps[i]->began = began;
		steps[i]->cached = uses_cache(program) && restore(program, steps[i]);
	}
	error = run_chains(program, steps, count, err);
	for (uint32_t i = 0; i < count; i++) {
		if (!steps[i]->cached)
			steps[i]->said = collect(program, steps[i]);
		if (!error)
			error = say(steps[i], steps[i]->said, err);
		else if (!steps[i]->quiet)
			fputs(steps[i]->said, stderr);
	}
	for (uint32_t i = 0; !error && program->cache && i < count; i++)
		if (!steps[i]->cached && !steps[i]->rest)
			keep(program, steps[i]);
	return error;
}

int fclc_steps_finish(struct fclc_program *program, struct fclc_step **steps, uint32_t count,
		      struct fcl_err *err)
{
	int error;

	for (uint32_t i = 0; i < count; i++) {
		steps[i]->cached = steps[i]->found &&
				   load(program, steps[i], rest_key(program, steps[i]), true);
		steps[i]->chain->hurries = true;
	}
	error = run_chains(program, steps, count, err);
	for (uint32_t i = 0; i < count; i++) {
		if (!steps[i]->cached)
			steps[i]->then = collect_rest(program, steps[i]);
		fputs(steps[i]->then, stderr);
	}
	for (uint32_t i = 0; !error && program->cache && i < count; i++) {
		if (steps[i]->cached)
			continue;
		if (!steps[i]->found)
			keep(program, steps[i]);
		if (steps[i]->found)
			store(program, steps[i], rest_key(program, steps[i]), true);
	}
	return error;
}
