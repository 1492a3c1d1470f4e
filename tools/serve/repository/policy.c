/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/policy.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/serve/repository/members.h"
#include "tools/serve/repository/repository.h"

enum { MOST_JSON = 1 << 20, MOST_NUMBER = 999999999 };

struct versions {
	unsigned *numbers;
	unsigned count;
};

/* Returns NULL if there is no such file, or after a complaint. */
static json_t *policy_load(const char *repository, const char *model,
			   struct fcl_serve_problems *problems)
{
	char folder[PATH_MAX], path[PATH_MAX];

	snprintf(folder, sizeof(folder), "%s/%s", repository, model);
	snprintf(path, sizeof(path), "%s/%s/config.json", repository, model);
	if (access(path, F_OK) && errno == ENOENT)
		return NULL;
	return fcl_serve_members_load(folder, "config.json", MOST_JSON, problems);
}

static void keep_latest(struct versions *versions, const struct fcl_serve_members *latest)
{
	int64_t count;

	fcl_serve_members_only(latest, "num_versions");
	count = fcl_serve_member_number(latest, "num_versions", 1, FCL_SERVE_VERSIONS, 1);
	if (versions->count > (unsigned)count)
		versions->count = (unsigned)count;
}

static bool policy_has(const json_t *array, unsigned version)
{
	for (size_t i = 0; i < json_array_size(array); i++)
		if (json_integer_value(json_array_get(array, i)) == (json_int_t)version)
			return true;
	return false;
}

static void keep_specific(struct versions *versions, const struct fcl_serve_members *specific)
{
	const json_t *array;
	unsigned kept = 0;

	fcl_serve_members_only(specific, "versions");
	array = fcl_serve_member_array(specific, "versions", true);
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *number = json_array_get(array, i);
		json_int_t value = json_integer_value(number);
		bool found = false;

		for (unsigned k = 0; k < versions->count; k++)
			found |= value == (json_int_t)versions->numbers[k];
		if (!json_is_integer(number) || value < 1 || value > MOST_NUMBER)
			fcl_serve_complain(specific->problems, "%s: expected versions from 1 to %d",
					   specific->place, MOST_NUMBER);
		else if (!found)
			fcl_serve_complain(specific->problems, "%s: the model has no version %lld",
					   specific->place, (long long)value);
	}
	for (unsigned k = 0; k < versions->count; k++)
		if (policy_has(array, versions->numbers[k]))
			versions->numbers[kept++] = versions->numbers[k];
	versions->count = kept;
}

static void policy_apply(struct versions *versions, const struct fcl_serve_members *policy)
{
	static const char *const kinds[] = {"latest", "all", "specific"};
	struct fcl_serve_members in;
	unsigned kind = 0;

	while (kind < 3 && !json_object_get(policy->object, kinds[kind]))
		kind++;
	if (kind == 3 || json_object_size(policy->object) != 1) {
		fcl_serve_complain(policy->problems,
				   "%s: expected one of 'latest', 'all' and 'specific'",
				   policy->place);
		return;
	}
	if (!fcl_serve_members_in(policy, json_object_get(policy->object, kinds[kind]), kinds[kind],
				  -1, &in))
		return;
	if (kind == 0)
		keep_latest(versions, &in);
	else if (kind == 1)
		fcl_serve_members_only(&in, "");
	else
		keep_specific(versions, &in);
}

static void policy_read_config(struct versions *versions, const json_t *root,
			       struct fcl_serve_problems *problems)
{
	struct fcl_arena arena = {0};
	struct fcl_serve_members members = {root, "config.json", &arena, problems}, policy;
	const json_t *object = json_object_get(root, "version_policy");

	fcl_serve_members_only(&members, "version_policy");
	if (!object)
		fcl_serve_complain(problems, "config.json: expected 'version_policy', an object");
	else if (fcl_serve_members_in(&members, object, "version_policy", -1, &policy))
		policy_apply(versions, &policy);
	fcl_arena_free(&arena);
}

unsigned fcl_serve_policy_versions(const char *repository, const char *model,
				   unsigned ret_versions[FCL_SERVE_VERSIONS],
				   struct fcl_serve_problems *problems)
{
	struct versions versions = {ret_versions, 0};
	unsigned before = problems->count;
	json_t *root;

	versions.count = fcl_serve_repository_versions(repository, model, ret_versions,
						       FCL_SERVE_VERSIONS, problems);
	root = policy_load(repository, model, problems);
	if (root)
		policy_read_config(&versions, root, problems);
	else if (versions.count)
		versions.count = 1;
	json_decref(root);
	return problems->count == before ? versions.count : 0;
}
