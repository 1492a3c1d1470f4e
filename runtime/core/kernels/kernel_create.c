/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/kernels/kernel_create.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "runtime/core/kernels/reach.h"
#include "runtime/core/kernels/setting.h"
#include "runtime/core/objects/division.h"
#include "runtime/core/objects/svm.h"

/* Whether a comma-separated list between braces names the CU; an absent list names all. */
static bool kernel_is_listed(const char *list, const char *cu)
{
	size_t length = strlen(cu);

	if (!list)
		return true;
	while (*list) {
		size_t item = strcspn(list, ",}");

		if (item == length && !strncmp(list, cu, length))
			return true;
		list += item;
		list += strspn(list, ",}");
	}
	return false;
}

static bool image_has_cu(const struct fcl_image *image, uint32_t kernel, const char *name,
			 size_t length)
{
	for (uint32_t i = 0; i < image->ncus; i++)
		if (image->cus[i].kernel == kernel && strlen(image->cus[i].name) == length &&
		    !strncmp(image->cus[i].name, name, length))
			return true;
	return false;
}

static const char *next_listed(const char *list)
{
	list += strcspn(list, ",}");
	return list + strspn(list, ",}");
}

static const char *first_cu(const struct fcl_image *image, uint32_t kernel)
{
	uint32_t i = 0;

	while (i < image->ncus && image->cus[i].kernel != kernel)
		i++;
	return i < image->ncus ? image->cus[i].name : NULL;
}

/*
 * Whether the image has every CU of the list. Under the vendor's emulation, as with XRT, one of them
 * is enough.
 */
static int check_list(const struct fcl_image *image, uint32_t kernel, const char *list, bool lax,
		      struct fcl_err *err)
{
	const char *name = image->kernels[kernel].name, *first = first_cu(image, kernel);
	bool found = false;

	if (!first)
		return fcl_err_set(err, -EINVAL, "kernel %s has no compute unit in this image",
				   name);
	for (const char *at = list; at && *at; at = next_listed(at))
		found |= image_has_cu(image, kernel, at, strcspn(at, ",}"));
	for (const char *at = list; at && *at; at = next_listed(at)) {
		int length = (int)strcspn(at, ",}");

		if (image_has_cu(image, kernel, at, (size_t)length))
			continue;
		fcl_err_set(
			err, -EINVAL,
			"kernel %s has no compute unit %.*s in this image; the name of its first one is %s",
			name, length, at, first);
		if (!lax || !found)
			return -EINVAL;
		fcl_log(FCL_LOG_WARN, "api", "%s", err->text);
	}
	return 0;
}

/* Picks the listed CUs among those of the build's device; a sub-device may have none of them. */
static int pick_cus(struct fcl_kernel_instance *instance, const struct fcl_part *part,
		    const char *list, bool lax, struct fcl_err *err)
{
	const struct fcl_image *image = instance->image;
	int error = check_list(image, instance->index, list, lax, err);
	uint32_t count;

	if (error)
		return error;
	instance->cus = malloc(image->ncus * sizeof(*instance->cus));
	if (!instance->cus)
		return -ENOMEM;
	count = fcl_part_pick(part, image, instance->index, instance->cus);
	for (uint32_t i = 0; i < count; i++)
		if (kernel_is_listed(list, image->cus[instance->cus[i]].name))
			instance->cus[instance->ncus++] = instance->cus[i];
	return 0;
}

static void clear_instance(struct fcl_kernel_instance *instance)
{
	fcl_image_unref(instance->image);
	free(instance->cus);
	free(instance->reach);
	free(instance->links);
	*instance = (struct fcl_kernel_instance){0};
}

/* Fills in the build's kernel for a part of its board. */
static int fill_instance(struct fcl_kernel_instance *instance, const struct fcl_build *build,
			 const struct fcl_part *part, const struct fcl_kernel *kernel,
			 const char *list, struct fcl_err *err)
{
	const char *name = kernel->name;
	int index = build->image ? fcl_image_find_kernel(build->image, name) : -1;
	int error;

	if (index < 0)
		return 0;
	instance->part = part;
	instance->image = fcl_image_ref(build->image);
	pthread_mutex_lock(&build->device->lock);
	instance->held = fcl_device_find_held(build->device, build->image);
	pthread_mutex_unlock(&build->device->lock);
	instance->index = (uint32_t)index;
	error = pick_cus(instance, part, list, kernel->program->context->mixes, err);
	if (!error && instance->ncus)
		return fcl_reach_fill(instance, build->device->info);
	clear_instance(instance);
	return error;
}

/* `list`: the compute units that were asked for, up to a "}"; NULL: any. */
static int kernel_say_missing(const struct fcl_kernel *kernel, const char *list,
			      struct fcl_err *err)
{
	const char *names = kernel->program->kernel_names;

