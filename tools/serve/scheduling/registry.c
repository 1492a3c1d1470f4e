/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/registry.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/ops/note.h"
#include "tools/serve/repository/repository.h"

void fcl_serve_registry_init(struct fcl_serve_registry *registry, const char *repository,
			     struct fcl_serve_boards *boards)
{
	*registry = (struct fcl_serve_registry){.repository = repository, .boards = boards};
	pthread_mutex_init(&registry->loading, NULL);
	pthread_mutex_init(&registry->lock, NULL);
}

/* registry->lock must be held. */
static struct fcl_serve_known *find(struct fcl_serve_registry *registry, const char *name)
{
	struct fcl_serve_known *known = registry->known;

	while (known && strcmp(known->name, name) != 0)
		known = known->next;
	return known;
}

/* Returns NULL if out of memory. registry->lock must be held. */
static struct fcl_serve_known *find_or_add(struct fcl_serve_registry *registry, const char *name)
{
	struct fcl_serve_known *known = find(registry, name), **at = &registry->known;

	if (known)
		return known;
	known = calloc(1, sizeof(*known));
	if (!known)
		return NULL;
	snprintf(known->name, sizeof(known->name), "%s", name);
	while (*at && strcmp((*at)->name, name) < 0)
		at = &(*at)->next;
	known->next = *at;
	*at = known;
	return known;
}

/* Sets the model of a name, or the reason why it has none. Returns the previous model. */
static struct fcl_serve_model *exchange(struct fcl_serve_registry *registry, const char *name,
					struct fcl_serve_model *model, const char *reason)
{
	struct fcl_serve_model *before = model;
	struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->lock);
	known = find_or_add(registry, name);
	if (known) {
		before = known->model;
		known->model = model;
		known->failed = false;
		snprintf(known->reason, sizeof(known->reason), "%s", reason);
	}
	pthread_mutex_unlock(&registry->lock);
	return before;
}

static void note_failure(struct fcl_serve_registry *registry, const char *name, const char *reason)
{
	struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->lock);
	known = find_or_add(registry, name);
	if (known) {
		known->failed = !known->model;
		snprintf(known->reason, sizeof(known->reason), "%s", reason);
	}
	pthread_mutex_unlock(&registry->lock);
}

static void retire(struct fcl_serve_model *model)
{
	if (!model)
		return;
	fcl_serve_model_stop(model);
	fcl_serve_model_unref(model);
}

static struct fcl_serve_model *start_newest(struct fcl_serve_registry *registry, const char *name,
					    struct fcl_serve_problems *problems)
{
	struct fcl_serve_description *description;
	unsigned version = 0;
	char path[PATH_MAX];

	if (!fcl_serve_repository_versions(registry->repository, name, &version, 1, problems))
		return NULL;
	snprintf(path, sizeof(path), "%s/%s/%u", registry->repository, name, version);
	description = fcl_serve_description_read(path, problems);
	if (!description)
		return NULL;
	return fcl_serve_model_start(name, version, description, registry->boards, problems);
}

static bool is_there(struct fcl_serve_registry *registry, const char *name)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_names names;
	bool found = false;

	fcl_serve_repository_models(registry->repository, &names, &problems);
	for (unsigned i = 0; i < names.count; i++)
		found |= !strcmp(names.names[i], name);
	fcl_serve_names_free(&names);
	fcl_serve_problems_free(&problems);
	return found;
}

static int load(struct fcl_serve_registry *registry, const char *name, struct fcl_err *err)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_model *model;

	if (!fcl_serve_is_name(name) || !is_there(registry, name))
		return fcl_err_set(err, -ENOENT, "the repository has no model '%s'", name);
	model = start_newest(registry, name, &problems);
	if (model) {
		fcl_serve_note("model %s/%u: loaded on %u boards", name, model->version,
			       fcl_serve_model_boards(model));
		retire(exchange(registry, name, model, ""));
	} else {
		fcl_err_set(err, -EINVAL, "model '%s' cannot be served: %s", name,
			    fcl_serve_problems_line(&problems));
		fcl_serve_note("%s", err->text);
		note_failure(registry, name, err->text);
	}
	fcl_serve_problems_free(&problems);
	return model ? 0 : -EINVAL;
}

