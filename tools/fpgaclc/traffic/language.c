/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/traffic/language.h"

#include "tools/fpgaclc/compile/support.h"
#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/traffic/external.h"

static int add_parts(struct fclc_program *program, struct fclc_parts *parts, struct fcl_err *err)
{
	static const char *const files[] = {"payload_packets.c",
					    "payload_external.c",
					    "payload_serial.c",
					    "payload_cmac.c",
					    "payload_network.c",
					    "payload_io.c",
					    NULL};

	(void)err;
	fclc_parts_add_all(program, parts, files);
	return 0;
}

const struct fclc_language fclc_traffic = {
	.name = "traffic",
	.gather = fclc_external_gather,
	.add_kernels = fclc_external_add_kernels,
	.lay_out = fclc_interface_set_late,
	.find = fclc_external_find,
	.join = fclc_external_join,
	.put = fclc_external_put,
	.add_parts = add_parts,
	.image_name = "c",
	.declare = fclc_external_describe,
	.model = fclc_external_table,
};
