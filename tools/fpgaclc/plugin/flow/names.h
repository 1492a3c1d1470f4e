/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_NAMES_H
#define FCLC_PLUGIN_FLOW_NAMES_H

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
 * The constructor and destructor of struct fclc::flow_scope, which stand for a pragma; or the calls
 * that begin and end the region of an unrolled loop.
 */
bool is_scope_begin(const llvm::CallBase &call);
bool is_scope_end(const llvm::CallBase &call);

/* The begin of a region whose calls only run concurrently if they share nothing. */
bool is_apart_begin(const llvm::CallBase &call);

/* Marks a loop with #pragma HLS UNROLL. */
bool is_unroll_marker(const llvm::CallBase &call);

/* The same for struct fclc::flow_inline. */
bool is_inline_begin(const llvm::CallBase &call);
bool is_inline_end(const llvm::CallBase &call);

bool is_constructor(const llvm::CallBase &call);
bool is_destructor(const llvm::CallBase &call);

/*
 * Whether it calls a user function: not an operator, a library function, or a compiler-generated
 * one.
 */
bool is_users(const llvm::CallBase &call);

/* Whether the function's scope belongs to a library. False for nullptr. */
bool is_library(const llvm::Function *function);
/* A function of fpgaclc's runtime, or a compiler-generated one. */
bool is_runtime(const llvm::Function &function);
/* A variable of the C++ library, such as std::cout. */
bool is_library_object(const llvm::GlobalVariable &variable);
/* A constructor of hls::task, with what the task runs. */
bool is_task_constructor(const llvm::CallBase &call);
/* A function that starts an hls::task. */
bool is_task_start(const llvm::Function &function);
/* A member function of hls::stream, including constructors. */
bool is_stream_member(const llvm::Function &function);
/*
 * A function that -fsanitize=undefined calls if a check fails; its data arguments are
 * compiler-generated.
 */
bool is_check(const llvm::CallBase &call);

/* A C++ user function. */
bool is_cxx(const llvm::Function &function);

/* Attribute of a function that was a loop: its name in messages. */
extern const char *const loop_name_attribute;
bool is_loop(const llvm::Function &function);

/* Whether it is a temporary object passed to a call. */
bool is_temporary(const llvm::Value *value);

/* The name of a variable, possibly static in a function, without its scope. */
std::string variable_name(const std::string &mangled);
/* A function's name without namespaces and arguments. */
std::string short_name(const llvm::Function &function);

} // namespace fclc

#endif
