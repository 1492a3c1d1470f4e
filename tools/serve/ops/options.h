/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_OPTIONS_H
#define FCL_SERVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* The command line of `fpgacl serve`. */
struct fcl_serve_options {
	const char *repository;
	bool check, json;
	const char *listen; /* "ADDRESS:PORT", "[ADDRESS]:PORT" or "unix:PATH" */
	unsigned threads;   /* of the HTTP side */
	unsigned connections;
	uint64_t max_body;   /* bytes of a request */
	uint64_t max_bodies; /* bytes of all requests that are being received or worked on */
	unsigned idle_s;     /* a connection with nothing to do, or that does not move, is closed */
	unsigned receive_s;  /* a request has to be there after this time, and an answer taken */
	unsigned drain_s;    /* after SIGTERM */
	unsigned lost_s;     /* without any board, until it ends */
	unsigned run_s; /* a launch that takes longer counts as failed, and its board as stuck */
};

enum fcl_serve_parsed { FCL_SERVE_RUN, FCL_SERVE_DONE, FCL_SERVE_WRONG };

/* Prints the help, or what is wrong, itself. */
enum fcl_serve_parsed fcl_serve_options_parse(struct fcl_serve_options *options, int argc,
					      char **argv);

#endif
