/* SPDX-License-Identifier: Apache-2.0 */
#include "shard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference.h"
#include "runner.h"

enum { BATCH = 32, PATH = 4096 };

/* The pictures of a shard, sorted by name. */
struct pictures {
	char **names;
	uint8_t (*grey)[RESNET8_PIXELS];
	int32_t (*logits)[RESNET8_CLASSES];
	size_t count, room;
};

struct place {
	const struct shard_job *job;
	unsigned shard;
	char *why;
	size_t size;
};

static int shard_complain(const struct place *place, const char *what, const char *problem)
{
	snprintf(place->why, place->size, "shard %u of %u: %s: %s", place->shard,
		 place->job->shards, what, problem);
	return -1;
}

/* FNV-1a of the name: the same on every machine, regardless of the folder's other contents. */
static unsigned shard_of(const char *name, unsigned shards)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash % shards;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int shard_add_name(struct pictures *list, const char *name)
{
	if (list->count == list->room) {
		size_t room = list->room ? list->room * 2 : 64;
		char **names = realloc(list->names, room * sizeof(*names));

		if (!names)
			return -1;
		list->names = names;
		list->room = room;
	}
	list->names[list->count] = strdup(name);
	return list->names[list->count] ? (list->count++, 0) : -1;
}

static int list_pictures(const struct place *place, struct pictures *list)
{
	DIR *folder = opendir(place->job->pictures);
	struct dirent *entry;
	int error = 0;

	if (!folder)
		return shard_complain(place, place->job->pictures, strerror(errno));
	while (errno = 0, !error && (entry = readdir(folder))) {
		size_t length = strlen(entry->d_name);

		/*
		 * A name with a tab or a newline would look like several fields or lines in the
		 * result.
		 */
		if (length > 4 && !strcmp(entry->d_name + length - 4, ".pgm") &&
		    shard_of(entry->d_name, place->job->shards) == place->shard)
			error = strpbrk(entry->d_name, "\t\n")
					? shard_complain(place, place->job->pictures,
							 "a picture's name has a tab or a newline")
				: shard_add_name(list, entry->d_name)
					? shard_complain(place, "names", "out of memory")
					: 0;
	}
	if (!error && errno)
		error = shard_complain(place, place->job->pictures, strerror(errno));
	closedir(folder);
	if (list->count)
		qsort(list->names, list->count, sizeof(*list->names), by_name);
	return error;
}

static int read_picture(const struct place *place, const char *name, uint8_t grey[RESNET8_PIXELS])
{
	char path[PATH];
	int width, height, most, error = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", place->job->pictures, name);
	file = fopen(path, "rb");
	if (!file)
		return shard_complain(place, path, strerror(errno));
	/* A single white space character separates the header from the data. */
	if (fscanf(file, "P5 %9d %9d %9d", &width, &height, &most) != 3 || width != RESNET8_SIDE ||
	    height != RESNET8_SIDE || most != 255 || fgetc(file) == EOF)
		error = shard_complain(place, path,
				       "expected a PGM file (P5) of 32 x 32, maximum 255");
	else if (fread(grey, 1, RESNET8_PIXELS, file) != RESNET8_PIXELS || fgetc(file) != EOF)
		error = shard_complain(place, path, "expected 1024 bytes after the header");
	fclose(file);
	return error;
}

static int compute(const struct place *place, struct pictures *list, struct resnet8_runner **runner)
{
	const struct shard_job *job = place->job;
	char why[512];
	int status;

	if (!job->image) {
		for (size_t i = 0; i < list->count; i++)
			resnet8_reference(list->grey[i], list->logits[i]);
		return 0;
	}
	if (!*runner)
		*runner = resnet8_open(job->image, job->device, why, sizeof(why));
	if (!*runner)
		return shard_complain(place, "no board", why);
	status = resnet8_run(*runner, list->grey, list->count, BATCH, list->logits);
	if (!status)
		return 0;
	snprintf(why, sizeof(why), "OpenCL returned %d", status);
	return shard_complain(place, "the board", why);
}

static int write_lines(FILE *file, const struct pictures *list)
{
	for (size_t i = 0; i < list->count; i++) {
		fprintf(file, "%s\t%d", list->names[i], resnet8_best(list->logits[i]));
		for (int j = 0; j < RESNET8_CLASSES; j++)
			fprintf(file, "\t%d", list->logits[i][j]);
		fputc('\n', file);
	}
	return ferror(file) ? -1 : 0;
}

/*
 * Removes temporary files of processes that died while writing this shard. A process that is still
 * running will find the result instead.
 */
static void remove_temporary(const struct place *place)
{
	DIR *folder = opendir(place->job->results);
	struct dirent *entry;
	char prefix[128];

	if (!folder)
		return;
	snprintf(prefix, sizeof(prefix), ".shard-%u-of-%u.", place->shard, place->job->shards);
	while ((entry = readdir(folder)))
		if (!strncmp(entry->d_name, prefix, strlen(prefix)))
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
}

/* The folder's entry must be on disk before anyone relies on the result. */
static int sync_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error = fd < 0 ? -1 : fsync(fd);

	if (fd >= 0)
		close(fd);
	return error;
}

static int shard_publish(const struct place *place, const struct pictures *list, const char *result)
{
	char aside[PATH + 256];
	FILE *file;
	int fd, error;

	snprintf(aside, sizeof(aside), "%s/.shard-%u-of-%u.XXXXXX", place->job->results,
		 place->shard, place->job->shards);
	fd = mkstemp(aside);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file) {
		error = shard_complain(place, aside, strerror(errno));
		if (fd >= 0)
			close(fd);
		return error;
	}
	error = fchmod(fd, 0644) || write_lines(file, list) || fflush(file) || fsync(fd);
	error = fclose(file) || error;
	/*
	 * Another process may have finished first and removed this file: its result is equally
	 * good.
	 */
	if (!error)
		error = rename(aside, result) && access(result, F_OK);
	if (error) {
		shard_complain(place, result, strerror(errno));
		unlink(aside);
		return -1;
	}
	if (sync_folder(place->job->results))
		return shard_complain(place, place->job->results, strerror(errno));
	return 0;
}

static int resnet8_shard_run(const struct place *place, struct pictures *list,
			     struct resnet8_runner **runner, const char *result)
{
	int error = list_pictures(place, list);

	list->grey = calloc(list->count + 1, sizeof(*list->grey));
	list->logits = calloc(list->count + 1, sizeof(*list->logits));
	if (!error && (!list->grey || !list->logits))
		error = shard_complain(place, "pictures", "out of memory");
	for (size_t i = 0; !error && i < list->count; i++)
		error = read_picture(place, list->names[i], list->grey[i]);
	if (!error && list->count)
		error = compute(place, list, runner);
	return error ? error : shard_publish(place, list, result);
}

int shard_run(const struct shard_job *job, unsigned shard, struct resnet8_runner **runner,
	      char *why, size_t size)
{
	const struct place place = {job, shard, why, size};
	struct pictures list = {0};
	char result[PATH];
	int error;

	if (shard >= job->shards)
		return shard_complain(&place, "number", "expected one below the number of shards");
	if (snprintf(result, sizeof(result), "%s/shard-%u-of-%u.tsv", job->results, shard,
		     job->shards) >= (int)sizeof(result))
		return shard_complain(&place, job->results, "the name is too long");
	error = access(result, F_OK) ? resnet8_shard_run(&place, &list, runner, result) : 0;
	if (!error)
		remove_temporary(&place);
	for (size_t i = 0; i < list.count; i++)
		free(list.names[i]);
	free(list.names);
	free(list.grey);
	free(list.logits);
	return error;
}
