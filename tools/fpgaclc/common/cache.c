/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "base/config_check.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/trust.h"

#define FCLC_CACHE_MAGIC "fpgacl-cache 2\n"

enum {
	FCLC_CACHE_HEX = 2 * SHA256_DIGEST_SIZE,
	FCLC_CACHE_STALE_S = 3600, /* an older temporary file was left by a process that died */
};

/* The build and the installation both put it at "<program's directory>/../<FCLC_PREPARED>". */
static const char *find_prepared(struct fclc_program *program)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (length <= 0)
		return NULL;
	path[length] = 0;
	slash = strrchr(path, '/');
	*slash = 0;
	return fclc_format(program->arena, "%s/../" FCLC_PREPARED, path);
}

/* The directory for the user's entries; NULL if there is none. */
static const char *find_folder(struct fclc_program *program)
{
	const char *folder = fcl_config_string(FCL_CONFIG_CACHE_DIR);
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (!strcmp(folder, "off"))
		return NULL;
	if (*folder) {
		/*
		 * A missing home directory just means no cache; a directory that the user named
		 * must be usable.
		 */
		if (fcl_folder_make(folder) || access(folder, W_OK | X_OK))
			fcl_config_complain(
				"FPGACL_CACHE_DIR=\"%s\" is not a writable folder: nothing is cached",
				folder);
		return fclc_format(program->arena, "%s", folder);
	}
	/* The XDG specification says to ignore relative paths. */
	if (base && *base == '/')
		return fclc_format(program->arena, "%s/fpgacl", base);
	return home && *home == '/' ? fclc_format(program->arena, "%s/.cache/fpgacl", home) : NULL;
}

/* Its entries are code that images get: nobody else may have put them there. */
static const char *trusted(const char *folder)
{
	struct fcl_err err;
	int error = folder ? fcl_trust_folder(folder, &err) : -ENOENT;

	if (error == -EPERM)
		fcl_config_complain("nothing is cached: %s", err.text);
	return error && error != -ENOENT ? NULL : folder;
}

void fclc_cache_open(struct fclc_program *program)
{
	if (program->options.prepare) {
		program->cache = program->options.prepare;
		return;
	}
	program->prepared = find_prepared(program);
	if (!program->options.no_cache && fcl_config_number(FCL_CONFIG_CACHE_MB))
		program->cache = trusted(find_folder(program));
}

void fclc_key_begin(struct fclc_key *key, const struct fclc_program *program, const char *kind)
{
	key->program = program;
	sha256_init(&key->context);
	fclc_key_text(key, FCLC_CACHE_MAGIC);
	fclc_key_text(key, kind);
}

/* Adds the length first, so that different lists of texts never yield the same bytes. */
static void add_exactly(struct fclc_key *key, const char *bytes, size_t size)
{
	uint64_t length = size;

	sha256_update(&key->context, sizeof(length), (const uint8_t *)&length);
	sha256_update(&key->context, size, (const uint8_t *)bytes);
}

void fclc_key_bytes(struct fclc_key *key, const char *bytes, size_t size)
{
	const char *tmp = key->program->tmp, *end = bytes + size, *at;
	size_t length = tmp ? strlen(tmp) : 0;

	while (length && (at = memmem(bytes, (size_t)(end - bytes), tmp, length))) {
		add_exactly(key, bytes, (size_t)(at - bytes));
		bytes = at + length;
	}
	add_exactly(key, bytes, (size_t)(end - bytes));
}

void fclc_key_text(struct fclc_key *key, const char *text)
{
	fclc_key_bytes(key, text, strlen(text));
}

void fclc_key_stamp(struct fclc_key *key, const char *path)
{
	int64_t facts[4] = {-1};
	struct stat stat_buffer;

	if (!stat(path, &stat_buffer)) {
		facts[0] = stat_buffer.st_mode & S_IFMT;
		facts[1] = stat_buffer.st_size;
		facts[2] = stat_buffer.st_mtim.tv_sec;
		facts[3] = stat_buffer.st_mtim.tv_nsec;
	}
	fclc_key_text(key, path);
	add_exactly(key, (const char *)facts, sizeof(facts));
}

