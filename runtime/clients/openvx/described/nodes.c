/* SPDX-License-Identifier: Apache-2.0 */
#include <VX/vxu.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/graph/graph.h"

/*
 * Functions that create nodes of standard kernels, and those that execute them immediately. They
 * only arrange parameters; the kernels come from loaded modules.
 */
struct given {
	const void *ref; /* an object */
	vx_enum type;    /* or a value, which is wrapped in a scalar of that type */
	const void *value;
};

static vx_status nodes_set(vx_node node, vx_uint32 index, const struct given *given)
{
	vx_scalar scalar;
	vx_status status;

	if (!given->type)
		return given->ref ? vxSetParameterByIndex(node, index, (vx_reference)given->ref)
				  : VX_SUCCESS;
	scalar = vxCreateScalar(node->ref.context, given->type, given->value);
	status = vxSetParameterByIndex(node, index, (vx_reference)scalar);
	vxReleaseScalar(&scalar);
	return status;
}

static vx_node make_node(vx_graph graph, vx_enum number, const struct given *given, vx_uint32 count)
{
	vx_status status = VX_SUCCESS;
	vx_kernel kernel;
	vx_node node;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return NULL;
	kernel = vxGetKernelByEnum(graph->ref.context, number);
	if (!fcl_vx_is(kernel, VX_TYPE_KERNEL))
		return (vx_node)kernel;
	node = vxCreateGenericNode(graph, kernel);
	vxReleaseKernel(&kernel);
	if (!fcl_vx_is(node, VX_TYPE_NODE))
		return node;
	if (node->nparameters != count)
		status = VX_ERROR_INVALID_PARAMETERS;
	for (vx_uint32 i = 0; i < count && !status; i++)
		status = nodes_set(node, i, &given[i]);
	if (!status)
		return node;
	vxRemoveNode(&node);
	return fcl_vx_error(status);
}

/*
 * The context's border mode. If the kernel does not support it, falls back to undefined, if the
 * policy permits that.
 */
static vx_border_t border_for(vx_context context, vx_kernel kernel)
{
	vx_border_t border = context->border;

	if (context->border_policy == VX_BORDER_POLICY_DEFAULT_TO_UNDEFINED &&
	    !(kernel->borders & (1U << (border.mode - VX_BORDER_UNDEFINED))))
		border.mode = VX_BORDER_UNDEFINED;
	return border;
}

static vx_status nodes_run(vx_context context, vx_enum number, const struct given *given,
			   vx_uint32 count)
{
	vx_graph graph = vxCreateGraph(context);
	vx_status status;
	vx_node node;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return VX_ERROR_INVALID_REFERENCE;
	node = make_node(graph, number, given, count);
	status = vxGetStatus((vx_reference)node);
	if (!status) {
		node->border = border_for(context, node->kernel);
		status = vxScheduleGraph(graph);
		if (!status)
			status = vxWaitGraph(graph);
		vxReleaseNode(&node);
	}
	vxReleaseGraph(&graph);
	return status;
}

#define OBJECT(object)                                                                             \
	{                                                                                          \
		.ref = (object)                                                                    \
	}
#define VALUE(kind, what)                                                                          \
	{                                                                                          \
		.type = VX_TYPE_##kind, .value = &(what)                                           \
	}
#define LIST(...) __VA_ARGS__

