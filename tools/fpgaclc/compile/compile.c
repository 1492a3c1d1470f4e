/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/compile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/fpgaclc/compile/dataflow.h"
#include "tools/fpgaclc/compile/embedded.h"
#include "tools/fpgaclc/compile/hardware.h"
#include "tools/fpgaclc/compile/places.h"
#include "tools/fpgaclc/compile/storage.h"
#include "tools/fpgaclc/compile/task_places.h"
#include "tools/fpgaclc/ground/cache.h"
#include "tools/fpgaclc/ground/driver.h"
#include "tools/fpgaclc/opencl/autorun.h"
#include "tools/fpgaclc/opencl/generic.h"
#include "tools/fpgaclc/opencl/global_pipes.h"
#include "tools/fpgaclc/opencl/library.h"

/* For a function with a variable-length array or alloca(). */
#define FCLC_DYNAMIC_STACK (8u << 20)

static const struct {
	const char *name;
	const unsigned char *bytes;
	const size_t *size;
} support_files[] = {
#define FCLC_ENTRY(symbol, path) {path, symbol, &symbol##_size},
	FCLC_EMBEDDED_FILES(FCLC_ENTRY)
#undef FCLC_ENTRY
};

static int make_folder(const char *path, struct fcl_err *err)
{
	if (mkdir(path, 0777) && errno != EEXIST)
		return fcl_err_set(err, -errno, "fpgaclc: error: cannot create '%s': %s", path,
				   strerror(errno));
	return 0;
}

/* What every run reads; of all others, most runs read nothing, and creating files takes time. */
static bool is_common(const char *path)
{
	static const char *const names[] = {"payload.map", "constructors.ld", "rtl/rtl.h",
					    "include/fpgacl_model.h"};
	bool common = !strncmp(path, "include/fpgaclc_", strlen("include/fpgaclc_"));

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		common |= !strcmp(path, names[i]);
	return common;
}

static int write_support(struct fclc_program *program, bool common, struct fcl_err *err)
{
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(support_files) / sizeof(support_files[0]); i++)
		if (is_common(support_files[i].name) == common)
			error = fclc_write_file(fclc_format(program->arena, "%s/%s", program->tmp,
							    support_files[i].name),
						support_files[i].bytes, *support_files[i].size,
						err);
	return error;
}

int fclc_support_write(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_key key;
	int error;

	fclc_key_begin(&key, program, "support");
	for (size_t i = 0; i < sizeof(support_files) / sizeof(support_files[0]); i++) {
		fclc_key_text(&key, support_files[i].name);
		fclc_key_bytes(&key, (const char *)support_files[i].bytes, *support_files[i].size);
	}
	program->support = fclc_key_end(&key);
	error = make_folder(fclc_format(program->arena, "%s/include", program->tmp), err);
	if (!error)
		error = make_folder(fclc_format(program->arena, "%s/rtl", program->tmp), err);
	return error ? error : write_support(program, true, err);
}

int fclc_support_write_rest(struct fclc_program *program, struct fcl_err *err)
{
	static const char *const folders[] = {"include/etc", "include/utils", "include/hls",
					      "include/hls/utils"};
	int error = 0;

	if (program->support_complete)
		return 0;
	for (size_t i = 0; !error && i < sizeof(folders) / sizeof(folders[0]); i++)
		error = make_folder(fclc_format(program->arena, "%s/%s", program->tmp, folders[i]),
				    err);
	if (!error)
		error = write_support(program, false, err);
	program->support_complete = !error;
	return error;
}

static void add_language(const struct fclc_program *program, struct fclc_argv *argv, bool cxx,
			 const char *language)
{
	const char *standard = program->options.standard;
	bool standard_is_cxx = standard && strstr(standard, "++");

	fclc_argv_add(argv, "%s", program->clang);
	if (cxx)
		fclc_argv_add(argv, "--driver-mode=g++");
	if (language) {
		fclc_argv_add(argv, "-x");
		fclc_argv_add(argv, "%s", language);
	}
	if (standard && standard_is_cxx == cxx && strncmp(standard, "-cl-", 4) != 0)
		fclc_argv_add(argv, "%s", standard);
	else if (cxx)
		/* The default of Vitis HLS. */
		fclc_argv_add(argv, "-std=gnu++14");
}

