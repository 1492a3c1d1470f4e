/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/described/reader.h"

#include <string.h>

#include "runtime/clients/openvx/base/log.h"

bool fcl_vx_reader_wrong(const struct fcl_vx_reader *reader, const char *expected,
			 const char *found)
{
	fcl_vx_fail(reader->context, VX_ERROR_INVALID_MODULE, "%s: %s%sexpected %s, found \"%s\"",
		    reader->path, reader->kernel ? reader->kernel : "", reader->kernel ? ": " : "",
		    expected, found ? found : "(nothing)");
	return false;
}

const struct fcl_json_value *fcl_vx_reader_list(const struct fcl_vx_reader *reader,
						const struct fcl_json_value *record,
						const char *key, bool required)
{
	static const struct fcl_json_value none = {.kind = FCL_JSON_LIST};
	const struct fcl_json_value *list = fcl_json_value_member(record, key);

	if (!list && !required)
		return &none;
	if (list && list->kind == FCL_JSON_LIST)
		return list;
	fcl_vx_reader_wrong(reader, "a list", key);
	return NULL;
}

int fcl_vx_reader_find(const struct fcl_vx_described *kernel, const char *name, size_t length)
{
	for (vx_uint32 i = 0; i < kernel->nparameters; i++)
		if (strlen(kernel->parameters[i].name) == length &&
		    !strncmp(kernel->parameters[i].name, name, length))
			return (int)i;
	return -1;
}