int fcl_serve_registry_load(struct fcl_serve_registry *registry, const char *name,
			    struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&registry->loading);
	error = load(registry, name, err);
	pthread_mutex_unlock(&registry->loading);
	return error;
}

static bool is_known(struct fcl_serve_registry *registry, const char *name)
{
	bool known;

	pthread_mutex_lock(&registry->lock);
	known = find(registry, name) != NULL;
	pthread_mutex_unlock(&registry->lock);
	return known;
}

int fcl_serve_registry_unload(struct fcl_serve_registry *registry, const char *name,
			      struct fcl_err *err)
{
	bool known;

	pthread_mutex_lock(&registry->loading);
	known = is_known(registry, name);
	if (known)
		retire(exchange(registry, name, NULL, "unloaded"));
	pthread_mutex_unlock(&registry->loading);
	return known ? 0 : fcl_err_set(err, -ENOENT, "there is no model '%s'", name);
}

unsigned fcl_serve_registry_load_all(struct fcl_serve_registry *registry)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_names names;
	unsigned loaded = 0;

	fcl_serve_repository_models(registry->repository, &names, &problems);
	if (problems.count)
		fcl_serve_note("%s", fcl_serve_problems_line(&problems));
	for (unsigned i = 0; i < names.count; i++) {
		struct fcl_err err = {0};

		loaded += !fcl_serve_registry_load(registry, names.names[i], &err);
	}
	fcl_serve_names_free(&names);
	fcl_serve_problems_free(&problems);
	return loaded;
}

void fcl_serve_registry_stop(struct fcl_serve_registry *registry)
{
	struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->loading);
	pthread_mutex_lock(&registry->lock);
	known = registry->known;
	registry->known = NULL;
	pthread_mutex_unlock(&registry->lock);
	while (known) {
		struct fcl_serve_known *next = known->next;

		retire(known->model);
		free(known);
		known = next;
	}
	pthread_mutex_unlock(&registry->loading);
}

struct fcl_serve_model *fcl_serve_registry_get(struct fcl_serve_registry *registry,
					       const char *name, unsigned version,
					       struct fcl_err *err)
{
	struct fcl_serve_model *model = NULL;
	const struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->lock);
	known = find(registry, name);
	if (known && known->model && (!version || known->model->version == version))
		model = fcl_serve_model_ref(known->model);
	else if (known && known->model)
		fcl_err_set(err, -ENOENT, "model '%s' is loaded in version %u, not %u", name,
			    known->model->version, version);
	else if (known)
		fcl_err_set(err, -ENOENT, "model '%s' is not loaded%s%s", name,
			    *known->reason ? ": " : "", known->reason);
	else
		fcl_err_set(err, -ENOENT, "there is no model '%s'", name);
	pthread_mutex_unlock(&registry->lock);
	return model;
}

void fcl_serve_registry_each(struct fcl_serve_registry *registry,
			     void (*visit)(const struct fcl_serve_known *known, void *data),
			     void *data)
{
	pthread_mutex_lock(&registry->lock);
	for (const struct fcl_serve_known *known = registry->known; known; known = known->next)
		visit(known, data);
	pthread_mutex_unlock(&registry->lock);
}

void fcl_serve_registry_scan(struct fcl_serve_registry *registry)
{
	struct fcl_serve_problems problems = {0};
	struct fcl_serve_names names;

	fcl_serve_repository_models(registry->repository, &names, &problems);
	pthread_mutex_lock(&registry->lock);
	for (unsigned i = 0; i < names.count; i++)
		find_or_add(registry, names.names[i]);
	pthread_mutex_unlock(&registry->lock);
	fcl_serve_names_free(&names);
	fcl_serve_problems_free(&problems);
}

static void add_readiness(const struct fcl_serve_known *known, void *data)
{
	struct fcl_serve_readiness *readiness = data;
	bool ready = known->model && fcl_serve_model_is_ready(known->model);

	readiness->some |= ready;
	readiness->lost |= known->model && !ready;
	readiness->failed |= known->failed;
}

struct fcl_serve_readiness fcl_serve_registry_readiness(struct fcl_serve_registry *registry)
{
	struct fcl_serve_readiness readiness = {false, false, false};

	fcl_serve_registry_each(registry, add_readiness, &readiness);
	return readiness;
}
