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
	const char *grpc;   /* NULL: no gRPC */
	unsigned threads;   /* HTTP threads */
	unsigned connections;
	uint64_t max_body;    /* bytes of one request */
	uint64_t max_bodies;  /* bytes of all requests being received or processed */
	uint64_t max_files;   /* bytes of all loaded models' files; 0: half of the memory */
	unsigned share;       /* percent of the connections and bodies for one peer */
	unsigned rate_kib;    /* a request arrives at least as fast; 0: at any rate */
	unsigned idle_s;      /* idle or stalled connections are closed after this time */
	unsigned receive_s;   /* time limit for receiving a request, and for sending an answer */
	unsigned drain_s;     /* time limit for finishing requests after SIGTERM */
	unsigned lost_s;      /* the worker ends after this time without any board */
	unsigned capture_mib; /* the size of the ring of calls; 0: none */
	unsigned run_s; /* a launch that takes longer counts as failed, and its board as stuck */
};

enum fcl_serve_parsed { FCL_SERVE_RUN, FCL_SERVE_DONE, FCL_SERVE_WRONG };

/* Prints errors or the help text itself. */
enum fcl_serve_parsed fcl_serve_options_parse(struct fcl_serve_options *options, int argc,
					      char **argv);

#endif
