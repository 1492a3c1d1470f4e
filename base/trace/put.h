/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_PUT_H
#define FCL_TRACE_PUT_H

#include <stdint.h>

#include "base/text.h"

/* Parts of JSON, written without printf(), which would dominate the writer's time. */

void fcl_trace_put(struct fcl_text *out, const char *text);      /* verbatim */
void fcl_trace_put_text(struct fcl_text *out, const char *text); /* as a JSON string */
void fcl_trace_put_number(struct fcl_text *out, uint64_t number);
void fcl_trace_put_us(struct fcl_text *out, uint64_t ns); /* "12.345" */
void fcl_trace_put_field(struct fcl_text *out, const char *key, uint64_t number);
void fcl_trace_put_field_text(struct fcl_text *out, const char *key, const char *text);

#endif