/* Code generation flags for every part of a payload. */
static void add_code_flags(const struct fclc_program *program, struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-march=%s", program->options.march);
	/* The headers check this to distinguish kernels from host programs. */
	fclc_argv_add(argv, "-D__FPGACLC__=1");
	/* The C library's inline putchar() and the like would write to the host's buffers. */
	fclc_argv_add(argv, "-D__NO_INLINE__=1");
	fclc_argv_add(argv, "-fPIC");
	fclc_argv_add(argv, "-fvisibility=hidden");
	fclc_argv_add(argv, "-ffunction-sections");
	fclc_argv_add(argv, "-fdata-sections");
	/* Results must follow the operators' specification on every instruction set. */
	fclc_argv_add(argv, "-ffp-contract=off");
	/* Adders wrap on overflow; C would let the compiler assume that none overflows. */
	fclc_argv_add(argv, "-fwrapv");
	/* Kernels cast buffers to other types freely, and may loop for ever. */
	fclc_argv_add(argv, "-fno-strict-aliasing");
	fclc_argv_add(argv, "-fno-finite-loops");
	/* What a function without a return statement returns, and memory at address 0. */
	fclc_argv_add(argv, "-fno-strict-return");
	fclc_argv_add(argv, "-fno-delete-null-pointer-checks");
	/* A cast pointer need not be aligned as its new type wants; 8 keeps atomics inline. */
	fclc_argv_add(argv, "-fmax-type-align=8");
	/* Memory that was never written has the contents that a configured board has there. */
	/* clang's driver had to be asked twice for this until version 16. */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ftrivial-auto-var-init=zero");
	/* A large frame that overflows the stack must hit the guard page, not skip it. */
	fclc_argv_add(argv, "-fstack-clash-protection");
}

/* Hardware emulation compiles what synthesis does, with the macros that it defines. */
static void add_synthesis_macros(struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-D__SYNTHESIS__=1");
	fclc_argv_add(argv, "-D__VITIS_HLS__=1");
	fclc_argv_add(argv, "-D__HLS_SYN__=1");
	fclc_argv_add(argv, "-DAESL_SYN=1");
	fclc_argv_add(argv, "-D__DSP48E1__=1");
}

static void add_source_flags(const struct fclc_program *program, struct fclc_argv *argv,
			     const struct fclc_source *source, bool precompiled)
{
	const struct fclc_options *options = &program->options;

	if (source->opencl)
		fclc_opencl_language(program, source, argv,
				     precompiled && !source->takes_pipes ? program->opencl_pch
									 : NULL);
	else
		add_language(program, argv, source->cxx, source->language);
	add_code_flags(program, argv);
	if (source->opencl)
		fclc_opencl_flags(program, argv);
	if (options->target == FCL_TARGET_HW_EMU || options->hls)
		add_synthesis_macros(argv);
	if (program->dataflow && source->cxx)
		fclc_argv_add(argv, "-DFPGACLC_FLOW=1");
	fclc_argv_add(argv, "-Wno-unknown-pragmas");
	fclc_argv_add(argv, "-Wno-unused-label");
	/* Kernels written for older tools, which compiled C++98, rely on narrowing. */
	if (source->cxx)
		fclc_argv_add(argv, "-Wno-error=c++11-narrowing");
	for (uint32_t i = 0; i < options->nhls_includes; i++)
		fclc_argv_add(argv, "-I%s", options->hls_includes[i]);
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	for (uint32_t i = 0; i < options->ncompiler_flags; i++)
		fclc_argv_add(argv, "%s", options->compiler_flags[i]);
	/* Of -fsanitize=undefined, these parts would need the compiler's library. */
	fclc_argv_add(argv, "-fno-sanitize=vptr,function");
	fclc_argv_add(argv, "-fsanitize-undefined-strip-path-components=-1");
	/* Keep paths of the build machine out of the image; the longest prefix, last, wins. */
	fclc_argv_add(argv, "-ffile-prefix-map=%s=", program->cwd);
	fclc_argv_add(argv, "-ffile-prefix-map=%s=", source->directory);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
}

