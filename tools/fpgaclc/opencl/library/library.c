/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/library/library.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "tools/fpgaclc/common/clang.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/isa.h"
#include "tools/fpgaclc/common/plugin.h"
#include "tools/fpgaclc/opencl/library/math_calls.h"

#define FCLC_POCL "/usr/share/pocl"
#define FCLC_POCL_HEADER FCLC_POCL "/include/_kernel.h"

/* clang also accepts C++ for OpenCL, but its kernels and built-in functions differ from ours. */
static bool is_cxx(const char *standard)
{
	return standard && !strncasecmp(standard, "-cl-std=clc++", 13);
}

int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err)
{
	if (is_cxx(program->options.standard))
		return fclc_error(
			err, FCLC_NOWHERE,
			"'%s': C++ for OpenCL is not supported; expected -cl-std=CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0",
			program->options.standard);
	program->opencl_library = fclc_format(program->arena,
					      FCLC_POCL "/kernel-" FCLC_TRIPLE "-%s.bc",
					      fclc_isa_library(program->options.march));
	if (!access(program->opencl_library, R_OK) && !access(FCLC_POCL_HEADER, R_OK))
		return fclc_clang_for_bitcode(program, program->opencl_library, err);
	return fclc_error(
		err, FCLC_NOWHERE,
		"OpenCL C needs PoCL's built-in functions, '%s' and its headers: install the package libpocl2 (libpocl2t64 in newer releases)",
		program->opencl_library);
}

/*
 * The -cl-std flag given, or the default; pipes and global variables need 2.0. `source` NULL: the
 * default.
 */
static const char *standard_of(const struct fclc_program *program, const struct fclc_source *source)
{
	const char *standard = program->options.standard;

	if (!standard || strncmp(standard, "-cl-std=", 8) != 0)
		standard = "-cl-std=CL1.2";
	return source && source->needs_2_0 && strstr(standard, "CL1") ? "-cl-std=CL2.0" : standard;
}

/* Adds the flags that a source must share with the header precompiled for it. */
static void add_language(const struct fclc_program *program, const struct fclc_source *source,
			 struct fclc_argv *argv)
{
	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, "-x");
	fclc_argv_add(argv, "cl");
	fclc_argv_add(argv, "%s", standard_of(program, source));
	fclc_argv_add(argv, "-cl-no-stdinc");
	fclc_argv_add(argv, "-cl-kernel-arg-info");
	/* The library's headers reject compilers newer than the library. */
	if (program->opencl_major) {
		fclc_argv_add(argv, "-Wno-builtin-macro-redefined");
		fclc_argv_add(argv, "-U__clang_major__");
		fclc_argv_add(argv, "-D__clang_major__=%u", program->opencl_major);
	}
	/* The library's symbols contain address spaces, so calls must be mangled the same way. */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ffake-address-space-map");
	/* On x86-64 clang enables all extensions and features by default, on arm64 none. */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-cl-ext=+all");
	fclc_argv_add(argv, "-I" FCLC_POCL "/include");
	/* clang rejects this hint before a label; the vendor's compiler accepts it. */
	fclc_argv_add(argv, "-Dopencl_unroll_hint=xcl_unroll_hint");
}

void fclc_opencl_header(const struct fclc_program *program, const struct fclc_source *source,
			struct fclc_argv *argv)
{
	add_language(program, source, argv);
	fclc_argv_add(argv, "-x");
	fclc_argv_add(argv, "cl-header");
	fclc_argv_add(argv, FCLC_POCL_HEADER);
}

void fclc_opencl_compiler(const struct fclc_program *program, const struct fclc_source *source,
			  bool precompiled, struct fclc_argv *argv)
{
	const char *header = precompiled ? program->opencl_pch[source->needs_2_0] : NULL;

	add_language(program, source, argv);
	fclc_argv_add(argv, header ? "-include-pch" : "-include");
	fclc_argv_add(argv, "%s", header ? header : FCLC_POCL_HEADER);
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "%s/include/fpgacl/opencl.h", program->tmp);
	fclc_math_calls(program, source, argv);
	fclc_argv_add(argv, "-Wno-unused-value");
	/* The mathematical functions have up to 250 overloads each. */
	fclc_argv_add(argv, "-fshow-overloads=best");
	/*
	 * The vendor's attributes only affect hardware, and the ABI for wide vectors does not
	 * matter here.
	 */
	fclc_argv_add(argv, "-Wno-unknown-attributes");
	fclc_argv_add(argv, "-Wno-ignored-attributes");
	fclc_argv_add(argv, "-Wno-psabi");
	/* The vendors' compilers treat a parameter without a type as an int. */
	fclc_argv_add(argv, "-Wno-error=implicit-int");
}

void fclc_opencl_flags(const struct fclc_program *program, struct fclc_argv *argv)
{
	bool contract = false;

	/*
	 * Sinking would move loads that all work-items can execute into branches, which prevents
	 * vectorisation.
	 */
	fclc_argv_add(argv, "-mllvm");
	fclc_argv_add(argv, "-instcombine-code-sinking=false");
	/*
	 * Versioning would add a vectorised loop for the case that an image's rows have one
	 * element, which is useless.
	 */
	fclc_argv_add(argv, "-mllvm");
	fclc_argv_add(argv, "-enable-mem-access-versioning=false");
	for (uint32_t i = 0; i < program->options.nopencl_flags; i++) {
		const char *flag = program->options.opencl_flags[i];

		fclc_argv_add(argv, "%s", flag);
		/* The other two flags imply the first one. */
		contract |= !strcmp(flag, "-cl-mad-enable") ||
			    !strcmp(flag, "-cl-unsafe-math-optimizations") ||
			    !strcmp(flag, "-cl-fast-relaxed-math");
	}
	if (contract)
		fclc_argv_add(argv, "-ffp-contract=fast");
}

/*
 * The library from which kernel versions for newer processors take faster functions. NULL if there
 * is none, or if the kernel is compiled only for such processors.
 */
static const char *faster_library(struct fclc_program *program, const char *isa)
{
	const char *path;

	if (!fclc_isa_exceeds(isa, program->options.march))
		return NULL;
	path = fclc_format(program->arena, FCLC_POCL "/kernel-" FCLC_TRIPLE "-%s.bc",
			   fclc_isa_library(isa));
	return access(path, R_OK) ? NULL : path;
}

static void add_library(struct fclc_program *program, const char *isa, const char *option,
			struct fclc_argv *argv)
{
	const char *path = faster_library(program, isa);

	if (path)
		fclc_plugin_option(program, argv,
				   fclc_format(program->arena, "%s=%s", option, path));
}

/* Whether this is the only source, so that no other can call its functions. */
static bool is_alone(const struct fclc_program *program, const struct fclc_source *source)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < program->nsources; i++)
		count += program->sources[i].language == source->language;
	return count == 1;
}

void fclc_opencl_builtins(struct fclc_program *program, const struct fclc_source *source,
			  bool optimized, struct fclc_argv *argv)
{
	fclc_plugin_option(
		program, argv,
		fclc_format(program->arena, "-fclc-builtins=%s", program->opencl_library));
	if (!optimized)
		return;
	if (is_alone(program, source))
		fclc_plugin_option(program, argv, "-fclc-alone");
	add_library(program, FCLC_ISA_FMA, "-fclc-library", argv);
	add_library(program, FCLC_ISA_AVX512, "-fclc-library-avx512", argv);
}
