/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_RECORD_H
#define FCL_TRACE_RECORD_H

#include "base/trace/ring.h"

/*
 * Adds a record to this thread's ring; texts longer than a record are truncated. Returns false if
 * there is no memory for a ring.
 */
bool fcl_trace_record(enum fcl_trace_kind kind, uint64_t start_ns, uint64_t end_ns,
		      const uint64_t *numbers, uint32_t nnumbers, const char *const *texts,
		      uint32_t ntexts);

#endif
