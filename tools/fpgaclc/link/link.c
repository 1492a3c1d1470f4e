/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/link.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/rtl/verilator.h"

/*
 * Placeholders in the query for the linker's command line, for the parts that differ between
 * payloads.
 */
#define FCLC_OBJECTS "fclc-objects"
#define FCLC_PAYLOAD "fclc-payload"

/* A support source or the table, how to compile it, and whether this payload needs it. */
struct part {
	const char *source;
	enum part_kind { PART_C, PART_CXX, PART_MODEL } kind;
	bool wanted;
};

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
			const char *const *objects, uint32_t count)
{
	/* The payload exports only the symbols in the version script. */
	fclc_argv_add(argv, "--version-script=%s/payload.map", program->tmp);
	fclc_argv_add(argv, "--script=%s/constructors.ld", program->tmp);
	if (!program->options.debug)
		fclc_argv_add(argv, "-s");
	for (uint32_t i = 0; i < count; i++)
		fclc_argv_add(argv, "%s", objects[i]);
	for (uint32_t i = 0; i < program->nsources; i++)
		if (program->sources[i].unit)
			fclc_argv_add(argv, "%s", program->sources[i].unit);
}

static int link_objects(struct fclc_program *program, bool cxx, const char *const *objects,
			uint32_t count, struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, "linking");
	struct fclc_argv *argv = &step->chain->argv;
	const char *command, *argument;
	int error = ask_linker(program, cxx, &command, err);

	if (error)
		return error;
	while ((argument = next_argument(program->arena, &command))) {
		if (!strcmp(argument, FCLC_OBJECTS))
			add_objects(program, argv, objects, count);
		else
			fclc_argv_add(argv, "%s",
				      strcmp(argument, FCLC_PAYLOAD) ? argument : program->payload);
	}
	fclc_step_output(step, program->payload);
	return fclc_steps_run(program, &step, 1, err);
}

/* Compiles the first `count` parts into objects with these names. */
static int compile_parts(struct fclc_program *program, const struct part *parts,
			 const char **objects, uint32_t count, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)count + 1,
					      sizeof(struct fclc_step *));
	const char *root = NULL;
	uint32_t nsteps = 0;
	int error = 0;

	for (uint32_t i = 0; i < count; i++) {
		const char *source = parts[i].source;
		struct fclc_step *step;

		if (parts[i].kind == PART_MODEL && !root)
			error = fclc_rtl_verilator_root(program, &root, err);
		if (error)
			return error;

		objects[i] = fclc_format(program->arena, "%s/part-%s.o", program->tmp,
					 fclc_base_name(source));
		if (*source != '/')
			source = fclc_format(program->arena, "%s/%s", program->tmp, source);
		step = parts[i].kind == PART_MODEL
			       ? fclc_compile_model(program, source, program->tmp, root, objects[i],
						    0)
			       : fclc_compile_support(program, source, parts[i].kind == PART_CXX,
						      objects[i]);
		if (source != parts[i].source) {
			step->before = fclc_support_write_rest;
			step->written = source;
		}
		steps[nsteps++] = step;
	}
	return fclc_steps_run(program, steps, nsteps, err);
}

/* What an image needs of the support code. */
struct needs {
	bool cxx, checks, accesses, clocks;
	unsigned kernels; /* enum fclc_needs */
};

