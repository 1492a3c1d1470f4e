/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/keep.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

/* A queue of the buffer's context; NULL: the program has released them. */
static cl_command_queue queue_for(const struct fcl_replay *replay, cl_mem mem)
{
	cl_context wanted = NULL, context = NULL;

	clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof(cl_context), &wanted, NULL);
	for (const struct fcl_object *object = replay->objects.all; object;
	     object = object->made_before) {
		if (object->type != FCL_OBJECT_QUEUE || object->references <= 0 ||
		    clGetCommandQueueInfo(object->handle, CL_QUEUE_CONTEXT, sizeof(cl_context),
					  &context, NULL))
			continue;
		if (context == wanted)
			return object->handle;
	}
	return NULL;
}

/* Which argument of which kernel it is. */
static void keep_describe(const struct fcl_replay *replay, const struct fcl_object *mem, char *text,
			  size_t size)
{
	char name[128];

	text[0] = '\0';
	for (const struct fcl_object *object = replay->objects.all; object;
	     object = object->made_before)
		for (uint32_t i = 0; i < object->narguments && object->references > 0; i++)
			if (object->arguments[i] == mem &&
			    !clGetKernelInfo(object->handle, CL_KERNEL_FUNCTION_NAME, sizeof(name),
					     name, NULL)) {
				snprintf(text, size, ", argument %" PRIu32 " of %s", i, name);
				return;
			}
}

static int not_kept(const struct fcl_object *object, const char *why)
{
	printf("the memory of call %" PRIu64 " is not written: %s\n", object->made_by, why);
	return 0;
}

static int keep(const struct fcl_replay *replay, const struct fcl_object *object,
		const char *folder, struct fcl_err *err)
{
	cl_command_queue queue = queue_for(replay, object->handle);
	char path[PATH_MAX], text[200];
	size_t size = 0;
	void *bytes = NULL;
	cl_int status;
	int error = 0;

	if (!queue || clGetMemObjectInfo(object->handle, CL_MEM_SIZE, sizeof(size), &size, NULL) ||
	    !size)
		return not_kept(object, "its context has no queue any more");
	bytes = malloc(size);
	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	status = clEnqueueReadBuffer(queue, object->handle, CL_TRUE, 0, size, bytes, 0, NULL, NULL);
	snprintf(path, sizeof(path), "%s/buffer-%" PRIu64 ".bin", folder, object->made_by);
	if (!status)
		error = fcl_file_write(path, bytes, size, err);
	free(bytes);
	if (status)
		return not_kept(object, "it cannot be read as a buffer");
	keep_describe(replay, object, text, sizeof(text));
	if (!error)
		printf("%s: the buffer of call %" PRIu64 ", %zu bytes%s\n", path, object->made_by,
		       size, text);
	return error;
}

/* What any queue was given may write the buffers. */
static void finish_queues(const struct fcl_replay *replay)
{
	for (const struct fcl_object *object = replay->objects.all; object;
	     object = object->made_before)
		if (object->type == FCL_OBJECT_QUEUE && object->references > 0)
			clFinish(object->handle);
}

int fcl_replay_keep(const struct fcl_replay *replay, const char *folder, struct fcl_err *err)
{
	bool any = false;
	int error = 0;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return fcl_err_set(err, -errno, "%s: %s", folder, strerror(errno));
	finish_queues(replay);
	for (const struct fcl_object *object = replay->objects.all; object && !error;
	     object = object->made_before) {
		if (object->type != FCL_OBJECT_MEM || object->references <= 0 || object->parent)
			continue;
		error = keep(replay, object, folder, err);
		any = true;
	}
	if (!any)
		printf("%s: there are no buffers at the end; --until stops before they are released\n",
		       folder);
	return error;
}
