/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/division.h"

int fcl_program_create(struct fcl_context *context, struct fcl_part *const *parts, uint32_t nparts,
		       struct fcl_program **ret_program)
{
	struct fcl_program *program = fcl_object_create(FCL_TYPE_PROGRAM);

	if (!program)
		return -ENOMEM;
	program->builds = calloc(nparts, sizeof(*program->builds));
	if (!program->builds) {
		fcl_object_recycle(&program->object);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < nparts; i++) {
		program->builds[i].part = parts[i];
		program->builds[i].device = parts[i]->device;
		program->builds[i].status = CL_BUILD_NONE;
	}
	program->nbuilds = nparts;
	program->context = fcl_object_ref(context);
	pthread_mutex_init(&program->lock, NULL);
	*ret_program = program;
	return 0;
}

void fcl_program_destroy(struct fcl_object *object)
{
	struct fcl_program *program = (struct fcl_program *)object;
	struct fcl_context *context = program->context;

	while (program->destructors) {
		struct fcl_destructor *destructor = program->destructors;

		program->destructors = destructor->next;
		destructor->notify.program((cl_program)program, destructor->user_data);
		free(destructor);
	}
	for (uint32_t i = 0; i < program->nbuilds; i++) {
		struct fcl_build *build = &program->builds[i];

		if (build->image)
			build->unload(build->device, build->image);
		fcl_image_unref(build->image);
		free(build->options);
		free(build->log);
	}
	free(program->builds);
	free(program->source);
	free(program->kernel_names);
	pthread_mutex_destroy(&program->lock);
	fcl_object_recycle(object);
	fcl_object_unref(context);
}

int fcl_build_kernel(const struct fcl_build *build, const char *name)
{
	int index = build->image ? fcl_image_find_kernel(build->image, name) : -1;

	return index >= 0 && fcl_part_has(build->part, build->image, (uint32_t)index) ? index : -1;
}

/* Whether all devices with the kernel agree about it: "the same function definition". */
static bool is_same_everywhere(const struct fcl_program *program, const struct fcl_image *image,
			       uint32_t kernel)
{
	const struct fcl_image_kernel *facts = &image->kernels[kernel];

	for (uint32_t i = 0; i < program->nbuilds; i++) {
		const struct fcl_build *other = &program->builds[i];
		int index = other->image == image ? -1 : fcl_build_kernel(other, facts->name);

		if (index >= 0 && !fcl_image_same_args(facts, &other->image->kernels[index]))
			return false;
	}
	return true;
}

/* Whether kernel_names gets a kernel from this build: no earlier build has it. */
static bool is_new(const struct fcl_program *program, const struct fcl_build *build,
		   uint32_t kernel)
{
	if (!fcl_part_has(build->part, build->image, kernel))
		return false;
	for (const struct fcl_build *before = program->builds; before < build; before++)
		if (before->image == build->image
			    ? fcl_part_has(before->part, build->image, kernel)
			    : fcl_build_kernel(before, build->image->kernels[kernel].name) >= 0)
			return false;
	return true;
}

static void program_list_names(struct fcl_program *program, const struct fcl_build *build,
			       FILE *list)
{
	for (uint32_t i = 0; build->image && i < build->image->nkernels; i++)
		if (is_new(program, build, i) && is_same_everywhere(program, build->image, i))
			fprintf(list, "%s%s", program->nkernels++ ? ";" : "",
				build->image->kernels[i].name);
}

int fcl_program_finish(struct fcl_program *program)
{
	size_t size;
	FILE *list = open_memstream(&program->kernel_names, &size);
	bool failed;

	if (!list)
		return -ENOMEM;
	for (uint32_t i = 0; i < program->nbuilds; i++)
		program_list_names(program, &program->builds[i], list);
	failed = ferror(list);
	return fclose(list) || failed ? -ENOMEM : 0;
}

bool fcl_program_has_executable(const struct fcl_program *program)
{
	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (program->builds[i].image)
			return true;
	return false;
}

struct fcl_build *fcl_program_build(struct fcl_program *program, const struct fcl_part *part)
{
	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (program->builds[i].part == part)
			return &program->builds[i];
	if (!fcl_context_has(program->context, part))
		return NULL;
	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (program->builds[i].device == part->device && program->builds[i].image)
			return &program->builds[i];
	return NULL;
}
