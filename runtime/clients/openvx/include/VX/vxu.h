/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VXU_H
#define VXU_H

/* Functions that execute standard kernels immediately. The kernel must be loaded. */

#include <VX/vx.h>

#ifdef __cplusplus
extern "C" {
#endif

VX_API_ENTRY vx_status VX_API_CALL vxuColorConvert(vx_context context, vx_image input,
						   vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuGaussian3x3(vx_context context, vx_image input,
						  vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuBox3x3(vx_context context, vx_image input, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuMedian3x3(vx_context context, vx_image input,
						vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuErode3x3(vx_context context, vx_image input, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuDilate3x3(vx_context context, vx_image input,
						vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuEqualizeHist(vx_context context, vx_image input,
						   vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuIntegralImage(vx_context context, vx_image input,
						    vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuNot(vx_context context, vx_image input, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuAnd(vx_context context, vx_image in1, vx_image in2,
					  vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuOr(vx_context context, vx_image in1, vx_image in2,
					 vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuXor(vx_context context, vx_image in1, vx_image in2,
					  vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuAbsDiff(vx_context context, vx_image in1, vx_image in2,
					      vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuMagnitude(vx_context context, vx_image grad_x,
						vx_image grad_y, vx_image mag);
VX_API_ENTRY vx_status VX_API_CALL vxuPhase(vx_context context, vx_image grad_x, vx_image grad_y,
					    vx_image orientation);
VX_API_ENTRY vx_status VX_API_CALL vxuAdd(vx_context context, vx_image in1, vx_image in2,
					  vx_enum policy, vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuSubtract(vx_context context, vx_image in1, vx_image in2,
					       vx_enum policy, vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuSobel3x3(vx_context context, vx_image input,
					       vx_image output_x, vx_image output_y);
VX_API_ENTRY vx_status VX_API_CALL vxuChannelExtract(vx_context context, vx_image input,
						     vx_enum channel, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuScaleImage(vx_context context, vx_image src, vx_image dst,
						 vx_enum type);
VX_API_ENTRY vx_status VX_API_CALL vxuTableLookup(vx_context context, vx_image input, vx_lut lut,
						  vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuHistogram(vx_context context, vx_image input,
						vx_distribution distribution);
VX_API_ENTRY vx_status VX_API_CALL vxuThreshold(vx_context context, vx_image input,
						vx_threshold thresh, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuConvolve(vx_context context, vx_image input,
					       vx_convolution conv, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuWarpAffine(vx_context context, vx_image input,
						 vx_matrix matrix, vx_enum type, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuFastCorners(vx_context context, vx_image input,
						  vx_scalar strength_thresh,
						  vx_bool nonmax_suppression, vx_array corners,
						  vx_scalar num_corners);
VX_API_ENTRY vx_status VX_API_CALL vxuHarrisCorners(vx_context context, vx_image input,
						    vx_scalar strength_thresh,
						    vx_scalar min_distance, vx_scalar sensitivity,
						    vx_int32 gradient_size, vx_int32 block_size,
						    vx_array corners, vx_scalar num_corners);
VX_API_ENTRY vx_status VX_API_CALL vxuMultiply(vx_context context, vx_image in1, vx_image in2,
					       vx_float32 scale, vx_enum overflow_policy,
					       vx_enum rounding_policy, vx_image out);
VX_API_ENTRY vx_status VX_API_CALL vxuConvertDepth(vx_context context, vx_image input,
						   vx_image output, vx_enum policy, vx_int32 shift);
VX_API_ENTRY vx_status VX_API_CALL vxuChannelCombine(vx_context context, vx_image plane0,
						     vx_image plane1, vx_image plane2,
						     vx_image plane3, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuHalfScaleGaussian(vx_context context, vx_image input,
							vx_image output, vx_int32 kernel_size);
VX_API_ENTRY vx_status VX_API_CALL vxuGaussianPyramid(vx_context context, vx_image input,
						      vx_pyramid gaussian);
VX_API_ENTRY vx_status VX_API_CALL vxuLaplacianPyramid(vx_context context, vx_image input,
						       vx_pyramid laplacian, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuLaplacianReconstruct(vx_context context, vx_pyramid laplacian,
							   vx_image input, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuMinMaxLoc(vx_context context, vx_image input,
						vx_scalar min_val, vx_scalar max_val,
						vx_array min_loc, vx_array max_loc,
						vx_scalar min_count, vx_scalar max_count);
VX_API_ENTRY vx_status VX_API_CALL vxuCannyEdgeDetector(vx_context context, vx_image input,
							vx_threshold hyst, vx_int32 gradient_size,
							vx_enum norm_type, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuOpticalFlowPyrLK(
	vx_context context, vx_pyramid old_images, vx_pyramid new_images, vx_array old_points,
	vx_array new_points_estimates, vx_array new_points, vx_enum termination, vx_scalar epsilon,
	vx_scalar num_iterations, vx_scalar use_initial_estimate, vx_size window_dimension);
VX_API_ENTRY vx_status VX_API_CALL vxuRemap(vx_context context, vx_image input, vx_remap table,
					    vx_enum policy, vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuWarpPerspective(vx_context context, vx_image input,
						      vx_matrix matrix, vx_enum type,
						      vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuNonLinearFilter(vx_context context, vx_enum function,
						      vx_image input, vx_matrix mask,
						      vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuWeightedAverage(vx_context context, vx_image img1,
						      vx_scalar alpha, vx_image img2,
						      vx_image output);
VX_API_ENTRY vx_status VX_API_CALL vxuMeanStdDev(vx_context context, vx_image input,
						 vx_float32 *mean, vx_float32 *stddev);

#ifdef __cplusplus
}
#endif

#endif
