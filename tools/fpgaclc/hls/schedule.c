/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/schedule.h"
#include "tools/fpgaclc/hls/wrapper.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/common/step.h"
#include "tools/fpgaclc/compile/flags.h"
#include "tools/fpgaclc/hls/unit.h"
#include "tools/fpgaclc/reports/reports.h"

/* Of what a board's clocks and parts do not say: those of the board that is used if none is given. */
#define PART "xcu250-figd2104-2L-e"
#define PERIOD_NS (10.0 / 3)
#define HLS_PERIOD_NS 10.0 /* the vendor's for components */

/* Of the clock, as in the vendor's tool. */
#define UNCERTAINTY 0.27

/* A kernel that is scheduled. */
struct scheduled {
	const struct fclc_kernel *kernel;
	const char *json; /* in the temporary folder */
	/* With --cycles: the code that counts; otherwise NULL. */
	const char *object, *stack_usage;
	struct fclc_step *step;
};

static double period_of(const struct fclc_program *program)
{
	const struct fclc_options *options = &program->options;

	if (options->clock_ns > 0)
		return options->clock_ns;
	if (options->mhz[0])
		return 1000.0 / options->mhz[0];
	if (program->board && program->board->kernel_mhz)
		return 1000.0 / program->board->kernel_mhz;
	return options->hls ? HLS_PERIOD_NS : PERIOD_NS;
}

static double uncertainty_of(const struct fclc_program *program)
{
	const struct fclc_options *options = &program->options;

	if (options->uncertainty_ns >= 0)
		return options->uncertainty_ns;
	return period_of(program) *
	       (options->uncertainty_share >= 0 ? options->uncertainty_share : UNCERTAINTY);
}

static int check_uncertainty(const struct fclc_program *program, struct fcl_err *err)
{
	if (uncertainty_of(program) < period_of(program))
		return 0;
	return fclc_error(err, FCLC_NOWHERE,
			  "clock_uncertainty %g ns: expected less than the clock's period, %g ns",
			  uncertainty_of(program), period_of(program));
}

static const char *part_of(const struct fclc_program *program)
{
	if (program->options.part)
		return program->options.part;
	return program->board && *program->board->part ? program->board->part : PART;
}

static void set(struct fclc_program *program, struct fclc_argv *argv, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void set(struct fclc_program *program, struct fclc_argv *argv, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fclc_argv_add(argv, "-mllvm");
	fclc_argv_add(argv, "-fclc-schedule%s", fclc_vformat(program->arena, format, args));
	va_end(args);
}

/* The options of plugin/schedule/options.cpp. */
static void add_options(struct fclc_program *program, const struct scheduled *scheduled,
			struct fclc_argv *argv)
{
	const struct fclc_options *options = &program->options;

	set(program, argv, "=%s", scheduled->json);
	set(program, argv, "-top=%s", scheduled->kernel->symbol);
	if (scheduled->object) {
		set(program, argv, "-counted");
		if (scheduled->kernel->control == FCL_CONTROL_NONE)
			set(program, argv, "-free-running");
		set(program, argv, "-name=%s", scheduled->kernel->name);
	}
	set(program, argv, "-part=%s", part_of(program));
	set(program, argv, "-clock=%.6g", period_of(program));
	set(program, argv, "-uncertainty=%.6g", uncertainty_of(program));
	if (options->pipeline_loops >= 0)
		set(program, argv, "-pipeline-loops=%d", options->pipeline_loops);
	if (options->pipeline_style)
		set(program, argv, "-pipeline-style=%s", options->pipeline_style);
	if (options->m_axi_latency >= 0)
		set(program, argv, "-m-axi-latency=%d", options->m_axi_latency);
	if (!options->vivado_flow)
		set(program, argv, "-kernel");
}

static void add_interfaces(struct fclc_program *program, struct fclc_argv *argv)
{
	for (uint32_t i = 0; i < program->options.ninterfaces; i++) {
		const struct fclc_interface_directive *given = &program->options.interfaces[i];

		fclc_plugin_argument(argv, "directive=",
				     fclc_format(program->arena, "%s\n%u\ninterface\n%s %s",
						 given->place.file ? given->place.file : "",
						 given->place.line, given->kernel, given->text));
	}
}

void fclc_hls_schedule(struct fclc_program *program, const struct fclc_source *source,
		       struct fclc_argv *argv)
{
	(void)source;
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "fpgacl/marks.h");
	fclc_plugin_pragmas(program, argv, "mark");
	add_interfaces(program, argv);
}