static const char *text_of(const struct fclc_source *source)
{
	return source->rewritten ? source->rewritten : source->path;
}

/* What follows the headers that are included before the source. */
static const char *skip_headers(struct fclc_program *program, const struct fclc_source *source,
				const char *text)
{
	const char *marker = fclc_format(program->arena, "\n# 1 \"%s\" 2\n", source->path);
	const char *at = strstr(text, marker);

	return at ? fclc_format(program->arena, "# 1 \"%s\"\n%s", source->path, at + strlen(marker))
		  : text;
}

/* Replaces pipes and channels that are declared outside of functions. */
static int rewrite_pipes(struct fclc_program *program, struct fclc_source *source,
			 struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/search%u.i", program->tmp,
				       source->index);
	struct fclc_argv argv = {.arena = program->arena};
	const char *expanded, *rewritten = NULL;
	size_t size;
	char *text;
	int error = fclc_read_file(program, source->path, &text, &size, err);

	if (error || !fclc_pipes_possible(text))
		return error;
	source->takes_pipes = true;
	add_source_flags(program, &argv, source, false);
	fclc_argv_add(&argv, "-DFCLC_SEARCH");
	fclc_argv_add(&argv, "-E");
	fclc_argv_add(&argv, "%s", source->path);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", path);
	error = fclc_run(program, &argv, err);
	if (!error)
		error = fclc_read_file(program, path, &text, &size, err);
	if (!error)
		error = fclc_autorun_expand(program, source, skip_headers(program, source, text),
					    &expanded, err);
	if (!error)
		error = fclc_pipes_rewrite(program, source, expanded, &rewritten, err);
	if (error || !rewritten)
		return error;
	source->rewritten = fclc_format(program->arena, "%s/source%u.cl", program->tmp,
					source->index);
	return fclc_write_file(source->rewritten, rewritten, strlen(rewritten), err);
}

/* The files that the command reads, for the cache. */
static void add_deps(struct fclc_program *program, struct fclc_argv *argv, struct fclc_step *step,
		     const char *name, unsigned index)
{
	step->deps = fclc_format(program->arena, "%s/%s%u.d", program->tmp, name, index);
	fclc_argv_add(argv, "-MD");
	fclc_argv_add(argv, "-MF");
	fclc_argv_add(argv, "%s", step->deps);
}

static void preprocess(struct fclc_program *program, struct fclc_source *source,
		       struct fclc_step *step)
{
	struct fclc_argv *argv;

	step->beside = fclc_alloc(program->arena, 1, sizeof(*step->beside));
	argv = &step->beside->argv;
	argv->arena = program->arena;
	source->preprocessed = fclc_format(program->arena, "%s/source%u.i", program->tmp,
					   source->index);
	add_source_flags(program, argv, source, true);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-E");
	fclc_argv_add(argv, "-dD");
	add_deps(program, argv, step, "source", source->index);
	fclc_argv_add(argv, "%s", text_of(source));
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->preprocessed);
	fclc_step_output(step, source->preprocessed);
}

static void describe(struct fclc_program *program, struct fclc_source *source,
		     struct fclc_argv *argv)
{
	source->ir = fclc_format(program->arena, "%s/source%u.ll", program->tmp, source->index);
	add_source_flags(program, argv, source, true);
	if (isatty(STDERR_FILENO))
		fclc_argv_add(argv, "-fcolor-diagnostics");
	/* -O1 keeps all arguments in DWARF; without passes no call is optimized away. */
	fclc_argv_add(argv, "-O1");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-disable-llvm-passes");
	fclc_argv_add(argv, "-fno-discard-value-names");
	fclc_argv_add(argv, "-gdwarf-4");
	fclc_argv_add(argv, "-fstandalone-debug");
	fclc_argv_add(argv, "-S");
	fclc_argv_add(argv, "-emit-llvm");
	fclc_argv_add(argv, "%s", text_of(source));
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", source->ir);
}

