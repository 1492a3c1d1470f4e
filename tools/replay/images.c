/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/replay/images.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "bitstreams/image/fcl_image.h"
#include "bitstreams/image/read.h"

/* A captured image, and the one that is loaded instead. */
struct fcl_replay_image {
	struct fcl_value captured;
	char *bytes; /* NULL: the captured one */
	size_t size;
};

static bool next_binary(struct fcl_values *values, unsigned index, struct fcl_value *ret_value)
{
	while (fcl_values_next(values, ret_value))
		if (ret_value->index == index && fcl_value_has_contents(ret_value))
			return true;
	return false;
}

static bool images_is_same(const struct fcl_value *a, const struct fcl_value *b)
{
	return a->type == b->type && a->number == b->number && a->size == b->size &&
	       !memcmp(a->bytes, b->bytes, a->size);
}

static struct fcl_replay_image *replay_find_image(const struct fcl_replay *replay,
						  const struct fcl_value *value)
{
	for (uint64_t i = 0; i < replay->nimages; i++)
		if (images_is_same(&replay->images[i].captured, value))
			return &replay->images[i];
	return NULL;
}

static int replay_add_image(struct fcl_replay *replay, const struct fcl_value *value,
			    struct fcl_err *err)
{
	struct fcl_replay_image *more;

	if (replay_find_image(replay, value))
		return 0;
	more = realloc(replay->images, (replay->nimages + 1) * sizeof(*more));
	if (!more)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	replay->images = more;
	more[replay->nimages++] = (struct fcl_replay_image){.captured = *value};
	return 0;
}

enum { BINARIES = 4 }; /* the parameter of clCreateProgramWithBinary() */

static int images_find_all(struct fcl_replay *replay, struct fcl_err *err)
{
	const struct fcl_capture *capture = replay->capture;
	int error = 0;

	for (uint64_t i = 0; i < capture->ncalls && !error; i++) {
		const struct fcl_captured_call *call = &capture->calls[i];
		struct fcl_values values;
		struct fcl_value value;

		if (call->call >= replay->nids || !call->result ||
		    replay->ids[call->call] != FCL_CALL_clCreateProgramWithBinary)
			continue;
		values = fcl_capture_values(capture, call->result);
		while (!error && next_binary(&values, BINARIES, &value))
			error = replay_add_image(replay, &value, err);
	}
	return error;
}

/* --- whether a host can tell the difference --------------------------------------------------- */

static const struct fcl_image_kernel *images_find_kernel(const struct fcl_image *image,
							 const char *name)
{
	for (uint32_t i = 0; i < image->nkernels; i++)
		if (!strcmp(image->kernels[i].name, name))
			return &image->kernels[i];
	return NULL;
}

static int compare_kernel(const struct fcl_image_kernel *old, const struct fcl_image_kernel *new,
			  struct fcl_err *err)
{
	if (old->nhost_args != new->nhost_args)
		return fcl_err_set(err, -EINVAL,
				   "kernel %s has %" PRIu32 " arguments, and %" PRIu32
				   " in the captured image",
				   old->name, new->nhost_args, old->nhost_args);
	for (uint32_t i = 0; i < old->nhost_args; i++) {
		const struct fcl_image_arg *was = &old->args[i], *is = &new->args[i];

		if (was->qualifier != is->qualifier || was->host_size != is->host_size ||
		    strcmp(was->type_name, is->type_name) != 0)
			return fcl_err_set(
				err, -EINVAL,
				"argument %s of kernel %s is of type \"%s\", and \"%s\" in "
				"the captured image",
				is->name, old->name, is->type_name, was->type_name);
	}
	return 0;
}

static int compare_images(const struct fcl_image *old, const struct fcl_image *new,
			  struct fcl_err *err)
{
	int error = 0;

	for (uint32_t i = 0; i < old->nkernels && !error; i++) {
		const struct fcl_image_kernel *kernel = images_find_kernel(new,
									   old->kernels[i].name);

		error = kernel ? compare_kernel(&old->kernels[i], kernel, err)
			       : fcl_err_set(err, -EINVAL, "it has no kernel %s",
					     old->kernels[i].name);
	}
	return error;
}

