/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/flags.h"

#include <string.h>

#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/plugin.h"

/* Code generation flags for every part of a payload. */
void fclc_flags_code(const struct fclc_program *program, struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-march=%s", program->options.march);
	/* Headers test this macro to distinguish kernels from host programs. */
	fclc_argv_add(argv, "-D__FPGACLC__=1");
	/* Inline versions of putchar() and the like would write to the host's stdio buffers. */
	fclc_argv_add(argv, "-D__NO_INLINE__=1");
	fclc_argv_add(argv, "-fPIC");
	fclc_argv_add(argv, "-fvisibility=hidden");
	fclc_argv_add(argv, "-ffunction-sections");
	fclc_argv_add(argv, "-fdata-sections");
	/*
	 * Results must follow the operators' specification on every instruction set, so no
	 * contraction to FMA.
	 */
	fclc_argv_add(argv, "-ffp-contract=off");
	/*
	 * Hardware adders wrap on overflow; C lets the compiler assume that overflow does not
	 * happen.
	 */
	fclc_argv_add(argv, "-fwrapv");
	/*
	 * Constant tables of any size must be evaluated: one with 100,000 weights takes 10 M steps.
	 */
	fclc_argv_add(argv, "-fconstexpr-steps=1000000000");
	/*
	 * Plain char is unsigned by default on arm64; the compilers that kernels are written for
	 * make it signed.
	 */
	fclc_argv_add(argv, "-fsigned-char");
	/* Kernels cast buffers to other types freely, and may contain infinite loops. */
	fclc_argv_add(argv, "-fno-strict-aliasing");
	fclc_argv_add(argv, "-fno-finite-loops");
	/* A function may end without a return statement, and address 0 is valid memory. */
	fclc_argv_add(argv, "-fno-strict-return");
	fclc_argv_add(argv, "-fno-delete-null-pointer-checks");
	/*
	 * A pointer after a cast may be less aligned than its new type; 8 still keeps atomics
	 * inline.
	 */
	fclc_argv_add(argv, "-fmax-type-align=8");
	/* Uninitialised memory reads as zero, like that of a configured board. */
	/* Until version 16, clang's driver required a second flag for this. */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ftrivial-auto-var-init=zero");
	/* `#pragma unroll` over a shift register of thousands of elements stays a loop, which compiles and runs faster. */
	fclc_argv_add(argv, "-mllvm");
	fclc_argv_add(argv, "-pragma-unroll-threshold=4096");
	/* A large frame must hit the guard page on stack overflow, not skip it. */
	if (program->probes_stack)
		fclc_argv_add(argv, "-fstack-clash-protection");
}

/* Hardware emulation compiles the code that synthesis would, so it defines the same macros. */
void fclc_flags_synthesis(struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-D__SYNTHESIS__=1");
	fclc_argv_add(argv, "-D__VITIS_HLS__=1");
	fclc_argv_add(argv, "-D__HLS_SYN__=1");
	fclc_argv_add(argv, "-DAESL_SYN=1");
	fclc_argv_add(argv, "-D__DSP48E1__=1");
}

void fclc_flags_source(const struct fclc_program *program, struct fclc_argv *argv,
		       const struct fclc_source *source, bool precompiled)
{
	const struct fclc_options *options = &program->options;
	const struct fclc_language *language = source->language;

	language->compiler(program, source, precompiled, argv);
	fclc_flags_code(program, argv);
	if (language->code)
		language->code(program, argv);
	if (options->target == FCL_TARGET_HW_EMU || options->hls)
		fclc_flags_synthesis(argv);
	/* A clang that crashes would leave the source and a script in TMPDIR. */
	fclc_argv_add(argv, "-fno-crash-diagnostics");
	fclc_argv_add(argv, "-Wno-unknown-pragmas");
	fclc_argv_add(argv, "-Wno-unused-label");
	/* Debian's clang 18 records its command line, with paths, in the debug information. */
	fclc_argv_add(argv, "-gno-record-gcc-switches");
	for (uint32_t i = 0; i < options->nhls_includes; i++)
		fclc_argv_add(argv, "-I%s", options->hls_includes[i]);
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	for (uint32_t i = 0; i < options->ncompiler_flags; i++)
		fclc_argv_add(argv, "%s", options->compiler_flags[i]);
	/* Leaves out the parts of -fsanitize=undefined that need the compiler's runtime library. */
	fclc_argv_add(argv, "-fno-sanitize=vptr,function");
	fclc_argv_add(argv, "-fsanitize-undefined-strip-path-components=-1");
	/*
	 * Keeps paths of the build machine out of the image. The last matching prefix wins, so the
	 * longest comes last.
	 */
	fclc_argv_add(argv, "-ffile-prefix-map=%s=", program->cwd);
	fclc_argv_add(argv, "-ffile-prefix-map=%s=", source->directory);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
}

void fclc_flags_check(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (!program->options.check_memory)
		return;
	fclc_plugin_option(program, argv, "-fclc-check-memory");
	/* It does not know masked loads and stores. */
	fclc_argv_add(argv, "-fno-vectorize");
	fclc_argv_add(argv, "-fno-slp-vectorize");
}

void fclc_flags_debug(const struct fclc_program *program, struct fclc_argv *argv)
{
	if (program->options.check_memory && !program->options.debug)
		fclc_argv_add(argv, "-gline-tables-only");
	if (!program->options.debug && !program->options.check_memory)
		return;
	/* DWARF 5 would include a checksum of the wrapper, which contains a path. */
	fclc_argv_add(argv, "-gdwarf-4");
	fclc_argv_add(argv, "-fdebug-compilation-dir=.");
}

/*
 * Adds the user's flags that select passes or instructions, or query them; the others apply to an
 * earlier step.
 */
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

/* Makes the command list the files that it reads, for the cache. */
void fclc_flags_deps(struct fclc_program *program, struct fclc_argv *argv, struct fclc_step *step,
		     const char *name, unsigned index)
{
	step->deps = fclc_format(program->arena, "%s/%s%u.d", program->tmp, name, index);
	fclc_argv_add(argv, "-MD");
	fclc_argv_add(argv, "-MF");
	fclc_argv_add(argv, "%s", step->deps);
}
