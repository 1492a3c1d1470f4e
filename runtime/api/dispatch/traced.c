/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/traced.h"

#include "base/trace/calls.h"
#include "base/trace/trace.h"
#include "runtime/api/dispatch/icd2.h"

#define RETURNS(type, name, ...)                                                                   \
	static type CL_API_CALL traced_##name FCL_PARAMETERS(__VA_ARGS__)                          \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
		type result = name FCL_ARGUMENTS(__VA_ARGS__);                                     \
                                                                                                   \
		if (fcl_trace_on())                                                                \
			fcl_trace_call(#name, start);                                              \
		return result;                                                                     \
	}
#define NOTHING(type, name, ...)                                                                   \
	static void CL_API_CALL traced_##name FCL_PARAMETERS(__VA_ARGS__)                          \
	{                                                                                          \
		uint64_t start = fcl_now_ns();                                                     \
                                                                                                   \
		name FCL_ARGUMENTS(__VA_ARGS__);                                                   \
		if (fcl_trace_on())                                                                \
			fcl_trace_call(#name, start);                                              \
	}
#define QUERY RETURNS
#define ASK RETURNS
#define EFFECT RETURNS
#define MAKE RETURNS
#define WAIT RETURNS
#define COMMAND RETURNS
#define LAUNCH RETURNS
#define MAP RETURNS
#define ALLOCATE RETURNS
#define ADDRESS RETURNS
#define TRACED(class, type, name, ...) class(type, name, __VA_ARGS__)
FCL_CALLS(TRACED)

#define SET(class, type, name, ...) table.name = traced_##name;

const struct _cl_icd_dispatch *fcl_api_traced_dispatch(const struct _cl_icd_dispatch *plain)
{
	static struct _cl_icd_dispatch table;

	if (!fcl_trace_wanted())
		return NULL;
	table = *plain;
	FCL_CALLS(SET)
	return &table;
}
