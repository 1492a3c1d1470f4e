/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_INFER_H
#define FCL_SERVE_INFER_H

#include "tools/serve/protocol/answer.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/scheduling/model.h"

/* An inference request, from its JSON and binary tensors to the answer. */
struct fcl_serve_infer {
	struct fcl_serve_model *model; /* a reference */
	struct fcl_serve_request request;
	char *id;     /* the client's id, as JSON; NULL: none */
	bool *wanted; /* for each output: requested */
	bool *binary; /* for each output: as binary data */
};

/*
 * Parses the body, whose first `header` bytes are JSON (all, without binary data). Returns -EINVAL
 * if the request does not match the model, or -ENOMEM.
 */
int fcl_serve_infer_read(struct fcl_serve_infer *infer, struct fcl_serve_body *body, size_t header,
			 struct fcl_err *err);

/* Fills in the answer to a completed request. */
void fcl_serve_infer_answer(struct fcl_serve_infer *infer, struct fcl_serve_answer *answer);

/* Releases everything except the body. */
void fcl_serve_infer_clear(struct fcl_serve_infer *infer);

#endif
