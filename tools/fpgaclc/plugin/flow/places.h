/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_PLACES_H
#define FCLC_PLUGIN_FLOW_PLACES_H

#include <cstdint>

namespace llvm
{
class AllocaInst;
class Argument;
class DataLayout;
class LoadInst;
class User;
class Value;
} // namespace llvm

namespace fclc
{

/* The offset of a place that the code computes. */
enum : int64_t { ANYWHERE = INT64_MIN };

/*
 * Whether an instruction zeroes a variable at the function's start, as -ftrivial-auto-var-init
 * does.
 */
bool is_zeroed_first(const llvm::User *user);

/*
 * The stack slot to which unoptimised code spills a pointer: written once, and otherwise only read.
 */
llvm::Value *spilled(llvm::AllocaInst *slot);

/* The object of an address, and the address's offset in it, which may be ANYWHERE. */
llvm::Value *address_in(llvm::Value *address, const llvm::DataLayout &layout, int64_t &ret_offset);

/*
 * Clang passes a small structure in pieces. The argument that is stored at this place of a
 * variable; nullptr: unknown.
 */
llvm::Argument *passed_at(llvm::AllocaInst &variable, int64_t offset,
			  const llvm::DataLayout &layout);

/* Whether nothing but arguments is ever stored in a variable. */
bool is_const(llvm::AllocaInst &variable);

/* The instruction that loads the pointer from which another is derived; nullptr: none does. */
llvm::LoadInst *loaded_from(llvm::Value *pointer);

} // namespace fclc

#endif