/* Code that would run gets zeros for what is not initialised; hardware has no such writes. */
static void add_code(struct fclc_program *program, const struct fclc_source *source,
		     struct fclc_argv *argv)
{
	fclc_flags_source(program, argv, source, false);
	fclc_hls_flow(program, source, argv);
	fclc_flags_synthesis(argv);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ftrivial-auto-var-init=uninitialized");
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-g");
	fclc_argv_add(argv, "-fno-discard-value-names");
	source->language->schedule(program, source, argv);
}

/* --- other sources ----------------------------------------------------------------------------- */

/* A source without kernels is part of every kernel. */
static bool is_part(const struct fclc_source *source, const struct scheduled *scheduled)
{
	return !source->nkernels && source->language->pragmas &&
	       scheduled->kernel->source->language->pragmas;
}

static const char *ir_of(struct fclc_program *program, uint32_t source)
{
	return fclc_format(program->arena, "%s/scheduled%u.ll", program->tmp, source);
}

/* The plugin reads the IR before anything is optimised. */
static struct fclc_step *ir_step(struct fclc_program *program, uint32_t index)
{
	const struct fclc_source *source = &program->sources[index];
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct fclc_argv *argv = &step->chain->argv;

	add_code(program, source, argv);
	if (program->options.cycles && !fclc_hls_asks_shift_checks(&program->options))
		fclc_argv_add(argv, "-fsanitize=shift-exponent");
	fclc_flags_deps(program, argv, step, "scheduled", index);
	fclc_argv_add(argv, "-O1");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-disable-llvm-passes");
	fclc_argv_add(argv, "-S");
	fclc_argv_add(argv, "-emit-llvm");
	fclc_argv_add(argv, "%s", source->path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", ir_of(program, index));
	fclc_step_output(step, ir_of(program, index));
	return step;
}

/* Compiles the sources that are part of some of the kernels. */
static int compile_parts(struct fclc_program *program, const struct scheduled *list, uint32_t count,
			 struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t nsteps = 0;

	for (uint32_t i = 0; i < program->nsources; i++) {
		bool part = false;

		for (uint32_t j = 0; j < count; j++)
			part |= is_part(&program->sources[i], &list[j]);
		if (part)
			steps[nsteps++] = ir_step(program, i);
	}
	return fclc_steps_run(program, steps, nsteps, err);
}

static void add_parts(struct fclc_program *program, const struct scheduled *scheduled,
		      struct fclc_step *step)
{
	for (uint32_t i = 0; i < program->nsources; i++) {
		if (!is_part(&program->sources[i], scheduled))
			continue;
		set(program, &step->chain->argv, "-other=%s", ir_of(program, i));
		fclc_step_reads(program, step, ir_of(program, i));
	}
}

/* --- schedules --------------------------------------------------------------------------------- */

/* Code that is only scheduled is optimised by the plugin alone. */
static void add_output(struct fclc_program *program, const struct scheduled *scheduled,
		       struct fclc_argv *argv)
{
	char level = program->options.optimize;

