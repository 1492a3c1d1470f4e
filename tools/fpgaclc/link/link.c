/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/link.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/support.h"

/*
 * Placeholders in the query for the linker's command line, for the parts that differ between
 * payloads.
 */
#define FCLC_OBJECTS "fclc-objects"
#define FCLC_PAYLOAD "fclc-payload"

static void ask_argv(const struct fclc_program *program, struct fclc_argv *argv, bool cxx)
{
	bool fst = program->options.waves == FCLC_WAVES_FST;
	static const char *const flags[] = {
		"-###",
		"-shared",
		"-Wl,-Bsymbolic",
		"-Wl,--no-undefined",
		"-Wl,-z,now",
		"-Wl,-z,relro",
		"-Wl,--gc-sections",
		"-Wl,--exclude-libs,ALL",
		"-Wl,--build-id=none",
		"-static-libgcc",
		"-Xlinker",
		FCLC_OBJECTS,
	};

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, cxx ? "--driver-mode=g++" : "--driver-mode=gcc");
	if (cxx)
		fclc_argv_add(argv, "-static-libstdc++");
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		fclc_argv_add(argv, "%s", flags[i]);
	/* FST files are compressed; the payload brings its own zlib. */
	if (fst && cxx)
		fclc_argv_add(argv, "-l:libz.a");
	fclc_argv_add(argv, "-lm");
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, FCLC_PAYLOAD);
}

/* The compiler prints the commands that it would run, one a line: "program" "argument" ... */
static const char *last_command(const char *text)
{
	const char *found = NULL;

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += strspn(line, "\n");
		if (!strncmp(line, " \"", 2))
			found = line;
	}
	return found;
}

static const char *next_argument(struct fclc_arena *arena, const char **text)
{
	struct fclc_text argument = {.arena = arena};
	const char *p = *text + strspn(*text, " ");

	if (*p != '"')
		return NULL;
	fclc_text_bytes(&argument, "", 0);
	for (p++; *p && *p != '"'; p++) {
		p += *p == '\\' && p[1];
		fclc_text_bytes(&argument, p, 1);
	}
	*text = p + (*p == '"');
	return argument.text;
}

/*
 * Asks the compiler for its linker command line. This takes as long as linking, so the answer is
 * cached.
 */
static int ask_linker(struct fclc_program *program, bool cxx, const char **ret_command,
		      struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/linker%u", program->tmp, cxx);
	struct fclc_step *step = fclc_step_new(program, "linker");
	char *text;
	size_t size;
	int error;

	ask_argv(program, &step->chain->argv, cxx);
	step->says = path;
	error = fclc_steps_run(program, &step, 1, err);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	if (error)
		return error;
	*ret_command = last_command(text);
	if (*ret_command)
		return 0;
	return fclc_error(err, FCLC_NOWHERE, "expected a linker's command line from %s, found '%s'",
			  program->clang, text);
}

static void add_objects(const struct fclc_program *program, struct fclc_argv *argv,
			const struct fclc_parts *parts)
{
	/* The payload exports only the symbols in the version script. */
	fclc_argv_add(argv, "--version-script=%s/payload.map", program->tmp);
	fclc_argv_add(argv, "--script=%s/constructors.ld", program->tmp);
	if (!program->options.debug)
		fclc_argv_add(argv, "-s");
	for (uint32_t i = 0; i < parts->count; i++)
		fclc_argv_add(argv, "%s", parts->steps[i]->outputs[0]);
	for (uint32_t i = 0; i < program->nsources; i++)
		if (program->sources[i].unit)
			fclc_argv_add(argv, "%s", program->sources[i].unit);
}

static int link_objects(struct fclc_program *program, bool cxx, const struct fclc_parts *parts,
			struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, "linking");
	struct fclc_argv *argv = &step->chain->argv;
	const char *command, *argument;
	int error = ask_linker(program, cxx, &command, err);

	if (error)
		return error;
	while ((argument = next_argument(program->arena, &command))) {
		if (!strcmp(argument, FCLC_OBJECTS))
			add_objects(program, argv, parts);
		else
			fclc_argv_add(argv, "%s",
				      strcmp(argument, FCLC_PAYLOAD) ? argument : program->payload);
	}
	fclc_step_output(step, program->payload);
	return fclc_steps_run(program, &step, 1, err);
}

