/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REGISTRY_H
#define FCL_SERVE_REGISTRY_H

#include "tools/serve/scheduling/model.h"

/* The models of a repository by name, and which version of each is served: the newest at its load. */

struct fcl_serve_known {
	struct fcl_serve_known *next;
	char name[FCL_SERVE_NAME];
	struct fcl_serve_model *model; /* with a reference; NULL: not loaded */
	bool failed;                   /* its last load, and no older version serves */
	char reason[1024];             /* why it is not loaded; empty: nobody has asked for it */
};

struct fcl_serve_registry {
	const char *repository;
	struct fcl_serve_boards *boards;
	pthread_mutex_t loading;       /* one load or unload at a time; taken before `lock` */
	pthread_mutex_t lock;          /* guards what follows */
	struct fcl_serve_known *known; /* entries are never removed */
};

void fcl_serve_registry_init(struct fcl_serve_registry *registry, const char *repository,
			     struct fcl_serve_boards *boards);

/* Stops all models. */
void fcl_serve_registry_stop(struct fcl_serve_registry *registry);

/* Loads all models of the repository; notes what does not fit. Returns how many are served. */
unsigned fcl_serve_registry_load_all(struct fcl_serve_registry *registry);

/*
 * Loads the newest version, also in place of one that is served, which then finishes what it has
 * accepted: no request fails. -ENOENT: there is no such model; -EINVAL: it does not fit, and an older
 * version goes on.
 */
int fcl_serve_registry_load(struct fcl_serve_registry *registry, const char *name,
			    struct fcl_err *err);

/* -ENOENT: there is no such model. */
int fcl_serve_registry_unload(struct fcl_serve_registry *registry, const char *name,
			      struct fcl_err *err);

/* With a reference; NULL: it is not served, or not in that version. 0: any version. */
struct fcl_serve_model *fcl_serve_registry_get(struct fcl_serve_registry *registry,
					       const char *name, unsigned version,
					       struct fcl_err *err);

/* Calls `visit` for each known model, under the lock. */
void fcl_serve_registry_each(struct fcl_serve_registry *registry,
			     void (*visit)(const struct fcl_serve_known *known, void *data),
			     void *data);

/* Notes models of the repository that are not known yet. */
void fcl_serve_registry_scan(struct fcl_serve_registry *registry);

struct fcl_serve_readiness {
	bool some;   /* models have a board */
	bool lost;   /* are loaded, and have none */
	bool failed; /* could not be loaded */
};

/* The state of all models. Those that were unloaded, or that nobody has asked for, do not count. */
struct fcl_serve_readiness fcl_serve_registry_readiness(struct fcl_serve_registry *registry);

#endif
