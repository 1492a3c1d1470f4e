/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/library.h"

#include <string.h>
#include <unistd.h>

#include "tools/fpgaclc/ground/clang.h"
#include "tools/fpgaclc/ground/driver.h"

#define FCLC_POCL "/usr/share/pocl"
#define FCLC_POCL_HEADER FCLC_POCL "/include/_kernel.h"

/* Embedded by CMakeLists.txt, if FCLC_LLVM is not 0. */
extern const unsigned char fclc_file_workgroups[] __attribute__((weak));
extern const size_t fclc_file_workgroups_size __attribute__((weak));

int fclc_opencl_plugin(struct fclc_program *program, const char **ret_path, struct fcl_err *err)
{
	*ret_path = fclc_format(program->arena, "%s/workgroups.so", program->tmp);
	return fclc_write_file(*ret_path, fclc_file_workgroups, fclc_file_workgroups_size, err);
}

int fclc_opencl_find_library(struct fclc_program *program, struct fcl_err *err)
{
	/* For each instruction set, the file for the largest extension that it includes. */
	static const struct {
		const char *march, *file;
	} libraries[] = {{"x86-64", "sse2"},
			 {"x86-64-v2", "sse41"},
			 {"x86-64-v3", "avx2"},
			 {"x86-64-v4", "avx512"}};

	if (!FCLC_LLVM)
		return fclc_error(
			err, FCLC_NOWHERE,
			"this fpgaclc cannot compile OpenCL C: it was built without clang-N and llvm-N-dev (N: 15 to 19)");
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		if (!strcmp(libraries[i].march, program->options.march))
			program->opencl_library = fclc_format(
				program->arena, FCLC_POCL "/kernel-x86_64-pc-linux-gnu-%s.bc",
				libraries[i].file);
	if (!access(program->opencl_library, R_OK) && !access(FCLC_POCL_HEADER, R_OK))
		return fclc_clang_for_bitcode(program, program->opencl_library, err);
	return fclc_error(
		err, FCLC_NOWHERE,
		"OpenCL C needs PoCL's built-in functions, '%s' and its headers: install the package libpocl2 (libpocl2t64 in newer releases)",
		program->opencl_library);
}

/* The flag given, or the default; pipes need 2.0. `source` NULL: that of all others. */
static const char *standard_of(const struct fclc_program *program, const struct fclc_source *source)
{
	const char *standard = program->options.standard;

	if (!standard || strncmp(standard, "-cl-std=", 8) != 0)
		standard = "-cl-std=CL1.2";
	return source && source->takes_pipes && strstr(standard, "CL1") ? "-cl-std=CL2.0"
									: standard;
}

/* What has to be the same in a source and in the header that is precompiled for it. */
static void add_language(const struct fclc_program *program, const struct fclc_source *source,
			 struct fclc_argv *argv)
{
	fclc_argv_add(argv, "%s", program->opencl_clang);
	fclc_argv_add(argv, "-x");
	fclc_argv_add(argv, "cl");
	fclc_argv_add(argv, "%s", standard_of(program, source));
	fclc_argv_add(argv, "-cl-no-stdinc");
	fclc_argv_add(argv, "-cl-kernel-arg-info");
	/* The library's headers refuse compilers newer than the library. */
	if (program->opencl_major) {
		fclc_argv_add(argv, "-Wno-builtin-macro-redefined");
		fclc_argv_add(argv, "-U__clang_major__");
		fclc_argv_add(argv, "-D__clang_major__=%u", program->opencl_major);
	}
	/* The library's symbols contain address spaces, and those of calls have to match. */
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-ffake-address-space-map");
	fclc_argv_add(argv, "-I" FCLC_POCL "/include");
	/* Clang refuses this hint before a label, where the vendor's compiler accepts it. */
	fclc_argv_add(argv, "-Dopencl_unroll_hint=xcl_unroll_hint");
}

void fclc_opencl_header(const struct fclc_program *program, struct fclc_argv *argv)
{
	add_language(program, NULL, argv);
	fclc_argv_add(argv, "-x");
	fclc_argv_add(argv, "cl-header");
	fclc_argv_add(argv, FCLC_POCL_HEADER);
}

void fclc_opencl_language(const struct fclc_program *program, const struct fclc_source *source,
			  struct fclc_argv *argv, const char *precompiled)
{
	add_language(program, source, argv);
	fclc_argv_add(argv, precompiled ? "-include-pch" : "-include");
	fclc_argv_add(argv, "%s", precompiled ? precompiled : FCLC_POCL_HEADER);
	fclc_argv_add(argv, "-include");
	fclc_argv_add(argv, "%s/include/fpgaclc_opencl.h", program->tmp);
	fclc_argv_add(argv, "-Wno-unused-value");
	/* The vendor's attributes shape hardware; how wide vectors are passed does not matter. */
	fclc_argv_add(argv, "-Wno-unknown-attributes");
	fclc_argv_add(argv, "-Wno-ignored-attributes");
	fclc_argv_add(argv, "-Wno-psabi");
}

void fclc_opencl_flags(const struct fclc_program *program, struct fclc_argv *argv)
{
	bool contract = false;

	for (uint32_t i = 0; i < program->options.nopencl_flags; i++) {
		const char *flag = program->options.opencl_flags[i];

		fclc_argv_add(argv, "%s", flag);
		/* The two other flags include the first one's permission. */
		contract |= !strcmp(flag, "-cl-mad-enable") ||
			    !strcmp(flag, "-cl-unsafe-math-optimizations") ||
			    !strcmp(flag, "-cl-fast-relaxed-math");
	}
	if (contract)
		fclc_argv_add(argv, "-ffp-contract=fast");
}

void fclc_opencl_builtins(const struct fclc_program *program, const char *generic,
			  struct fclc_argv *argv)
{
	if (generic) {
		fclc_argv_add(argv, "-Xclang");
		fclc_argv_add(argv, "-mlink-builtin-bitcode");
		fclc_argv_add(argv, "-Xclang");
		fclc_argv_add(argv, "%s", generic);
	}
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-mlink-builtin-bitcode");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", program->opencl_library);
}
