/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_PUT_H
#define FCL_TOOL_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Writes JSON, one value after the other, and adds the commas. Inside an array, the key is NULL. */
void fcl_tool_put_text(struct fcl_text *out, const char *key, const char *text);
void fcl_tool_put_number(struct fcl_text *out, const char *key, uint64_t number);
void fcl_tool_put_real(struct fcl_text *out, const char *key, double number);
void fcl_tool_put_bool(struct fcl_text *out, const char *key, bool value);
/* Written as text with dashes. */
void fcl_tool_put_uuid(struct fcl_text *out, const char *key, const uint8_t uuid[16]);
/* `bracket` is '{' or '['. The caller closes it with fcl_tool_put_close(). */
void fcl_tool_put_open(struct fcl_text *out, const char *key, char bracket);
void fcl_tool_put_close(struct fcl_text *out, char bracket);

/* Prints and frees the text. Returns `status`, or the status of a failure. */
int fcl_tool_put_print(struct fcl_text *out, int status);

#endif
