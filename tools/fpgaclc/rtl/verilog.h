/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_VERILOG_H
#define FCLC_RTL_VERILOG_H

#include "tools/fpgaclc/rtl/rtl.h"

/* What vendors' tools read in Verilog, and Verilator does not. */

/*
 * Vendors' tools accept some SystemVerilog tasks and functions in files named .v, such as $error
 * where a module checks its parameters. Verilator only accepts them in SystemVerilog.
 */
bool fclc_rtl_calls_system_verilog(const struct fclc_rtl_file *file);

/*
 * The text with blanks for "assign x = x;", which vendors' netlists have for a net that nothing
 * drives. The text itself if it has none.
 */
const char *fclc_rtl_without_self_assignments(struct fclc_arena *arena, const char *bytes,
					      size_t size);

#endif
