/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/repository/repository.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(DIR *parent, const char *name)
{
	struct stat facts;

	return !fstatat(dirfd(parent), name, &facts, 0) && S_ISDIR(facts.st_mode);
}

static int repository_compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool repository_add_name(struct fcl_serve_names *names, const char *name)
{
	size_t size = (names->count + 1) * sizeof(*names->names);
	void *larger = realloc(names->names, size);

	if (!larger)
		return false;
	names->names = larger;
	strcpy(names->names[names->count++], name);
	return true;
}

int fcl_serve_repository_models(const char *repository, struct fcl_serve_names *ret_names,
				struct fcl_serve_problems *problems)
{
	DIR *folder = opendir(repository);
	struct dirent *entry;

	*ret_names = (struct fcl_serve_names){0};
	if (!folder) {
		int error = -errno;

		fcl_serve_complain(problems, "the folder '%s' cannot be read: %s", repository,
				   strerror(-error));
		return error;
	}
	while ((entry = readdir(folder)) != NULL) {
		if (*entry->d_name == '.' || !is_folder(folder, entry->d_name))
			continue;
		if (!fcl_serve_is_name(entry->d_name))
			fcl_serve_complain(problems,
					   "'%s': the name of a model has letters, digits, '_', "
					   "'-' and '.', and at most %d of them",
					   entry->d_name, FCL_SERVE_NAME - 1);
		else if (!repository_add_name(ret_names, entry->d_name))
			fcl_serve_complain(problems, "out of memory");
	}
	closedir(folder);
	if (ret_names->count)
		qsort(ret_names->names, ret_names->count, sizeof(*ret_names->names),
		      repository_compare_names);
	return 0;
}

void fcl_serve_names_free(struct fcl_serve_names *names)
{
	free(names->names);
	*names = (struct fcl_serve_names){0};
}

/* Inserts a version; keeps only the newest ones, in order. */
static unsigned repository_insert(unsigned *versions, unsigned count, unsigned most,
				  unsigned version)
{
	unsigned at = 0;

	while (at < count && versions[at] > version)
		at++;
	if (at == most)
		return count;
	count += count < most;
	memmove(&versions[at + 1], &versions[at], (count - at - 1) * sizeof(*versions));
	versions[at] = version;
	return count;
}

unsigned fcl_serve_repository_versions(const char *repository, const char *model,
				       unsigned *ret_versions, unsigned most,
				       struct fcl_serve_problems *problems)
{
	char path[PATH_MAX];
	struct dirent *entry;
	unsigned count = 0;
	DIR *folder;

	snprintf(path, sizeof(path), "%s/%s", repository, model);
	folder = opendir(path);
	if (!folder) {
		fcl_serve_complain(problems, "the model's folder '%s' cannot be read: %s", path,
				   strerror(errno));
		return 0;
	}
	while ((entry = readdir(folder)) != NULL) {
		unsigned version = fcl_serve_version(entry->d_name);

		if (version && is_folder(folder, entry->d_name))
			count = repository_insert(ret_versions, count, most, version);
	}
	closedir(folder);
	if (!count)
		fcl_serve_complain(problems,
				   "the folder '%s' has no version: expected a folder in it with a "
				   "number as its name, such as 1",
				   path);
	return count;
}
