/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/core/register.h"

int fcl_program_create(struct fcl_context *context, struct fcl_device *const *devices,
		       uint32_t ndevices, struct fcl_program **ret_program)
{
	struct fcl_program *program = fcl_object_create(FCL_TYPE_PROGRAM);

	if (!program)
		return -ENOMEM;
	program->builds = calloc(ndevices, sizeof(*program->builds));
	if (!program->builds) {
		fcl_object_recycle(&program->object);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < ndevices; i++) {
		program->builds[i].device = devices[i];
		program->builds[i].status = CL_BUILD_NONE;
	}
	program->nbuilds = ndevices;
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
			fcl_device_unload(build->device, build->image);
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

static void fail_build(struct fcl_build *build, const struct fcl_err *err)
{
	build->status = CL_BUILD_ERROR;
	free(build->log);
	build->log = strdup(err->text);
	fcl_log(FCL_LOG_ERROR, build->device->info->name, "the binary is refused: %s", err->text);
}

int fcl_program_load(struct fcl_program *program, uint32_t index, const void *data, size_t size,
		     struct fcl_err *err)
{
	struct fcl_build *build = &program->builds[index];
	struct fcl_image *image = NULL;
	int error = fcl_image_read(data, size, &image, err);

	if (!error)
		error = fcl_device_load(build->device, &image, err);
	if (error) {
		fail_build(build, err);
		fcl_image_unref(image);
		return error;
	}
	build->image = image;
	build->status = CL_BUILD_SUCCESS;
	return 0;
}

static size_t names_length(const struct fcl_image *image)
{
	size_t length = 1;

	for (uint32_t i = 0; i < image->nkernels; i++)
		length += strlen(image->kernels[i].name) + 1;
	return length;
}

int fcl_program_finish(struct fcl_program *program)
{
	const struct fcl_image *image = NULL;
	char *at;

	for (uint32_t i = 0; i < program->nbuilds && !image; i++)
		image = program->builds[i].image;
	program->kernel_names = malloc(image ? names_length(image) : 1);
	if (!program->kernel_names)
		return -ENOMEM;
	at = program->kernel_names;
	*at = '\0';
	for (uint32_t i = 0; image && i < image->nkernels; i++) {
		if (i)
			*at++ = ';';
		at = stpcpy(at, image->kernels[i].name);
	}
	program->nkernels = image ? image->nkernels : 0;
	return 0;
}

struct fcl_build *fcl_program_build(struct fcl_program *program, const struct fcl_device *device)
{
	for (uint32_t i = 0; i < program->nbuilds; i++)
		if (program->builds[i].device == device)
			return &program->builds[i];
	return NULL;
}
