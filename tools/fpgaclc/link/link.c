/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/link.h"

#include "tools/fpgaclc/compile/compile.h"
#include "tools/fpgaclc/ground/driver.h"

static void add_link_flags(const struct fclc_program *program, struct fclc_argv *argv, bool cxx)
{
	static const char *const flags[] = {
		"-shared",
		"-Wl,-Bsymbolic",
		"-Wl,--no-undefined",
		"-Wl,-z,now",
		"-Wl,-z,relro",
		"-Wl,--gc-sections",
		"-Wl,--exclude-libs,ALL",
		"-Wl,--build-id=none",
		"-static-libgcc",
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		fclc_argv_add(argv, "%s", flags[i]);
	if (cxx)
		fclc_argv_add(argv, "-static-libstdc++");
	if (!program->options.debug)
		fclc_argv_add(argv, "-s");
	fclc_argv_add(argv, "-Wl,--version-script=%s/payload.map", program->tmp);
}

/* A support source or the table, how to compile it, and whether this payload needs it. */
struct part {
	const char *source;
	enum part_kind { PART_C, PART_CXX, PART_MODEL } kind;
	bool wanted;
};

static int add_part(struct fclc_program *program, struct fclc_argv *link, const struct part *part,
		    unsigned index, struct fcl_err *err)
{
	const char *source = *part->source == '/' ? part->source
						  : fclc_format(program->arena, "%s/%s",
								program->tmp, part->source);
	const char *object = fclc_format(program->arena, "%s/part%u.o", program->tmp, index);
	/* Includes files from the folder where Verilator is installed. */
	int error = part->kind == PART_MODEL
			    ? fclc_compile_model(program, source, program->tmp, object, err)
			    : fclc_compile_support(program, source, part->kind == PART_CXX, object,
						   err);

	if (!error)
		fclc_argv_add(link, "%s", object);
	return error;
}

int fclc_link(struct fclc_program *program, const char *table, struct fcl_err *err)
{
	struct fclc_argv argv = {.arena = program->arena};
	bool cxx = false, opencl = false, rtl = false;
	int error = 0;

	for (uint32_t i = 0; i < program->nsources; i++)
		cxx |= program->sources[i].cxx;
	for (uint32_t i = 0; i < program->nkernels; i++) {
		opencl |= program->kernels[i].opencl;
		rtl |= program->kernels[i].rtl != NULL;
	}
	const struct part parts[] = {
		{"payload_support.c", PART_C, true},    {"payload_memory.c", PART_C, true},
		{"payload_items.c", PART_C, opencl},    {table, PART_C, true},
		{"payload_support.cpp", PART_CXX, cxx}, {"payload_tasks.cpp", PART_CXX, cxx},
		{"rtl/rtl_signal.c", PART_C, rtl},      {"rtl/rtl_axi.c", PART_C, rtl},
		{"rtl/rtl_stream.c", PART_C, rtl},      {"rtl/rtl_lite.c", PART_C, rtl},
		{"rtl/rtl_clock.c", PART_C, rtl},       {"rtl/rtl_verilated.cpp", PART_MODEL, rtl},
	};

	program->payload = fclc_format(program->arena, "%s/payload.so", program->tmp);
	fclc_argv_add(&argv, "%s", program->clang);
	fclc_argv_add(&argv, cxx ? "--driver-mode=g++" : "--driver-mode=gcc");
	add_link_flags(program, &argv, cxx);
	if (opencl)
		fclc_argv_add(&argv, "-Wl,--wrap=write"); /* payload_items.c */
	for (unsigned i = 0; !error && i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i].wanted)
			error = add_part(program, &argv, &parts[i], i, err);
	if (error)
		return error;
	for (uint32_t i = 0; i < program->nsources; i++)
		if (program->sources[i].unit)
			fclc_argv_add(&argv, "%s", program->sources[i].unit);
	fclc_argv_add(&argv, "-lm");
	fclc_argv_add(&argv, "-o");
	fclc_argv_add(&argv, "%s", program->payload);
	return fclc_run(program, &argv, err);
}