static struct fclc_step *examine_step(struct fclc_program *program, struct fclc_source *source)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct fclc_argv *object;

	if (!source->opencl)
		step->before = fclc_support_write_rest;
	describe(program, source, &step->chain->argv);
	source->object = fclc_format(program->arena, "%s/source%u.o", program->tmp, source->index);
	object = &fclc_step_command(program, step)->argv;
	fclc_argv_add(object, "%s", source->opencl ? program->opencl_clang : program->clang);
	fclc_argv_add(object, "-w");
	fclc_argv_add(object, "-O0");
	fclc_argv_add(object, "-c");
	fclc_argv_add(object, "%s", source->ir);
	fclc_argv_add(object, "-o");
	fclc_argv_add(object, "%s", source->object);
	fclc_step_output(step, source->ir);
	fclc_step_output(step, source->object);
	preprocess(program, source, step);
	return step;
}

/* Builds the precompiled declarations of OpenCL C's functions, the same for all sources. */
int fclc_compile_declarations(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, "OpenCL C's built-in functions");
	struct fclc_argv *argv = &step->chain->argv;
	const char *path = fclc_format(program->arena, "%s/opencl.pch", program->tmp);
	int error;

	fclc_opencl_header(program, argv);
	add_code_flags(program, argv);
	fclc_opencl_flags(program, argv);
	/* The compiler refuses what was precompiled with other rules for code. */
	for (uint32_t i = 0; i < program->options.ncompiler_flags; i++)
		if (!strncmp(program->options.compiler_flags[i], "-f", 2))
			fclc_argv_add(argv, "%s", program->options.compiler_flags[i]);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	add_deps(program, argv, step, "opencl", 0);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", path);
	fclc_step_output(step, path);
	error = fclc_steps_run(program, &step, 1, err);
	if (!error)
		program->opencl_pch = path;
	return error;
}

int fclc_compile_examine(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	int error = program->opencl_library ? fclc_compile_declarations(program, err) : 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].opencl)
			error = rewrite_pipes(program, &program->sources[i], err);
	for (uint32_t i = 0; i < program->nsources; i++)
		steps[i] = examine_step(program, &program->sources[i]);
	return error ? error : fclc_steps_run(program, steps, program->nsources, err);
}

static const char *unit_ir(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/unit%u.ll", program->tmp, source->index);
}

/* IR with the address sanitizer's calls. */
static const char *checked_ir(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/checked%u.ll", program->tmp, source->index);
}

/* With --check=memory, a call before each access; places.c says which functions they call. */
static void add_check_flags(const struct fclc_program *program, struct fclc_argv *argv)
{
	static const char *const flags[] = {
		"-fsanitize=kernel-address",
		"-mllvm",
		"-asan-instrumentation-with-call-threshold=0",
		"-mllvm",
		"-asan-globals=0",
		"-mllvm",
		"-asan-stack=0",
	};

	for (size_t i = 0; program->options.check_memory && i < sizeof(flags) / sizeof(flags[0]);
	     i++)
		fclc_argv_add(argv, "%s", flags[i]);
}

static void add_debug_flags(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (program->options.check_memory && !program->options.debug)
		fclc_argv_add(argv, "-gline-tables-only");
	if (!program->options.debug && !program->options.check_memory)
		return;
	/* Version 5 would contain a digest of the wrapper, which contains a path. */
	fclc_argv_add(argv, "-gdwarf-4");
	fclc_argv_add(argv, "-fdebug-compilation-dir=.");
}

/* Preprocesses the unit, so that its pragmas can be replaced. */
static const char *expand_command(struct fclc_program *program, struct fclc_source *source,
				  const char *path, struct fclc_step *step)
{
	const char *expanded = fclc_format(program->arena, "%s/unit%u.ii", program->tmp,
					   source->index);
	struct fclc_argv *argv = &step->chain->argv;

	add_source_flags(program, argv, source, false);
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "fpgaclc_flow.h");
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-E");
	fclc_argv_add(argv, "-dD");
	add_deps(program, argv, step, "unit", source->index);
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", expanded);
	return expanded;
}

