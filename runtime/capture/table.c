/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/table.h"

#define PARAMETER(index, kind, type, name, ...) {#kind, #type, #name},
#define ROW(class, type, name, ...) {#name, #class, #type, {FCL_EACH(PARAMETER, __VA_ARGS__)}},

const struct fcl_call_row fcl_call_table[FCL_CALL_COUNT] = {FCL_CALLS(ROW)
								    FCL_EXTENSION_CALLS(ROW)};