	if (!names)
		names = "none";
	if (!list)
		return fcl_err_set(err, -ENOENT, "the program has no kernel %s; it has: %s",
				   kernel->name, names);
	return fcl_err_set(err, -ENOENT,
			   "the program has no kernel %s with compute units %.*s; it has: %s",
			   kernel->name, (int)strcspn(list, "}"), list, names);
}

static int fill_builds(struct fcl_kernel *kernel, const char *list, struct fcl_err *err)
{
	struct fcl_program *program = kernel->program;

	for (uint32_t i = 0; i < program->nbuilds; i++) {
		struct fcl_kernel_instance *instance = &kernel->instances[i];
		const struct fcl_build *build = &program->builds[i];
		int error = fill_instance(instance, build, build->part, kernel, list, err);
		const struct fcl_image_kernel *facts;

		if (error)
			return error;
		if (!instance->image)
			continue;
		facts = &instance->image->kernels[instance->index];
		if (!kernel->facts)
			kernel->facts = facts;
		else if (!fcl_image_same_args(kernel->facts, facts))
			return fcl_err_set(err, -EEXIST,
					   "kernel %s has different arguments on device %u",
					   kernel->name, i);
	}
	return kernel->facts ? 0 : kernel_say_missing(kernel, list, err);
}

static int fill_others(struct fcl_kernel *kernel, const char *list, struct fcl_err *err)
{
	const struct fcl_context *context = kernel->program->context;

	for (uint32_t i = 0; i < context->nparts; i++) {
		const struct fcl_part *part = context->parts[i];
		const struct fcl_build *build = fcl_program_build(kernel->program, part);
		int error;

		if (!build || build->part == part)
			continue;
		error = fill_instance(&kernel->instances[kernel->ninstances++], build, part, kernel,
				      list, err);
		if (error)
			return error;
	}
	return 0;
}

/* Allocates a kernel object with empty instances; the name is cut at ":{". */
static struct fcl_kernel *kernel_allocate(struct fcl_program *program, const char *name,
					  size_t length)
{
	struct fcl_kernel *kernel = fcl_object_create(FCL_TYPE_KERNEL);

	if (!kernel)
		return NULL;
	kernel->program = fcl_object_ref(program);
	kernel->holds = program->context->mixes;
	kernel->needs = program->context->mixes || program->context->strict_banks;
	atomic_fetch_add(&program->attached, 1);
	pthread_mutex_init(&kernel->lock, NULL);
	kernel->name = strndup(name, length);
	kernel->ninstances = program->nbuilds;
	kernel->instances = calloc((size_t)program->nbuilds + program->context->nparts,
				   sizeof(*kernel->instances));
	if (kernel->name && kernel->instances)
		return kernel;
	fcl_object_unref(kernel);
	return NULL;
}

int fcl_kernel_create(struct fcl_program *program, const char *name, struct fcl_kernel **ret_kernel,
		      struct fcl_err *err)
{
	const char *list = strstr(name, ":{");
	size_t length = list ? (size_t)(list - name) : strlen(name);
	struct fcl_kernel *kernel = kernel_allocate(program, name, length);
	int error;

	if (!kernel)
		return -ENOMEM;
	list = list ? list + 2 : NULL;
	error = fill_builds(kernel, list, err);
	if (!error)
		error = fill_others(kernel, list, err);
	if (!error)
		error = fcl_settings_create(kernel);
	if (error) {
		fcl_object_unref(kernel);
		return error;
	}
	*ret_kernel = kernel;
	return 0;
}

static int copy_instance(struct fcl_kernel_instance *to, const struct fcl_kernel_instance *from)
{
	if (!from->image)
		return 0;
	to->image = fcl_image_ref(from->image);
	to->part = from->part;
	to->held = from->held;
	to->index = from->index;
	to->ncus = from->ncus;
	to->cus = malloc(from->ncus * sizeof(*to->cus));
	if (!to->cus)
		return -ENOMEM;
	memcpy(to->cus, from->cus, from->ncus * sizeof(*to->cus));
	return fcl_reach_fill(to, to->part->device->info);
}

int fcl_kernel_clone(struct fcl_kernel *kernel, struct fcl_kernel **ret_kernel)
{
	struct fcl_program *program = kernel->program;
	struct fcl_kernel *clone = kernel_allocate(program, kernel->name, strlen(kernel->name));
	int error = clone ? 0 : -ENOMEM;

	if (clone)
		clone->ninstances = kernel->ninstances;
	for (uint32_t i = 0; !error && i < kernel->ninstances; i++)
		error = copy_instance(&clone->instances[i], &kernel->instances[i]);
	if (!error) {
		clone->facts = kernel->facts;
		error = fcl_settings_copy(clone, kernel);
	}
	if (error) {
		fcl_object_unref(clone);
		return error;
	}
	*ret_kernel = clone;
	return 0;
}

static void free_guest(struct fcl_kernel_guest *guest)
{
	clear_instance(&guest->instance);
	fcl_object_unref(guest->part);
	free(guest);
}

