/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/verilator.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/support.h"
#include "tools/fpgaclc/rtl/data.h"
#include "tools/fpgaclc/rtl/files.h"
#include "tools/fpgaclc/rtl/includes.h"
#include "tools/fpgaclc/rtl/ports.h"
#include "tools/fpgaclc/rtl/verilog.h"

/* The path under which Verilator reads a source. Its suffix selects the language. */
static const char *hdl_path(struct fclc_arena *arena, const struct fclc_rtl *rtl,
			    const struct fclc_rtl_file *file)
{
	bool renamed = fclc_has_suffix(file->name, ".v") && fclc_rtl_calls_system_verilog(file);

	return fclc_format(arena, "%s/%s%s", rtl->folder, file->name, renamed ? ".sv" : "");
}

static int write_renamed(struct fclc_program *program, const struct fclc_rtl *rtl,
			 struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];
		struct fclc_text text = {.arena = program->arena};

		if (file->model || !fclc_has_suffix(file->name, ".v") ||
		    !fclc_rtl_calls_system_verilog(file))
			continue;
		/* Messages show the original name. */
		fclc_text_add(&text, "`line 1 \"%s/%s\" 0\n", rtl->folder, file->name);
		fclc_text_bytes(&text, file->bytes, file->size);
		error = fclc_write_file(hdl_path(program->arena, rtl, file), text.text, text.length,
					err);
	}
	return error;
}

static void add_hdl(struct fclc_argv *argv, const struct fclc_rtl *rtl, bool packages)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];
		bool package = memmem(file->bytes, file->size, "endpackage", 10) != NULL;

		if (!file->model && package == packages &&
		    (fclc_has_suffix(file->name, ".v") || fclc_has_suffix(file->name, ".sv")))
			fclc_argv_add(argv, "%s", hdl_path(argv->arena, rtl, file));
	}
}

static void add_once(struct fclc_argv *argv, const char *option)
{
	for (uint32_t i = 0; i < argv->count; i++)
		if (!strcmp(argv->list[i], option))
			return;
	fclc_argv_add(argv, "%s", option);
}

/*
 * Adds the directories of the sources and, after all of these, their parents, where `include
 * "axi/typedef.svh" may start.
 */
static void add_hdl_folders(struct fclc_argv *argv, const struct fclc_rtl *rtl)
{
	for (int above = 0; above < 2; above++)
		for (uint32_t i = 0; i < rtl->nfiles; i++) {
			const char *name = rtl->files[i].name;
			size_t length = strlen(name);
			bool own = true;

			while (!rtl->files[i].model && length--) {
				if (name[length] != '/')
					continue;
				if (own == !above)
					add_once(argv, fclc_format(argv->arena, "-I%s/%.*s",
								   rtl->folder, (int)length, name));
				own = false;
			}
		}
	fclc_argv_add(argv, "-I%s", rtl->folder);
}

/* Makes Verilator ignore delays. Verilator 4 always does so and has no option for it. */
static int ignore_delays(const struct fclc_program *program, struct fclc_argv *argv,
			 struct fcl_err *err)
{
	struct fclc_argv ask = {.arena = program->arena};
	const char *line;
	unsigned major = 0;
	int error;

	fclc_argv_add(&ask, "verilator");
	fclc_argv_add(&ask, "--version");
	error = fclc_first_line(program, &ask, &line, err);
	if (error)
		return error;
	if (sscanf(line, "Verilator %u", &major) != 1)
		return fclc_error(err, FCLC_NOWHERE,
				  "verilator --version: expected 'Verilator <version>', found '%s'",
				  line);
	if (major >= 5)
		fclc_argv_add(argv, "--no-timing");
	return 0;
}

static bool has_vhdl(const struct fclc_rtl *rtl)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!rtl->files[i].model && fclc_rtl_is_vhdl(rtl->files[i].name))
			return true;
	return false;
}

