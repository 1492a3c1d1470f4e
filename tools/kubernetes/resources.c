/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/resources.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "tools/kubernetes/note.h"

int fcl_kube_resources_init(struct fcl_kube_resources *resources,
			    const struct fcl_kube_options *options,
			    struct fcl_kube_inventory *inventory, struct fcl_err *err)
{
	const size_t room = sizeof(((struct sockaddr_un *)NULL)->sun_path) -
			    sizeof("/kubelet.sock");

	*resources = (struct fcl_kube_resources){.options = options, .inventory = inventory};
	if (strlen(options->plugins) > room)
		return fcl_err_set(err, -ENAMETOOLONG,
				   "--plugins: expected a path of at most %zu characters, found %s",
				   room, options->plugins);
	snprintf(resources->kubelet, sizeof(resources->kubelet), "%s/kubelet.sock",
		 options->plugins);
	return 0;
}

/* Returns false if the file does not exist. */
static bool stat_file(const char *path, struct fcl_kube_file *ret_file)
{
	struct stat status;

	if (stat(path, &status))
		return false;
	*ret_file = (struct fcl_kube_file){(uint64_t)status.st_ino,
					   (uint64_t)status.st_ctim.tv_sec * 1000000000u +
						   (uint64_t)status.st_ctim.tv_nsec};
	return true;
}

static bool resources_is_same(const struct fcl_kube_file *a, const struct fcl_kube_file *b)
{
	return a->inode == b->inode && a->ctime == b->ctime;
}

/* --- which resources there are ---------------------------------------------------------------- */

static bool resources_has(const struct fcl_kube_resources *resources, const char *type)
{
	for (unsigned i = 0; i < resources->count; i++)
		if (!strcmp(resources->all[i].type, type))
			return true;
	return false;
}

static void resources_add(struct fcl_kube_resources *resources, const char *type)
{
	struct fcl_kube_resource *grown = realloc(resources->all,
						  (resources->count + 1) * sizeof(*grown));

	if (!grown)
		return; /* the next update retries */
	resources->all = grown;
	grown = &resources->all[resources->count++];
	*grown = (struct fcl_kube_resource){.service = NULL};
	snprintf(grown->type, sizeof(grown->type), "%s", type);
	snprintf(grown->name, sizeof(grown->name), "%s/%s", resources->options->domain, type);
	snprintf(grown->endpoint, sizeof(grown->endpoint), "fpgacl-%s.sock", type);
	snprintf(grown->socket, sizeof(grown->socket), "%s/%s", resources->options->plugins,
		 grown->endpoint);
}

/* A type whose boards are all gone is kept, as they may come back. */
static void find_types(struct fcl_kube_resources *resources)
{
	const struct fcl_kube_boards *boards = &resources->inventory->boards;

	pthread_mutex_lock(&resources->inventory->lock);
	for (unsigned i = 0; i < boards->count; i++)
		if (*boards->boards[i].type && !resources_has(resources, boards->boards[i].type))
			resources_add(resources, boards->boards[i].type);
	pthread_mutex_unlock(&resources->inventory->lock);
}

/* --- their services --------------------------------------------------------------------------- */

static void resources_say(struct fcl_kube_resources *resources, const char *problem)
{
	if (!strcmp(resources->problem, problem))
		return;
	snprintf(resources->problem, sizeof(resources->problem), "%s", problem);
	fcl_kube_note("%s", problem);
}

/* A kubelet removes all sockets when it starts, and does not know any plugins. */
static bool resources_serve(struct fcl_kube_resources *resources,
			    struct fcl_kube_resource *resource)
{
	struct fcl_kube_file file;
	struct fcl_err err = {0};

	if (resource->service && stat_file(resource->socket, &file) &&
	    resources_is_same(&file, &resource->file))
		return true;
	fcl_kube_service_stop(resource->service);
	resource->service = NULL;
	resource->kubelet = (struct fcl_kube_file){0};
	if (fcl_kube_service_start(resources->inventory, resource->type, resource->socket,
				   &resource->service, &err)) {
		resources_say(resources, err.text);
		return false;
	}
	return stat_file(resource->socket, &resource->file);
}

static void resources_enlist(struct fcl_kube_resources *resources,
			     struct fcl_kube_resource *resource)
{
	struct fcl_kube_file kubelet;
	struct fcl_err err = {0};

	if (!stat_file(resources->kubelet, &kubelet)) {
		fcl_err_set(&err, -ENOENT, "waiting for a kubelet at %s", resources->kubelet);
		resources_say(resources, err.text);
		return;
	}
	if (resources_is_same(&kubelet, &resource->kubelet))
		return;
	if (fcl_kube_register(resources->kubelet, resource->endpoint, resource->name, &err)) {
		resources_say(resources, err.text);
		return;
	}
	resource->kubelet = kubelet;
	*resources->problem = '\0';
	fcl_kube_note("registered %s with the kubelet", resource->name);
}

void fcl_kube_resources_update(struct fcl_kube_resources *resources)
{
	find_types(resources);
	for (unsigned i = 0; i < resources->count; i++)
		if (resources_serve(resources, &resources->all[i]))
			resources_enlist(resources, &resources->all[i]);
}

void fcl_kube_resources_free(struct fcl_kube_resources *resources)
{
	for (unsigned i = 0; i < resources->count; i++)
		fcl_kube_service_stop(resources->all[i].service);
	free(resources->all);
}
