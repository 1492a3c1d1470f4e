/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/traced.h"

#include <string.h>

#include "base/trace/calls.h"
#include "base/trace/trace.h"
#include "runtime/api/dispatch/extension_functions.h"
#include "runtime/api/dispatch/icd2.h"

#define VALUE(type, name, parameters, arguments)                                                   \
	static type CL_API_CALL traced_##name parameters                                           \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
		type result = name arguments;                                                      \
                                                                                                   \
		if (fcl_trace_on())                                                                \
			fcl_trace_call(#name, start);                                              \
		return result;                                                                     \
	}
#define NOTHING(name, parameters, arguments)                                                       \
	static void CL_API_CALL traced_##name parameters                                           \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
                                                                                                   \
		name arguments;                                                                    \
		if (fcl_trace_on())                                                                \
			fcl_trace_call(#name, start);                                              \
	}
FCL_TRACE_CALLS(VALUE, NOTHING, VALUE, VALUE)

#define ROW(type, name, parameters, arguments) {#name, (void *)traced_##name},
#define ROW_NOTHING(name, parameters, arguments) {#name, (void *)traced_##name},
static const struct fcl_api_function functions[] = {FCL_TRACE_CALLS(ROW, ROW_NOTHING, ROW, ROW)};

#define SET(type, name, parameters, arguments) table.name = traced_##name;
#define SET_NOTHING(name, parameters, arguments) table.name = traced_##name;

const struct _cl_icd_dispatch *fcl_api_traced_dispatch(const struct _cl_icd_dispatch *plain)
{
	static struct _cl_icd_dispatch table;

	if (!fcl_trace_wanted())
		return NULL;
	table = *plain;
	FCL_TRACE_CALLS(SET, SET_NOTHING, SET, SET)
	return &table;
}

void *fcl_api_traced_find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]) && fcl_trace_wanted(); i++)
		if (!strcmp(functions[i].name, name))
			return functions[i].function;
	return NULL;
}
