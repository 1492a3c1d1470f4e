/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_WORKGROUPS_H
#define FCLC_PLUGIN_WORKGROUPS_H

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * Turns OpenCL C kernels, which describe one work-item, into functions that run a work-group. For
 * each kernel K, fpgaclc adds a function
 *	void fclc_item_K(ulong *arguments, ulong *group)
 * that calls it; `group` has the fields in group.h. This inlines the kernel there and adds loops
 * over the work-items between barriers, whose iterations are marked as independent for the
 * vectoriser. Variables that are live across a barrier become arrays. Returns whether there are
 * kernels.
 */
bool make_work_groups(llvm::Module &module);

/* Creates the versions for newer processors from the simplified code. */
bool complete_newer_versions(llvm::Module &module);

} // namespace fclc

#endif
