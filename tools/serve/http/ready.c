/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/http/ready.h"

const char *fcl_serve_server_unready(struct fcl_serve_server *server)
{
	struct fcl_serve_readiness readiness = fcl_serve_registry_readiness(server->registry);

	return atomic_load(&server->draining) ? "the worker is shutting down"
	       : readiness.lost               ? "a model has no board left"
	       : readiness.failed             ? "a model could not be loaded"
					      : NULL;
}