static void add_file(struct fclc_key *key, const char *path,
		     void (*add)(struct fclc_key *key, const char *bytes, size_t size))
{
	struct fcl_err ignored;
	char *bytes;
	size_t size;

	fclc_key_text(key, path);
	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &ignored)) {
		add_exactly(key, "missing", 7);
		return;
	}
	add(key, bytes, size);
	free(bytes);
}

void fclc_key_file(struct fclc_key *key, const char *path)
{
	add_file(key, path, fclc_key_bytes);
}

void fclc_key_result(struct fclc_key *key, const char *path)
{
	add_file(key, path, add_exactly);
}

static const char *hex(const struct fclc_program *program, struct sha256_ctx *context)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	char text[FCLC_CACHE_HEX + 1];

	sha256_digest(context, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	return fclc_copy(program->arena, text, FCLC_CACHE_HEX);
}

const char *fclc_key_end(struct fclc_key *key)
{
	return hex(key->program, &key->context);
}

/* The name is part of it, so that an entry that was copied to another name is damaged. */
static const char *digest_of(const struct fclc_program *program, const char *name,
			     const char *bytes, size_t size)
{
	struct sha256_ctx context;

	sha256_init(&context);
	sha256_update(&context, strlen(name), (const uint8_t *)name);
	sha256_update(&context, size, (const uint8_t *)bytes);
	return hex(program, &context);
}

/*
 * Checks the digest that follows the magic, which covers the entry's name and everything after the
 * digest's line. NULL: the entry is damaged.
 */
static char *check_entry(const struct fclc_program *program, const char *name, char *bytes,
			 size_t size, size_t *ret_size)
{
	size_t head = strlen(FCLC_CACHE_MAGIC) + FCLC_CACHE_HEX + 1;
	const char *digest;

	if (size < head || memcmp(bytes, FCLC_CACHE_MAGIC, strlen(FCLC_CACHE_MAGIC)) != 0 ||
	    bytes[head - 1] != '\n')
		return NULL;
	digest = digest_of(program, name, bytes + head, size - head);
	if (memcmp(bytes + strlen(FCLC_CACHE_MAGIC), digest, FCLC_CACHE_HEX) != 0)
		return NULL;
	*ret_size = size - head;
	return bytes + head;
}

/* Splits "<size> <size> ...\n" followed by the parts. */
static bool split_entry(const struct fclc_program *program, char *bytes, size_t size,
			struct fclc_blob *parts, uint32_t count)
{
	char *line_end = memchr(bytes, '\n', size), *next = line_end + 1, *at = bytes;
	size_t left;

	if (!line_end)
		return false;
	left = size - (size_t)(next - bytes);
	for (uint32_t i = 0; i < count; i++) {
		unsigned long length = strtoul(at, &at, 10);

		if (length > left)
			return false;
		parts[i].bytes = fclc_copy(program->arena, next, length);
		parts[i].size = length;
		next += length;
		left -= length;
	}
	return at == line_end && !left;
}

static bool load_from(struct fclc_program *program, const char *folder, const char *name,
		      struct fclc_blob *parts, uint32_t count)
{
	const char *path = fclc_format(program->arena, "%s/%s", folder, name);
	struct fcl_err ignored;
	char *bytes, *body;
	size_t size, body_size;
	int fd = -1, error;
	bool sound;

	/* Anything else in its place, such as a pipe without a writer, might never end. */
	if (folder == program->cache && fcl_trust_open(path, O_RDONLY, 0, &fd, &ignored))
		return false;
	error = fd < 0 ? fcl_file_read_regular(path, SIZE_MAX, &bytes, &size, &ignored)
		       : fcl_file_read_open(fd, path, SIZE_MAX, &bytes, &size, &ignored);
	if (error)
		return false;
	body = check_entry(program, name, bytes, size, &body_size);
	sound = body && split_entry(program, body, body_size, parts, count);
	free(bytes);
	if (folder != program->cache)
		return sound;
	if (sound)
		utimensat(AT_FDCWD, path, NULL, 0); /* records the last use */
	else
		unlink(path);
	return sound;
}

