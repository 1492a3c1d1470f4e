/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/openvx/described/validate.h"

#include <string.h>

#include "runtime/openvx/described/passed.h"
#include "runtime/openvx/images/layout.h"
#include "runtime/openvx/objects/flat.h"

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

static vx_status refuse(vx_node node, vx_uint32 index, vx_status status, const char *what)
{
	return fcl_vx_fail(node, status, "\"%s\" does not take the %s of parameter \"%s\"",
			   node->kernel->kernel_name, what, described(node, index)->name);
}

static vx_status check_image(vx_node node, vx_uint32 index, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);

	if (!has_format(parameter, meta->image.format))
		return refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	if (parameter->most_width && meta->image.width > parameter->most_width)
		return refuse(node, index, VX_ERROR_INVALID_DIMENSION, "width");
	return VX_SUCCESS;
}

/* The type of the items of what has items. */
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

/* A scalar that another node computes is checked when it is passed. */
static vx_status check_scalar(vx_node node, vx_uint32 index, struct fcl_vx_flat *scalar)
{
	unsigned char value[8] = {0};

	if (!described(node, index)->nvalues || scalar->element > sizeof(value) ||
	    !scalar->store->host_valid)
		return VX_SUCCESS;
	memcpy(value, scalar->store->host, scalar->element);
	return fcl_vx_passed_check(node, index, value);
}

/* An input image may have to have the format, or the size, of another parameter. */
static vx_status check_relations(vx_node node, const vx_reference values[], vx_uint32 index)
{
	const struct fcl_vx_described_parameter *parameter = described(node, index);
	const struct fcl_vx_meta *meta = &values[index]->meta, *other;

	if (parameter->format_of >= 0 && values[parameter->format_of]) {
		other = &values[parameter->format_of]->meta;
		if (meta->image.format != other->image.format)
			return refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	}
	if (parameter->like >= 0 && values[parameter->like]) {
		other = &values[parameter->like]->meta;
		if (meta->image.width != other->image.width ||
		    meta->image.height != other->image.height)
			return refuse(node, index, VX_ERROR_INVALID_DIMENSION, "size");
	}
	return VX_SUCCESS;
}

static vx_status check_input(vx_node node, const vx_reference values[], vx_uint32 index)
{
	vx_enum item = described(node, index)->item;
	vx_reference value = values[index];
	vx_status status;

	if (value->class->type == VX_TYPE_IMAGE) {
		status = check_image(node, index, &value->meta);
		return status ? status : check_relations(node, values, index);
	}
	if (item && item_of(&value->meta) != item)
		return refuse(node, index, VX_ERROR_INVALID_TYPE, "type");
	if (value->class->type == VX_TYPE_SCALAR)
		return check_scalar(node, index, (struct fcl_vx_flat *)value);
	return VX_SUCCESS;
}

/* The image that an output is as large as. */
static vx_reference model_of(vx_node node, const vx_reference values[], vx_uint32 index)
{
	vx_int32 like = described(node, index)->like;

	if (like >= 0)
		return values[like];
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (values[i] && values[i]->class->type == VX_TYPE_IMAGE &&
		    node->kernel->parameters[i].direction == VX_INPUT)
			return values[i];
	return NULL;
}

static unsigned bits_of(vx_df_image format)
{
	const struct fcl_vx_format *found = fcl_vx_format(format);

	return found ? found->plane[0].bits : 0;
}

static bool is_wide(vx_node node, const vx_reference values[], vx_df_image format)
{
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		if (values[i] && values[i]->class->type == VX_TYPE_IMAGE &&
		    node->kernel->parameters[i].direction == VX_INPUT &&
		    bits_of(values[i]->meta.image.format) > bits_of(format))
			return false;
	return true;
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
	if (!parameter->any_size && model && model->class->type == VX_TYPE_IMAGE) {
		ret->image.width = model->meta.image.width;
		ret->image.height = model->meta.image.height;
	}
	if (parameter->wide && !is_wide(node, values, ret->image.format))
		return refuse(node, index, VX_ERROR_INVALID_FORMAT, "format");
	return check_image(node, index, ret);
}

static vx_status describe_output(vx_node node, const vx_reference values[], vx_uint32 index,
				 struct fcl_vx_meta *ret)
{
	vx_enum item = described(node, index)->item;

	if (values[index]->class->type == VX_TYPE_IMAGE)
		return describe_image(node, values, index, ret);
	*ret = values[index]->meta;
	if (ret->type == VX_TYPE_ARRAY && ret->array.item == VX_TYPE_INVALID)
		ret->array.item = item;
	if (item && item_of(ret) != item)
		return refuse(node, index, VX_ERROR_INVALID_TYPE, "type");
	return VX_SUCCESS;
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
