/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/language.h"

#include "tools/fpgaclc/frontend/interface.h"
#include "tools/fpgaclc/rtl/bus.h"
#include "tools/fpgaclc/rtl/gather.h"
#include "tools/fpgaclc/rtl/kernel.h"
#include "tools/fpgaclc/rtl/object.h"
#include "tools/fpgaclc/rtl/parts.h"
#include "tools/fpgaclc/rtl/unit.h"

static int pack(struct fclc_program *program, bool *ret_packed, struct fcl_err *err)
{
	*ret_packed = program->nrtl;
	return program->nrtl ? fclc_rtl_write(program, err) : 0;
}

const struct fclc_language fclc_verilog = {
	.name = "verilog",
	.gather = fclc_rtl_gather,
	.pack = pack,
	.add_kernels = fclc_rtl_add_kernels,
	.lay_out = fclc_interface_set_late,
	.place = fclc_rtl_place_model,
	.adapt = fclc_rtl_adapt,
	.packet = fclc_rtl_stream_packet,
	.finish = fclc_rtl_compile,
	.add_parts = fclc_rtl_add_parts,
	.image_name = "c",
	.declare = fclc_rtl_declare,
	.model = fclc_rtl_table,
};
