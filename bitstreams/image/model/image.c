/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/model/image.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct private_image {
	struct fcl_image image; /* must be first: the public pointer refers to it */
	struct fcl_arena arena; /* changed only while the image is being filled in */
	atomic_uint refs;
};

int fcl_image_no_memory(struct fcl_err *err)
{
	return fcl_err_set(err, -ENOMEM, "no memory for the image");
}

int fcl_image_new(struct fcl_image **ret_image, struct fcl_err *err)
{
	struct private_image *p = calloc(1, sizeof(*p));

	if (!p)
		return fcl_image_no_memory(err);
	atomic_init(&p->refs, 1);
	p->image.target = FCL_TARGET_SW_EMU;
	p->image.vbnv = "";
	p->image.isa = "";
	*ret_image = &p->image;
	return 0;
}

void *fcl_image_alloc(struct fcl_image *image, size_t count, size_t size)
{
	return fcl_arena_alloc(&((struct private_image *)image)->arena, count, size);
}

const char *fcl_image_string(struct fcl_image *image, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = fcl_arena_vformat(&((struct private_image *)image)->arena, format, args);
	va_end(args);
	return text;
}

struct fcl_image *fcl_image_ref(struct fcl_image *image)
{
	atomic_fetch_add_explicit(&((struct private_image *)image)->refs, 1, memory_order_relaxed);
	return image;
}

void fcl_image_unref(struct fcl_image *image)
{
	struct private_image *p = (struct private_image *)image;

	/* acq_rel: the last owner must see the others' writes before it frees the image. */
	if (!p || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1)
		return;
	fcl_arena_free(&p->arena);
	free(p);
}

bool fcl_image_is_last(const struct fcl_image *image)
{
	return atomic_load_explicit(&((const struct private_image *)image)->refs,
				    memory_order_acquire) == 1;
}

bool fcl_image_same(const struct fcl_image *a, const struct fcl_image *b)
{
	return a == b ||
	       (!memcmp(a->uuid, b->uuid, sizeof(a->uuid)) && a->bytes_size == b->bytes_size &&
		!memcmp(a->bytes, b->bytes, a->bytes_size));
}

int fcl_image_find_kernel(const struct fcl_image *image, const char *name)
{
	for (uint32_t i = 0; i < image->nkernels; i++) {
		if (!strcmp(image->kernels[i].name, name))
			return (int)i;
	}
	return -1;
}

bool fcl_image_same_args(const struct fcl_image_kernel *a, const struct fcl_image_kernel *b)
{
	if (a->nargs != b->nargs)
		return false;
	for (uint32_t i = 0; i < a->nargs; i++)
		if (a->args[i].qualifier != b->args[i].qualifier ||
		    a->args[i].host_size != b->args[i].host_size)
			return false;
	return true;
}

const char *fcl_image_target_name(enum fcl_image_target target)
{
	switch (target) {
	case FCL_TARGET_HW:
		return "hw";
	case FCL_TARGET_HW_EMU:
		return "hw_emu";
	case FCL_TARGET_SW_EMU:
		return "sw_emu";
	}
	return "unknown";
}

const struct fcl_image_section *fcl_image_section(const struct fcl_image *image, uint32_t kind)
{
	for (uint32_t i = 0; i < image->nsections; i++) {
		if (image->sections[i].kind == kind)
			return &image->sections[i];
	}
	return NULL;
}