static int read_old(const struct fcl_replay *replay, const struct fcl_value *value,
		    struct fcl_image **ret_image, struct fcl_err *err)
{
	void *bytes = NULL;
	int error;

	if (value->number <= replay->capture->nchunks * FCL_CAPTURE_CHUNK + value->size)
		bytes = malloc((size_t)value->number + 1);
	if (!bytes)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	error = fcl_capture_contents(replay->capture, value, bytes, err);
	if (!error)
		error = fcl_image_read(bytes, (size_t)value->number, ret_image, err);
	if (error)
		fcl_err_prefix(err, "the captured image");
	free(bytes);
	return error;
}

static int images_check_swap(const struct fcl_replay *replay, const struct fcl_replay_image *image,
			     const char *path, struct fcl_err *err)
{
	struct fcl_image *old = NULL, *new = NULL;
	int error = read_old(replay, &image->captured, &old, err);

	if (!error)
		error = fcl_image_read(image->bytes, image->size, &new, err);
	if (!error)
		error = compare_images(old, new, err);
	if (error)
		fcl_err_prefix(err, "%s", path);
	fcl_image_unref(old);
	fcl_image_unref(new);
	return error;
}

static int images_swap(struct fcl_replay *replay, const char *text, struct fcl_err *err)
{
	char *end;
	unsigned long number = strtoul(text, &end, 10);
	bool numbered = end != text && *end == '=';
	const char *path = numbered ? end + 1 : text;
	struct fcl_replay_image *image;
	int error;

	if (!numbered && replay->nimages > 1)
		return fcl_err_set(err, -EINVAL,
				   "--image %s: the capture has %" PRIu64
				   " images, so it needs the number of one: 1=%s",
				   path, replay->nimages, path);
	number = numbered ? number : 1;
	if (!number || number > replay->nimages)
		return fcl_err_set(err, -EINVAL, "--image %s: the capture has %" PRIu64 " images",
				   text, replay->nimages);
	image = &replay->images[number - 1];
	free(image->bytes);
	image->bytes = NULL;
	error = fcl_file_read(path, SIZE_MAX, &image->bytes, &image->size, err);
	return error ? error : images_check_swap(replay, image, path, err);
}

int fcl_images_open(struct fcl_replay *replay, const char *const *swaps, unsigned count,
		    struct fcl_err *err)
{
	int error = images_find_all(replay, err);

	for (unsigned i = 0; i < count && !error; i++)
		error = images_swap(replay, swaps[i], err);
	return error;
}

void fcl_images_close(struct fcl_replay *replay)
{
	for (uint64_t i = 0; i < replay->nimages; i++)
		free(replay->images[i].bytes);
	free(replay->images);
	replay->images = NULL;
	replay->nimages = 0;
}

uint64_t fcl_images_count(const struct fcl_replay *replay)
{
	return replay->nimages;
}

/* --- what is loaded --------------------------------------------------------------------------- */

/* The image in place of the i-th one of the call; NULL: the captured one. */
static const struct fcl_replay_image *swapped(struct fcl_step *step, unsigned index, uint64_t i)
{
	struct fcl_values values;
	struct fcl_value value;
	const struct fcl_replay_image *image;

	if (!step->call->result)
		return NULL;
	values = fcl_capture_values(step->replay->capture, step->call->result);
	do {
		if (!next_binary(&values, index, &value))
			return NULL;
	} while (i--);
	image = replay_find_image(step->replay, &value);
	return image && image->bytes ? image : NULL;
}

void *fcl_images_binaries(struct fcl_step *step, unsigned index, uint64_t count)
{
	void **list = fcl_step_contents(step, index, count);

	for (uint64_t i = 0; list && !step->skip && i < count; i++)
		if (swapped(step, index, i))
			list[i] = swapped(step, index, i)->bytes;
	return list;
}

void *fcl_images_lengths(struct fcl_step *step, unsigned index, uint64_t count)
{
	size_t *list = fcl_step_lengths(step, index, count);

	for (uint64_t i = 0; list && !step->skip && i < count; i++)
		if (swapped(step, index, i))
			list[i] = swapped(step, index, i)->size;
	return list;
}
