/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_ANSWER_H
#define FCL_SERVE_ANSWER_H

#include <microhttpd.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

enum { FCL_SERVE_TAILS = 64 };

/* An answer to a client: text and, with the binary tensor extension, tensors after it. */
struct fcl_serve_answer {
	unsigned status;   /* HTTP status */
	const char *type;  /* NULL: application/json */
	const char *allow; /* methods for status 405 */
	bool retry;        /* adds Retry-After: 1 */
	bool close;        /* closes the connection */
	struct fcl_text text;
	struct MHD_IoVec tails[FCL_SERVE_TAILS];
	unsigned ntails;
	void *memory; /* memory of the tails, from malloc() */
};

/* Replaces the contents with {"error": "..."}. */
void fcl_serve_answer_error(struct fcl_serve_answer *answer, unsigned status, const char *format,
			    ...) __attribute__((format(printf, 3, 4)));

/* Passes the answer's memory to the connection, and leaves the answer empty. */
enum MHD_Result fcl_serve_answer_send(struct fcl_serve_answer *answer,
				      struct MHD_Connection *connection);

void fcl_serve_answer_free(struct fcl_serve_answer *answer);

#endif
