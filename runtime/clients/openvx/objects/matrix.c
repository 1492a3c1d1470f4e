/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

static vx_status matrix_get_size(vx_reference ref, void *ptr, vx_size size)
{
	vx_size value = ((struct fcl_vx_flat *)ref)->element * ref->meta.matrix.rows *
			ref->meta.matrix.columns;

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_MATRIX_TYPE, FCL_VX_META(matrix.type), .meta = true},
	{VX_MATRIX_ROWS, FCL_VX_META(matrix.rows), .meta = true},
	{VX_MATRIX_COLUMNS, FCL_VX_META(matrix.columns), .meta = true},
	{VX_MATRIX_SIZE, .get = matrix_get_size},
	{VX_MATRIX_ORIGIN, FCL_VX_META(matrix.origin), .meta = true},
	{VX_MATRIX_PATTERN, FCL_VX_META(matrix.pattern), .meta = true},
};

const struct fcl_vx_class fcl_vx_matrix_class = {
	.type = VX_TYPE_MATRIX,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static void *matrix_create(vx_context context, vx_graph graph, vx_enum type, vx_size columns,
			   vx_size rows)
{
	struct fcl_vx_meta meta = {
		.type = VX_TYPE_MATRIX,
		.matrix = {.type = type,
			   .rows = rows,
			   .columns = columns,
			   .origin = {(vx_uint32)(columns / 2), (vx_uint32)(rows / 2)},
			   .pattern = VX_PATTERN_OTHER}};

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (type < VX_TYPE_INT8 || type > VX_TYPE_FLOAT64)
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	if (!columns || !rows)
		return fcl_vx_error(VX_ERROR_INVALID_DIMENSION);
	return fcl_vx_flat_create(context, graph, &fcl_vx_matrix_class, &meta);
}

VX_API_ENTRY vx_matrix VX_API_CALL vxCreateMatrix(vx_context c, vx_enum data_type, vx_size columns,
						  vx_size rows)
{
	return matrix_create(c, NULL, data_type, columns, rows);
}

VX_API_ENTRY vx_matrix VX_API_CALL vxCreateVirtualMatrix(vx_graph graph, vx_enum data_type,
							 vx_size columns, vx_size rows)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH)
		       ? matrix_create(NULL, graph, data_type, columns, rows)
		       : NULL;
}

/*
 * Whether an element belongs to the pattern. A disk's border passes through the middles of the
 * matrix's sides.
 */
static bool matrix_is_inside(vx_enum pattern, vx_size x, vx_size y, vx_size columns, vx_size rows)
{
	double rx = (double)columns / 2, ry = (double)rows / 2;
	double dx = ((double)x + 0.5 - rx) / rx, dy = ((double)y + 0.5 - ry) / ry;

	if (pattern == VX_PATTERN_CROSS)
		return x == columns / 2 || y == rows / 2;
	return pattern == VX_PATTERN_BOX || dx * dx + dy * dy <= 1;
}

static vx_status matrix_fill(struct fcl_vx_flat *matrix, vx_enum pattern)
{
	vx_size columns = matrix->ref.meta.matrix.columns, rows = matrix->ref.meta.matrix.rows;
	vx_status status = fcl_vx_store_host(matrix->store, false, true);

	if (status)
		return status;
	for (vx_size y = 0; y < rows; y++)
		for (vx_size x = 0; x < columns; x++)
			matrix->store->host[y * columns + x] =
				matrix_is_inside(pattern, x, y, columns, rows) ? 255 : 0;
	fcl_vx_store_written(matrix->store);
	matrix->ref.meta.matrix.pattern = pattern;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_matrix VX_API_CALL vxCreateMatrixFromPatternAndOrigin(vx_context context,
								      vx_enum pattern,
								      vx_size columns, vx_size rows,
								      vx_size origin_col,
								      vx_size origin_row)
{
	vx_matrix matrix;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (pattern < VX_PATTERN_BOX || pattern > VX_PATTERN_DISK || origin_col >= columns ||
	    origin_row >= rows)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	matrix = matrix_create(context, NULL, VX_TYPE_UINT8, columns, rows);
	if (!fcl_vx_is(matrix, VX_TYPE_MATRIX))
		return matrix;
	((vx_reference)matrix)->meta.matrix.origin = (vx_coordinates2d_t){(vx_uint32)origin_col,
									  (vx_uint32)origin_row};
	status = matrix_fill((struct fcl_vx_flat *)matrix, pattern);
	if (!status)
		return matrix;
	vxReleaseMatrix(&matrix);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_matrix VX_API_CALL vxCreateMatrixFromPattern(vx_context context, vx_enum pattern,
							     vx_size columns, vx_size rows)
{
	return vxCreateMatrixFromPatternAndOrigin(context, pattern, columns, rows, columns / 2,
						  rows / 2);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseMatrix(vx_matrix *mat)
{
	return fcl_vx_release(mat, VX_TYPE_MATRIX);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryMatrix(vx_matrix mat, vx_enum attribute, void *ptr,
						 vx_size size)
{
	return fcl_vx_query(mat, VX_TYPE_MATRIX, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyMatrix(vx_matrix matrix, void *user_ptr, vx_enum usage,
						vx_enum user_mem_type)
{
	vx_status status = fcl_vx_flat_copy(matrix, VX_TYPE_MATRIX, user_ptr, usage, user_mem_type);

	if (!status && usage == VX_WRITE_ONLY)
		((vx_reference)matrix)->meta.matrix.pattern = VX_PATTERN_OTHER;
	return status;
}
