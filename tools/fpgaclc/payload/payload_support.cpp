/* SPDX-License-Identifier: Apache-2.0 */

/* The part of a payload's core that only C++ kernels need. */

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

#include "fpgacl/rt.h"

void fclc_rt_describe_exception(char *text, unsigned long size)
{
	const std::type_info *type = abi::__cxa_current_exception_type();
	char *name = type ? abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr) : nullptr;
	const char *shown = name ? name : "an exception";

	try {
		throw;
	} catch (const std::exception &caught) {
		std::snprintf(text, size, "the kernel threw %s: %s", shown, caught.what());
	} catch (...) {
		std::snprintf(text, size, "the kernel threw %s", shown);
	}
	std::free(name);
}

void fclc_rt_catch(void (*run)(void))
{
	char thrown[256];

	try {
		run();
		return;
	} catch (...) {
		fclc_rt_describe_exception(thrown, sizeof(thrown));
	}
	fclc_rt_fail(thrown);
}
