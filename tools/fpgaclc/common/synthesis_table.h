/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_SYNTHESIS_TABLE_H
#define FCLC_COMMON_SYNTHESIS_TABLE_H

/*
 * What compiles here and synthesis would not take: constructs that UG1399 lists as unsupported, the
 * rules of canonical DATAFLOW regions in it, and the restrictions of OpenCL C and of Intel's
 * compiler. The compiler's plugin checks sources against this table, and docs/supported.md has the
 * same rows. It is C and C++.
 */

enum fclc_synthesis_language {
	FCLC_RULE_HLS = 1,
	FCLC_RULE_OPENCL = 2,
	FCLC_RULE_BOTH = 3,
};

struct fclc_synthesis_rule {
	const char *name;
	enum fclc_synthesis_language languages;
	const char *what;
};

/* Ways to use a rule in the list below. */
#define FCLC_RULE_NAME(identifier, name, languages, what) identifier,
#define FCLC_RULE_FLAG(identifier, name, languages, what) name,
#define FCLC_RULE_ROW(identifier, name, languages, what) {name, languages, what},

/* RULE(identifier, name in the warning's flag, languages, what it is about) */
/* clang-format off */
#define FCLC_SYNTHESIS_RULES(RULE) \
	RULE(dynamic_memory, "dynamic-memory", FCLC_RULE_HLS, "`malloc` and other functions for memory; `new`, `delete`") \
	RULE(recursion, "recursion", FCLC_RULE_HLS, "a function that calls itself, also through others; not templates that call another instance") \
	RULE(virtual_call, "virtual-call", FCLC_RULE_HLS, "a virtual function called through a pointer or a reference") \
	RULE(function_pointer, "function-pointer", FCLC_RULE_HLS, "a call through a pointer to a function; not one that is a template's argument") \
	RULE(system_call, "system-call", FCLC_RULE_HLS, "the C library's functions for files, input, time, processes and the like; not those that print") \
	RULE(standard_library, "standard-library", FCLC_RULE_HLS, "containers, strings and other parts of the C++ library that allocate memory, recurse or call the system") \
	RULE(mathematics, "mathematics", FCLC_RULE_HLS, "Bessel functions, the special functions of C++17, and functions of `long double`") \
	RULE(exception, "exception", FCLC_RULE_HLS, "`throw`, `try`") \
	RULE(rtti, "rtti", FCLC_RULE_HLS, "`dynamic_cast` that is decided at run time, `typeid` of a polymorphic object") \
	RULE(pointer_to_pointer, "pointer-to-pointer", FCLC_RULE_HLS, "an array of pointers to pointers") \
	RULE(pointer_cast, "pointer-cast", FCLC_RULE_HLS, "an integer cast to a pointer, except 0") \
	RULE(variable_length_array, "variable-length-array", FCLC_RULE_HLS, "a local array whose size is no constant") \
	RULE(variadic_function, "variadic-function", FCLC_RULE_HLS, "`va_start`, `va_arg`") \
	RULE(inline_assembly, "inline-assembly", FCLC_RULE_BOTH, "`asm`") \
	RULE(thread_local_variable, "thread-local", FCLC_RULE_HLS, "`thread_local` variables, except tasks and streams with `hls_thread_local`") \
	RULE(jump, "jump", FCLC_RULE_BOTH, "`goto` into a loop from outside, and to an address") \
	RULE(pipe_places, "pipe-places", FCLC_RULE_OPENCL, "a pipe that a kernel reads, or writes, at several places") \
	RULE(dataflow_condition, "dataflow-condition", FCLC_RULE_HLS, "a DATAFLOW region in which a condition decides whether a process runs") \
	RULE(dataflow_readers, "dataflow-readers", FCLC_RULE_HLS, "a stream or array of a DATAFLOW region that several processes read") \
	RULE(dataflow_writers, "dataflow-writers", FCLC_RULE_HLS, "one that several processes write") \
	RULE(dataflow_feedback, "dataflow-feedback", FCLC_RULE_HLS, "one that a process reads and only a later process writes") \
	RULE(dataflow_exit, "dataflow-exit", FCLC_RULE_HLS, "a DATAFLOW region that returns a value, or that `return`, `break`, `continue` or `goto` leaves early") \
	RULE(dataflow_loop, "dataflow-loop", FCLC_RULE_HLS, "a loop with DATAFLOW that does not count from 0, in steps of 1, to a bound that stays the same") \
	RULE(dataflow_static, "dataflow-static", FCLC_RULE_HLS, "a static variable in a DATAFLOW region, except streams and tasks") \
	RULE(dataflow_statement, "dataflow-statement", FCLC_RULE_HLS, "a statement of a DATAFLOW region that is no declaration, call or loop")
/* clang-format on */

#endif