/* Beside its source, what an OpenCL C unit is made of. */
struct opencl_parts {
	const char *plugin;
	const char *generic; /* bitcode; NULL: none */
	bool library;
};

static int find_parts(struct fclc_program *program, const struct fclc_source *source,
		      struct opencl_parts *ret_parts, struct fcl_err *err)
{
	int error = 0;

	memset(ret_parts, 0, sizeof(*ret_parts));
	if (!source->opencl)
		return 0;
	error = fclc_opencl_uses_library(program, source, &ret_parts->library, err);
	if (!error)
		error = fclc_opencl_generic(program, source, &ret_parts->generic, err);
	return error ? error : fclc_opencl_plugin(program, &ret_parts->plugin, err);
}

static void unit_command(struct fclc_program *program, struct fclc_source *source, const char *path,
			 const struct opencl_parts *parts, struct fclc_step *step)
{
	bool expand = program->dataflow && source->cxx;
	const char *expanded = expand ? expand_command(program, source, path, step) : NULL;
	struct fclc_job *job = expand ? fclc_step_command(program, step) : step->chain;
	struct fclc_argv *argv = &job->argv;
	char optimize = source->opencl && program->options.opencl_unoptimized
				? '0'
				: program->options.optimize;

	/* Without optimization, or with checks, the compiler refuses what it has precompiled. */
	add_source_flags(program, argv, source, optimize != '0' && !program->options.check_memory);
	/* The examination run has already printed the compiler's warnings. */
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O%c", optimize);
	add_debug_flags(program, argv);
	add_check_flags(program, argv);
	if (source->opencl) {
		if (parts->library)
			fclc_opencl_builtins(program, parts->generic, argv);
		fclc_argv_add(argv, "-fpass-plugin=%s", parts->plugin);
		if (program->options.check_memory) {
			/* places.c knows no masked loads and stores. */
			fclc_argv_add(argv, "-fno-vectorize");
			fclc_argv_add(argv, "-fno-slp-vectorize");
			fclc_argv_add(argv, "-S");
			fclc_argv_add(argv, "-emit-llvm");
		} else {
			fclc_argv_add(argv, "-fstack-usage");
			fclc_argv_add(argv, "-c");
		}
	} else {
		/* IR that no pass has seen. */
		fclc_argv_add(argv, "-Xclang");
		fclc_argv_add(argv, "-disable-llvm-passes");
		fclc_argv_add(argv, "-S");
		fclc_argv_add(argv, "-emit-llvm");
	}
	if (expand) {
		job->prepare = fclc_dataflow_rewrite;
		job->input = expanded;
		/* The plugin names streams after variables. */
		fclc_argv_add(argv, "-fno-discard-value-names");
		fclc_argv_add(argv, "-x");
		fclc_argv_add(argv, "c++-cpp-output");
	} else {
		add_deps(program, argv, step, "unit", source->index);
	}
	fclc_argv_add(argv, "%s", expand ? expanded : path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s",
		      !source->opencl                 ? unit_ir(program, source)
		      : program->options.check_memory ? checked_ir(program, source)
						      : source->unit);
}

/* The user's flags that choose passes or instructions; the others have done their work. */
static void add_pass_flags(const struct fclc_options *options, struct fclc_argv *argv)
{
	for (uint32_t i = 0; i < options->ncompiler_flags; i++) {
		const char *flag = options->compiler_flags[i];
		bool takes_value = !strcmp(flag, "-mllvm") && i + 1 < options->ncompiler_flags;

		if ((strncmp(flag, "-f", 2) != 0 && strncmp(flag, "-m", 2) != 0) ||
		    !strncmp(flag, "-fsanitize", 10))
			continue;
		fclc_argv_add(argv, "%s", flag);
		if (takes_value)
			fclc_argv_add(argv, "%s", options->compiler_flags[++i]);
	}
}

