/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/validate.h"

#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/described/passed.h"
#include "runtime/clients/openvx/images/layout.h"
#include "runtime/clients/openvx/objects/flat.h"

static const struct fcl_vx_described_parameter *described(vx_node node, vx_uint32 index)
{
	return &node->kernel->described->parameters[index];
}

static bool has_format(const struct fcl_vx_described_parameter *parameter, vx_df_image format)
{
	for (vx_uint32 i = 0; i < parameter->nformats; i++)
		if (parameter->formats[i] == format)
			return true;
	return !parameter->nformats;
}

static vx_status validate_refuse(vx_node node, vx_uint32 index, vx_status status, const char *what)
{
	return fcl_vx_fail(node, status, "\"%s\" does not take the %s of parameter \"%s\"",
			   node->kernel->kernel_name, what, described(node, index)->name);
}

static vx_status validate_check_image(vx_node node, vx_uint32 index, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);

	if (!has_format(parameter, meta->image.format))
		return validate_refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	if (parameter->most_width && meta->image.width > parameter->most_width)
		return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "width");
	return VX_SUCCESS;
}

static vx_status check_pyramid(vx_node node, vx_uint32 index, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);

	if (!has_format(parameter, meta->pyramid.format))
		return validate_refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	if (parameter->scale != 0 && (double)meta->pyramid.scale != parameter->scale)
		return validate_refuse(node, index, VX_ERROR_INVALID_VALUE, "scale");
	if (parameter->most_width && meta->pyramid.width > parameter->most_width)
		return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "width");
	return VX_SUCCESS;
}

/* The item type of an object that has items. */
static vx_enum item_of(const struct fcl_vx_meta *meta)
{
	switch (meta->type) {
	case VX_TYPE_SCALAR:
		return meta->scalar.type;
	case VX_TYPE_ARRAY:
		return meta->array.item;
	case VX_TYPE_LUT:
		return meta->lut.type;
	case VX_TYPE_MATRIX:
		return meta->matrix.type;
	case VX_TYPE_TENSOR:
		return meta->tensor.type;
	default:
		return VX_TYPE_INVALID;
	}
}

/* The sample type of the first input image. */
static vx_enum pixel_item(vx_node node, const vx_reference values[])
{
	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		if (!values[i] || values[i]->class->type != VX_TYPE_IMAGE ||
		    node->kernel->parameters[i].direction != VX_INPUT)
			continue;
		switch (values[i]->meta.image.format) {
		case VX_DF_IMAGE_U8:
			return VX_TYPE_UINT8;
		case VX_DF_IMAGE_S16:
			return VX_TYPE_INT16;
		case VX_DF_IMAGE_U16:
			return VX_TYPE_UINT16;
		case VX_DF_IMAGE_S32:
			return VX_TYPE_INT32;
		case VX_DF_IMAGE_U32:
			return VX_TYPE_UINT32;
		default:
			return VX_TYPE_INVALID;
		}
	}
	return VX_TYPE_INVALID;
}

static vx_status check_item(vx_node node, const vx_reference values[], vx_uint32 index,
			    const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);
	bool found = !parameter->nitems;

	for (vx_uint32 i = 0; i < parameter->nitems; i++)
		found = found || item_of(meta) == parameter->items[i];
	if (parameter->pixel_item)
		found = item_of(meta) == pixel_item(node, values);
	return found ? VX_SUCCESS : validate_refuse(node, index, VX_ERROR_INVALID_TYPE, "type");
}

/* A scalar computed by another node is checked when it is passed. */
static vx_status validate_check_scalar(vx_node node, vx_uint32 index, struct fcl_vx_flat *scalar)
{
	unsigned char value[8] = {0};

	if (!described(node, index)->nvalues || scalar->element > sizeof(value) ||
	    !scalar->store->host_valid)
		return VX_SUCCESS;
	memcpy(value, scalar->store->host, scalar->element);
	return fcl_vx_passed_check(node, index, value);
}

/* The size of an image, a table or a pyramid's first level, which others copy. */
static void take_size(const struct fcl_vx_meta *model, struct fcl_vx_meta *ret)
{
	if (model->type == VX_TYPE_IMAGE) {
		ret->image.width = model->image.width;
		ret->image.height = model->image.height;
	} else if (model->type == VX_TYPE_REMAP) {
		ret->image.width = model->remap.width;
		ret->image.height = model->remap.height;
	} else if (model->type == VX_TYPE_PYRAMID) {
		ret->image.width = model->pyramid.width;
		ret->image.height = model->pyramid.height;
	}
}

static void halve(struct fcl_vx_meta *image)
{
	image->image.width = (image->image.width + 1) / 2;
	image->image.height = (image->image.height + 1) / 2;
}

/* Computes the size of the level after a pyramid's last one from that of its first. */
static void go_below(const struct fcl_vx_meta *pyramid, struct fcl_vx_meta *image)
{
	for (vx_size i = 0; pyramid->type == VX_TYPE_PYRAMID && i < pyramid->pyramid.levels; i++)
		halve(image);
}