/* All flags except those that depend on Verilator's version, which is only needed for a run. */
static void add_flags(const struct fclc_program *program, const struct fclc_rtl *rtl,
		      struct fclc_argv *argv)
{
	/*
	 * --flatten puts the whole state into one class. Registers start at 0, as on the FPGA. A
	 * $fatal with which macros and many cores check their parameters also stops synthesis.
	 */
	static const char *const flags[] = {"--cc",
					    "-O3",
					    "--flatten",
					    "--output-split",
					    "0",
					    "-Wno-fatal",
					    "-Wno-lint",
					    "-Wno-style",
					    "-Wno-SYMRSVDWORD",
					    "-Wwarn-UNDRIVEN",
					    "-Wwarn-MULTIDRIVEN",
					    "-Wno-STMTDLY",
					    "-Wno-TIMESCALEMOD",
					    "-Wno-COMBDLY",
					    "-Wno-INITIALDLY",
					    "-Werror-USERFATAL",
					    "+1364-2005ext+v"};
	static const char *const macros[] = {"xpm_cdc.sv", "xpm_fifo.sv", "xpm_memory.sv"};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		fclc_argv_add(argv, "%s", flags[i]);
	fclc_argv_add(argv, "--x-assign");
	fclc_argv_add(argv, rtl->unknown ? "unique" : "0");
	fclc_argv_add(argv, "--x-initial");
	fclc_argv_add(argv, rtl->unknown ? "unique" : "0");
	if (rtl->waves)
		fclc_argv_add(argv, "%s", rtl->waves == FCLC_WAVES_FST ? "--trace-fst" : "--trace");
	fclc_argv_add(argv, "--prefix");
	fclc_argv_add(argv, "Vfclc_%s", rtl->kernel);
	fclc_argv_add(argv, "--top-module");
	fclc_argv_add(argv, "%s", rtl->top);
	fclc_argv_add(argv, "--Mdir");
	fclc_argv_add(argv, "%s/model", rtl->folder);
	add_hdl_folders(argv, rtl);
	add_hdl(argv, rtl, true);
	add_hdl(argv, rtl, false);
	if (has_vhdl(rtl))
		fclc_argv_add(argv, "%s/vhdl.v", rtl->folder);
	for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++) {
		fclc_argv_add(argv, "-v");
		fclc_argv_add(argv, "%s/rtl/%s", program->tmp, macros[i]);
	}
}

/* --- the model's signals --- */

/* Verilator renames identifiers reserved in C++, and double underscores. */
static const char *hdl_name(struct fclc_program *program, const char *name)
{
	char *out = fclc_copy(program->arena, name, strlen(name)), *code;

	if (!strncmp(out, "__SYM__", 7))
		out += 7;
	while ((code = strstr(out, "__05F"))) {
		*code = '_';
		memmove(code + 1, code + 5, strlen(code + 5) + 1);
	}
	return out;
}

/* Parses a port in the model's header, "VL_IN8(&ap_clk,0,0);"; before 4.210, without the '&'. */
static void read_signal(struct fclc_program *program, struct fclc_rtl *rtl, const char *line)
{
	char name[512];
	unsigned high, low;
	bool output;

	line += strspn(line, " \t");
	if (strncmp(line, "VL_IN", 5) != 0 && strncmp(line, "VL_OUT", 6) != 0)
		return;
	output = line[3] == 'O';
	line += strcspn(line, "(");
	line += strspn(line, "(&");
	if (sscanf(line, "%511[^,],%u,%u", name, &high, &low) != 3)
		return;
	rtl->signals = fclc_grow(program->arena, rtl->signals, rtl->nsignals,
				 &rtl->signals_capacity, sizeof(*rtl->signals));
	rtl->signals[rtl->nsignals++] =
		(struct fclc_rtl_signal){.cxx = fclc_copy(program->arena, name, strlen(name)),
					 .name = fclc_rtl_mapped_name(rtl, hdl_name(program, name)),
					 .bits = high - low + 1,
					 .output = output};
}

static int read_signals(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err)
{
	char *text, *line;
	size_t size;
	int error = fclc_read_file(
		program,
		fclc_format(program->arena, "%s/model/Vfclc_%s.h", rtl->folder, rtl->kernel), &text,
		&size, err);

	if (error)
		return error;
	rtl->has_context = strstr(text, "VerilatedContext") != NULL;
	rtl->has_root = strstr(text, "rootp") != NULL;
	while ((line = strsep(&text, "\n")))
		read_signal(program, rtl, line);
	return 0;
}

/* --- Verilator's messages --- */

