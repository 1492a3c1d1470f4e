/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_REPLAY_STEP_H
#define FCL_REPLAY_STEP_H

#include <CL/cl.h>
#include <stdbool.h>

#include "base/capture/contents.h"
#include "base/capture/stored.h"
#include "tools/replay/replay.h"

/* A captured call while it is repeated. */

/* Bytes that a command gives the host: whose they are, as the capture numbers it, and where. */
struct fcl_step_back {
	unsigned index;
	uint64_t owner;
	const char *at;
	struct fcl_box box; /* the same with gaps: of mapped images */
	size_t size;
	struct fcl_object *mem; /* the buffer that they are from, or NULL */
};

enum { FCL_STEP_BACKS = 16 };

struct fcl_step {
	struct fcl_replay *replay;
	const struct fcl_captured_call *call;
	uint64_t number;
	enum fcl_call_id id;
	bool split;     /* other calls come before its result: it may not wait yet */
	uint64_t after; /* the call after which it is made, or FCL_NOT_LATE (order.h) */
	bool skip;      /* it cannot be made */
	char why[256];  /* it is skipped */
	cl_int status;  /* that the replay's call has returned */
	void *returned; /* the object or the pointer that it has returned */
	enum fcl_object_type returned_type;
	cl_event event;
	bool needs_event; /* for what the command gives the host, or because memory waits for it */
	void *made;       /* objects of a list */
	enum fcl_object_type made_type;
	unsigned made_index, event_index;
	cl_uint made_count;
	unsigned sync_index; /* of a recorded command; 0: none */
	cl_uint sync_point;
	struct fcl_object *kernel, *queue; /* of a command */
	uint64_t address;  /* in its contents: of shared virtual memory; 0: there is none */
	size_t address_at; /* its offset in them */
	char *host;        /* that a new buffer uses */
	size_t host_size;
	struct fcl_step_back backs[FCL_STEP_BACKS];
	unsigned nbacks, compared;
	struct fcl_replay_contents *contents; /* that it uses; NULL: they are in `memory` */
	size_t bytes;                         /* how much that is */
	struct fcl_step_memory *memory;       /* what is freed with the step */
	struct fcl_step *next;                /* in the list of those whose memory a command uses */
};

struct fcl_step *fcl_step_create(struct fcl_replay *replay, uint64_t number);
void fcl_step_free(struct fcl_step *step);

/* One user less. */
void fcl_step_drop_contents(struct fcl_replay_contents *contents);

/* Skips the call, for that reason. */
void fcl_step_skip(struct fcl_step *step, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Zeroed memory that is freed with the step, or NULL: then the step is skipped. */
void *fcl_step_memory(struct fcl_step *step, size_t size);

/* --- parameters; each may decide to skip the call -------------------------------------------- */

/* The parameter's value in the record of the call, or of its result. */
bool fcl_step_value(const struct fcl_step *step, unsigned index, struct fcl_value *ret_value);
bool fcl_step_result(const struct fcl_step *step, unsigned index, struct fcl_value *ret_value);

uint64_t fcl_step_number(const struct fcl_step *step, unsigned index);

/* NULL if the program passed NULL. */
struct fcl_object *fcl_step_object(struct fcl_step *step, unsigned index,
				   enum fcl_object_type type);
void *fcl_step_handle(struct fcl_step *step, unsigned index, enum fcl_object_type type);
void *fcl_step_handles(struct fcl_step *step, unsigned index, enum fcl_object_type type,
		       uint64_t count);
void *fcl_step_list(struct fcl_step *step, unsigned index, uint64_t count);
void *fcl_step_properties(struct fcl_step *step, unsigned index);
char *fcl_step_text(struct fcl_step *step, unsigned index);
void *fcl_step_texts(struct fcl_step *step, unsigned index, uint64_t count);
/* Exactly that many bytes. */
void *fcl_step_bytes(struct fcl_step *step, unsigned index, uint64_t size);
/* Points of the command buffer that is the first parameter. */
cl_uint *fcl_step_sync_points(struct fcl_step *step, unsigned index, uint64_t count);
/* What such a point is found by. */
uint64_t fcl_step_sync_key(const struct fcl_step *step, cl_uint captured);
void *fcl_step_desc(struct fcl_step *step, unsigned index);
void *fcl_step_argument(struct fcl_step *step, unsigned index, cl_uint argument, size_t size);

/* Contents from the host: the captured ones, of that size. */
void *fcl_step_data(struct fcl_step *step, unsigned index, uint64_t size);
/* The contents of that value, which must have that size. */
void *fcl_step_contents_of(struct fcl_step *step, const struct fcl_value *value, uint64_t size);
/* One after the other. */
void *fcl_step_contents(struct fcl_step *step, unsigned index, uint64_t count);
void *fcl_step_lengths(struct fcl_step *step, unsigned index, uint64_t count);

/* Memory for what the command gives the host, which is compared when the capture has it. */
void *fcl_step_read(struct fcl_step *step, unsigned index, struct fcl_object *mem, uint64_t size);

/* Room for the objects that the call makes; without room in the program, NULL. */
void *fcl_step_made(struct fcl_step *step, unsigned index);

/* Contents in a replay have no gaps. */
void fcl_step_pack_desc(const cl_image_desc *desc);

/* Notes bytes that will be compared. */
void fcl_step_back(struct fcl_step *step, const struct fcl_step_back *back);

#endif
