/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/traffic/language.h"

#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/traffic/external.h"

const struct fclc_language fclc_traffic = {
	.name = "traffic",
	.gather = fclc_external_gather,
	.add_kernels = fclc_external_add_kernels,
	.lay_out = fclc_interface_set_late,
	.find = fclc_external_find,
	.join = fclc_external_join,
	.put = fclc_external_put,
	.needs = FCLC_NEEDS_PROCESSES,
	.image_name = "c",
	.declare = fclc_external_describe,
	.model = fclc_external_table,
};
