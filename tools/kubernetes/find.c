/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/kubernetes/find.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/trust.h"
#include "tools/kubernetes/note.h"

static struct fcl_kube_board *find_add(struct fcl_kube_boards *boards, const char *id,
				       enum fcl_kube_kind kind)
{
	struct fcl_kube_board *grown = NULL;

	if (boards->count < FCL_KUBE_BOARDS)
		grown = realloc(boards->boards, (boards->count + 1) * sizeof(*grown));
	if (!grown) {
		fcl_kube_note("%s is left out: no room for more than %u boards", id, boards->count);
		return NULL;
	}
	boards->boards = grown;
	grown = &boards->boards[boards->count++];
	*grown = (struct fcl_kube_board){.kind = kind, .numa = -1};
	snprintf(grown->id, sizeof(grown->id), "%s", id);
	return grown;
}

/* Records a board at this place; `number` distinguishes it from a previous one there. */
static void found(struct fcl_kube_boards *boards, const char *id, enum fcl_kube_kind kind,
		  const char *path, int numa, uint64_t number)
{
	struct fcl_kube_board *board = fcl_kube_boards_get(boards, id);

	board = board ? board : find_add(boards, id, kind);
	if (!board || board->kind != kind)
		return;
	if (board->number != number)
		board->asked = false;
	snprintf(board->path, sizeof(board->path), "%s", path);
	board->numa = numa;
	board->number = number;
	board->present = true;
}

/* Calls one() for each name in a directory. A missing directory counts as empty. */
static void each_name(const char *folder,
		      void (*one)(const struct fcl_kube_options *options,
				  struct fcl_kube_boards *boards, const char *folder,
				  const char *name),
		      const struct fcl_kube_options *options, struct fcl_kube_boards *boards)
{
	DIR *stream = opendir(folder);

	if (!stream)
		return;
	for (struct dirent *entry = readdir(stream); entry; entry = readdir(stream))
		if (*entry->d_name != '.')
			one(options, boards, folder, entry->d_name);
	closedir(stream);
}

/* --- cards ------------------------------------------------------------------------------------ */

/* "0000:17:00.1" */
static bool find_is_bdf(const char *name)
{
	int end = 0;
	unsigned domain, bus, slot, function;

	return sscanf(name, "%x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &end) == 4 &&
	       end && !name[end];
}

/* The NUMA node that a card is connected to. */
static int read_numa(const char *card)
{
	char path[PATH_MAX + 16];
	int node = -1;
	FILE *file;

	snprintf(path, sizeof(path), "%s/numa_node", card);
	file = fopen(path, "re");
	if (!file)
		return -1;
	if (fscanf(file, "%d", &node) != 1)
		node = -1;
	fclose(file);
	return node;
}

/*
 * The name of the card's device file, such as renderD128. False: the driver has not created it yet.
 */
static bool read_render(const char *card, char ret_name[NAME_MAX + 1])
{
	char path[PATH_MAX + 8];
	bool some = false;
	DIR *stream;

	snprintf(path, sizeof(path), "%s/drm", card);
	stream = opendir(path);
	if (!stream)
		return false;
	for (struct dirent *entry = readdir(stream); entry && !some; entry = readdir(stream)) {
		some = !strncmp(entry->d_name, "renderD", 7) && isdigit(entry->d_name[7]);
		if (some)
			snprintf(ret_name, NAME_MAX + 1, "%s", entry->d_name);
	}
	closedir(stream);
	return some;
}

/* `folder` contains links to the PCI functions bound to the driver. */
static void find_card(const struct fcl_kube_options *options, struct fcl_kube_boards *boards,
		      const char *folder, const char *name)
{
	char card[PATH_MAX], render[NAME_MAX + 1], path[NAME_MAX + 16];
	struct stat status;

	(void)options;
	if (!find_is_bdf(name) ||
	    snprintf(card, sizeof(card), "%s/%s", folder, name) >= (int)sizeof(card) ||
	    stat(card, &status) || !read_render(card, render))
		return;
	snprintf(path, sizeof(path), "/dev/dri/%s", render);
	/* A card that is plugged in again has another inode in sysfs. */
	found(boards, name, FCL_KUBE_CARD, path, read_numa(card), status.st_ino);
}

/* --- boards of board processes ---------------------------------------------------------------- */

/* Whether a process listens: a killed process leaves its socket behind. */
static bool listens(const char *path)
{
	int error = fcl_trust_probe(path, SOCK_SEQPACKET);

	return !error || error == -EAGAIN; /* its backlog is full */
}

static void find_shared(const struct fcl_kube_options *options, struct fcl_kube_boards *boards,
			const char *folder, const char *name)
{
	size_t length = strlen(name), tail = strlen(".sock");
	char path[PATH_MAX], id[NAME_MAX + 1];
	struct stat status;

	(void)options;
	if (length <= tail || strcmp(name + length - tail, ".sock") != 0)
		return;
	snprintf(id, sizeof(id), "%.*s", (int)(length - tail), name);
	if (strlen(id) >= sizeof(((struct fcl_kube_board *)NULL)->id) ||
	    snprintf(path, sizeof(path), "%s/%s", folder, name) >=
		    (int)sizeof(((struct fcl_kube_board *)NULL)->path) ||
	    stat(path, &status) || !S_ISSOCK(status.st_mode) || !listens(path))
		return;
	found(boards, id, FCL_KUBE_SHARED, path, -1,
	      status.st_ino ^ (uint64_t)status.st_ctim.tv_sec << 32 ^
		      (uint64_t)status.st_ctim.tv_nsec);
}

void fcl_kube_find(const struct fcl_kube_options *options, struct fcl_kube_boards *boards)
{
	char drivers[PATH_MAX];

	for (unsigned i = 0; i < boards->count; i++)
		boards->boards[i].present = false;
	snprintf(drivers, sizeof(drivers), "%s/bus/pci/drivers/xocl", options->sysfs);
	each_name(drivers, find_card, options, boards);
	each_name(options->boards, find_shared, options, boards);
	for (unsigned i = 0; i < boards->count; i++)
		if (!boards->boards[i].present)
			boards->boards[i].asked = false;
}
