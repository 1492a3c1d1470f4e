/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/grpc/bridge.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "tools/serve/http/ready.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/scheduling/queue.h"

bool fcl_serve_bridge_begin(struct fcl_serve_server *server)
{
	atomic_fetch_add(&server->open, 1);
	if (!atomic_load(&server->draining))
		return true;
	atomic_fetch_sub(&server->open, 1);
	return false;
}

void fcl_serve_bridge_end(struct fcl_serve_server *server)
{
	atomic_fetch_sub(&server->open, 1);
}

bool fcl_serve_bridge_charge(uint64_t bytes)
{
	return fcl_serve_bodies_charge(bytes);
}

void fcl_serve_bridge_uncharge(uint64_t bytes)
{
	fcl_serve_bodies_uncharge(bytes);
}

uint64_t fcl_serve_bridge_now(void)
{
	return fcl_now_ns();
}

const char *fcl_serve_bridge_unready(struct fcl_serve_server *server)
{
	return fcl_serve_server_unready(server);
}

struct fcl_serve_model *fcl_serve_bridge_get(struct fcl_serve_server *server, const char *name,
					     const char *version, struct fcl_err *err)
{
	unsigned number = *version ? fcl_serve_version(version) : 0;

	if (!*version || number)
		return fcl_serve_registry_get(server->registry, name, number, err);
	fcl_err_set(err, -ENOENT, "model '%s' has no version '%s': versions are numbers from 1",
		    name, version);
	return NULL;
}

void fcl_serve_bridge_release(struct fcl_serve_model *model)
{
	fcl_serve_model_unref(model);
}

const struct fcl_serve_description *fcl_serve_bridge_description(struct fcl_serve_model *model)
{
	return model->description;
}

const char *fcl_serve_bridge_name(struct fcl_serve_model *model)
{
	return model->name;
}

unsigned fcl_serve_bridge_version(struct fcl_serve_model *model)
{
	return model->version;
}

bool fcl_serve_bridge_is_ready(struct fcl_serve_model *model)
{
	return fcl_serve_model_is_ready(model);
}

size_t fcl_serve_bridge_offset(struct fcl_serve_model *model, unsigned output, int64_t items)
{
	return fcl_serve_output_offset(model, output, items);
}

unsigned fcl_serve_bridge_versions(struct fcl_serve_server *server, const char *name,
				   unsigned *ret_versions, unsigned most)
{
	unsigned versions[FCL_SERVE_VERSIONS];
	unsigned count = fcl_serve_registry_versions(server->registry, name, versions);

	count = count < most ? count : most;
	memcpy(ret_versions, versions, count * sizeof(*versions));
	return count;
}

enum fcl_serve_pushed fcl_serve_bridge_push(struct fcl_serve_model *model,
					    struct fcl_serve_request *request)
{
	switch (fcl_serve_queue_push(model, request)) {
	case FCL_SERVE_ACCEPTED:
		return FCL_SERVE_PUSHED;
	case FCL_SERVE_FULL:
		return FCL_SERVE_PUSH_FULL;
	case FCL_SERVE_CLOSED:
		return FCL_SERVE_PUSH_CLOSED;
	case FCL_SERVE_UNSERVED:
		break;
	}
	return FCL_SERVE_PUSH_UNSERVED;
}

int fcl_serve_bridge_load(struct fcl_serve_server *server, const char *name, struct fcl_err *err)
{
	return fcl_serve_registry_load(server->registry, name, err);
}

int fcl_serve_bridge_unload(struct fcl_serve_server *server, const char *name, struct fcl_err *err)
{
	return fcl_serve_registry_unload(server->registry, name, err);
}

struct visit {
	void (*visit)(void *data, const char *name, unsigned version, bool ready,
		      const char *reason);
	void *data;
};

static void visit_known(const struct fcl_serve_known *known, void *data)
{
	const struct visit *visit = data;

	for (unsigned i = 0; i < known->nmodels; i++) {
		bool ready = fcl_serve_model_is_ready(known->models[i]);

		visit->visit(visit->data, known->name, known->models[i]->version, ready,
			     ready ? "" : "no board is left");
	}
	if (!known->nmodels || known->failed)
		visit->visit(visit->data, known->name, 0, false, known->reason);
}

void fcl_serve_bridge_index(struct fcl_serve_server *server,
			    void (*visit)(void *data, const char *name, unsigned version,
					  bool ready, const char *reason),
			    void *data)
{
	struct visit each = {visit, data};

	fcl_serve_registry_scan(server->registry);
	fcl_serve_registry_each(server->registry, visit_known, &each);
}
