/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/flags.h"

#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/opencl/library.h"

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
void fclc_flags_code(const struct fclc_program *program, struct fclc_argv *argv)
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
	/* Tables of constants are data, however large: one of 100,000 weights takes 10 M steps. */
	fclc_argv_add(argv, "-fconstexpr-steps=1000000000");
	/* On arm64 plain char has no sign by default; the compilers that kernels are written for give it one. */
	fclc_argv_add(argv, "-fsigned-char");
	/* Kernels cast buffers to other types freely, and may loop forever. */
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
	if (program->probes_stack)
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

/* What older compilers, for which kernels were written, only warned of, or compiled in C++98. */
static void add_leniency(struct fclc_argv *argv, const struct fclc_source *source)
{
	static const char *const old_c[] = {
		"-Wno-error=implicit-function-declaration",
		"-Wno-error=implicit-int",
		"-Wno-error=int-conversion",
		"-Wno-error=incompatible-function-pointer-types",
	};

	if (source->cxx)
		fclc_argv_add(argv, "-Wno-error=c++11-narrowing");
	else if (!source->opencl)
		for (size_t i = 0; i < sizeof(old_c) / sizeof(old_c[0]); i++)
			fclc_argv_add(argv, "%s", old_c[i]);
}

void fclc_flags_source(const struct fclc_program *program, struct fclc_argv *argv,
		       const struct fclc_source *source, bool precompiled)
{
	const struct fclc_options *options = &program->options;

	if (source->opencl)
		fclc_opencl_language(program, source, argv,
				     precompiled && !source->needs_2_0 ? program->opencl_pch
								       : NULL);
	else
		add_language(program, argv, source->cxx, source->language);
	fclc_flags_code(program, argv);
	if (source->opencl)
		fclc_opencl_flags(program, argv);
	if (options->target == FCL_TARGET_HW_EMU || options->hls)
		add_synthesis_macros(argv);
	if (program->dataflow && source->cxx)
		fclc_argv_add(argv, "-DFPGACLC_FLOW=1");
	fclc_argv_add(argv, "-Wno-unknown-pragmas");
	fclc_argv_add(argv, "-Wno-unused-label");
	/* Debian's clang 18 writes its command line, with paths, into what it compiles with -g. */
	fclc_argv_add(argv, "-gno-record-gcc-switches");
	add_leniency(argv, source);
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

/* With --check=memory, a call before each access; access_checks.c says which functions they call. */
void fclc_flags_check(const struct fclc_program *program, struct fclc_argv *argv)
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

void fclc_flags_debug(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (program->options.check_memory && !program->options.debug)
		fclc_argv_add(argv, "-gline-tables-only");
	if (!program->options.debug && !program->options.check_memory)
		return;
	/* Version 5 would contain a digest of the wrapper, which contains a path. */
	fclc_argv_add(argv, "-gdwarf-4");
	fclc_argv_add(argv, "-fdebug-compilation-dir=.");
}

/* The user's flags that choose passes or instructions, or ask about them; the others have done their work. */
void fclc_flags_passes(const struct fclc_options *options, struct fclc_argv *argv)
{
	for (uint32_t i = 0; i < options->ncompiler_flags; i++) {
		const char *flag = options->compiler_flags[i];
		bool takes_value = !strcmp(flag, "-mllvm") && i + 1 < options->ncompiler_flags;

		if ((strncmp(flag, "-f", 2) != 0 && strncmp(flag, "-m", 2) != 0 &&
		     strncmp(flag, "-Rpass", 6) != 0) ||
		    !strncmp(flag, "-fsanitize", 10))
			continue;
		fclc_argv_add(argv, "%s", flag);
		if (takes_value)
			fclc_argv_add(argv, "%s", options->compiler_flags[++i]);
	}
}

void fclc_flags_optimize(const struct fclc_options *options, char level, struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-O%c", level);
	for (uint32_t i = 0; i < options->ncompiler_flags; i++)
		if (!strncmp(options->compiler_flags[i], "-f", 2) &&
		    strstr(options->compiler_flags[i], "vectorize"))
			fclc_argv_add(argv, "%s", options->compiler_flags[i]);
}

/* The files that the command reads, for the cache. */
void fclc_flags_deps(struct fclc_program *program, struct fclc_argv *argv, struct fclc_step *step,
		     const char *name, unsigned index)
{
	step->deps = fclc_format(program->arena, "%s/%s%u.d", program->tmp, name, index);
	fclc_argv_add(argv, "-MD");
	fclc_argv_add(argv, "-MF");
	fclc_argv_add(argv, "%s", step->deps);
}

const char *fclc_source_text(const struct fclc_source *source)
{
	return source->rewritten ? source->rewritten : source->path;
}
