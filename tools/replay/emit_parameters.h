/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_EMIT_PARAMETERS_H
#define FCL_REPLAY_EMIT_PARAMETERS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/text.h"
#include "runtime/capture/table.h"
#include "tools/replay/replay.h"

/* What a captured call's parameters are in C. */

enum { FCL_EMIT_LATE = 256 };

struct fcl_emit {
	struct fcl_replay *replay;
	const char *folder;
	struct fcl_text text;   /* the program */
	struct fcl_text before; /* statements before the call */
	struct fcl_text call;   /* the call's arguments */
	uint64_t number, files, comments;
	const struct fcl_captured_call *captured;
	const struct fcl_call_row *row;
	bool bad;            /* the call cannot be made */
	bool extension;      /* it is a function of an extension */
	bool *written;       /* by call: whether it is in the program */
	uint64_t *readbacks; /* by call: the last record of what it has read, or FCL_NO_RECORD */
	struct {
		uint64_t call, after;
	} late[FCL_EMIT_LATE]; /* to be made after another call that comes later; one for each thread */
	size_t nlate;
	struct fcl_err *err;
	int error;
};

/* Appends the parameter to the call, and what it needs to the statements before it. */
void fcl_emit_parameter(struct fcl_emit *emit, unsigned index);

/* load("folder/7.bin", 4096), and the file. Marks the call as bad if the capture has only hashes. */
void fcl_emit_load(struct fcl_emit *emit, struct fcl_text *to, const struct fcl_value *value);
/* Only the file; false if the capture has only hashes. */
bool fcl_emit_save(struct fcl_emit *emit, const struct fcl_value *value, char *ret_path,
		   size_t size);

/* A string literal. */
void fcl_emit_string(struct fcl_text *to, const uint8_t *bytes, size_t size);

/* Names what has this handle or address from now on; NULL: the program does not have it. */
void fcl_emit_name(struct fcl_emit *emit, uint64_t captured, const char *name);
/* "mem" for cl_mem */
const char *fcl_emit_type_name(const char *type);

/* A value of the call's result. */
bool fcl_emit_result(const struct fcl_emit *emit, unsigned index, struct fcl_value *ret_value);

/* Whether the parameter's kind is one of these words. */
bool fcl_emit_is_kind(const struct fcl_parameter *parameter, const char *kinds);

/* Whether the call blocked while other threads made calls. */
bool fcl_emit_blocks_later(const struct fcl_emit *emit);

/* Whether the call gives the host what it has read. */
bool fcl_emit_reads(const struct fcl_call_row *row);

#endif