bool fclc_cache_load(struct fclc_program *program, const char *name, struct fclc_blob *ret_parts,
		     uint32_t count)
{
	return (program->prepared &&
		load_from(program, program->prepared, name, ret_parts, count)) ||
	       (program->cache && load_from(program, program->cache, name, ret_parts, count));
}

struct entry {
	const char *path;
	struct timespec used;
	uint64_t size;
};

static int compare_used(const void *a, const void *b)
{
	const struct timespec *x = &((const struct entry *)a)->used;
	const struct timespec *y = &((const struct entry *)b)->used;

	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Whether this is the name of an entry, or of one being written, whose name is longer. */
static bool is_ours(const char *name)
{
	return strspn(name, "0123456789abcdef") == FCLC_CACHE_HEX;
}

static struct entry *list_entries(struct fclc_program *program, uint32_t *ret_count,
				  uint64_t *ret_total)
{
	DIR *folder = opendir(program->cache);
	struct entry *list = NULL;
	uint32_t capacity = 0;
	const struct dirent *found;
	struct stat stat_buffer;

	while (folder && (found = readdir(folder))) {
		const char *path = fclc_format(program->arena, "%s/%s", program->cache,
					       found->d_name);

		if (!is_ours(found->d_name) || stat(path, &stat_buffer))
			continue;
		if (found->d_name[FCLC_CACHE_HEX]) {
			if (stat_buffer.st_mtime + FCLC_CACHE_STALE_S < time(NULL))
				unlink(path);
			continue;
		}
		list = fclc_grow(program->arena, list, *ret_count, &capacity, sizeof(*list));
		list[(*ret_count)++] = (struct entry){path, stat_buffer.st_mtim,
						      (uint64_t)stat_buffer.st_size};
		*ret_total += (uint64_t)stat_buffer.st_size;
	}
	if (folder)
		closedir(folder);
	return list;
}

/* Evicts down to three quarters of the limit, so that not every store has to evict entries. */
static void trim(struct fclc_program *program)
{
	uint64_t limit = fcl_config_number(FCL_CONFIG_CACHE_MB) << 20, total = 0;
	uint32_t count = 0;
	struct entry *list = list_entries(program, &count, &total);

	if (total <= limit)
		return;
	qsort(list, count, sizeof(*list), compare_used);
	for (uint32_t i = 0; i < count && total > limit - limit / 4; i++) {
		unlink(list[i].path);
		total -= list[i].size;
	}
}

/* Anything but a regular file would be written to, not replaced; a pipe would block this. */
static void remove_other(const char *path)
{
	struct stat status;

	if (!lstat(path, &status) && !S_ISREG(status.st_mode))
		unlink(path);
}

void fclc_cache_store(struct fclc_program *program, const char *name, const struct fclc_blob *parts,
		      uint32_t count)
{
	struct fclc_text body = {.arena = program->arena}, entry = body;
	const char *path;
	struct fcl_err ignored;

	if (!program->cache || fcl_folder_make(program->cache))
		return;
	path = fclc_format(program->arena, "%s/%s", program->cache, name);
	remove_other(path);
	for (uint32_t i = 0; i < count; i++)
		fclc_text_add(&body, "%s%zu", i ? " " : "", parts[i].size);
	fclc_text_add(&body, "\n");
	for (uint32_t i = 0; i < count; i++)
		fclc_text_bytes(&body, parts[i].bytes, parts[i].size);
	fclc_text_add(&entry, FCLC_CACHE_MAGIC "%s\n",
		      digest_of(program, name, body.text, body.length));
	fclc_text_bytes(&entry, body.text, body.length);
	if (!fcl_file_write(path, entry.text, entry.length, &ignored))
		trim(program);
}

const char *fclc_cache_load_text(struct fclc_program *program, const char *name)
{
	struct fclc_blob blob;

	return fclc_cache_load(program, name, &blob, 1) ? blob.bytes : NULL;
}

void fclc_cache_store_text(struct fclc_program *program, const char *name, const char *text)
{
	struct fclc_blob blob = {(char *)text, strlen(text)};

	fclc_cache_store(program, name, &blob, 1);
}
