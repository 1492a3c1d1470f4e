/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/cus.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/common/language.h"

/* The first CU's register base and the distance between CUs, as platforms assign them. */
#define FCLC_FIRST_BASE 0x1800000u
#define FCLC_BASE_STEP 0x10000u

#define FCLC_MOST_CUS 100000u
/*
 * The limits that the driver reports for a device: local memory, bytes of arguments, and their
 * number.
 */
#define LOCAL_MEM_SIZE 65536u
#define PARAMETER_SIZE 4096u
#define CONSTANT_ARGS 256u

static int add_cu(struct fclc_program *program, uint32_t *capacity, const char *name,
		  struct fclc_kernel *kernel, struct fclc_place place, struct fcl_err *err)
{
	if (!fclc_is_identifier(name))
		return fclc_error(
			err, place,
			"expected an identifier as the name of a compute unit, found '%s'", name);
	if (fclc_names_find(&program->cu_names, name) != FCLC_NO_NAME)
		return fclc_error(err, place, "two compute units are named '%s'", name);
	fclc_names_add(program->arena, &program->cu_names, name, program->ncus);
	program->cus = fclc_grow(program->arena, program->cus, program->ncus, capacity,
				 sizeof(*program->cus));
	program->cus[program->ncus++] =
		(struct fclc_cu){.name = name, .kernel = kernel, .base = UINT64_MAX};
	return 0;
}

static struct fclc_kernel *find_kernel(struct fclc_program *program, const char *name)
{
	for (uint32_t i = 0; i < program->nkernels; i++)
		if (!strcmp(program->kernels[i].name, name))
			return &program->kernels[i];
	for (uint32_t i = 0; program->languages[i]; i++) {
		const struct fclc_language *language = program->languages[i];
		struct fclc_kernel *found = language->find ? language->find(program, name) : NULL;

		if (found)
			return found;
	}
	return NULL;
}

static const char *list_kernels(const struct fclc_program *program)
{
	struct fclc_text list = {.arena = program->arena};

	for (uint32_t i = 0; i < program->nkernels; i++)
		fclc_text_add(&list, "%s%s", i ? ", " : "", program->kernels[i].name);
	return list.text ? list.text : "none";
}

/* <kernel>_<number>, as v++ names CUs, or a shorter name if the image has no room for that. */
static const char *default_name(struct fclc_program *program, const struct fclc_kernel *kernel,
				unsigned long number)
{
	const char *name = fclc_format(program->arena, "%s_%lu", kernel->name, number);

	if (strlen(kernel->name) + 1 + strlen(name) <= FCL_IMAGE_CU_NAME_MAX)
		return name;
	return fclc_format(program->arena, "k%u_%lu", (unsigned)(kernel - program->kernels) + 1,
			   number);
}

/* The emulated board exceeds these limits, but hosts rely on what the driver reports. */
static void warn_of_limits(const struct fclc_kernel *kernel)
{
	unsigned long long bytes = 0, constants = 0;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		bytes += kernel->args[i].kind == FCLC_ARG_STREAM ? 0 : kernel->args[i].size;
		constants += kernel->args[i].space == FCL_ARG_CONSTANT;
	}
	if (kernel->local_size > LOCAL_MEM_SIZE)
		fclc_warn(
			kernel->place,
			"kernel '%s' declares %llu bytes of __local variables, but a device has %u (CL_DEVICE_LOCAL_MEM_SIZE)",
			kernel->name, (unsigned long long)kernel->local_size, LOCAL_MEM_SIZE);
	if (bytes > PARAMETER_SIZE)
		fclc_warn(
			kernel->place,
			"kernel '%s' has %llu bytes of arguments, but a device takes %u (CL_DEVICE_MAX_PARAMETER_SIZE)",
			kernel->name, bytes, PARAMETER_SIZE);
	if (constants > CONSTANT_ARGS)
		fclc_warn(
			kernel->place,
			"kernel '%s' has %llu __constant arguments, but a device takes %u (CL_DEVICE_MAX_CONSTANT_ARGS)",
			kernel->name, constants, CONSTANT_ARGS);
}