static int rewrite_ir(struct fclc_program *program, const char *ir,
		      char *(*rewrite)(struct fclc_arena *arena, char *ir), struct fcl_err *err)
{
	char *text;
	size_t size;
	int error = fclc_read_file(program, ir, &text, &size, err);

	if (error)
		return error;
	text = rewrite(program->arena, text);
	return fclc_write_file(ir, text, strlen(text), err);
}

/* Of a source that is joined with others: IR in which hardware's rules replace C's. */
static const char *ruled_ir(const struct fclc_program *program, const struct fclc_source *source)
{
	return fclc_format(program->arena, "%s/ruled%u.ll", program->tmp, source->index);
}

static char *rules_and_places(struct fclc_arena *arena, char *ir)
{
	return fclc_hardware_rules(arena, fclc_keep_storage(arena, fclc_task_places(arena, ir)));
}

static int apply_rules(struct fclc_program *program, const char *ir, struct fcl_err *err)
{
	return rewrite_ir(program, ir, rules_and_places, err);
}

static int add_places(struct fclc_program *program, const char *ir, struct fcl_err *err)
{
	return rewrite_ir(program, ir, fclc_add_places, err);
}

/* The second command for C and C++: the object from `job->input`. */
static void object_command(struct fclc_program *program, const struct fclc_source *source,
			   struct fclc_job *job)
{
	fclc_argv_add(&job->argv, "%s", program->clang);
	add_code_flags(program, &job->argv);
	add_pass_flags(&program->options, &job->argv);
	if (program->plugin)
		fclc_argv_add(&job->argv, "-fpass-plugin=%s", program->plugin);
	fclc_argv_add(&job->argv, "-w");
	fclc_argv_add(&job->argv, "-O%c", program->options.optimize);
	add_check_flags(program, &job->argv);
	if (program->options.check_memory) {
		fclc_argv_add(&job->argv, "-S");
		fclc_argv_add(&job->argv, "-emit-llvm");
	} else {
		fclc_argv_add(&job->argv, "-fstack-usage");
		fclc_argv_add(&job->argv, "-c");
	}
	fclc_argv_add(&job->argv, "%s", job->input);
	fclc_argv_add(&job->argv, "-o");
	fclc_argv_add(&job->argv, "%s",
		      program->options.check_memory ? checked_ir(program, source) : source->unit);
}

static void add_object_command(struct fclc_program *program, const struct fclc_source *source,
			       struct fclc_step *step)
{
	struct fclc_job *job = fclc_step_command(program, step);

	job->prepare = apply_rules;
	job->input = unit_ir(program, source);
	object_command(program, source, job);
}

/* In its place, for a source that is joined with others. */
static void add_ruled_command(struct fclc_program *program, const struct fclc_source *source,
			      struct fclc_step *step)
{
	struct fclc_job *job = fclc_step_command(program, step);

	job->prepare = apply_rules;
	job->input = unit_ir(program, source);
	fclc_argv_add(&job->argv, "%s", program->clang);
	fclc_argv_add(&job->argv, "-w");
	fclc_argv_add(&job->argv, "-O%c", program->options.optimize);
	fclc_argv_add(&job->argv, "-Xclang");
	fclc_argv_add(&job->argv, "-disable-llvm-passes");
	fclc_argv_add(&job->argv, "-S");
	fclc_argv_add(&job->argv, "-emit-llvm");
	fclc_argv_add(&job->argv, "%s", job->input);
	fclc_argv_add(&job->argv, "-o");
	fclc_argv_add(&job->argv, "%s", ruled_ir(program, source));
}

/* The last command with --check=memory: the object from IR that is optimised already. */
static void add_checked_command(struct fclc_program *program, const struct fclc_source *source,
				struct fclc_step *step)
{
	struct fclc_job *job = fclc_step_command(program, step);

