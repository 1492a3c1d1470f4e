/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/dataflow.h"

#include <strings.h>

#include "tools/fpgaclc/common/language.h"

/* Whether a source, or a directive, has a DATAFLOW region. */
static bool has_region(const struct fclc_program *program)
{
	bool found = false;

	for (uint32_t i = 0; i < program->options.npragmas; i++)
		found |= !strcasecmp(program->options.pragmas[i].pragma, "dataflow");
	for (uint32_t i = 0; i < program->nsources; i++)
		found |= program->sources[i].dataflow && program->sources[i].language->joins;
	return found;
}

/* Whether a kernel has two calls in a row, one for one of its streams and one for another, which a board starts at once. */
static bool has_sequence(const struct fclc_program *program)
{
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		uint32_t part = 0;

		if (!kernel->source->language->joins)
			continue;
		for (uint32_t j = 0; j < kernel->nargs; j++) {
			if (part && kernel->args[j].part && kernel->args[j].part != part)
				return true;
			part = part ? part : kernel->args[j].part;
		}
	}
	return false;
}

bool fclc_dataflow_is_used(const struct fclc_program *program)
{
	return program->options.concurrent && (has_region(program) || has_sequence(program));
}