#define NODE(name, kernel, parameters, ...)                                                        \
	VX_API_ENTRY vx_node VX_API_CALL vx##name##Node(vx_graph graph, parameters)                \
	{                                                                                          \
		const struct given given[] = {__VA_ARGS__};                                        \
                                                                                                   \
		return make_node(graph, VX_KERNEL_##kernel, given, FCL_VX_COUNT(given));           \
	}

#define IMMEDIATE(name, kernel, parameters, ...)                                                   \
	VX_API_ENTRY vx_status VX_API_CALL vxu##name(vx_context context, parameters)               \
	{                                                                                          \
		const struct given given[] = {__VA_ARGS__};                                        \
                                                                                                   \
		return nodes_run(context, VX_KERNEL_##kernel, given, FCL_VX_COUNT(given));         \
	}

#define BOTH(name, kernel, parameters, ...)                                                        \
	NODE(name, kernel, LIST(parameters), __VA_ARGS__)                                          \
	IMMEDIATE(name, kernel, LIST(parameters), __VA_ARGS__)

#define ONE_IMAGE(name, kernel)                                                                    \
	BOTH(name, kernel, LIST(vx_image input, vx_image output), OBJECT(input), OBJECT(output))

#define TWO_IMAGES(name, kernel)                                                                   \
	BOTH(name, kernel, LIST(vx_image in1, vx_image in2, vx_image out), OBJECT(in1),            \
	     OBJECT(in2), OBJECT(out))

#define WITH_POLICY(name, kernel)                                                                  \
	BOTH(name, kernel, LIST(vx_image in1, vx_image in2, vx_enum policy, vx_image out),         \
	     OBJECT(in1), OBJECT(in2), VALUE(ENUM, policy), OBJECT(out))

ONE_IMAGE(ColorConvert, COLOR_CONVERT)
ONE_IMAGE(Gaussian3x3, GAUSSIAN_3x3)
ONE_IMAGE(Box3x3, BOX_3x3)
ONE_IMAGE(Median3x3, MEDIAN_3x3)
ONE_IMAGE(Erode3x3, ERODE_3x3)
ONE_IMAGE(Dilate3x3, DILATE_3x3)
ONE_IMAGE(EqualizeHist, EQUALIZE_HISTOGRAM)
ONE_IMAGE(IntegralImage, INTEGRAL_IMAGE)
ONE_IMAGE(Not, NOT)
TWO_IMAGES(And, AND)
TWO_IMAGES(Or, OR)
TWO_IMAGES(Xor, XOR)
TWO_IMAGES(AbsDiff, ABSDIFF)
TWO_IMAGES(Magnitude, MAGNITUDE)
TWO_IMAGES(Phase, PHASE)
WITH_POLICY(Add, ADD)
WITH_POLICY(Subtract, SUBTRACT)
BOTH(Sobel3x3, SOBEL_3x3, LIST(vx_image input, vx_image output_x, vx_image output_y), OBJECT(input),
     OBJECT(output_x), OBJECT(output_y))
BOTH(ChannelExtract, CHANNEL_EXTRACT, LIST(vx_image input, vx_enum channel, vx_image output),
     OBJECT(input), VALUE(ENUM, channel), OBJECT(output))
BOTH(ScaleImage, SCALE_IMAGE, LIST(vx_image src, vx_image dst, vx_enum type), OBJECT(src),
     OBJECT(dst), VALUE(ENUM, type))
BOTH(TableLookup, TABLE_LOOKUP, LIST(vx_image input, vx_lut lut, vx_image output), OBJECT(input),
     OBJECT(lut), OBJECT(output))
BOTH(Histogram, HISTOGRAM, LIST(vx_image input, vx_distribution distribution), OBJECT(input),
     OBJECT(distribution))
BOTH(Threshold, THRESHOLD, LIST(vx_image input, vx_threshold thresh, vx_image output),
     OBJECT(input), OBJECT(thresh), OBJECT(output))
BOTH(Convolve, CUSTOM_CONVOLUTION, LIST(vx_image input, vx_convolution conv, vx_image output),
     OBJECT(input), OBJECT(conv), OBJECT(output))
BOTH(WarpAffine, WARP_AFFINE, LIST(vx_image input, vx_matrix matrix, vx_enum type, vx_image output),
     OBJECT(input), OBJECT(matrix), VALUE(ENUM, type), OBJECT(output))
BOTH(FastCorners, FAST_CORNERS,
     LIST(vx_image input, vx_scalar strength_thresh, vx_bool nonmax_suppression, vx_array corners,
	  vx_scalar num_corners),
     OBJECT(input), OBJECT(strength_thresh), VALUE(BOOL, nonmax_suppression), OBJECT(corners),
     OBJECT(num_corners))
BOTH(HarrisCorners, HARRIS_CORNERS,
     LIST(vx_image input, vx_scalar strength_thresh, vx_scalar min_distance, vx_scalar sensitivity,
	  vx_int32 gradient_size, vx_int32 block_size, vx_array corners, vx_scalar num_corners),
     OBJECT(input), OBJECT(strength_thresh), OBJECT(min_distance), OBJECT(sensitivity),
     VALUE(INT32, gradient_size), VALUE(INT32, block_size), OBJECT(corners), OBJECT(num_corners))

/* For these, nodes take objects but the immediate functions take values. */
NODE(Multiply, MULTIPLY,
     LIST(vx_image in1, vx_image in2, vx_scalar scale, vx_enum overflow_policy,
	  vx_enum rounding_policy, vx_image out),
     OBJECT(in1), OBJECT(in2), OBJECT(scale), VALUE(ENUM, overflow_policy),
     VALUE(ENUM, rounding_policy), OBJECT(out))
IMMEDIATE(Multiply, MULTIPLY,
	  LIST(vx_image in1, vx_image in2, vx_float32 scale, vx_enum overflow_policy,
	       vx_enum rounding_policy, vx_image out),
	  OBJECT(in1), OBJECT(in2), VALUE(FLOAT32, scale), VALUE(ENUM, overflow_policy),
	  VALUE(ENUM, rounding_policy), OBJECT(out))
NODE(ConvertDepth, CONVERTDEPTH,
     LIST(vx_image input, vx_image output, vx_enum policy, vx_scalar shift), OBJECT(input),
     OBJECT(output), VALUE(ENUM, policy), OBJECT(shift))
IMMEDIATE(ConvertDepth, CONVERTDEPTH,
	  LIST(vx_image input, vx_image output, vx_enum policy, vx_int32 shift), OBJECT(input),
	  OBJECT(output), VALUE(ENUM, policy), VALUE(INT32, shift))
BOTH(ChannelCombine, CHANNEL_COMBINE,
     LIST(vx_image plane0, vx_image plane1, vx_image plane2, vx_image plane3, vx_image output),
     OBJECT(plane0), OBJECT(plane1), OBJECT(plane2), OBJECT(plane3), OBJECT(output))
BOTH(HalfScaleGaussian, HALFSCALE_GAUSSIAN,
     LIST(vx_image input, vx_image output, vx_int32 kernel_size), OBJECT(input), OBJECT(output),
     VALUE(INT32, kernel_size))
BOTH(GaussianPyramid, GAUSSIAN_PYRAMID, LIST(vx_image input, vx_pyramid gaussian), OBJECT(input),
     OBJECT(gaussian))
BOTH(LaplacianPyramid, LAPLACIAN_PYRAMID,
     LIST(vx_image input, vx_pyramid laplacian, vx_image output), OBJECT(input), OBJECT(laplacian),
     OBJECT(output))
BOTH(LaplacianReconstruct, LAPLACIAN_RECONSTRUCT,
     LIST(vx_pyramid laplacian, vx_image input, vx_image output), OBJECT(laplacian), OBJECT(input),
     OBJECT(output))
BOTH(MinMaxLoc, MINMAXLOC,
     LIST(vx_image input, vx_scalar min_val, vx_scalar max_val, vx_array min_loc, vx_array max_loc,
	  vx_scalar min_count, vx_scalar max_count),
     OBJECT(input), OBJECT(min_val), OBJECT(max_val), OBJECT(min_loc), OBJECT(max_loc),
     OBJECT(min_count), OBJECT(max_count))
BOTH(CannyEdgeDetector, CANNY_EDGE_DETECTOR,
     LIST(vx_image input, vx_threshold hyst, vx_int32 gradient_size, vx_enum norm_type,
	  vx_image output),
     OBJECT(input), OBJECT(hyst), VALUE(INT32, gradient_size), VALUE(ENUM, norm_type),
     OBJECT(output))
BOTH(OpticalFlowPyrLK, OPTICAL_FLOW_PYR_LK,
     LIST(vx_pyramid old_images, vx_pyramid new_images, vx_array old_points,
	  vx_array new_points_estimates, vx_array new_points, vx_enum termination,
	  vx_scalar epsilon, vx_scalar num_iterations, vx_scalar use_initial_estimate,
	  vx_size window_dimension),
     OBJECT(old_images), OBJECT(new_images), OBJECT(old_points), OBJECT(new_points_estimates),
     OBJECT(new_points), VALUE(ENUM, termination), OBJECT(epsilon), OBJECT(num_iterations),
     OBJECT(use_initial_estimate), VALUE(SIZE, window_dimension))
BOTH(Remap, REMAP, LIST(vx_image input, vx_remap table, vx_enum policy, vx_image output),
     OBJECT(input), OBJECT(table), VALUE(ENUM, policy), OBJECT(output))
BOTH(WarpPerspective, WARP_PERSPECTIVE,
     LIST(vx_image input, vx_matrix matrix, vx_enum type, vx_image output), OBJECT(input),
     OBJECT(matrix), VALUE(ENUM, type), OBJECT(output))
BOTH(NonLinearFilter, NON_LINEAR_FILTER,
     LIST(vx_enum function, vx_image input, vx_matrix mask, vx_image output), VALUE(ENUM, function),
     OBJECT(input), OBJECT(mask), OBJECT(output))
BOTH(WeightedAverage, WEIGHTED_AVERAGE,
     LIST(vx_image img1, vx_scalar alpha, vx_image img2, vx_image output), OBJECT(img1),
     OBJECT(alpha), OBJECT(img2), OBJECT(output))
NODE(MeanStdDev, MEAN_STDDEV, LIST(vx_image input, vx_scalar mean, vx_scalar stddev), OBJECT(input),
     OBJECT(mean), OBJECT(stddev))

/* Returns values where the node has scalars; the deviation is optional. */
VX_API_ENTRY vx_status VX_API_CALL vxuMeanStdDev(vx_context context, vx_image input,
						 vx_float32 *mean, vx_float32 *stddev)
{
	vx_scalar average, deviation;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!mean)
		return VX_ERROR_INVALID_PARAMETERS;
	average = vxCreateScalar(context, VX_TYPE_FLOAT32, NULL);
	deviation = stddev ? vxCreateScalar(context, VX_TYPE_FLOAT32, NULL) : NULL;
	{
		const struct given given[] = {OBJECT(input), OBJECT(average), OBJECT(deviation)};

		status = nodes_run(context, VX_KERNEL_MEAN_STDDEV, given, FCL_VX_COUNT(given));
	}
	if (!status)
		status = vxCopyScalar(average, mean, VX_READ_ONLY, VX_MEMORY_TYPE_HOST);
	if (!status && stddev)
		status = vxCopyScalar(deviation, stddev, VX_READ_ONLY, VX_MEMORY_TYPE_HOST);
	vxReleaseScalar(&average);
	if (deviation)
		vxReleaseScalar(&deviation);
	return status;
}
