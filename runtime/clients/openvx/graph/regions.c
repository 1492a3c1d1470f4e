/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/graph/regions.h"

#include <stdlib.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/images/image.h"

static vx_rectangle_t regions_whole(const vx_reference image)
{
	return (vx_rectangle_t){0, 0, image->meta.image.width, image->meta.image.height};
}

/* The number of images in an argument: one, or a pyramid's levels. */
static vx_size regions_count_of(vx_reference value)
{
	if (value && value->class->type == VX_TYPE_IMAGE)
		return 1;
	return value && value->class->type == VX_TYPE_PYRAMID
		       ? ((struct fcl_vx_group *)value)->count
		       : 0;
}

static vx_image regions_image_of(vx_reference value, vx_size index)
{
	if (value->class->type == VX_TYPE_IMAGE)
		return (vx_image)value;
	return (vx_image)((struct fcl_vx_group *)value)->items[index];
}

static bool is_input(vx_node node, vx_uint32 index)
{
	return node->kernel->parameters[index].direction == VX_INPUT;
}

/* Collects the valid regions of all images that the node reads, in the order of its parameters. */
static vx_size regions_gather(vx_node node, const vx_rectangle_t **ret)
{
	vx_size count = 0;

	for (vx_uint32 i = 0; i < node->nparameters; i++)
		for (vx_size k = 0;
		     is_input(node, i) && k < regions_count_of(node->arguments[i].value); k++)
			ret[count++] = &regions_image_of(node->arguments[i].value, k)->valid;
	return count;
}

static vx_size count_inputs(vx_node node)
{
	vx_size count = 0;

	for (vx_uint32 i = 0; i < node->nparameters; i++)
		count += is_input(node, i) ? regions_count_of(node->arguments[i].value) : 0;
	return count;
}

/* Clips a region to the image. An empty region is placed at the origin. */
static vx_rectangle_t clip(vx_rectangle_t rect, const vx_reference image)
{
	vx_rectangle_t all = regions_whole(image);

	rect.end_x = rect.end_x < all.end_x ? rect.end_x : all.end_x;
	rect.end_y = rect.end_y < all.end_y ? rect.end_y : all.end_y;
	if (rect.start_x >= rect.end_x || rect.start_y >= rect.end_y)
		return (vx_rectangle_t){0, 0, 0, 0};
	return rect;
}

/* Calls the program's callback. The arrays belong to us. */
static vx_status regions_ask(vx_node node, vx_uint32 index, vx_size noutputs)
{
	vx_reference value = node->arguments[index].value;
	const vx_rectangle_t **inputs = calloc(count_inputs(node) + 1, sizeof(*inputs));
	vx_rectangle_t *rects = calloc(noutputs, sizeof(*rects));
	vx_rectangle_t **outputs = calloc(noutputs, sizeof(*outputs));
	vx_status status = VX_ERROR_NO_MEMORY;

	if (inputs && rects && outputs) {
		regions_gather(node, inputs);
		for (vx_size i = 0; i < noutputs; i++) {
			rects[i] = regions_whole(&regions_image_of(value, i)->ref);
			outputs[i] = &rects[i];
		}
		status = node->valid_rects[index](node, index, inputs, outputs);
	}
	for (vx_size i = 0; i < noutputs && !status; i++)
		regions_image_of(value, i)->valid = clip(rects[i],
							 &regions_image_of(value, i)->ref);
	free(inputs);
	free(rects);
	free(outputs);
	return status;
}

vx_status fcl_vx_node_regions(vx_node node)
{
	vx_status status = VX_SUCCESS;

	if (node->kernel->ops)
		return node->kernel->ops->regions(node);
	for (vx_uint32 i = 0; i < node->nparameters && !status; i++) {
		vx_reference value = node->arguments[i].value;
		vx_size count = is_input(node, i) ? 0 : regions_count_of(value);

		for (vx_size k = 0; k < count && node->valid_rect_reset; k++)
			regions_image_of(value, k)->valid =
				regions_whole(&regions_image_of(value, k)->ref);
		if (!count || node->valid_rect_reset || !node->valid_rects[i])
			continue;
		status = regions_ask(node, i, count);
		if (status)
			fcl_vx_fail(node, status,
				    "\"%s\": the callback for the valid region of parameter %u "
				    "fails",
				    node->kernel->kernel_name, i);
	}
	return status;
}
