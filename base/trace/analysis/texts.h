/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_TEXTS_H
#define FCL_TRACE_TEXTS_H

#include "base/trace/analysis/event.h"

/* Returns the interned copy of a text. */
const char *fcl_trace_text(struct fcl_trace_events *events, const char *bytes, size_t length);

#endif