	if (scheduled->object) {
		fclc_flags_optimize(&program->options, level == '0' ? '1' : level, argv);
		fclc_argv_add(argv, "-fstack-usage");
		fclc_argv_add(argv, "-c");
	} else {
		fclc_argv_add(argv, "-O1");
		fclc_argv_add(argv, "-S");
		fclc_argv_add(argv, "-emit-llvm");
	}
	fclc_argv_add(argv, "%s", scheduled->kernel->source->path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", scheduled->object ? scheduled->object : "/dev/null");
}

static void make_step(struct fclc_program *program, struct scheduled *scheduled, unsigned index)
{
	const struct fclc_source *source = scheduled->kernel->source;
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct fclc_argv *argv = &step->chain->argv;

	scheduled->step = step;
	step->quiet = scheduled->object && !program->options.cycles_given;
	add_code(program, source, argv);
	fclc_argv_add(argv, "-fpass-plugin=%s", program->plugin);
	if (scheduled->object)
		fclc_hls_shift_checks(program, argv);
	add_options(program, scheduled, argv);
	add_parts(program, scheduled, step);
	fclc_flags_deps(program, argv, step, "schedule", index);
	add_output(program, scheduled, argv);
	fclc_step_output(step, scheduled->json);
	if (scheduled->object) {
		fclc_step_output(step, scheduled->object);
		fclc_step_output(step, scheduled->stack_usage);
	}
}

/* The folder for a kernel's reports: a folder of its own if there are several. */
static const char *folder_of(struct fclc_program *program, const struct scheduled *scheduled,
			     uint32_t count)
{
	const struct fclc_options *options = &program->options;
	const char *folder = options->schedule;

	if (!folder)
		folder = fclc_format(program->arena, "%s/hls/syn/report", options->work_dir);
	return count == 1 ? folder
			  : fclc_format(program->arena, "%s/%s", folder, scheduled->kernel->name);
}

static int write_results(struct fclc_program *program, const struct scheduled *scheduled,
			 uint32_t count, struct fcl_err *err)
{
	const char *folder = folder_of(program, scheduled, count);
	size_t size;
	char *json;
	int error = fclc_read_file(program, scheduled->json, &json, &size, err);

	if (error)
		return error;
	error = fclc_reports_write(json, size, FCLC_VERSION, folder, err);
	if (error)
		fcl_err_prefix(err, "fpgaclc: error");
	else
		error = fclc_write_file(fclc_format(program->arena, "%s/%s.schedule.json", folder,
						    scheduled->kernel->name),
					json, size, err);
	return error;
}

/* Those of a run before would be taken for this one's. */
static void remove_results(struct fclc_program *program, const struct scheduled *scheduled,
			   uint32_t count)
{
	static const char *const names[] = {"csynth.rpt", "csynth.xml", "%s_csynth.rpt",
					    "%s_csynth.xml", "%s.schedule.json"};
	const char *folder = folder_of(program, scheduled, count);

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *percent = strchr(names[i], '%');
		const char *name = percent ? fclc_format(program->arena, "%s%s",
							 scheduled->kernel->name, percent + 2)
					   : names[i];

		unlink(fclc_format(program->arena, "%s/%s", folder, name));
	}
}

static int run_steps(struct fclc_program *program, struct scheduled *list, uint32_t count,
		     struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)count + 1,
					      sizeof(struct fclc_step *));
	int error = check_uncertainty(program, err);
	uint32_t nsteps = 0;

	if (!error)
		error = compile_parts(program, list, count, err);
	for (uint32_t i = 0; i < count; i++) {
		/* Of code that counts, it has been made. */
		if (!list[i].object && !access(list[i].json, R_OK))
			continue;
		make_step(program, &list[i], i);
		steps[nsteps++] = list[i].step;
	}
	return error ? error : fclc_steps_run(program, steps, nsteps, err);
}

/* The kernels that are compiled here, or those of them that can count; and the files that are made of them. */
static struct scheduled *gather(const struct fclc_program *program, bool counted,
				uint32_t *ret_count)
{
	struct scheduled *list = fclc_alloc(program->arena, (size_t)program->nkernels + 1,
					    sizeof(*list));
	uint32_t count = 0;

	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		const struct fclc_language *language = kernel->source->language;

		if (counted ? !fclc_wrapper_counts(program, kernel) : !language->schedule)
			continue;
		list[count].kernel = kernel;
		list[count++].json = fclc_format(program->arena, "%s/schedule%u.json", program->tmp,
						 i);
	}
	*ret_count = count;
	return list;
}

/* --- code that counts -------------------------------------------------------------------------- */

/* clang writes no stack usage for code without functions. */
static int name_objects(const struct fclc_program *program, struct scheduled *list, uint32_t count,
			struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < count; i++) {
		list[i].object = fclc_format(program->arena, "%s/counted%u.o", program->tmp, i);
		list[i].stack_usage = fclc_format(program->arena, "%s/counted%u.su", program->tmp,
						  i);
		error = fclc_write_file(list[i].stack_usage, "", 0, err);
	}
	return error;
}

