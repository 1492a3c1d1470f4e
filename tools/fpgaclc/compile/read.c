/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/read.h"

#include "tools/fpgaclc/common/jobs.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/common/support.h"
#include "tools/fpgaclc/compile/examine.h"
#include "tools/fpgaclc/compile/sources.h"
#include "tools/fpgaclc/frontend/facts.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/frontend/kernels.h"

/* Runs clang over all sources, and reads what its plugin has found. */
static int read_functions(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	/*
	 * Cached steps need no headers, but with --save-temps the kept files must compile on their
	 * own.
	 */
	if (!error && program->options.save_temps)
		error = fclc_support_write(program, err);
	if (!error)
		error = fclc_compile_examine(program, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		error = fclc_facts_read(program, &program->sources[i], err);
	return error;
}

/* Reads the sources that languages make of those that have been read. */
static int read_joined(struct fclc_program *program, struct fcl_err *err)
{
	bool joined = false;
	int error = 0;

	for (uint32_t i = 0; !error && !joined && program->languages[i]; i++)
		if (program->languages[i]->join_sources)
			error = program->languages[i]->join_sources(program, &joined, err);
	if (error || !joined)
		return error;
	fclc_jobs_close(program);
	program->nsources = 0;
	program->functions.count = program->undefined.count = program->variables.count = 0;
	error = fclc_sources_open(program, err);
	return error ? error : read_functions(program, err);
}

/* Chooses the kernels among the functions. */
static int choose_kernels(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; !error && program->languages[i] && !program->options.nkernels; i++)
		if (program->languages[i]->name_kernels)
			error = program->languages[i]->name_kernels(program, err);
	if (!error)
		error = fclc_select_kernels(program, err);
	for (uint32_t i = 0; !error && program->languages[i]; i++)
		if (program->languages[i]->check)
			error = program->languages[i]->check(program, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].language->read)
			error = program->sources[i].language->read(program, &program->sources[i],
								   err);
	return error;
}

/* Applies interface pragmas to the kernels. */
static int read_interfaces(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_pragmas pragmas = {0};
	int error = 0;

	fclc_pragmas_read(program, &pragmas);
	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		error = fclc_interface_read(program, &program->kernels[i], &pragmas, err);
	for (uint32_t i = 0; !error && i < program->nsources; i++)
		if (program->sources[i].language->read_ports)
			error = program->sources[i].language->read_ports(program,
									 &program->sources[i], err);
	for (uint32_t i = 0; !error && program->languages[i]; i++)
		if (program->languages[i]->expand)
			error = program->languages[i]->expand(program, err);
	return error;
}

int fclc_sources_read(struct fclc_program *program, struct fcl_err *err)
{
	int error = read_functions(program, err);

	if (!error)
		error = read_joined(program, err);
	if (error || !program->nsources)
		return error;
	error = choose_kernels(program, err);
	return error ? error : read_interfaces(program, err);
}
