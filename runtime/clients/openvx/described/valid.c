/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/valid.h"

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/described/describe.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/group.h"

static bool is_image(vx_reference value)
{
	return value && value->class->type == VX_TYPE_IMAGE;
}

static bool valid_is_whole(vx_image image)
{
	return !image->valid.start_x && !image->valid.start_y &&
	       image->valid.end_x == image->ref.meta.image.width &&
	       image->valid.end_y == image->ref.meta.image.height;
}

static vx_uint32 most(vx_uint32 a, vx_uint32 b)
{
	return a > b ? a : b;
}

static vx_uint32 valid_least(vx_uint32 a, vx_uint32 b)
{
	return a < b ? a : b;
}

/* Moves the sides that lie inside the image inwards by `margin` pixels. */
static vx_rectangle_t valid_shrink(vx_rectangle_t rect, vx_uint32 width, vx_uint32 height,
				   vx_uint32 margin)
{
	rect.start_x += rect.start_x ? margin : 0;
	rect.start_y += rect.start_y ? margin : 0;
	rect.end_x -= rect.end_x < width ? valid_least(margin, rect.end_x) : 0;
	rect.end_y -= rect.end_y < height ? valid_least(margin, rect.end_y) : 0;
	return rect;
}

static vx_uint32 scaled(vx_uint32 at, vx_uint32 from, vx_uint32 to, bool up)
{
	return (vx_uint32)(((vx_uint64)at * to + (up ? from - 1 : 0)) / from);
}

/*
 * The part of another image that corresponds to this image's valid part, without pixels that mix
 * valid and invalid ones.
 */
static vx_rectangle_t in_proportion(vx_image from, vx_image to)
{
	vx_uint32 width = from->ref.meta.image.width, height = from->ref.meta.image.height;
	vx_uint32 wide = to->ref.meta.image.width, high = to->ref.meta.image.height;
	vx_rectangle_t rect = valid_shrink(from->valid, width, height, 1);

	return (vx_rectangle_t){
		scaled(rect.start_x, width, wide, true), scaled(rect.start_y, height, high, true),
		scaled(rect.end_x, width, wide, false), scaled(rect.end_y, height, high, false)};
}

static bool same_size(vx_image a, vx_image b)
{
	return a->ref.meta.image.width == b->ref.meta.image.width &&
	       a->ref.meta.image.height == b->ref.meta.image.height;
}

static void valid_cut(vx_rectangle_t *rect, vx_rectangle_t by)
{
	rect->start_x = most(rect->start_x, by.start_x);
	rect->start_y = most(rect->start_y, by.start_y);
	rect->end_x = valid_least(rect->end_x, by.end_x);
	rect->end_y = valid_least(rect->end_y, by.end_y);
}

static void set_region(vx_node node, vx_image output)
{
	vx_uint32 width = output->ref.meta.image.width, height = output->ref.meta.image.height;
	vx_rectangle_t rect = {0, 0, width, height};

	for (vx_uint32 i = 0; i < node->nparameters && !node->valid_rect_reset; i++) {
		vx_image input = (vx_image)node->arguments[i].value;

		if (!is_image((vx_reference)input) || valid_is_whole(input) ||
		    node->kernel->parameters[i].direction != VX_INPUT)
			continue;
		valid_cut(&rect, same_size(input, output)
					 ? valid_shrink(input->valid, width, height,
							node->kernel->described->margin)
					 : in_proportion(input, output));
	}
	if (rect.start_x >= rect.end_x || rect.start_y >= rect.end_y)
		rect = (vx_rectangle_t){0, 0, 0, 0};
	output->valid = rect;
}

/* A pyramid is always written as a whole. */
static void set_levels(struct fcl_vx_group *pyramid)
{
	for (vx_size i = 0; i < pyramid->count; i++) {
		vx_image level = (vx_image)pyramid->items[i];

		level->valid = (vx_rectangle_t){0, 0, level->ref.meta.image.width,
						level->ref.meta.image.height};
	}
}

vx_status fcl_vx_described_regions(vx_node node)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		vx_reference value = node->arguments[i].value;

		if (value && value->class->type == VX_TYPE_PYRAMID &&
		    node->kernel->parameters[i].direction == VX_OUTPUT)
			set_levels((struct fcl_vx_group *)value);
		if (!is_image(value))
			continue;
		if (node->kernel->parameters[i].direction == VX_OUTPUT)
			set_region(node, (vx_image)value);
		else if (node->kernel->described->needs_whole && !valid_is_whole((vx_image)value))
			return fcl_vx_fail(
				node, VX_ERROR_NOT_SUPPORTED,
				"\"%s\" takes only images that are entirely valid, and parameter %u is not",
				node->kernel->kernel_name, i);
	}
	return VX_SUCCESS;
}