static int add_stack_usage(struct fclc_program *program, const struct fclc_source *source,
			   const char *more, struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena};
	const char *const paths[] = {source->stack_usage, more};
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(paths) / sizeof(paths[0]); i++) {
		size_t size;
		char *bytes;

		error = fclc_read_file(program, paths[i], &bytes, &size, err);
		if (!error)
			fclc_text_bytes(&text, bytes, size);
	}
	return error ? error : fclc_write_file(source->stack_usage, text.text, text.length, err);
}

/* Makes the code a part of the unit that calls it. */
static int join(struct fclc_program *program, const struct scheduled *scheduled,
		struct fcl_err *err)
{
	struct fclc_source *source = &program->sources[scheduled->kernel->source->index];
	const char *joined = fclc_format(program->arena, "%s.joined.o", scheduled->object);
	struct fclc_argv argv = {.arena = program->arena};
	int error = add_stack_usage(program, source, scheduled->stack_usage, err);

	if (error)
		return error;
	fclc_argv_add(&argv, "ld");
	fclc_argv_add(&argv, "-r");
	fclc_argv_add(&argv, "%s", source->unit);
	fclc_argv_add(&argv, "%s", scheduled->object);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", joined);
	source->unit = joined;
	return fclc_run(program, &argv, err);
}

/* What the compiler has said first; otherwise why it has not run. */
static const char *why_failed(struct fclc_program *program, const struct scheduled *scheduled,
			      const struct fcl_err *err)
{
	const char *said = scheduled->step ? scheduled->step->said : NULL;
	const char *found = said ? strstr(said, "error: ") : NULL;

	return found ? fclc_copy(program->arena, found + 7, strcspn(found + 7, "\n")) : err->text;
}

/* Nobody has asked: a kernel whose code cannot be made runs without it. */
static void count_some(struct fclc_program *program, struct scheduled *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_err err = {0};

		list[i].step = NULL;
		if (!run_steps(program, &list[i], 1, &err))
			continue;
		fprintf(stderr, "fpgaclc: note: kernel '%s' does not count its cycles: %s\n",
			list[i].kernel->name, why_failed(program, &list[i], &err));
		list[i].object = NULL;
	}
}

/* Whether there are HLS components, of which the link says whether they count. */
static bool links_components(const struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nkernels; i++)
		if (program->kernels[i].any_target)
			return true;
	return false;
}

int fclc_count(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	uint32_t count;
	struct scheduled *list = gather(program, true, &count);
	int error;

	if (!options->cycles)
		return 0;
	if (!count && options->cycles_given && !links_components(program))
		return fclc_error(err, FCLC_NOWHERE,
				  "--cycles: expected a kernel in C or C++, found none");
	error = name_objects(program, list, count, err);
	if (!error)
		error = run_steps(program, list, count, err);
	if (error && !options->cycles_given) {
		fcl_err_clear(err);
		count_some(program, list, count);
		error = 0;
	}
	for (uint32_t i = 0; !error && i < count; i++)
		if (list[i].object)
			error = join(program, &list[i], err);
	return error;
}

/* --- reports ----------------------------------------------------------------------------------- */

int fclc_schedule(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	uint32_t count;
	struct scheduled *list = gather(program, false, &count);
	int error = 0;

	if (!options->schedule && !(options->hls && options->work_dir))
		return 0;
	if (!count)
		return options->schedule
			       ? fclc_error(
					 err, FCLC_NOWHERE,
					 "--schedule: expected a kernel in C, C++ or OpenCL C, found none")
			       : 0;
	/* What the user has said is wrong, not what cannot be estimated. */
	error = check_uncertainty(program, err);
	if (error)
		return error;
	error = run_steps(program, list, count, err);
	for (uint32_t i = 0; !error && i < count; i++)
		error = write_results(program, &list[i], count, err);
	if (!error || !options->hls)
		return error;
	fprintf(stderr, "fpgaclc: note: no estimate of cycles: %s\n", err->text);
	for (uint32_t i = 0; i < count; i++)
		remove_results(program, &list[i], count);
	fcl_err_clear(err);
	return 0;
}