static const char *replace(struct fclc_arena *arena, const char *text, const char *from,
			   const char *to)
{
	struct fclc_text out = {.arena = arena};
	const char *at;

	fclc_text_bytes(&out, "", 0);
	for (; (at = strstr(text, from)); text = at + strlen(from)) {
		fclc_text_bytes(&out, text, (size_t)(at - text));
		fclc_text_bytes(&out, to, strlen(to));
	}
	fclc_text_bytes(&out, text, strlen(text));
	return out.text;
}

/* Replaces the paths of the copies that Verilator reads with the names that the user gave. */
static const char *with_user_paths(const struct fclc_program *program, const struct fclc_rtl *rtl,
				   const char *text)
{
	struct fclc_arena *arena = program->arena;

	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];

		text = replace(arena, text, fclc_format(arena, "%s/%s:", rtl->folder, file->name),
			       fclc_format(arena, "%s:", file->path ? file->path : file->name));
	}
	text = replace(arena, text, fclc_format(arena, "%s/", rtl->folder), "");
	return replace(arena, text, fclc_format(arena, "%s/rtl/", program->tmp), "");
}

/* Removes Verilator 5's report on a successful run: its version, sizes and times. */
static const char *without_report(struct fclc_arena *arena, const char *text)
{
	static const char *const report[] = {"- V e r i l a t i o n ", "- Verilator: "};
	struct fclc_text out = {.arena = arena};

	fclc_text_bytes(&out, "", 0);
	while (*text) {
		size_t length = strcspn(text, "\n");

		length += text[length] == '\n';
		if (strncmp(text, report[0], strlen(report[0])) != 0 &&
		    strncmp(text, report[1], strlen(report[1])) != 0)
			fclc_text_bytes(&out, text, length);
		text += length;
	}
	return out.text;
}

static bool is_output(const struct fclc_rtl *rtl, const char *name, size_t length)
{
	for (uint32_t i = 0; i < rtl->nsignals; i++)
		if (rtl->signals[i].output && strlen(rtl->signals[i].name) == length &&
		    !strncmp(rtl->signals[i].name, name, length))
			return true;
	return false;
}

/*
 * Whether a warning about drivers is useless. An undriven output of the kernel is 0 here but
 * undefined on a board, and multiple combinational drivers fail in synthesis: both are worth
 * showing. But a memory may legitimately be written by two clocks, and cores often leave internal
 * signals undriven.
 */
static bool is_noise(const struct fclc_rtl *rtl, const char *warning)
{
	static const char multiple[] = "%Warning-MULTIDRIVEN", none[] = "%Warning-UNDRIVEN";
	const char *name, *instance;

	if (!strncmp(warning, multiple, strlen(multiple)))
		return !strstr(warning, "multiple combinational drivers");
	if (strncmp(warning, none, strlen(none)) != 0)
		return false;
	name = strstr(warning, "not driven: '");
	instance = strstr(warning, "In instance ");
	if (!name || !instance)
		return true;
	name += strlen("not driven: '");
	instance += strlen("In instance ");
	instance += *instance == '\'';
	return strcspn(instance, "'\n") != strlen(rtl->top) ||
	       strncasecmp(instance, rtl->top, strlen(rtl->top)) != 0 ||
	       !is_output(rtl, name, strcspn(name, "'"));
}

/* A message is a line that begins with '%' and the lines up to the next one. */
static const char *without_noise(const struct fclc_program *program, const struct fclc_rtl *rtl,
				 const char *text)
{
	struct fclc_text out = {.arena = program->arena};
	const char *next;

	fclc_text_bytes(&out, "", 0);
	for (; *text; text = next) {
		const char *message;

		next = strstr(text, "\n%");
		next = next ? next + 1 : text + strlen(text);
		message = fclc_copy(program->arena, text, (size_t)(next - text));
		if (!is_noise(rtl, message))
			fclc_text_add(&out, "%s", message);
	}
	return out.text;
}

/* Runs it once; *ret_said receives its output. */
static int try_verilator(struct fclc_program *program, const struct fclc_rtl *rtl,
			 const struct fclc_argv *argv, const char **ret_said, struct fcl_err *err)
{
	const char *log = fclc_format(program->arena, "%s/verilator.log", rtl->folder);
	int error = fclc_run_logged(program, argv, log, err);
	struct fcl_err ignored;
	char *text;
	size_t size;

	*ret_said = "";
	if (!fclc_read_file(program, log, &text, &size, error ? &ignored : err))
		*ret_said = without_report(program->arena, with_user_paths(program, rtl, text));
	return error;
}

