/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/memory/budget.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emulator/memory/arena.h"

enum {
	STEP = 64 << 20, /* bytes requested between two checks */
	TEXT = 4096,
	PATH = 600,
};

static const char *root_path = "";

void fcl_emu_budget_set_root(const char *root)
{
	root_path = root;
}

/* Reads a file below the root into `text`; "": the file does not exist. */
static const char *budget_read_text(const char *path, char text[TEXT])
{
	char full[PATH];
	FILE *file = NULL;
	size_t length = 0;

	if (snprintf(full, sizeof(full), "%s%s", root_path, path) < (int)sizeof(full))
		file = fopen(full, "re");
	if (file) {
		length = fread(text, 1, TEXT - 1, file);
		fclose(file);
	}
	text[length] = '\0';
	return text;
}

/* Reads the number after `key` at the start of a line. False: there is none, as with "max". */
static bool find_number(const char *text, const char *key, uint64_t *ret_number)
{
	size_t length = strlen(key);

	for (; text && *text; text = strchr(text, '\n'), text += text ? 1 : 0) {
		char *end;

		if (strncmp(text, key, length) != 0)
			continue;
		*ret_number = strtoull(text + length, &end, 10);
		return end != text + length;
	}
	return false;
}

static uint64_t machine_room(void)
{
	char text[TEXT];
	uint64_t kib;

	return find_number(budget_read_text("/proc/meminfo", text), "MemAvailable:", &kib)
		       ? kib << 10
		       : UINT64_MAX;
}

/* The differences between versions 1 and 2 of cgroups. */
struct version {
	const char *line; /* precedes the path in /proc/self/cgroup */
	const char *folder, *limit, *usage, *cache;
};

static const struct version versions[] = {
	{"0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "},
	{":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
	 "total_inactive_file "},
};

static bool budget_read_number(const struct version *version, const char *group, const char *file,
			       const char *key, uint64_t *ret_number)
{
	char path[PATH], text[TEXT];

	snprintf(path, sizeof(path), "%s%.400s/%s", version->folder, group, file);
	return find_number(budget_read_text(path, text), key, ret_number);
}

/* What one group allows, counting inactive file pages as reclaimable. */
static uint64_t group_room(const struct version *version, const char *group)
{
	uint64_t limit, usage, cache = 0;

	if (!budget_read_number(version, group, version->limit, "", &limit) ||
	    !budget_read_number(version, group, version->usage, "", &usage))
		return UINT64_MAX;
	budget_read_number(version, group, "memory.stat", version->cache, &cache);
	usage -= cache < usage ? cache : usage;
	return limit > usage ? limit - usage : 0;
}

/* The minimum over the process's cgroup and its ancestors. */
static uint64_t groups_room(const struct version *version)
{
	char text[TEXT], *path;
	uint64_t least = UINT64_MAX;

	path = strstr((char *)(uintptr_t)budget_read_text("/proc/self/cgroup", text),
		      version->line);
	if (!path)
		return least;
	path += strlen(version->line);
	path[strcspn(path, "\n")] = '\0';
	for (;;) {
		char *slash = strrchr(path, '/');
		uint64_t room = group_room(version, strcmp(path, "/") ? path : "");

		least = room < least ? room : least;
		if (!slash)
			return least;
		*slash = '\0';
	}
}

/* Bytes of the board's memory that are backed by pages. */
static uint64_t used_bytes(struct fcl_emu_board *board)
{
	uint64_t used = fcl_emu_arena_used();

	for (uint32_t i = 0; i < board->desc->nbanks; i++) {
		struct fcl_emu_bank *bank = &board->banks[i];
		struct stat facts;

		pthread_mutex_lock(&bank->lock);
		if (bank->fd >= 0 && !fstat(bank->fd, &facts))
			used += (uint64_t)facts.st_blocks * 512;
		pthread_mutex_unlock(&bank->lock);
	}
	return used;
}

int fcl_emu_budget_check(struct fcl_emu_board *board, uint64_t bytes, struct fcl_err *err)
{
	uint64_t room, promised, used;

	if (board->overcommit ||
	    atomic_fetch_add(&board->unchecked, bytes) + bytes < (uint64_t)STEP)
		return 0;
	atomic_store(&board->unchecked, 0);
	room = machine_room();
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		uint64_t group = groups_room(&versions[i]);

		room = group < room ? group : room;
	}
	promised = atomic_load(&board->allocated);
	used = used_bytes(board);
	promised -= used < promised ? used : promised;
	if (room >= promised && room - promised >= bytes)
		return 0;
	return fcl_err_set(
		err, -ENOMEM,
		"%" PRIu64 " bytes requested, but the machine has %" PRIu64
		" bytes of memory left for this process, of which existing buffers may still take %" PRIu64
		" (FPGACL_EMU_OVERCOMMIT=1 allows it)",
		bytes, room, promised);
}
