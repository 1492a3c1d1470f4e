/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_BRIDGE_H
#define FCL_SERVE_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "tools/serve/repository/description.h"
#include "tools/serve/scheduling/memory.h"
#include "tools/serve/scheduling/request.h"

/*
 * What the gRPC service needs of the worker, without C's atomics, which C++ does not have. Models
 * are references.
 */
struct fcl_serve_model;
struct fcl_serve_server;

/* Counts a call that drains before the worker ends. False: it is already shutting down. */
bool fcl_serve_bridge_begin(struct fcl_serve_server *server);
void fcl_serve_bridge_end(struct fcl_serve_server *server);

/* Counts the memory of a request. False: the limit for all requests is reached. */
bool fcl_serve_bridge_charge(uint64_t bytes);
void fcl_serve_bridge_uncharge(uint64_t bytes);

/* CLOCK_MONOTONIC in ns, as deadlines have it. */
uint64_t fcl_serve_bridge_now(void);

/* Why the worker is not ready; NULL: it is. */
const char *fcl_serve_bridge_unready(struct fcl_serve_server *server);

/* Version "" is the newest. NULL: `err` has the reason. */
struct fcl_serve_model *fcl_serve_bridge_get(struct fcl_serve_server *server, const char *name,
					     const char *version, struct fcl_err *err);
void fcl_serve_bridge_release(struct fcl_serve_model *model);
const struct fcl_serve_description *fcl_serve_bridge_description(struct fcl_serve_model *model);
const char *fcl_serve_bridge_name(struct fcl_serve_model *model);
unsigned fcl_serve_bridge_version(struct fcl_serve_model *model);
bool fcl_serve_bridge_is_ready(struct fcl_serve_model *model);
size_t fcl_serve_bridge_offset(struct fcl_serve_model *model, unsigned output, int64_t items);

/* Returns the number of versions that are served; the arrays have room for `most`. */
unsigned fcl_serve_bridge_versions(struct fcl_serve_server *server, const char *name,
				   unsigned *ret_versions, unsigned most);

enum fcl_serve_pushed {
	FCL_SERVE_PUSHED,
	FCL_SERVE_PUSH_FULL,
	FCL_SERVE_PUSH_CLOSED, /* the model was replaced: get its successor */
	FCL_SERVE_PUSH_UNSERVED
};
enum fcl_serve_pushed fcl_serve_bridge_push(struct fcl_serve_model *model,
					    struct fcl_serve_request *request);

/* 0, or a negative errno with the reason in `err`. */
int fcl_serve_bridge_load(struct fcl_serve_server *server, const char *name, struct fcl_err *err);
int fcl_serve_bridge_unload(struct fcl_serve_server *server, const char *name, struct fcl_err *err);

/* Calls `visit` for each version of each model; version 0: the model is not served. */
void fcl_serve_bridge_index(struct fcl_serve_server *server,
			    void (*visit)(void *data, const char *name, unsigned version,
					  bool ready, const char *reason),
			    void *data);

#endif