static int run_verilator(struct fclc_program *program, struct fclc_rtl *rtl, struct fclc_argv *argv,
			 const char **ret_said, struct fcl_err *err)
{
	int error;

	printf("INFO: [fpgaclc] %s: building a model of module '%s'\n", rtl->kernel, rtl->top);
	fflush(stdout);
	error = try_verilator(program, rtl, argv, ret_said, err);
	/* Some versions crash in an optimisation of valid HDL; retry without it. */
	if (error && strstr(*ret_said, "Internal Error")) {
		const char *said;
		struct fcl_err ignored;

		fclc_argv_add(argv, "-fno-gate");
		if (!try_verilator(program, rtl, argv, &said, &ignored)) {
			*ret_said = said;
			error = 0;
		}
	}
	if (!error)
		error = read_signals(program, rtl, err);
	*ret_said = without_noise(program, rtl, *ret_said);
	fputs(*ret_said, stderr);
	return error;
}

/* VHDL names are case-insensitive: finds the top module's spelling in GHDL's output. */
static int match_top(struct fclc_program *program, const struct fclc_rtl *rtl,
		     struct fclc_argv *argv, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/vhdl.v", rtl->folder);
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, path, &text, &size, err);

	while (!error && (line = strsep(&text, "\n"))) {
		if (strncmp(line, "module ", 7) != 0 || strcasecmp(line + 7, rtl->top) != 0)
			continue;
		for (uint32_t i = 1; i < argv->count; i++)
			if (!strcmp(argv->list[i - 1], "--top-module"))
				argv->list[i] = line + 7;
	}
	return error;
}

/* Whether a constant, "(n7_o)", is only connected to ports. */
static bool is_only_connected(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (text = strstr(text, name); text; text = strstr(text + length, name))
		if ((text[-1] == '(') != (text[length] == ')') ||
		    (text[-1] != '(' && text[-1] != ' '))
			return false;
	return true;
}

/*
 * GHDL writes a null vector as "0'b", which is not valid Verilog. A port without elements never
 * reads it, so one bit will do.
 */
static const char *fill_null_vectors(struct fclc_arena *arena, const char *text)
{
	static const char null[] = " = 0'b;";
	const char *all = text, *at;
	struct fclc_text out = {.arena = arena};

	fclc_text_bytes(&out, "", 0);
	for (; (at = strstr(text, null)); text = at + strlen(null)) {
		const char *name = at;

		while (name > all && name[-1] != ' ' && name[-1] != '\n')
			name--;
		fclc_text_bytes(&out, text, (size_t)(at - text));
		fclc_text_add(&out, "%s",
			      is_only_connected(all, fclc_copy(arena, name, (size_t)(at - name)))
				      ? " = 1'b0;"
				      : null);
	}
	fclc_text_bytes(&out, text, strlen(text));
	return out.text;
}

/* GHDL translates the top entity and everything below it to Verilog. */
static int translate_vhdl(struct fclc_program *program, const struct fclc_rtl *rtl,
			  struct fcl_err *err)
{
	const char *log = fclc_format(program->arena, "%s/ghdl.log", rtl->folder);
	const char *path = fclc_format(program->arena, "%s/vhdl.v", rtl->folder);
	struct fclc_argv argv = {.arena = program->arena};
	struct fcl_err ignored;
	char *text;
	size_t size;
	int error;

	fclc_argv_add(&argv, "ghdl");
	fclc_argv_add(&argv, "--synth");
	fclc_argv_add(&argv, "--std=08");
	fclc_argv_add(&argv, "-fsynopsys");
	fclc_argv_add(&argv, "-frelaxed");
	fclc_argv_add(&argv, "--out=verilog");
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!rtl->files[i].model && fclc_rtl_is_vhdl(rtl->files[i].name))
			fclc_argv_add(&argv, "%s/%s", rtl->folder, rtl->files[i].name);
	fclc_argv_add(&argv, "-e");
	fclc_argv_add(&argv, "%s", rtl->top);
	error = fclc_run_split(program, &argv, path, log, err);
	if (!fclc_read_file(program, log, &text, &size, &ignored))
		fputs(with_user_paths(program, rtl, text), stderr);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	if (!error && strstr(text, "0'b;")) {
		const char *filled = fill_null_vectors(program->arena, text);

		error = fclc_write_file(path, filled, strlen(filled), err);
	}
	return error;
}

