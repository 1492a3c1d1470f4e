/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/common/put.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <uuid/uuid.h>

#include "base/json.h"
#include "tools/fpgacl/common/status.h"

static void output_put_key(struct fcl_text *out, const char *key)
{
	char last = out->size ? out->bytes[out->size - 1] : '{';

	if (last != '{' && last != '[')
		fcl_text_format(out, ", ");
	if (!key)
		return;
	fcl_json_append(out, key);
	fcl_text_format(out, ": ");
}

void fcl_tool_put_text(struct fcl_text *out, const char *key, const char *text)
{
	output_put_key(out, key);
	fcl_json_append(out, text);
}

void fcl_tool_put_number(struct fcl_text *out, const char *key, uint64_t number)
{
	output_put_key(out, key);
	fcl_text_format(out, "%" PRIu64, number);
}

void fcl_tool_put_real(struct fcl_text *out, const char *key, double number)
{
	output_put_key(out, key);
	if (isfinite(number))
		fcl_text_format(out, "%.6g", number);
	else
		fcl_text_format(out, "null");
}

void fcl_tool_put_bool(struct fcl_text *out, const char *key, bool value)
{
	output_put_key(out, key);
	fcl_text_format(out, value ? "true" : "false");
}

void fcl_tool_put_uuid(struct fcl_text *out, const char *key, const uint8_t uuid[16])
{
	char text[37];

	uuid_unparse_lower(uuid, text);
	fcl_tool_put_text(out, key, text);
}

void fcl_tool_put_open(struct fcl_text *out, const char *key, char bracket)
{
	output_put_key(out, key);
	fcl_text_append(out, &bracket, 1);
}

void fcl_tool_put_close(struct fcl_text *out, char bracket)
{
	fcl_text_append(out, bracket == '{' ? "}" : "]", 1);
}

int fcl_tool_put_print(struct fcl_text *out, int status)
{
	if (out->failed) {
		fprintf(stderr, "fpgacl: out of memory\n");
		status = TOOL_FAILED;
	} else {
		fwrite(out->bytes, 1, out->size, stdout);
		putchar('\n');
	}
	fcl_text_free(out);
	return status;
}
