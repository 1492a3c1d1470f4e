/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/scheduling/registry.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/serve/ops/note.h"
#include "tools/serve/repository/description_read.h"
#include "tools/serve/repository/repository.h"
#include "tools/serve/scheduling/placement.h"

void fcl_serve_registry_init(struct fcl_serve_registry *registry, const char *repository,
			     struct fcl_serve_boards *boards)
{
	*registry = (struct fcl_serve_registry){.repository = repository, .boards = boards};
	pthread_mutex_init(&registry->loading, NULL);
	pthread_mutex_init(&registry->lock, NULL);
}

/* registry->lock must be held. */
static struct fcl_serve_known *registry_find(struct fcl_serve_registry *registry, const char *name)
{
	struct fcl_serve_known *known = registry->known;

	while (known && strcmp(known->name, name) != 0)
		known = known->next;
	return known;
}

/* Returns NULL if out of memory. registry->lock must be held. */
static struct fcl_serve_known *registry_find_or_add(struct fcl_serve_registry *registry,
						    const char *name)
{
	struct fcl_serve_known *known = registry_find(registry, name), **at = &registry->known;

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

static void retire(struct fcl_serve_model *model)
{
	if (!model)
		return;
	fcl_serve_model_stop(model);
	fcl_serve_model_unref(model);
}

/* Takes out one version. registry->lock must be held. */
static struct fcl_serve_model *registry_take_out(struct fcl_serve_known *known, unsigned at)
{
	struct fcl_serve_model *model = known->models[at];

	known->nmodels--;
	memmove(&known->models[at], &known->models[at + 1],
		(known->nmodels - at) * sizeof(struct fcl_serve_model *));
	return model;
}

/* Returns the previous model of that version, or the new one if there is no room for it. */
static struct fcl_serve_model *registry_put(struct fcl_serve_known *known,
					    struct fcl_serve_model *model)
{
	struct fcl_serve_model *before = NULL;
	unsigned at = 0;

	while (at < known->nmodels && known->models[at]->version > model->version)
		at++;
	if (at < known->nmodels && known->models[at]->version == model->version)
		before = registry_take_out(known, at);
	if (known->nmodels == FCL_SERVE_VERSIONS)
		return model;
	memmove(&known->models[at + 1], &known->models[at],
		(known->nmodels - at) * sizeof(struct fcl_serve_model *));
	known->models[at] = model;
	known->nmodels++;
	return before;
}

/* Returns false if it cannot be served: there is no memory, or there are too many versions. */
static bool serve_version(struct fcl_serve_registry *registry, const char *name,
			  struct fcl_serve_model *model)
{
	struct fcl_serve_model *before = model;
	struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->lock);
	known = registry_find_or_add(registry, name);
	if (known)
		before = registry_put(known, model);
	pthread_mutex_unlock(&registry->lock);
	retire(before);
	return before != model;
}

static bool registry_is_listed(const unsigned *versions, unsigned count, unsigned version)
{
	for (unsigned i = 0; i < count; i++)
		if (versions[i] == version)
			return true;
	return false;
}

/* Stops the versions that are not listed. */
static void retire_others(struct fcl_serve_registry *registry, const char *name,
			  const unsigned *versions, unsigned count)
{
	struct fcl_serve_model *others[FCL_SERVE_VERSIONS];
	struct fcl_serve_known *known;
	unsigned nothers = 0;

	pthread_mutex_lock(&registry->lock);
	known = registry_find(registry, name);
	for (unsigned i = known ? known->nmodels : 0; i-- > 0;)
		if (!registry_is_listed(versions, count, known->models[i]->version))
			others[nothers++] = registry_take_out(known, i);
	pthread_mutex_unlock(&registry->lock);
	for (unsigned i = 0; i < nothers; i++)
		retire(others[i]);
}

/* Notes what has become of a load or an unload: a reason, or "" after success. */
static void note_result(struct fcl_serve_registry *registry, const char *name, bool failed,
			bool complete, const char *reason)
{
	struct fcl_serve_known *known;

	pthread_mutex_lock(&registry->lock);
	known = registry_find_or_add(registry, name);
	if (known) {
		known->failed = failed && (known->failed || !known->nmodels || !complete);
		snprintf(known->reason, sizeof(known->reason), "%s", reason);
	}
	pthread_mutex_unlock(&registry->lock);
}

/* Returns whether the version is now served. */
static bool start_version(struct fcl_serve_registry *registry, const char *name, unsigned version,
			  struct fcl_serve_problems *problems)
{
	struct fcl_serve_problems found = {0};
	struct fcl_serve_description *description;
	struct fcl_serve_model *model = NULL;
	bool served = false;
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s/%u", registry->repository, name, version);
	description = fcl_serve_description_read(path, &found);
	if (description)
		model = fcl_serve_model_start(name, version, description, registry->boards, &found);
	if (model) {
		unsigned boards = fcl_serve_model_boards(model);

		served = serve_version(registry, name, model);
		if (served)
			fcl_serve_note("model %s/%u: loaded on %u board%s", name, version, boards,
				       boards == 1 ? "" : "s");
		else
			fcl_serve_complain(&found, "no memory or no place for another version");
	}
	if (!served)
		fcl_serve_complain(problems, "version %u: %s", version,
				   fcl_serve_problems_line(&found));
	fcl_serve_problems_free(&found);
	return served;
}

static bool registry_is_there(struct fcl_serve_registry *registry, const char *name)
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

static bool is_served(struct fcl_serve_registry *registry, const char *name)
{
	unsigned versions[FCL_SERVE_VERSIONS];

	return fcl_serve_registry_versions(registry, name, versions) > 0;
}

