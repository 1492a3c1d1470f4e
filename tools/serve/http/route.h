/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_ROUTE_H
#define FCL_SERVE_ROUTE_H

#include <stdbool.h>

#include "tools/serve/repository/names.h"

enum fcl_serve_action {
	FCL_SERVE_METADATA,
	FCL_SERVE_LIVE,
	FCL_SERVE_READY,
	FCL_SERVE_MODEL,
	FCL_SERVE_MODEL_READY,
	FCL_SERVE_INFER,
	FCL_SERVE_STATISTICS, /* of one model; of all without its name */
	FCL_SERVE_INDEX,
	FCL_SERVE_LOAD,
	FCL_SERVE_UNLOAD,
	FCL_SERVE_METRICS,
};

/* The meaning of a path. */
struct fcl_serve_route {
	enum fcl_serve_action action;
	bool posted; /* POST; otherwise GET or HEAD */
	char model[FCL_SERVE_NAME];
	unsigned version; /* 0: not given */
};

/* Returns false if there is no such path. */
bool fcl_serve_route_find(const char *path, struct fcl_serve_route *ret_route);

#endif
