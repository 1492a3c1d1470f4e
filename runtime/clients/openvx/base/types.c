/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"

enum { MAX_LIBRARIES = 255, MAX_KERNEL_IDS = 4096, MAX_STRUCTS = 0x300 };

static const struct {
	vx_enum type;
	vx_size size;
} type_sizes[] = {
	{VX_TYPE_CHAR, 1},
	{VX_TYPE_INT8, 1},
	{VX_TYPE_UINT8, 1},
	{VX_TYPE_INT16, 2},
	{VX_TYPE_UINT16, 2},
	{VX_TYPE_INT32, 4},
	{VX_TYPE_UINT32, 4},
	{VX_TYPE_INT64, 8},
	{VX_TYPE_UINT64, 8},
	{VX_TYPE_FLOAT32, 4},
	{VX_TYPE_FLOAT64, 8},
	{VX_TYPE_FLOAT16, 2},
	{VX_TYPE_ENUM, sizeof(vx_enum)},
	{VX_TYPE_SIZE, sizeof(vx_size)},
	{VX_TYPE_DF_IMAGE, sizeof(vx_df_image)},
	{VX_TYPE_BOOL, sizeof(vx_bool)},
	{VX_TYPE_RECTANGLE, sizeof(vx_rectangle_t)},
	{VX_TYPE_KEYPOINT, sizeof(vx_keypoint_t)},
	{VX_TYPE_COORDINATES2D, sizeof(vx_coordinates2d_t)},
	{VX_TYPE_COORDINATES3D, sizeof(vx_coordinates3d_t)},
	{VX_TYPE_COORDINATES2DF, sizeof(vx_coordinates2df_t)},
	{VX_TYPE_HOG_PARAMS, sizeof(vx_hog_t)},
	{VX_TYPE_HOUGH_LINES_PARAMS, sizeof(vx_hough_lines_p_t)},
	{VX_TYPE_LINE_2D, sizeof(vx_line2d_t)},
	{VX_TYPE_TENSOR_MATRIX_MULTIPLY_PARAMS, sizeof(vx_tensor_matrix_multiply_params_t)},
};

vx_size fcl_vx_type_size(vx_context context, vx_enum type)
{
	vx_size size = 0;

	for (size_t i = 0; i < FCL_VX_COUNT(type_sizes); i++)
		if (type_sizes[i].type == type)
			return type_sizes[i].size;
	fcl_vx_lock(context);
	if (type >= VX_TYPE_USER_STRUCT_START &&
	    (vx_uint32)(type - VX_TYPE_USER_STRUCT_START) < context->nstructs)
		size = context->structs[type - VX_TYPE_USER_STRUCT_START].size;
	fcl_vx_unlock(context);
	return size;
}

static vx_enum add_struct(vx_context context, vx_size size, const char *name)
{
	struct fcl_vx_user_struct *structs;
	vx_enum type = VX_TYPE_INVALID;

	fcl_vx_lock(context);
	structs = context->nstructs == MAX_STRUCTS
			  ? NULL
			  : realloc(context->structs, (context->nstructs + 1) * sizeof(*structs));
	if (structs) {
		context->structs = structs;
		structs[context->nstructs].size = size;
		snprintf(structs[context->nstructs].name, sizeof(structs->name), "%s", name);
		type = VX_TYPE_USER_STRUCT_START + (vx_enum)context->nstructs++;
	}
	fcl_vx_unlock(context);
	return type;
}

VX_API_ENTRY vx_enum VX_API_CALL vxRegisterUserStruct(vx_context context, vx_size size)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT) || !size)
		return VX_TYPE_INVALID;
	return add_struct(context, size, "");
}

static vx_enum find_struct(vx_context context, const char *name)
{
	vx_enum type = VX_TYPE_INVALID;

	fcl_vx_lock(context);
	for (vx_uint32 i = context->nstructs; i-- && type == VX_TYPE_INVALID;)
		if (*name && !strcmp(context->structs[i].name, name))
			type = VX_TYPE_USER_STRUCT_START + (vx_enum)i;
	fcl_vx_unlock(context);
	return type;
}

VX_API_ENTRY vx_enum VX_API_CALL vxRegisterUserStructWithName(vx_context context, vx_size size,
							      const vx_char *type_name)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT) || !size || !type_name || !*type_name ||
	    strlen(type_name) >= VX_MAX_REFERENCE_NAME)
		return VX_TYPE_INVALID;
	if (find_struct(context, type_name) != VX_TYPE_INVALID) {
		fcl_vx_fail(context, VX_ERROR_INVALID_PARAMETERS,
			    "vxRegisterUserStructWithName: \"%s\" is registered already",
			    type_name);
		return VX_TYPE_INVALID;
	}
	return add_struct(context, size, type_name);
}

VX_API_ENTRY vx_status VX_API_CALL vxGetUserStructNameByEnum(vx_context context,
							     vx_enum user_struct_type,
							     vx_char *type_name, vx_size name_size)
{
	vx_uint32 i = (vx_uint32)(user_struct_type - VX_TYPE_USER_STRUCT_START);
	vx_status status = VX_FAILURE;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT) || !type_name)
		return VX_ERROR_INVALID_PARAMETERS;
	fcl_vx_lock(context);
	if (user_struct_type >= VX_TYPE_USER_STRUCT_START && i < context->nstructs &&
	    context->structs[i].name[0]) {
		status = strlen(context->structs[i].name) < name_size ? VX_SUCCESS
								      : VX_ERROR_NO_MEMORY;
		if (!status)
			strcpy(type_name, context->structs[i].name);
	}
	fcl_vx_unlock(context);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxGetUserStructEnumByName(vx_context context,
							     const vx_char *type_name,
							     vx_enum *user_struct_type)
{
	vx_enum type;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT) || !user_struct_type)
		return VX_ERROR_INVALID_PARAMETERS;
	type = type_name ? find_struct(context, type_name) : VX_TYPE_INVALID;
	if (type == VX_TYPE_INVALID)
		return VX_FAILURE;
	*user_struct_type = type;
	return VX_SUCCESS;
}

static vx_status types_next_number(vx_context context, vx_uint32 *counter, vx_uint32 most,
				   vx_enum first, vx_enum *ret)
{
	vx_status status = VX_ERROR_NO_RESOURCES;

	fcl_vx_lock(context);
	if (*counter < most) {
		*ret = first + (vx_enum)(*counter)++;
		status = VX_SUCCESS;
	}
	fcl_vx_unlock(context);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxAllocateUserKernelId(vx_context context,
							  vx_enum *pKernelEnumId)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!pKernelEnumId)
		return VX_ERROR_INVALID_PARAMETERS;
	return types_next_number(context, &context->kernel_ids, MAX_KERNEL_IDS,
				 VX_KERNEL_BASE(VX_ID_USER, 0), pKernelEnumId);
}

VX_API_ENTRY vx_status VX_API_CALL vxAllocateUserKernelLibraryId(vx_context context,
								 vx_enum *pLibraryId)
{
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!pLibraryId)
		return VX_ERROR_INVALID_PARAMETERS;
	return types_next_number(context, &context->library_ids, MAX_LIBRARIES, 1, pLibraryId);
}
