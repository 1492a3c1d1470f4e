/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/description.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tools/serve/repository/description_kernels.h"
#include "tools/serve/repository/description_tensors.h"
#include "tools/serve/repository/json.h"
#include "tools/serve/repository/names.h"

enum {
	MOST_JSON = 4 << 20,
	MOST_BATCH = 1 << 20,
	MOST_QUEUE = 1 << 24,
	MOST_DELAY_US = 60 * 1000 * 1000,
	MOST_CONSTANTS = 4096,
};

static const size_t MOST_FILE = (size_t)4 << 30;

/* Reads a file that the description names, from its own directory. */
static char *read_named(const char *folder, const char *name, size_t most, size_t *ret_size,
			struct fcl_serve_problems *problems)
{
	char path[PATH_MAX];
	struct fcl_err err = {0};
	char *bytes;

	if (!fcl_serve_is_file_name(name)) {
		fcl_serve_complain(problems,
				   "model.json: '%s' is not the name of a file in the model's "
				   "own folder: names have no '/' and do not begin with '.'",
				   name);
		return NULL;
	}
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (!fcl_file_read_regular(path, most, &bytes, ret_size, &err))
		return bytes;
	fcl_serve_complain(problems, "%s", err.text);
	return NULL;
}

static void read_image(struct fcl_serve_description *description,
		       const struct fcl_serve_members *members, const char *folder)
{
	description->image_name = fcl_serve_member_text(members, "image");
	if (!description->image_name)
		return;
	description->image = read_named(folder, description->image_name, MOST_FILE,
					&description->image_size, members->problems);
	if (description->image && !description->image_size)
		fcl_serve_complain(members->problems, "%s: expected an image, found an empty file",
				   description->image_name);
}

/*
 * Cuts the constant out of the file according to "offset" and "size"; by default it is the whole
 * file.
 */
static void cut_constant(struct fcl_serve_constant *constant,
			 const struct fcl_serve_members *members)
{
	int64_t offset = fcl_serve_member_number(members, "offset", 0, INT64_MAX, 0);
	int64_t size = fcl_serve_member_number(members, "size", 1, INT64_MAX, -1);

	if ((uint64_t)offset >= constant->size ||
	    (size > 0 && (uint64_t)size > constant->size - (uint64_t)offset)) {
		fcl_serve_complain(members->problems,
				   "%s: the file has %zu bytes, and does not reach to offset %lld "
				   "with %lld bytes",
				   members->place, constant->size, (long long)offset,
				   (long long)(size > 0 ? size : 1));
		return;
	}
	constant->size = size > 0 ? (size_t)size : constant->size - (size_t)offset;
	memmove(constant->bytes, constant->bytes + offset, constant->size);
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
		const char *file;

		description->nconstants++;
		constant->name = "";
		if (!fcl_serve_members_in(members, json_array_get(array, i), "constants", (int)i,
					  &in))
			continue;
		fcl_serve_members_only(&in, "name file offset size");
		constant->name = fcl_serve_member_text(&in, "name");
		constant->name = constant->name ? constant->name : "";
		file = fcl_serve_member_text(&in, "file");
		if (file)
			constant->bytes = read_named(folder, file, MOST_FILE, &constant->size,
						     members->problems);
		if (constant->bytes)
			cut_constant(constant, &in);
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

static json_t *parse(const char *bytes, size_t size, struct fcl_serve_problems *problems)
{
	struct fcl_err err = {0};
	json_t *root = fcl_serve_json_load(bytes, size, NULL, &err);

	if (!root)
		fcl_serve_complain(problems, "model.json: %s", err.text);
	else if (!json_is_object(root))
		fcl_serve_complain(problems, "model.json: expected an object");
	return root;
}

static void read_all(struct fcl_serve_description *description, const json_t *root,
		     const char *folder, struct fcl_serve_problems *problems)
{
	struct fcl_serve_members members = {root, "model.json", &description->arena, problems};

	fcl_serve_members_only(&members, "image max_batch max_delay_us max_queue inputs outputs "
					 "constants kernels instances");
	read_limits(description, &members);
	read_image(description, &members, folder);
	read_constants(description, &members, folder);
	fcl_serve_read_tensors(description, &members);
	fcl_serve_read_kernels(description, &members);
}

struct fcl_serve_description *fcl_serve_description_read(const char *folder,
							 struct fcl_serve_problems *problems)
{
	struct fcl_serve_description *description = calloc(1, sizeof(*description));
	unsigned before = problems->count;
	size_t size = 0;
	char *bytes = description ? read_named(folder, "model.json", MOST_JSON, &size, problems)
				  : NULL;
	json_t *root = bytes ? parse(bytes, size, problems) : NULL;

	if (!description)
		fcl_serve_complain(problems, "out of memory");
	if (json_is_object(root))
		read_all(description, root, folder, problems);
	json_decref(root);
	free(bytes);
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
		free(description->constants[i].bytes);
	free(description->image);
	fcl_arena_free(&description->arena);
	free(description);
}
