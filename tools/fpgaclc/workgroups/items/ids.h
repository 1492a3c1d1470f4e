/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_WORKGROUPS_IDS_H
#define FPGACLC_WORKGROUPS_IDS_H

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/workgroups/items/group.h"

namespace fclc
{

/*
 * Makes all work-item functions of the module calls of a pure function, fclc.field(number of a
 * Field): those that PoCL's library implements by reading variables, and those of later versions of
 * OpenCL C that it does not have.
 */
void lower_ids(llvm::Module &module);

/* The name in the source: "_Z13get_global_idj" and "_Z17_cl_get_global_idj" are get_global_id. */
llvm::StringRef source_name(llvm::StringRef symbol);

/* The field that a call of fclc.field() reads; FIELDS: it is another instruction. */
Field field_of(const llvm::Value *value);

inline bool is_local_id(const llvm::Value *value)
{
	return field_of(value) <= LOCAL_ID_Z;
}

} // namespace fclc

#endif