/* An input image may be required to have another parameter's format or size. */
static vx_status check_relations(vx_node node, const vx_reference values[], vx_uint32 index)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);
	const struct fcl_vx_meta *meta = &values[index]->meta, *other;
	struct fcl_vx_meta expected = *meta;

	if (parameter->format_of >= 0 && values[parameter->format_of]) {
		other = &values[parameter->format_of]->meta;
		if (meta->image.format != other->image.format)
			return validate_refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	}
	if (parameter->like >= 0 && values[parameter->like]) {
		other = &values[parameter->like]->meta;
		take_size(other, &expected);
		if (parameter->below)
			go_below(other, &expected);
		if (meta->image.width != expected.image.width ||
		    meta->image.height != expected.image.height)
			return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "size");
	}
	return VX_SUCCESS;
}

/* An input pyramid may be required to have another one's size and levels. */
static vx_status check_pyramids(vx_node node, const vx_reference values[], vx_uint32 index)
{
	vx_int32 like = described(node, index)->like;
	const struct fcl_vx_meta *meta = &values[index]->meta, *other;

	if (like < 0 || !values[like] || values[like]->class->type != VX_TYPE_PYRAMID)
		return VX_SUCCESS;
	other = &values[like]->meta;
	if (meta->pyramid.width != other->pyramid.width ||
	    meta->pyramid.height != other->pyramid.height)
		return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "size");
	if (meta->pyramid.levels != other->pyramid.levels)
		return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "number of levels");
	return VX_SUCCESS;
}

/* A remap table is made for images of one size; here that of the first input image. */
static vx_status check_remap(vx_node node, const vx_reference values[], vx_uint32 index)
{
	const struct fcl_vx_meta *meta = &values[index]->meta;

	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (values[i] && values[i]->class->type == VX_TYPE_IMAGE &&
		    node->kernel->parameters[i].direction == VX_INPUT)
			return values[i]->meta.image.width == meta->remap.source_width &&
					       values[i]->meta.image.height ==
						       meta->remap.source_height
				       ? VX_SUCCESS
				       : validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION,
							 "source size");
	return VX_SUCCESS;
}

static vx_status check_matrix(vx_node node, vx_uint32 index, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);

	if ((parameter->rows && meta->matrix.rows != parameter->rows) ||
	    (parameter->columns && meta->matrix.columns != parameter->columns))
		return validate_refuse(node, index, VX_ERROR_INVALID_DIMENSION, "size");
	return VX_SUCCESS;
}

static vx_status check_input(vx_node node, const vx_reference values[], vx_uint32 index)
{
	vx_reference value = values[index];
	vx_status status;

	if (value->class->type == VX_TYPE_IMAGE) {
		status = validate_check_image(node, index, &value->meta);
		return status ? status : check_relations(node, values, index);
	}
	if (value->class->type == VX_TYPE_PYRAMID) {
		status = check_pyramid(node, index, &value->meta);
		return status ? status : check_pyramids(node, values, index);
	}
	status = check_item(node, values, index, &value->meta);
	if (!status && value->class->type == VX_TYPE_SCALAR)
		status = validate_check_scalar(node, index, (struct fcl_vx_flat *)value);
	if (!status && value->class->type == VX_TYPE_MATRIX)
		status = check_matrix(node, index, &value->meta);
	if (!status && value->class->type == VX_TYPE_REMAP)
		status = check_remap(node, values, index);
	return status;
}

static vx_reference first_image(vx_node node, const vx_reference values[])
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (values[i] && values[i]->class->type == VX_TYPE_IMAGE &&
		    node->kernel->parameters[i].direction == VX_INPUT)
			return values[i];
	return NULL;
}

/* The parameter whose size an output copies. */
static vx_reference model_of(vx_node node, const vx_reference values[], vx_uint32 index)
{
	vx_int32 like = described(node, index)->like;

	return like >= 0 ? values[like] : first_image(node, values);
}

/* A virtual pyramid that the kernel also writes takes its size from the first input image. */
static void take_below(vx_node node, const vx_reference values[], vx_reference pyramid,
		       struct fcl_vx_meta *ret)
{
	vx_reference image = first_image(node, values);

	if (!ret->image.width && image)
		take_size(&image->meta, ret);
	go_below(&pyramid->meta, ret);
}

static unsigned validate_bits_of(vx_df_image format)
{
	const struct fcl_vx_format *found = fcl_vx_format(format);

	return found ? found->plane[0].bits : 0;
}

static bool is_wide(vx_node node, const vx_reference values[], vx_df_image format)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (values[i] && values[i]->class->type == VX_TYPE_IMAGE &&
		    node->kernel->parameters[i].direction == VX_INPUT &&
		    validate_bits_of(values[i]->meta.image.format) > validate_bits_of(format))
			return false;
	return true;
}

/* Whether two columns, or two rows, of pixels share chroma samples. */
static bool shares_columns(vx_df_image format)
{
	return format == VX_DF_IMAGE_NV12 || format == VX_DF_IMAGE_NV21 ||
	       format == VX_DF_IMAGE_IYUV || format == VX_DF_IMAGE_UYVY ||
	       format == VX_DF_IMAGE_YUYV;
}

