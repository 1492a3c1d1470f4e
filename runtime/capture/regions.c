/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/regions.h"

#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t regions_lock = PTHREAD_MUTEX_INITIALIZER;

/* Guarded by regions_lock; `count` may be read without it. */
static struct fcl_region *regions;
static size_t room;
static atomic_size_t count;

/* If memory runs out, the region's contents are not seen. */
static bool regions_grow(void)
{
	size_t more = room ? room * 2 : 64;
	struct fcl_region *larger = realloc(regions, more * sizeof(*larger));

	if (!larger)
		return false;
	regions = larger;
	room = more;
	return true;
}

/*
 * Forgets everything, whatever another thread was doing with it. The recorder's lock is taken under
 * this one, so fork() cannot take this one first (base/fork.h).
 */
static void in_child(void)
{
	pthread_mutex_init(&regions_lock, NULL);
	regions = NULL;
	room = 0;
	count = 0;
}

static void handle_forks(void)
{
	pthread_atfork(NULL, NULL, in_child);
}

void fcl_region_add(const struct fcl_region *region)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, handle_forks);
	pthread_mutex_lock(&regions_lock);
	if (count < room || regions_grow())
		regions[count++] = *region;
	pthread_mutex_unlock(&regions_lock);
}

static void remove_at(size_t at)
{
	count--;
	memmove(&regions[at], &regions[at + 1], (count - at) * sizeof(*regions));
}

bool fcl_region_find(enum fcl_region_kind kind, uint64_t owner, const void *at, bool remove,
		     struct fcl_region *ret_region)
{
	bool found = false;

	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return false;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = count; i-- > 0 && !found;) {
		const struct fcl_region *region = &regions[i];

		found = region->kind == kind && region->owner == owner &&
			(!at || region->box.at == at);
		if (found)
			*ret_region = *region;
		if (found && remove)
			remove_at(i);
	}
	pthread_mutex_unlock(&regions_lock);
	return found;
}

void fcl_region_drop(enum fcl_region_kind kind, uint64_t owner)
{
	struct fcl_region region;

	while (fcl_region_find(kind, owner, NULL, true, &region))
		;
}

bool fcl_region_is_svm(const void *at)
{
	bool found = false;

	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return false;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = 0; i < count && !found; i++)
		found = regions[i].kind == FCL_REGION_SVM &&
			(const char *)at >= regions[i].box.at &&
			(size_t)((const char *)at - regions[i].box.at) < regions[i].box.width;
	pthread_mutex_unlock(&regions_lock);
	return found;
}

void fcl_region_each_fine(void (*use)(const struct fcl_region *region, void *user), void *user)
{
	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = 0; i < count; i++)
		if (regions[i].kind == FCL_REGION_SVM &&
		    (regions[i].flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) && !regions[i].busy)
			use(&regions[i], user);
	pthread_mutex_unlock(&regions_lock);
}

void fcl_region_argument(uint64_t kernel, uint64_t position, const void *at)
{
	const struct fcl_region argument = {
		FCL_REGION_ARGUMENT, kernel, position, {at, 0, 1, 0, 1, 0}, false};
	bool found = false;

	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = 0; i < count && !found; i++) {
		found = regions[i].kind == FCL_REGION_ARGUMENT && regions[i].owner == kernel &&
			regions[i].flags == position;
		if (found)
			regions[i].box.at = at;
	}
	pthread_mutex_unlock(&regions_lock);
	if (!found)
		fcl_region_add(&argument);
}

static bool allocation_has(const struct fcl_region *allocation, const void *at)
{
	return (const char *)at >= allocation->box.at &&
	       (size_t)((const char *)at - allocation->box.at) < allocation->box.width;
}

static bool is_used(const struct fcl_region *allocation, uint64_t kernel, const void *at)
{
	bool used = !kernel && (!at || allocation_has(allocation, at));

	for (size_t i = 0; i < count && kernel && !used; i++)
		used = regions[i].kind == FCL_REGION_ARGUMENT && regions[i].owner == kernel &&
		       allocation_has(allocation, regions[i].box.at);
	return used;
}

void fcl_region_use(uint64_t kernel, const void *at)
{
	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = 0; i < count; i++)
		if (regions[i].kind == FCL_REGION_SVM && is_used(&regions[i], kernel, at))
			regions[i].busy = true;
	pthread_mutex_unlock(&regions_lock);
}

void fcl_region_idle(void)
{
	if (!atomic_load_explicit(&count, memory_order_relaxed))
		return;
	pthread_mutex_lock(&regions_lock);
	for (size_t i = 0; i < count; i++)
		regions[i].busy = false;
	pthread_mutex_unlock(&regions_lock);
}