static int registry_load(struct fcl_serve_registry *registry, const char *name, struct fcl_err *err)
{
	struct fcl_serve_problems problems = {0};
	unsigned versions[FCL_SERVE_VERSIONS], count, started = 0;
	bool before, fits;

	if (!fcl_serve_is_name(name) || !registry_is_there(registry, name))
		return fcl_err_set(err, -ENOENT, "the repository has no model '%s'", name);
	before = is_served(registry, name);
	count = fcl_serve_policy_versions(registry->repository, name, versions, &problems);
	for (unsigned i = 0; i < count; i++)
		started += start_version(registry, name, versions[i], &problems);
	fits = count && started == count;
	if (fits) {
		retire_others(registry, name, versions, count);
	} else {
		fcl_err_set(err, -EINVAL, "model '%s' cannot be served: %s", name,
			    fcl_serve_problems_line(&problems));
		fcl_serve_note("%s", err->text);
	}
	/* Without some of its versions, a model that was not served before is not complete. */
	note_result(registry, name, !fits, before, fits ? "" : err->text);
	fcl_serve_problems_free(&problems);
	return fits ? 0 : -EINVAL;
}

int fcl_serve_registry_load(struct fcl_serve_registry *registry, const char *name,
			    struct fcl_err *err)
{
	int error;

	pthread_mutex_lock(&registry->loading);
	error = registry_load(registry, name, err);
	pthread_mutex_unlock(&registry->loading);
	return error;
}

static bool registry_is_known(struct fcl_serve_registry *registry, const char *name)
{
	bool known;

	pthread_mutex_lock(&registry->lock);
	known = registry_find(registry, name) != NULL;
	pthread_mutex_unlock(&registry->lock);
	return known;
}

int fcl_serve_registry_unload(struct fcl_serve_registry *registry, const char *name,
			      struct fcl_err *err)
{
	bool known;

	pthread_mutex_lock(&registry->loading);
	known = registry_is_known(registry, name);
	if (known) {
		retire_others(registry, name, NULL, 0);
		note_result(registry, name, false, true, "unloaded");
	}
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

		for (unsigned i = 0; i < known->nmodels; i++)
			retire(known->models[i]);
		free(known);
		known = next;
	}
	pthread_mutex_unlock(&registry->loading);
}

/* Writes "version 3", or "versions 3 and 1". */
static void name_versions(const struct fcl_serve_known *known, char *ret_text, size_t size)
{
	int at = snprintf(ret_text, size, "version%s", known->nmodels > 1 ? "s" : "");

	for (unsigned i = 0; i < known->nmodels && at > 0 && (size_t)at < size; i++)
		at += snprintf(ret_text + at, size - (size_t)at, "%s%u",
			       !i                        ? " "
			       : i + 1 == known->nmodels ? " and "
							 : ", ",
			       known->models[i]->version);
}

static struct fcl_serve_model *registry_find_version(const struct fcl_serve_known *known,
						     unsigned version)
{
	for (unsigned i = 0; i < known->nmodels; i++)
		if (!version || known->models[i]->version == version)
			return known->models[i];
	return NULL;
}

struct fcl_serve_model *fcl_serve_registry_get(struct fcl_serve_registry *registry,
					       const char *name, unsigned version,
					       struct fcl_err *err)
{
	struct fcl_serve_model *model = NULL;
	const struct fcl_serve_known *known;
	char text[FCL_SERVE_VERSIONS * 12];

	pthread_mutex_lock(&registry->lock);
	known = registry_find(registry, name);
	if (known)
		model = registry_find_version(known, version);
	if (model) {
		fcl_serve_model_ref(model);
	} else if (known && known->nmodels) {
		name_versions(known, text, sizeof(text));
		fcl_err_set(err, -ENOENT, "model '%s' is loaded in %s, not %u", name, text,
			    version);
	} else if (known) {
		fcl_err_set(err, -ENOENT, "model '%s' is not loaded%s%s", name,
			    *known->reason ? ": " : "", known->reason);
	} else {
		fcl_err_set(err, -ENOENT, "there is no model '%s'", name);
	}
	pthread_mutex_unlock(&registry->lock);
	return model;
}

unsigned fcl_serve_registry_versions(struct fcl_serve_registry *registry, const char *name,
				     unsigned ret_versions[FCL_SERVE_VERSIONS])
{
	const struct fcl_serve_known *known;
	unsigned count;

	pthread_mutex_lock(&registry->lock);
	known = registry_find(registry, name);
	count = known ? known->nmodels : 0;
	for (unsigned i = 0; i < count; i++)
		ret_versions[i] = known->models[i]->version;
	pthread_mutex_unlock(&registry->lock);
	return count;
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
		registry_find_or_add(registry, names.names[i]);
	pthread_mutex_unlock(&registry->lock);
	fcl_serve_names_free(&names);
	fcl_serve_problems_free(&problems);
}

static void add_readiness(const struct fcl_serve_known *known, void *data)
{
	struct fcl_serve_readiness *readiness = data;

	for (unsigned i = 0; i < known->nmodels; i++) {
		bool ready = fcl_serve_model_is_ready(known->models[i]);

		readiness->some |= ready;
		readiness->lost |= !ready;
	}
	readiness->failed |= known->failed;
}

struct fcl_serve_readiness fcl_serve_registry_readiness(struct fcl_serve_registry *registry)
{
	struct fcl_serve_readiness readiness = {false, false, false};

	fcl_serve_registry_each(registry, add_readiness, &readiness);
	return readiness;
}