	job->prepare = add_places;
	job->input = checked_ir(program, source);
	fclc_argv_add(&job->argv, "%s", source->opencl ? program->opencl_clang : program->clang);
	add_code_flags(program, &job->argv);
	add_pass_flags(&program->options, &job->argv);
	fclc_argv_add(&job->argv, "-w");
	fclc_argv_add(&job->argv, "-O%c", program->options.optimize);
	fclc_argv_add(&job->argv, "-Xclang");
	fclc_argv_add(&job->argv, "-disable-llvm-passes");
	fclc_argv_add(&job->argv, "-fstack-usage");
	fclc_argv_add(&job->argv, "-c");
	fclc_argv_add(&job->argv, "%s", job->input);
	fclc_argv_add(&job->argv, "-o");
	fclc_argv_add(&job->argv, "%s", source->unit);
}

static void name_unit(const struct fclc_program *program, struct fclc_source *source)
{
	source->unit = fclc_format(program->arena, "%s/unit%u.o", program->tmp, source->index);
	source->stack_usage = fclc_format(program->arena, "%s/unit%u.su", program->tmp,
					  source->index);
}

int fclc_compile_unit(struct fclc_program *program, struct fclc_source *source, const char *path,
		      struct fclc_step **ret_step, struct fcl_err *err)
{
	struct fclc_step *step = fclc_step_new(program, source->path);
	struct opencl_parts parts;
	int error = find_parts(program, source, &parts, err);

	if (error)
		return error;
	*ret_step = step;
	if (!source->opencl)
		step->before = fclc_support_write_rest;
	if (fclc_compile_joins(program, source)) {
		unit_command(program, source, path, &parts, step);
		add_ruled_command(program, source, step);
		fclc_step_output(step, ruled_ir(program, source));
		return 0;
	}
	name_unit(program, source);
	unit_command(program, source, path, &parts, step);
	if (!source->opencl)
		add_object_command(program, source, step);
	if (program->options.check_memory)
		add_checked_command(program, source, step);
	fclc_step_output(step, source->unit);
	fclc_step_output(step, source->stack_usage);
	return 0;
}

/* --- sources that are compiled as one --------------------------------------------------------- */

static bool is_cxx(const struct fclc_source *source)
{
	return source->cxx && !source->compiled;
}

/*
 * A region may call functions of another source of its kernel, so the compiler's plugin sees all of them in
 * one module. Sources without kernels belong to every kernel; one in another language would miss them.
 */
bool fclc_compile_joins(const struct fclc_program *program, const struct fclc_source *source)
{
	uint32_t count = 0, helpers = 0;

	if (!program->dataflow || !is_cxx(source))
		return false;
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *other = &program->sources[i];

		if (other->nkernels && !other->compiled && !other->cxx)
			return false;
		count += is_cxx(other);
		helpers += is_cxx(other) && !other->nkernels;
	}
	return helpers && helpers < count;
}

/* The module that the plugin joins a source and those without kernels in. */
static int write_module(struct fclc_program *program, const struct fclc_source *source,
			const char *path, struct fcl_err *err)
{
	struct fclc_text text = {.arena = program->arena}, names = {.arena = program->arena};
	unsigned count = 0;

	fclc_text_add(&text, "source_filename = \"%s\"\n", fclc_base_name(source->path));
	for (uint32_t i = 0; i < program->nsources; i++) {
		const struct fclc_source *other = &program->sources[i];

		if (other != source && (!is_cxx(other) || other->nkernels))
			continue;
		fclc_text_add(&text, "!%u = !{!\"%s\"}\n", count,
			      fclc_base_name(ruled_ir(program, other)));
		fclc_text_add(&names, "%s!%u", count ? ", " : "", count);
		count++;
	}
	fclc_text_add(&text, "!fclc.join = !{%s}\n", names.text);
	return fclc_write_file(path, text.text, text.length, err);
}