/* Vendors encrypt IP according to IEEE 1735; only their tools can read it. */
static int refuse_encrypted(const struct fclc_rtl *rtl, struct fcl_err *err)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];

		if (!file->model &&
		    (memmem(file->bytes, file->size, "protect begin_protected", 23) ||
		     memmem(file->bytes, file->size, "`protected\n", 11)))
			return fclc_error(
				err, (struct fclc_place){file->path ? file->path : file->name, 1},
				"this source is encrypted (IEEE 1735), which only its vendor's tools read: give the kernel a C model for emulation");
	}
	return 0;
}

/* --- storing Verilator's output --- */

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_source(const char *name)
{
	return fclc_has_suffix(name, ".cpp") || fclc_has_suffix(name, ".h");
}

/*
 * Verilator 5.006 first settles the logic that depends on inputs, then the rest. It detects changes
 * in combinational loops through single bits of a signal by comparing the signal with a copy. Both
 * phases use the same copy, so the second misses changes seen by the first. Gives the first phase
 * its own copies.
 */
static const char *part_copies(struct fclc_arena *arena, const char *text, bool header)
{
	static const char copy[] = "__Vtrigrprev__", head[] = "___eval_triggers__ico(",
			  own[] = "__Vicoprev__";
	struct fclc_text out = {.arena = arena};
	const char *at, *end;

	fclc_text_bytes(&out, "", 0);
	/* Find the function's definition; unlike its declaration it has a brace. */
	at = header ? NULL : strstr(text, head);
	while (at && at[strcspn(at, ";{")] == ';')
		at = strstr(at + 1, head);
	end = at ? strstr(at, "\n}") : NULL;
	if (end) {
		fclc_text_bytes(&out, text, (size_t)(at - text));
		fclc_text_add(&out, "%s",
			      replace(arena, fclc_copy(arena, at, (size_t)(end - at)), copy, own));
		fclc_text_add(&out, "%s", end);
		return out.text;
	}
	/* The class declares one copy a line. */
	while (*text) {
		size_t length = strcspn(text, "\n");
		const char *line = fclc_copy(arena, text, length);

		length += text[length] == '\n';
		fclc_text_bytes(&out, text, length);
		if (header && strstr(line, copy))
			fclc_text_add(&out, "%s\n", replace(arena, line, copy, own));
		text += length;
	}
	return out.text;
}

/*
 * Concatenates all sources of the model, each preceded by "<size> <name>\n". They contain the
 * temporary directory's path in names of HDL files, which must not reach images or the cache.
 */
static int pack(struct fclc_program *program, const struct fclc_rtl *rtl, struct fclc_text *out,
		struct fcl_err *err)
{
	const char *folder = fclc_format(program->arena, "%s/model", rtl->folder);
	const char *prefix = fclc_format(program->arena, "%s/", rtl->folder), *path;
	struct dirent **list;
	char *text;
	size_t size;
	int count = scandir(folder, &list, NULL, compare_names), error = 0;

	if (count < 0)
		return fcl_err_set(err, -errno, "fpgaclc: error: cannot read '%s': %s", folder,
				   strerror(errno));
	for (int i = 0; i < count; i++) {
		path = fclc_format(program->arena, "%s/%s", folder, list[i]->d_name);
		if (!error && is_source(list[i]->d_name)) {
			error = fclc_read_file(program, path, &text, &size, err);
			if (!error) {
				const char *clean = replace(program->arena, text, prefix, "");

				if (strstr(clean, "__Vtrigrprev__"))
					clean = part_copies(program->arena, clean,
							    fclc_has_suffix(list[i]->d_name, ".h"));

				fclc_text_add(out, "%zu %s\n", strlen(clean), list[i]->d_name);
				fclc_text_bytes(out, clean, strlen(clean));
			}
		}
		free(list[i]);
	}
	free(list);
	return error;
}

static int unpack(struct fclc_program *program, const struct fclc_rtl *rtl, const char *packed,
		  struct fcl_err *err)
{
	const char *folder = fclc_format(program->arena, "%s/model", rtl->folder);
	char *after;
	int error = fclc_make_folder(folder, err);

