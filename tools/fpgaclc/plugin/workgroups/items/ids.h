/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_IDS_H
#define FCLC_PLUGIN_IDS_H

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "tools/fpgaclc/plugin/workgroups/items/group.h"

namespace fclc
{

/*
 * Replaces all work-item functions with calls of a pure function, fclc.field(number of a Field):
 * both those that PoCL's library implements by reading variables, and those of later OpenCL C
 * versions, which it lacks.
 */
void lower_ids(llvm::Module &module);

/* The name in the source: get_global_id for "_Z13get_global_idj" and "_Z17_cl_get_global_idj". */
llvm::StringRef source_name(llvm::StringRef symbol);

/* Whether lower_ids() defines the function of this name in the source. */
bool is_work_item_function(llvm::StringRef name);

/* The field that a call of fclc.field() reads; FIELDS for any other instruction. */
Field field_of(const llvm::Value *value);

inline bool is_local_id(const llvm::Value *value)
{
	return field_of(value) <= LOCAL_ID_Z;
}

} // namespace fclc

#endif
