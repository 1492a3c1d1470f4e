/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REGISTRY_H
#define FCL_SERVE_REGISTRY_H

#include "tools/serve/repository/policy.h"
#include "tools/serve/scheduling/model.h"

/*
 * The models of a repository by name. For each, serves the versions that its policy
 * (repository/policy.h) had when it was loaded.
 */

struct fcl_serve_known {
	struct fcl_serve_known *next;
	char name[FCL_SERVE_NAME];
	struct fcl_serve_model *models[FCL_SERVE_VERSIONS]; /* references; newest version first */
	unsigned nmodels;                                   /* 0: not loaded */
	bool failed;       /* its last load failed, and no older version is served instead */
	char reason[1024]; /* why it is not loaded; empty: no load was requested */
};

struct fcl_serve_registry {
	const char *repository;
	struct fcl_serve_boards *boards;
	pthread_mutex_t loading;       /* serialises loads and unloads; taken before `lock` */
	pthread_mutex_t lock;          /* guards the members below */
	struct fcl_serve_known *known; /* entries are never removed */
};

void fcl_serve_registry_init(struct fcl_serve_registry *registry, const char *repository,
			     struct fcl_serve_boards *boards);

/* Stops all models. */
void fcl_serve_registry_stop(struct fcl_serve_registry *registry);

/* Loads all models of the repository and logs problems. Returns the number of models served. */
unsigned fcl_serve_registry_load_all(struct fcl_serve_registry *registry);

/*
 * Loads the versions of the model's policy. A version that is replaced, or no longer in the policy,
 * finishes the requests that it has accepted, so none fails. Returns -ENOENT if there is no such
 * model, -EINVAL if a version is invalid; all versions that were served then continue.
 */
int fcl_serve_registry_load(struct fcl_serve_registry *registry, const char *name,
			    struct fcl_err *err);

/* Returns -ENOENT if there is no such model. */
int fcl_serve_registry_unload(struct fcl_serve_registry *registry, const char *name,
			      struct fcl_err *err);

/*
 * Returns a reference; NULL if the model is not served, or not in that version. Version 0: the
 * newest.
 */
struct fcl_serve_model *fcl_serve_registry_get(struct fcl_serve_registry *registry,
					       const char *name, unsigned version,
					       struct fcl_err *err);

/* The versions of a model that are served, newest first. Returns their number. */
unsigned fcl_serve_registry_versions(struct fcl_serve_registry *registry, const char *name,
				     unsigned ret_versions[FCL_SERVE_VERSIONS]);

/* Calls `visit` for each known model, with the lock held. */
void fcl_serve_registry_each(struct fcl_serve_registry *registry,
			     void (*visit)(const struct fcl_serve_known *known, void *data),
			     void *data);

/* Adds models of the repository that are not known yet. */
void fcl_serve_registry_scan(struct fcl_serve_registry *registry);

struct fcl_serve_readiness {
	bool some;   /* some models have a board */
	bool lost;   /* some are loaded, but have no board */
	bool failed; /* some could not be loaded */
};

/* The state of all models, except those that were unloaded, or for which no load was requested. */
struct fcl_serve_readiness fcl_serve_registry_readiness(struct fcl_serve_registry *registry);

#endif
