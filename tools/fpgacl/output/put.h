/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PUT_H
#define FCL_TOOL_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* JSON, one value after the other; commas are put where they are needed. A NULL key: in an array. */
void fcl_tool_put_text(struct fcl_text *out, const char *key, const char *text);
void fcl_tool_put_number(struct fcl_text *out, const char *key, uint64_t number);
void fcl_tool_put_real(struct fcl_text *out, const char *key, double number);
void fcl_tool_put_bool(struct fcl_text *out, const char *key, bool value);
/* As text, with dashes. */
void fcl_tool_put_uuid(struct fcl_text *out, const char *key, const uint8_t uuid[16]);
/* `bracket` is '{' or '['; the caller closes it with fcl_tool_put_close(). */
void fcl_tool_put_open(struct fcl_text *out, const char *key, char bracket);
void fcl_tool_put_close(struct fcl_text *out, char bracket);

/* Prints and frees it all; returns `status`, or that of a failure. */
int fcl_tool_put_print(struct fcl_text *out, int status);

#endif