static unsigned long count_names(const char *names)
{
	unsigned long count = names != NULL;

	for (; names && *names; names++)
		count += *names == '.' || *names == ',';
	return count;
}

/* Parses "vadd:2:first.second" or "vadd:2". Commas may also separate names. */
static int apply_nk(struct fclc_program *program, uint32_t *capacity,
		    const struct fclc_directive *directive, struct fcl_err *err)
{
	char *text = fclc_copy(program->arena, directive->text, strlen(directive->text));
	char *count_text = strchr(text, ':'), *names, *end;
	struct fclc_kernel *kernel;
	unsigned long count, named;

	if (!count_text)
		return fclc_error(err, directive->place,
				  "nk=%s: expected <kernel>:<count>[:<cu>.<cu>...]",
				  directive->text);
	*count_text++ = 0;
	count = strtoul(count_text, &end, 10);
	if (!isdigit((unsigned char)*count_text) || (*end && *end != ':') || !count ||
	    count > FCLC_MOST_CUS)
		return fclc_error(err, directive->place,
				  "nk=%s: expected a count from 1 to %u, found '%s'",
				  directive->text, FCLC_MOST_CUS, count_text);
	names = *end ? end + 1 : NULL;
	named = count_names(names);
	if (names && named != count)
		return fclc_error(err, directive->place,
				  "nk=%s: expected %lu names or none, found %lu", directive->text,
				  count, named);
	kernel = find_kernel(program, text);
	if (!kernel)
		return fclc_error(err, directive->place,
				  "nk=%s: there is no kernel '%s'; the kernels are: %s",
				  directive->text, text, list_kernels(program));
	for (uint32_t i = 0; i < program->ncus; i++)
		if (program->cus[i].kernel == kernel)
			return fclc_error(err, directive->place,
					  "nk=%s: kernel '%s' already has an nk", directive->text,
					  text);
	for (unsigned long i = 0; i < count; i++) {
		const char *name = names ? strsep(&names, ".,") : NULL;
		int error;

		if (!name)
			name = default_name(program, kernel, i + 1);
		error = add_cu(program, capacity, name, kernel, directive->place, err);
		if (error)
			return error;
	}
	return 0;
}

int fclc_make_cus(struct fclc_program *program, struct fcl_err *err)
{
	uint32_t capacity = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->options.ndirectives; i++)
		if (program->options.directives[i].kind == FCLC_NK)
			error = apply_nk(program, &capacity, &program->options.directives[i], err);
	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		struct fclc_kernel *kernel = &program->kernels[i];
		bool has_cu = false;

		for (uint32_t j = 0; j < program->ncus; j++)
			has_cu |= program->cus[j].kernel == kernel;
		for (uint32_t j = 0; !error && !has_cu && (!j || j < kernel->units); j++)
			error = add_cu(program, &capacity, default_name(program, kernel, j + 1),
				       kernel, kernel->place, err);
	}
	/* The emulated board could hold more, but the design would not fit a real one. */
	if (!error && program->board->max_cus && program->ncus > program->board->max_cus)
		fclc_warn(FCLC_NOWHERE, "%u compute units, but a real %s supports at most %u",
			  program->ncus, program->board->name, program->board->max_cus);
	for (uint32_t i = 0; !error && i < program->nkernels; i++)
		warn_of_limits(&program->kernels[i]);
	return error;
}

int fclc_place_cus(struct fclc_program *program, struct fcl_err *err)
{
	uint64_t base = FCLC_FIRST_BASE;

	/* XRT's emulation numbers units by their addresses, and counts only those that it starts. */
	for (int free_running = 0; free_running < 2; free_running++)
		for (uint32_t i = 0; i < program->ncus; i++) {
			const struct fclc_kernel *kernel = program->cus[i].kernel;

			if (!kernel->has_slave ||
			    (kernel->control == FCL_CONTROL_NONE) != free_running)
				continue;
			program->cus[i].base = base;
			base += FCLC_BASE_STEP;
		}
	if (base > UINT32_MAX)
		return fclc_error(
			err, FCLC_NOWHERE,
			"the registers of %u compute units do not fit into 32-bit addresses",
			program->ncus);
	return 0;
}
