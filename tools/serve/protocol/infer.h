/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_INFER_H
#define FCL_SERVE_INFER_H

#include "tools/serve/protocol/answer.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/scheduling/model.h"

/* An inference request of the protocol: from its JSON and binary tensors to the answer. */
struct fcl_serve_infer {
	struct fcl_serve_model *model; /* with a reference */
	struct fcl_serve_request request;
	char *id;     /* of the client, as JSON; NULL: none */
	bool *wanted; /* outputs */
	bool *binary; /* of them */
};

/*
 * Reads the body, whose first `header` bytes are JSON (all, if there is no binary data). -EINVAL: what
 * the client sent does not fit the model; -ENOMEM.
 */
int fcl_serve_infer_read(struct fcl_serve_infer *infer, struct fcl_serve_body *body, size_t header,
			 struct fcl_err *err);

/* The answer to a request that is done. */
void fcl_serve_infer_answer(struct fcl_serve_infer *infer, struct fcl_serve_answer *answer);

/* Releases what it holds, except for the body. */
void fcl_serve_infer_clear(struct fcl_serve_infer *infer);

#endif