static void free_guests(struct fcl_kernel *kernel)
{
	struct fcl_kernel_guest *guest = atomic_load(&kernel->guests);

	while (guest) {
		struct fcl_kernel_guest *next = guest->next;

		free_guest(guest);
		guest = next;
	}
}

static void free_changes(struct fcl_change_pool *pool)
{
	while (pool->chunks) {
		struct fcl_change_chunk *chunk = pool->chunks;

		pool->chunks = chunk->next;
		free(chunk);
	}
}

void fcl_kernel_destroy(struct fcl_object *object)
{
	struct fcl_kernel *kernel = (struct fcl_kernel *)object;
	struct fcl_program *program = kernel->program;

	fcl_settings_destroy(kernel);
	free_changes(&kernel->changes);
	for (uint32_t i = 0; kernel->instances && i < kernel->ninstances; i++)
		clear_instance(&kernel->instances[i]);
	free(kernel->instances);
	free_guests(kernel);
	free(kernel->name);
	pthread_mutex_destroy(&kernel->lock);
	atomic_fetch_sub(&program->attached, 1);
	fcl_object_recycle(object);
	fcl_object_unref(program);
}

const struct fcl_kernel_instance *fcl_kernel_instance(const struct fcl_kernel *kernel,
						      const struct fcl_part *part)
{
	for (uint32_t i = 0; i < kernel->ninstances; i++)
		if (kernel->instances[i].part == part)
			return &kernel->instances[i];
	return NULL;
}

static const struct fcl_kernel_instance *find_guest(const struct fcl_kernel *kernel,
						    const struct fcl_part *part)
{
	const struct fcl_kernel_guest *guest = atomic_load(&kernel->guests);

	while (guest && guest->part != part)
		guest = guest->next;
	return guest ? &guest->instance : NULL;
}

static bool kernel_has_cu(const struct fcl_kernel_instance *instance, uint32_t cu)
{
	for (uint32_t i = 0; i < instance->ncus; i++)
		if (instance->cus[i] == cu)
			return true;
	return false;
}

/* Picks the sub-device's CUs among those of the board's instance; there may be none. */
static int pick_guest_cus(struct fcl_kernel_instance *instance,
			  const struct fcl_kernel_instance *board)
{
	uint32_t count;

	instance->cus = malloc(instance->image->ncus * sizeof(*instance->cus));
	if (!instance->cus)
		return -ENOMEM;
	count = fcl_part_pick(instance->part, instance->image, instance->index, instance->cus);
	for (uint32_t i = 0; i < count; i++)
		if (kernel_has_cu(board, instance->cus[i]))
			instance->cus[instance->ncus++] = instance->cus[i];
	return 0;
}

/* NULL: the sub-device has no CU of the kernel, or memory ran out. */
static struct fcl_kernel_guest *create_guest(const struct fcl_kernel *kernel, struct fcl_part *part)
{
	struct fcl_device *device = part->device;
	const struct fcl_kernel_instance *board = fcl_kernel_instance(kernel, &device->whole);
	struct fcl_kernel_guest *guest = board && board->image ? calloc(1, sizeof(*guest)) : NULL;
	int error;

	if (!guest)
		return NULL;
	guest->part = fcl_object_ref(part);
	guest->instance = (struct fcl_kernel_instance){.part = part,
						       .image = fcl_image_ref(board->image),
						       .held = board->held,
						       .index = board->index};
	error = pick_guest_cus(&guest->instance, board);
	if (!error && guest->instance.ncus)
		error = fcl_reach_fill(&guest->instance, device->info);
	if (!error && guest->instance.ncus)
		return guest;
	free_guest(guest);
	return NULL;
}

static __attribute__((noinline)) const struct fcl_kernel_instance *
find_or_create_guest(struct fcl_kernel *kernel, struct fcl_part *part)
{
	const struct fcl_kernel_instance *found = find_guest(kernel, part);
	struct fcl_kernel_guest *guest;

	if (found)
		return found;
	pthread_mutex_lock(&kernel->lock);
	found = find_guest(kernel, part);
	guest = found ? NULL : create_guest(kernel, part);
	if (guest) {
		guest->next = atomic_load(&kernel->guests);
		atomic_store(&kernel->guests, guest);
		found = &guest->instance;
	}
	pthread_mutex_unlock(&kernel->lock);
	return found;
}

const struct fcl_kernel_instance *fcl_kernel_instance_or_guest(struct fcl_kernel *kernel,
							       struct fcl_part *part)
{
	const struct fcl_kernel_instance *instance = fcl_kernel_instance(kernel, part);

	if (instance || !kernel->program->context->mixes)
		return instance;
	if (part->division)
		return find_or_create_guest(kernel, part);
	/* A queue for a whole board in a context of its sub-devices. */
	for (uint32_t i = 0; i < kernel->ninstances; i++)
		if (kernel->instances[i].image && kernel->instances[i].part->device == part->device)
			return &kernel->instances[i];
	return NULL;
}