static struct fclc_step *join_step(struct fclc_program *program, struct fclc_source *source,
				   const char *module)
{
	struct fclc_step *step = fclc_step_new(program, source->path);

	name_unit(program, source);
	step->chain->input = module;
	object_command(program, source, step->chain);
	/* The cache looks at the contents of files that a command names; the compiler ignores this. */
	for (uint32_t i = 0; i < program->nsources; i++)
		if (is_cxx(&program->sources[i]))
			fclc_argv_add(&step->chain->argv, "-DFCLC_JOIN%u=%s", i,
				      ruled_ir(program, &program->sources[i]));
	if (program->options.check_memory)
		add_checked_command(program, source, step);
	fclc_step_output(step, source->unit);
	fclc_step_output(step, source->stack_usage);
	return step;
}

int fclc_compile_join(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nsources + 1,
					      sizeof(struct fclc_step *));
	uint32_t nsteps = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nsources; i++) {
		struct fclc_source *source = &program->sources[i];
		const char *module = fclc_format(program->arena, "%s/join%u.ll", program->tmp, i);

		if (!source->nkernels || !fclc_compile_joins(program, source))
			continue;
		error = write_module(program, source, module, err);
		if (!error)
			steps[nsteps++] = join_step(program, source, module);
	}
	return error ? error : fclc_steps_run(program, steps, nsteps, err);
}

int fclc_compile_constants(struct fclc_program *program, const struct fclc_source *source,
			   const char *path, const char **ret_ir, struct fcl_err *err)
{
	const char *ir = fclc_format(program->arena, "%s/constants%u.ll", program->tmp,
				     source->index);
	struct fclc_argv argv = {.arena = program->arena};
	int error = source->opencl ? 0 : fclc_support_write_rest(program, err);

	if (error)
		return error;
	add_source_flags(program, &argv, source, false);
	fclc_argv_add(&argv, "-w");
	fclc_argv_add(&argv, "-O0");
	fclc_argv_add(&argv, "-S");
	fclc_argv_add(&argv, "-emit-llvm");
	fclc_argv_add(&argv, "%s", path);
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", ir);
	error = fclc_run(program, &argv, err);
	if (!error)
		*ret_ir = ir;
	return error;
}

/* Lines are "file:line:function<TAB>bytes<TAB>static" (or dynamic). */
int fclc_stack_usage(struct fclc_program *program, const struct fclc_source *source,
		     uint64_t *ret_bytes, struct fcl_err *err)
{
	uint64_t total = 0;
	char *text, *line;
	size_t size;
	int error = fclc_read_file(program, source->stack_usage, &text, &size, err);

	if (error)
		return error;
	while ((line = strsep(&text, "\n"))) {
		char *tab = strchr(line, '\t');

		if (!tab)
			continue;
		total += strtoull(tab + 1, NULL, 10);
		if (strstr(tab, "dynamic"))
			total += FCLC_DYNAMIC_STACK;
	}
	*ret_bytes = total;
	return 0;
}

struct fclc_step *fclc_compile_support(struct fclc_program *program, const char *path, bool cxx,
				       const char *object)
{
	const char *slash = strrchr(path, '/');
	struct fclc_step *step = fclc_step_new(program, slash ? slash + 1 : path);
	struct fclc_argv *argv = &step->chain->argv;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, cxx ? "--driver-mode=g++" : "--driver-mode=gcc");
	fclc_argv_add(argv, cxx ? "-std=gnu++14" : "-std=gnu11");
	add_code_flags(program, argv);
	/* malloc() and memset() must not be merged into calloc(), which calls malloc(). */
	fclc_argv_add(argv, "-fno-builtin");
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	return step;
}

struct fclc_step *fclc_compile_model(struct fclc_program *program, const char *path,
				     const char *folder, const char *root, const char *object,
				     unsigned number)
{
	struct fclc_step *step = fclc_step_new(program, "Verilator's model");
	struct fclc_argv *argv = &step->chain->argv;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, "--driver-mode=g++");
	fclc_argv_add(argv, "-std=gnu++14");
	add_code_flags(program, argv);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-I%s/rtl", program->tmp);
	fclc_argv_add(argv, "-I%s", folder);
	fclc_argv_add(argv, "-I%s/include", root);
	fclc_argv_add(argv, "-I%s/include/vltstd", root);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=verilator/", root);
	add_deps(program, argv, step, "model", number);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	return step;
}