/* What an image needs of the support code. */
struct needs {
	bool cxx, checks, accesses, clocks;
};

/* With --prepare, all are. */
static bool is_used(const struct fclc_program *program, const struct fclc_language *language)
{
	bool used = program->options.prepare;

	for (uint32_t i = 0; i < program->nkernels; i++)
		used |= program->kernels[i].language == language;
	return used;
}

/* All parts except the table. */
static int add_parts(struct fclc_program *program, const struct needs *needs,
		     struct fclc_parts *parts, struct fcl_err *err)
{
	static const char *const all[] = {"payload_support.c", "payload_heap.c",
					  "payload_console.c", "payload_process.c",
					  "payload_memory.c",  NULL};
	static const char *const cxx[] = {"payload_support.cpp",    "payload_tasks.cpp",
					  "payload_flow.cpp",       "payload_flow_order.cpp",
					  "payload_flow_stuck.cpp", NULL};
	static const char *const clocks[] = {"payload_clock.c", "payload_clock_flows.c",
					     "payload_clock_streams.c", "payload_clock_turns.c",
					     NULL};
	int error = 0;

	fclc_parts_add_all(program, parts, all);
	for (uint32_t i = 0; !error && program->languages[i]; i++)
		if (program->languages[i]->add_parts && is_used(program, program->languages[i]))
			error = program->languages[i]->add_parts(program, parts, err);
	if (needs->cxx)
		fclc_parts_add_all(program, parts, cxx);
	if (needs->checks)
		fclc_parts_add(program, parts, "payload_checks.c");
	if (needs->accesses)
		fclc_parts_add(program, parts, "payload_access.c");
	if (needs->clocks)
		fclc_parts_add_all(program, parts, clocks);
	return error;
}

/* Whether the source's unit calls functions whose names begin with `symbol`. */
static int unit_calls(const struct fclc_program *program, const struct fclc_source *source,
		      const char *symbol, bool *ret_found, struct fcl_err *err)
{
	char *bytes;
	size_t size;
	int error;

	*ret_found = false;
	if (!source->unit)
		return 0;
	error = fclc_read_file(program, source->unit, &bytes, &size, err);
	*ret_found = !error && memmem(bytes, size, symbol, strlen(symbol));
	return error;
}

static int find_calls(const struct fclc_program *program, const char *symbol, bool *ret_found,
		      struct fcl_err *err)
{
	int error = 0;

	*ret_found = false;
	for (uint32_t i = 0; !error && !*ret_found && i < program->nsources; i++)
		error = unit_calls(program, &program->sources[i], symbol, ret_found, err);
	return error;
}

int fclc_link_is_checked(const struct fclc_program *program, bool *ret_checked, struct fcl_err *err)
{
	return find_calls(program, "fclc_check_", ret_checked, err);
}

int fclc_link_is_counted(const struct fclc_program *program, const struct fclc_source *source,
			 bool *ret_counted, struct fcl_err *err)
{
	*ret_counted = false;
	return source ? unit_calls(program, source, "fclc_moved", ret_counted, err) : 0;
}

int fclc_link(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_parts parts = {0};
	struct needs needs = {0};
	int error = find_calls(program, "__ubsan_handle_", &needs.checks, err);

	if (!error)
		error = fclc_link_is_checked(program, &needs.accesses, err);
	if (!error)
		error = find_calls(program, "fclc_clock_begin", &needs.clocks, err);
	if (error)
		return error;

	for (uint32_t i = 0; i < program->nsources; i++)
		needs.cxx |= program->sources[i].cxx_library;
	error = add_parts(program, &needs, &parts, err);
	if (error)
		return error;
	fclc_parts_add(program, &parts, FCLC_TABLE);
	program->payload = fclc_format(program->arena, "%s/payload.so", program->tmp);
	error = fclc_steps_run(program, parts.steps, parts.count, err);
	return error ? error : link_objects(program, needs.cxx, &parts, err);
}

int fclc_link_prepare(struct fclc_program *program, struct fcl_err *err)
{
	const struct needs all = {true, true, true, true};
	struct fclc_parts parts = {0};
	const char *command;
	int error = ask_linker(program, false, &command, err);

	if (!error)
		error = ask_linker(program, true, &command, err);
	if (!error)
		error = add_parts(program, &all, &parts, err);
	return error ? error : fclc_steps_run(program, parts.steps, parts.count, err);
}