static bool shares_rows(vx_df_image format)
{
	return shares_columns(format) && format != VX_DF_IMAGE_UYVY && format != VX_DF_IMAGE_YUYV;
}

/*
 * The size of the channel named by a scalar, in the model image. A scalar computed by a node is not
 * known yet.
 */
static void take_channel(vx_node node, const vx_reference values[], vx_df_image format,
			 struct fcl_vx_meta *ret)
{
	vx_enum channel = VX_CHANNEL_Y;

	for (vx_uint32 i = 0; i < node->nparameters; i++) {
		struct fcl_vx_flat *scalar = (struct fcl_vx_flat *)values[i];

		if (scalar && scalar->ref.class->type == VX_TYPE_SCALAR &&
		    scalar->ref.meta.scalar.type == VX_TYPE_ENUM && scalar->store->host_valid)
			memcpy(&channel, scalar->store->host, sizeof(channel));
	}
	if (channel != VX_CHANNEL_U && channel != VX_CHANNEL_V && channel != VX_CHANNEL_1 &&
	    channel != VX_CHANNEL_2)
		return;
	ret->image.width /= shares_columns(format) ? 2 : 1;
	ret->image.height /= shares_rows(format) ? 2 : 1;
}

static vx_status describe_image(vx_node node, const vx_reference values[], vx_uint32 index,
				struct fcl_vx_meta *ret)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);
	vx_reference model = model_of(node, values, index);

	*ret = values[index]->meta;
	if (parameter->format_of >= 0 && values[parameter->format_of])
		ret->image.format = values[parameter->format_of]->meta.image.format;
	else if (ret->image.format == VX_DF_IMAGE_VIRT && parameter->nformats)
		ret->image.format = parameter->formats[0];
	if (!parameter->any_size && model)
		take_size(&model->meta, ret);
	if (parameter->of_channel && model && model->class->type == VX_TYPE_IMAGE)
		take_channel(node, values, model->meta.image.format, ret);
	if (parameter->half)
		halve(ret);
	if (parameter->below && model)
		take_below(node, values, model, ret);
	if (parameter->wide && !is_wide(node, values, ret->image.format))
		return validate_refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	return validate_check_image(node, index, ret);
}

/* A pyramid's first level has its model's size. */
static void describe_pyramid(vx_node node, const vx_reference values[], vx_uint32 index,
			     struct fcl_vx_meta *ret)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);
	vx_reference model = model_of(node, values, index);

	if (ret->pyramid.format == VX_DF_IMAGE_VIRT && parameter->nformats)
		ret->pyramid.format = parameter->formats[0];
	if (model && model->class->type == VX_TYPE_IMAGE) {
		ret->pyramid.width = model->meta.image.width;
		ret->pyramid.height = model->meta.image.height;
	}
}

/* Completes the description of a virtual array. */
static void describe_array(vx_node node, const vx_reference values[], vx_uint32 index,
			   struct fcl_vx_meta *ret)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);

	if (ret->array.item == VX_TYPE_INVALID)
		ret->array.item = parameter->items[0];
	if (!ret->array.capacity && parameter->like >= 0 && values[parameter->like] &&
	    values[parameter->like]->class->type == VX_TYPE_ARRAY)
		ret->array.capacity = values[parameter->like]->meta.array.capacity;
}

static vx_status describe_output(vx_node node, const vx_reference values[], vx_uint32 index,
				 struct fcl_vx_meta *ret)
{
	if (values[index]->class->type == VX_TYPE_IMAGE)
		return describe_image(node, values, index, ret);
	*ret = values[index]->meta;
	if (ret->type == VX_TYPE_PYRAMID) {
		describe_pyramid(node, values, index, ret);
		return check_pyramid(node, index, ret);
	}
	if (ret->type == VX_TYPE_ARRAY)
		describe_array(node, values, index, ret);
	return check_item(node, values, index, ret);
}

static vx_status check_border(vx_node node)
{
	static const char *const names[] = {"undefined", "constant", "replicate"};
	int mode = node->border.mode - VX_BORDER_UNDEFINED;

	if (node->kernel->described->borders & (1U << mode))
		return VX_SUCCESS;
	return fcl_vx_fail(node, VX_ERROR_NOT_SUPPORTED, "\"%s\" has no border mode %s",
			   node->kernel->kernel_name, names[mode]);
}

vx_status VX_CALLBACK fcl_vx_fpga_validate(vx_node node, const vx_reference parameters[],
					   vx_uint32 num, vx_meta_format metas[])
{
	vx_status status = check_border(node);

	for (vx_uint32 i = 0; i < num && !status; i++)
		if (parameters[i] && node->kernel->parameters[i].direction == VX_INPUT)
			status = check_input(node, parameters, i);
	for (vx_uint32 i = 0; i < num && !status; i++)
		if (parameters[i] && node->kernel->parameters[i].direction == VX_OUTPUT)
			status = describe_output(node, parameters, i, &metas[i]->ref.meta);
	return status;
}
