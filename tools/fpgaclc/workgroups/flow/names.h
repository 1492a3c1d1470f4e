/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_FLOW_NAMES_H
#define FCLC_WORKGROUPS_FLOW_NAMES_H

#include <string>

namespace llvm
{
class CallBase;
class Function;
class GlobalVariable;
class Value;
} // namespace llvm

namespace fclc
{

/*
 * The constructor and destructor of struct fclc::flow_scope, which stands for a pragma; or what begins and
 * ends the region of an unrolled loop.
 */
bool is_scope_begin(const llvm::CallBase &call);
bool is_scope_end(const llvm::CallBase &call);

/* The begin of a region whose calls run concurrently only where they share nothing. */
bool is_apart_begin(const llvm::CallBase &call);

/* In a loop with #pragma HLS UNROLL. */
bool is_unroll_marker(const llvm::CallBase &call);

/* The same of struct fclc::flow_inline. */
bool is_inline_begin(const llvm::CallBase &call);
bool is_inline_end(const llvm::CallBase &call);

bool is_constructor(const llvm::CallBase &call);
bool is_destructor(const llvm::CallBase &call);

/* Whether a function of the user's is called: not an operator, a library's, or the compiler's. */
bool is_users(const llvm::CallBase &call);

/* Whether its scope is that of a library; false for nullptr. */
bool is_library(const llvm::Function *function);
/* A function of fpgaclc's runtime, or of the compiler's. */
bool is_runtime(const llvm::Function &function);
/* A variable of the C++ library, such as std::cout. */
bool is_library_object(const llvm::GlobalVariable &variable);
/* What starts an hls::task. */
bool is_task_start(const llvm::Function &function);
/* A member function of hls::stream, also a constructor. */
bool is_stream_member(const llvm::Function &function);
/* What -fsanitize=undefined calls when a check fails; the data that it is passed are the compiler's. */
bool is_check(const llvm::CallBase &call);

/* A C++ function of the user's. */
bool is_cxx(const llvm::Function &function);

/* Of a function that was a loop: what messages call it. */
extern const char *const loop_name_attribute;
bool is_loop(const llvm::Function &function);

/* Whether it is a temporary object that is passed to a call. */
bool is_temporary(const llvm::Value *value);

/* The name of a variable, also of a static one of a function, without what it is declared in. */
std::string variable_name(const std::string &mangled);
/* A function's name, without namespaces and arguments. */
std::string short_name(const llvm::Function &function);

} // namespace fclc

#endif
