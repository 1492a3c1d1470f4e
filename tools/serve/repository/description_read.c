/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/description_read.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/repository/description_kernels.h"
#include "tools/serve/repository/description_tensors.h"
#include "tools/serve/repository/files.h"
#include "tools/serve/repository/names.h"

enum {
	MOST_JSON = 4 << 20,
	MOST_BATCH = 1 << 20,
	MOST_QUEUE = 1 << 24,
	MOST_DELAY_US = 60 * 1000 * 1000,
	MOST_CONSTANTS = 4096,
};

/* Makes the path of a file that the description names, in its own directory. */
static bool make_path(char ret_path[PATH_MAX], const char *folder, const char *name,
		      struct fcl_serve_problems *problems)
{
	if (fcl_serve_is_file_name(name)) {
		snprintf(ret_path, PATH_MAX, "%s/%s", folder, name);
		return true;
	}
	fcl_serve_complain(problems,
			   "model.json: '%s' is not the name of a file in the model's own folder: "
			   "names have no '/' and do not begin with '.'",
			   name);
	return false;
}

static void description_read_image(struct fcl_serve_description *description,
				   const struct fcl_serve_members *members, const char *folder)
{
	struct fcl_err err = {0};
	char path[PATH_MAX];

	description->image_name = fcl_serve_member_text(members, "image");
	if (!description->image_name ||
	    !make_path(path, folder, description->image_name, members->problems))
		return;
	description->image = fcl_serve_file_read(path, 0, -1, &description->image_size, &err);
	if (!description->image)
		fcl_serve_complain(members->problems, "%s", err.text);
	else if (!description->image_size)
		fcl_serve_complain(members->problems, "%s: expected an image, found an empty file",
				   description->image_name);
}

/* By default, a constant is the whole file. */
static void read_constant(struct fcl_serve_constant *constant,
			  const struct fcl_serve_members *members, const char *folder)
{
	const char *file = fcl_serve_member_text(members, "file");
	int64_t offset = fcl_serve_member_number(members, "offset", 0, INT64_MAX, 0);
	int64_t size = fcl_serve_member_number(members, "size", 1, INT64_MAX, -1);
	struct fcl_err err = {0};
	char path[PATH_MAX];

	if (!file || !make_path(path, folder, file, members->problems))
		return;
	constant->bytes = fcl_serve_file_read(path, offset, size, &constant->size, &err);
	if (!constant->bytes)
		fcl_serve_complain(members->problems, "%s: %s", members->place, err.text);
	else if (!constant->size)
		fcl_serve_complain(
			members->problems,
			"%s: expected a constant, found 0 bytes from offset %lld of '%s'",
			members->place, (long long)offset, file);
}

static void read_constants(struct fcl_serve_description *description,
			   const struct fcl_serve_members *members, const char *folder)
{
	const json_t *array = fcl_serve_member_array(members, "constants", false);
	size_t count = array ? json_array_size(array) : 0;

	if (!count)
		return;
	if (count <= MOST_CONSTANTS)
		description->constants = fcl_arena_alloc(members->arena, count,
							 sizeof(*description->constants));
	if (!description->constants) {
		fcl_serve_complain(members->problems, "%s: too many constants (%zu)",
				   members->place, count);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct fcl_serve_constant *constant = &description->constants[i];
		struct fcl_serve_members in;

		description->nconstants++;
		constant->name = "";
		if (!fcl_serve_members_in(members, json_array_get(array, i), "constants", (int)i,
					  &in))
			continue;
		fcl_serve_members_only(&in, "name file offset size");
		constant->name = fcl_serve_member_text(&in, "name");
		constant->name = constant->name ? constant->name : "";
		read_constant(constant, &in, folder);
	}
}

static void read_limits(struct fcl_serve_description *description,
			const struct fcl_serve_members *members)
{
	int64_t delay_us = fcl_serve_member_number(members, "max_delay_us", 0, MOST_DELAY_US, 0);

	description->max_batch = fcl_serve_member_number(members, "max_batch", 1, MOST_BATCH, 0);
	description->batches = description->max_batch > 0;
	if (!description->batches)
		description->max_batch = 1;
	description->max_delay_ns = (uint64_t)delay_us * 1000;
	description->max_queue = fcl_serve_member_number(members, "max_queue", 1, MOST_QUEUE,
							 description->max_batch * 16);
	if (description->max_queue < description->max_batch)
		fcl_serve_complain(members->problems,
				   "model.json: 'max_queue' (%lld) is below 'max_batch' (%lld)",
				   (long long)description->max_queue,
				   (long long)description->max_batch);
}

static void description_read_all(struct fcl_serve_description *description, const json_t *root,
				 const char *folder, struct fcl_serve_problems *problems)
{
	struct fcl_serve_members members = {root, "model.json", &description->arena, problems};

	fcl_serve_members_only(&members, "image max_batch max_delay_us max_queue inputs outputs "
					 "constants kernels instances");
	read_limits(description, &members);
	description_read_image(description, &members, folder);
	read_constants(description, &members, folder);
	fcl_serve_read_tensors(description, &members);
	fcl_serve_read_kernels(description, &members);
}

struct fcl_serve_description *fcl_serve_description_read(const char *folder,
							 struct fcl_serve_problems *problems)
{
	struct fcl_serve_description *description = calloc(1, sizeof(*description));
	unsigned before = problems->count;
	json_t *root = description
			       ? fcl_serve_members_load(folder, "model.json", MOST_JSON, problems)
			       : NULL;

	if (!description)
		fcl_serve_complain(problems, "out of memory");
	if (root)
		description_read_all(description, root, folder, problems);
	json_decref(root);
	if (problems->count == before)
		return description;
	fcl_serve_description_free(description);
	return NULL;
}

void fcl_serve_description_free(struct fcl_serve_description *description)
{
	if (!description)
		return;
	for (unsigned i = 0; i < description->nconstants; i++)
		fcl_serve_file_free(description->constants[i].bytes,
				    description->constants[i].size);
	fcl_serve_file_free(description->image, description->image_size);
	fcl_arena_free(&description->arena);
	free(description);
}