/* All parts except the table. */
static struct part *all_parts(struct fclc_program *program, const struct needs *needs,
			      uint32_t *ret_count)
{
	bool cxx = needs->cxx, items = needs->kernels & FCLC_NEEDS_ITEMS;
	bool rtl = needs->kernels & FCLC_NEEDS_VERILATOR;
	const struct part all[] = {
		{"payload_support.c", PART_C, true},
		{"payload_heap.c", PART_C, true},
		{"payload_console.c", PART_C, true},
		{"payload_process.c", PART_C, true},
		{"payload_memory.c", PART_C, true},
		{"payload_items.c", PART_C, items},
		{"payload_printf.c", PART_C, items},
		{"payload_pipes.c", PART_C, items},
		{"payload_support.cpp", PART_CXX, cxx},
		{"payload_tasks.cpp", PART_CXX, cxx},
		{"payload_flow.cpp", PART_CXX, cxx},
		{"payload_flow_order.cpp", PART_CXX, cxx},
		{"payload_flow_stuck.cpp", PART_CXX, cxx},
		{"payload_checks.c", PART_C, needs->checks},
		{"payload_access.c", PART_C, needs->accesses},
		{"payload_clock.c", PART_C, needs->clocks},
		{"payload_clock_flows.c", PART_C, needs->clocks},
		{"payload_clock_streams.c", PART_C, needs->clocks},
		{"payload_clock_turns.c", PART_C, needs->clocks},
		{"payload_packets.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"payload_external.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"payload_serial.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"payload_cmac.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"payload_network.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"payload_io.c", PART_C, needs->kernels & FCLC_NEEDS_PROCESSES},
		{"rtl/rtl_signal.c", PART_C, rtl},
		{"rtl/rtl_axi.c", PART_C, rtl},
		{"rtl/rtl_stream.c", PART_C, rtl},
		{"rtl/rtl_lite.c", PART_C, rtl},
		{"rtl/rtl_clock.c", PART_C, rtl},
		{"rtl/rtl_hang.c", PART_C, rtl},
		{"rtl/rtl_waves.c", PART_C, rtl},
		{"rtl/rtl_snap.c", PART_C, rtl},
		{"rtl/rtl_check.c", PART_C, rtl},
		{"rtl/rtl_files.c", PART_C, rtl},
		{"rtl/rtl_verilated.cpp", PART_MODEL, rtl},
		{"rtl/rtl_waves_fst.cpp", PART_MODEL,
		 rtl && program->options.waves == FCLC_WAVES_FST},
		{"rtl/rtl_waves_vcd.cpp", PART_MODEL,
		 rtl && program->options.waves == FCLC_WAVES_VCD},
	};
	struct part *parts = fclc_alloc(program->arena, sizeof(all) / sizeof(all[0]) + 1,
					sizeof(*parts));

	*ret_count = 0;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].wanted)
			parts[(*ret_count)++] = all[i];
	return parts;
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

int fclc_link(struct fclc_program *program, const char *table, struct fcl_err *err)
{
	struct needs needs = {0};
	struct part *parts;
	const char **objects;
	uint32_t count;
	int error = find_calls(program, "__ubsan_handle_", &needs.checks, err);

	if (!error)
		error = fclc_link_is_checked(program, &needs.accesses, err);
	if (!error)
		error = find_calls(program, "fclc_clock_begin", &needs.clocks, err);
	if (error)
		return error;

	for (uint32_t i = 0; i < program->nsources; i++)
		needs.cxx |= program->sources[i].cxx_library;
	for (uint32_t i = 0; i < program->nkernels; i++)
		needs.kernels |= program->kernels[i].language->needs;
	parts = all_parts(program, &needs, &count);
	parts[count++] = (struct part){table, PART_C, true};
	objects = fclc_alloc(program->arena, count, sizeof(*objects));
	program->payload = fclc_format(program->arena, "%s/payload.so", program->tmp);
	error = compile_parts(program, parts, objects, count, err);
	return error ? error : link_objects(program, needs.cxx, objects, count, err);
}

int fclc_link_prepare(struct fclc_program *program, struct fcl_err *err)
{
	const char **objects, *command;
	uint32_t count;
	/* Leaves out the last part, which needs Verilator. */
	const struct needs all = {true, true, true, true, ~0u};
	const struct part *parts = all_parts(program, &all, &count);
	int error = ask_linker(program, false, &command, err);

	if (!error)
		error = ask_linker(program, true, &command, err);
	objects = fclc_alloc(program->arena, count, sizeof(*objects));
	return error ? error : compile_parts(program, parts, objects, count - 1, err);
}