	while (!error && *packed) {
		size_t size = strtoul(packed, &after, 10), length = strcspn(after, "\n");
		const char *name = fclc_copy(program->arena, after + 1, length - 1);

		packed = after + length + 1;
		error = fclc_write_file(fclc_format(program->arena, "%s/%s", folder, name), packed,
					size, err);
		packed += size;
	}
	return error;
}

static void stamp_verilator(const struct fclc_program *program, struct fclc_key *key)
{
	static const char *const programs[] = {"verilator", "verilator_bin", "ghdl"};
	const char *root = getenv("VERILATOR_ROOT");

	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		const char *path = fclc_find_on_path(program, programs[i]);

		fclc_key_stamp(key, path ? path : programs[i]);
	}
	fclc_key_text(key, root ? root : "");
}

static const char *key_of(struct fclc_program *program, const struct fclc_rtl *rtl,
			  const struct fclc_argv *argv)
{
	struct fclc_key key;

	fclc_key_begin(&key, program, "verilate");
	fclc_key_text(&key, program->support);
	stamp_verilator(program, &key);
	fclc_key_stamp(&key, "/proc/self/exe");
	for (uint32_t i = 0; i < argv->count; i++)
		fclc_key_text(&key, argv->list[i]);
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		if (rtl->files[i].model)
			continue;
		fclc_key_text(&key, rtl->files[i].name);
		fclc_key_text(&key, rtl->files[i].path ? rtl->files[i].path : "");
		fclc_key_bytes(&key, rtl->files[i].bytes, rtl->files[i].size);
	}
	return fclc_key_end(&key);
}

/* HDL can include files by absolute path, which the cache key does not cover. */
static bool depends_on_others(const struct fclc_rtl *rtl)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!rtl->files[i].model &&
		    (memmem(rtl->files[i].bytes, rtl->files[i].size, "\"/", 2) ||
		     memmem(rtl->files[i].bytes, rtl->files[i].size, "../", 3)))
			return true;
	return false;
}

int fclc_rtl_verilate(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};
	struct fclc_text packed = {.arena = program->arena};
	struct fclc_blob parts[2];
	const char *key, *said;
	int error = refuse_encrypted(rtl, err);

	if (!error)
		error = fclc_rtl_check_data(program, rtl, err);
	if (error)
		return error;
	fclc_argv_add(&argv, "verilator");
	add_flags(program, rtl, &argv);
	key = key_of(program, rtl, &argv);
	if (fclc_cache_load(program, key, parts, 2)) {
		fputs(parts[1].bytes, stderr);
		error = unpack(program, rtl, parts[0].bytes, err);
		return error ? error : read_signals(program, rtl, err);
	}
	error = fclc_support_write(program, err);
	if (!error && has_vhdl(rtl))
		error = translate_vhdl(program, rtl, err);
	if (!error && has_vhdl(rtl))
		error = match_top(program, rtl, &argv, err);
	if (!error)
		error = fclc_rtl_resolve_includes(program, rtl, err);
	if (!error)
		error = write_renamed(program, rtl, err);
	if (!error)
		error = ignore_delays(program, &argv, err);
	if (!error)
		error = run_verilator(program, rtl, &argv, &said, err);
	if (!error)
		error = pack(program, rtl, &packed, err);
	if (error)
		return error;
	parts[0] = (struct fclc_blob){packed.text, packed.length};
	parts[1] = (struct fclc_blob){(char *)said, strlen(said)};
	if (!depends_on_others(rtl))
		fclc_cache_store(program, key, parts, 2);
	return unpack(program, rtl, packed.text, err);
}

int fclc_rtl_verilator_root(struct fclc_program *program, const char **ret_root,
			    struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};
	struct fclc_key key;
	const char *name;
	int error;

	fclc_key_begin(&key, program, "verilator-root");
	stamp_verilator(program, &key);
	name = fclc_key_end(&key);
	*ret_root = fclc_cache_load_text(program, name);
	if (*ret_root)
		return 0;
	fclc_argv_add(&argv, "verilator");
	fclc_argv_add(&argv, "--getenv");
	fclc_argv_add(&argv, "VERILATOR_ROOT");
	error = fclc_first_line(program, &argv, ret_root, err);
	if (!error)
		fclc_cache_store_text(program, name, *ret_root);
	return error;
}
