/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_OPENCL_ATTRIBUTES_H
#define FCLC_PLUGIN_OPENCL_ATTRIBUTES_H

#include <string>

#include <clang/Basic/SourceLocation.h>

namespace clang
{
class FunctionDecl;
}

namespace fclc
{

/* A number that an attribute gives a kernel, and where. */
struct asked_number {
	bool given = false;
	unsigned number = 0;
	clang::SourceLocation location;
};

/* aoc's attributes of kernels, which clang does not know. */
struct aoc_attributes {
	asked_number units;      /* num_compute_units: the product of its dimensions */
	asked_number lanes;      /* num_simd_work_items */
	asked_number dimensions; /* max_global_work_dim */
};

/* Those of all of the function's declarations. */
aoc_attributes attributes_of(const clang::FunctionDecl &function);

/* num_simd_work_items of the kernel of that name in the source that is being compiled; 1 without it. */
unsigned lanes_of(const std::string &kernel);

} // namespace fclc

#endif
