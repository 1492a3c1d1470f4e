/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/library/root.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "base/trust.h"

#define LIBRARY "libxrt_coreutil.so.2"

/* The multiarch folder of this architecture, as Debian names it. */
#if defined(__x86_64__)
#define MULTIARCH "/usr/lib/x86_64-linux-gnu"
#elif defined(__aarch64__)
#define MULTIARCH "/usr/lib/aarch64-linux-gnu"
#else
#define MULTIARCH "/usr/lib"
#endif

static const char *const roots[] = {"/opt/xilinx/xrt", "/usr/local/xrt", NULL};
static const char *const folders[] = {MULTIARCH, "/usr/lib64", "/usr/lib", "/usr/local/lib", NULL};

const struct fcl_xrt_places fcl_xrt_places = {roots, folders, "/tmp"};

static bool holds_xrt(const char *folder, const char *below)
{
	char path[PATH_MAX];
	int bytes = snprintf(path, sizeof(path), "%s%s/" LIBRARY, folder, below);

	return bytes > 0 && (size_t)bytes < sizeof(path) && !access(path, R_OK);
}

/* Whether the link is there and right. */
static bool has_link(const char *link, const char *folder)
{
	char target[PATH_MAX];
	ssize_t length;

	if (symlink(folder, link) && errno != EEXIST)
		return false;
	length = readlink(link, target, sizeof(target) - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	return !strcmp(target, folder);
}

static int copy_of(const char *text, char **ret_text, struct fcl_err *err)
{
	char *copy = strdup(text);

	if (!copy)
		return fcl_err_set(err, -ENOMEM, "no memory for a path");
	*ret_text = copy;
	return 0;
}

/*
 * One root per user, shared by all processes and never removed: XRT opens libraries through it as
 * long as a process lives, and children inherit its name. If another user owns a folder of that
 * name, a root with an unpredictable name is created instead.
 */
static int make_root(const char *made, const char *folder, char **ret_root, struct fcl_err *err)
{
	char root[PATH_MAX - 8], link[PATH_MAX];
	int error;

	snprintf(root, sizeof(root), "%s/fpgacl-xrt-%u", made, (unsigned)geteuid());
	snprintf(link, sizeof(link), "%s/lib", root);
	error = fcl_trust_make_folder(root, err);
	if (!error && has_link(link, folder))
		return copy_of(root, ret_root, err);
	if (error && error != -EPERM && error != -ENOTDIR)
		return error;
	snprintf(root, sizeof(root), "%s/fpgacl-xrt-XXXXXX", made);
	if (!mkdtemp(root))
		return fcl_err_set(err, -errno, "cannot create a folder in %s: %s", made,
				   strerror(errno));
	snprintf(link, sizeof(link), "%s/lib", root);
	if (!has_link(link, folder))
		return fcl_err_set(err, -EIO, "cannot create the link %s to %s", link, folder);
	return copy_of(root, ret_root, err);
}

bool fcl_xrt_is_own_tree(const char *root)
{
	char path[PATH_MAX];
	int bytes = snprintf(path, sizeof(path), "%s/vendors/fpgacl.icd", root);

	return bytes > 0 && (size_t)bytes < sizeof(path) && !access(path, F_OK);
}

int fcl_xrt_root_find(const struct fcl_xrt_places *places, char **ret_root, struct fcl_err *err)
{
	const char *named = fcl_config_string(FCL_CONFIG_XILINX_XRT);

	if (*named) {
		if (holds_xrt(named, "/lib"))
			return copy_of(named, ret_root, err);
		if (!fcl_xrt_is_own_tree(named))
			fcl_log(FCL_LOG_WARN, "xrt", "XILINX_XRT is %s, which has no lib/%s", named,
				LIBRARY);
	}
	for (size_t i = 0; places->roots[i]; i++)
		if (holds_xrt(places->roots[i], "/lib"))
			return copy_of(places->roots[i], ret_root, err);
	for (size_t i = 0; places->folders[i]; i++)
		if (holds_xrt(places->folders[i], ""))
			return make_root(places->made, places->folders[i], ret_root, err);
	return fcl_err_set(
		err, -ENOENT,
		"XRT is not installed: there is no %s in lib/ of XILINX_XRT (%s) or %s, nor in %s",
		LIBRARY, *named ? named : "unset",
		places->roots[0] ? places->roots[0] : "any other root",
		places->folders[0] ? places->folders[0] : "any other folder");
}

/* A former environment table. Threads may still be reading it, so it is never freed. */
struct published {
	struct published *before;
	char *entry;
	char *table[];
};

static size_t count_environment(void)
{
	size_t count = 0;

	while (environ && environ[count])
		count++;
	return count;
}

int fcl_xrt_root_publish(const char *root, struct fcl_err *err)
{
	static struct published *last; /* one caller at a time */
	static const char name[] = "XILINX_XRT=";
	size_t count = count_environment(), kept = 0;
	struct published *next;

	if (!strcmp(fcl_config_string(FCL_CONFIG_XILINX_XRT), root))
		return 0;
	next = calloc(1, sizeof(*next) + (count + 2) * sizeof(next->table[0]));
	if (!next || asprintf(&next->entry, "%s%s", name, root) < 0) {
		free(next);
		return fcl_err_set(err, -ENOMEM, "no memory for the environment");
	}
	for (size_t i = 0; i < count; i++)
		if (strncmp(environ[i], name, sizeof(name) - 1) != 0)
			next->table[kept++] = environ[i];
	next->table[kept] = next->entry;
	next->before = last;
	last = next;
	__atomic_store_n(&environ, next->table, __ATOMIC_RELEASE);
	return 0;
}

int fcl_xrt_mode(bool *ret_noop, struct fcl_err *err)
{
	const char *mode = fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE);

	if (*mode && strcmp(mode, "noop") != 0)
		return fcl_err_set(
			err, -ENOENT,
			"XCL_EMULATION_MODE is '%s': XRT's boards are offered when it is unset, its noop device when it is 'noop'",
			mode);
	*ret_noop = *mode;
	return 0;
}
