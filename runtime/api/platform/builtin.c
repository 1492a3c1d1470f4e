/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/objects/division.h"

struct fcl_image *fcl_api_builtin_image(struct fcl_device *device)
{
	struct fcl_image *image;

	pthread_mutex_lock(&device->lock);
	image = fcl_device_image(device);
	image = image ? fcl_image_ref(image) : NULL;
	pthread_mutex_unlock(&device->lock);
	return image;
}

bool fcl_api_builtin_listed(const char *names, const char *name, size_t length)
{
	while (*names) {
		size_t item = strcspn(names, ";");

		if (item == length && !strncmp(names, name, length))
			return true;
		names += item;
		names += *names == ';';
	}
	return false;
}

static char *join_names(const struct fcl_part *part, const struct fcl_image *image)
{
	size_t length = 1;
	char *names, *at;

	for (uint32_t i = 0; i < image->nkernels; i++)
		length += strlen(image->kernels[i].name) + 1;
	names = at = malloc(length);
	if (!names)
		return NULL;
	*at = '\0';
	for (uint32_t i = 0; i < image->nkernels; i++) {
		if (!fcl_part_has(part, image, i))
			continue;
		if (at != names)
			*at++ = ';';
		at = stpcpy(at, image->kernels[i].name);
	}
	return names;
}

cl_int fcl_api_builtin_names(const struct fcl_api_info *info, const struct fcl_part *part)
{
	struct fcl_image *image = fcl_api_builtin_image(part->device);
	char *names = image ? join_names(part, image) : NULL;
	cl_int error;

	if (image && !names)
		error = CL_OUT_OF_HOST_MEMORY;
	else
		error = fcl_api_info_string(info, names);
	free(names);
	fcl_image_unref(image);
	return error;
}

static cl_int answer_versions(const struct fcl_api_info *info, const struct fcl_part *part,
			      const struct fcl_image *image)
{
	cl_name_version *versions = calloc(image->nkernels + 1, sizeof(*versions));
	uint32_t count = 0;
	cl_int error;

	if (!versions)
		return CL_OUT_OF_HOST_MEMORY;
	for (uint32_t i = 0; i < image->nkernels; i++) {
		cl_name_version *version = &versions[count];

		if (!fcl_part_has(part, image, i))
			continue;
		version->version = CL_MAKE_VERSION(1, 0, 0);
		snprintf(version->name, sizeof(version->name), "%s", image->kernels[i].name);
		count++;
	}
	error = fcl_api_info_bytes(info, versions, count * sizeof(*versions));
	free(versions);
	return error;
}

cl_int fcl_api_builtin_versions(const struct fcl_api_info *info, const struct fcl_part *part)
{
	struct fcl_image *image = fcl_api_builtin_image(part->device);
	cl_int error = image ? answer_versions(info, part, image)
			     : fcl_api_info_bytes(info, NULL, 0);

	fcl_image_unref(image);
	return error;
}
