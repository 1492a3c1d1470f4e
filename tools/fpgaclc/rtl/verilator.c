/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/verilator.h"

#include <stdio.h>
#include <string.h>

#include "tools/fpgaclc/ground/diag.h"
#include "tools/fpgaclc/ground/driver.h"

static void add_hdl(struct fclc_argv *argv, const struct fclc_rtl *rtl, bool packages)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *file = &rtl->files[i];
		bool package = memmem(file->bytes, file->size, "endpackage", 10) != NULL;

		if (!file->model && package == packages &&
		    (fclc_has_suffix(file->name, ".v") || fclc_has_suffix(file->name, ".sv")))
			fclc_argv_add(argv, "%s/%s", rtl->folder, file->name);
	}
}

static void add_hdl_folders(struct fclc_argv *argv, const struct fclc_rtl *rtl)
{
	fclc_argv_add(argv, "-I%s", rtl->folder);
	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const char *slash = strrchr(rtl->files[i].name, '/');

		if (slash)
			fclc_argv_add(argv, "-I%s/%.*s", rtl->folder,
				      (int)(slash - rtl->files[i].name), rtl->files[i].name);
	}
}

/* Delays have no effect. Verilator 4 always ignores them and has no option for that. */
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

int fclc_rtl_verilate(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err)
{
	/* Registers start at 0, as on the FPGA; --flatten makes one class hold the whole state. */
	static const char *const flags[] = {"--cc",
					    "-O3",
					    "--flatten",
					    "--x-assign",
					    "0",
					    "--x-initial",
					    "0",
					    "--output-split",
					    "0",
					    "-Wno-fatal",
					    "-Wno-lint",
					    "-Wno-style",
					    "-Wno-SYMRSVDWORD",
					    "-Wno-STMTDLY",
					    "-Wno-TIMESCALEMOD",
					    "-Wno-COMBDLY",
					    "-Wno-MULTIDRIVEN",
					    "-Wno-INITIALDLY",
					    "+1364-2005ext+v"};
	struct fclc_argv argv = {.arena = program->arena};
	int error;

	fclc_argv_add(&argv, "verilator");
	error = ignore_delays(program, &argv, err);
	if (error)
		return error;
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		fclc_argv_add(&argv, "%s", flags[i]);
	fclc_argv_add(&argv, "--prefix");
	fclc_argv_add(&argv, "Vfclc_%s", rtl->kernel);
	fclc_argv_add(&argv, "--top-module");
	fclc_argv_add(&argv, "%s", rtl->top);
	fclc_argv_add(&argv, "--Mdir");
	fclc_argv_add(&argv, "%s/model", rtl->folder);
	add_hdl_folders(&argv, rtl);
	add_hdl(&argv, rtl, true);
	add_hdl(&argv, rtl, false);
	fclc_argv_add(&argv, "-v");
	fclc_argv_add(&argv, "%s/rtl/xpm.sv", program->tmp);
	return fclc_run(program, &argv, err);
}

/* Verilator renames identifiers that C++ reserves, and double underscores. */
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

/* Parses a port in the model's header, "VL_IN8(&ap_clk,0,0);"; before 4.210 without the '&'. */
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
					 .name = hdl_name(program, name),
					 .bits = high - low + 1,
					 .output = output};
}

int fclc_rtl_read_signals(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err)
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
