/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/standing.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/residency/park.h"

/*
 * args->standing: the number of launches inside, and these bits:
 *
 * STANDS: launches may enter
 * BEGINS: a thread is linking the claims, or releasing them; no other thread may
 * WANTED: a buffer is needed elsewhere; the last launch to leave, or the thread that links, releases all claims
 */
enum { COUNT = 0x0fffffff, WANTED = 0x10000000, BEGINS = 0x20000000, STANDS = 0x40000000 };

enum { MIN_LAUNCHES = 4 }; /* launches before the claim is established, as it pays off only later */

/* --- releasing -------------------------------------------------------------------------------- */

/*
 * Keeps launches from entering. False: some are inside, and the last one will release the claims.
 */
static bool close_to_all(struct fcl_args *args)
{
	uint32_t word = atomic_load(&args->standing), next;
	bool inside;

	do {
		inside = word & (COUNT | BEGINS);
		next = inside ? (word & ~STANDS) | WANTED : word & ~STANDS;
	} while (!atomic_compare_exchange_weak(&args->standing, &word, next));
	return !inside;
}

/* The root's lock is held. */
static void unlink_claim(struct fcl_claim *claim)
{
	*claim->link = claim->next;
	if (claim->next)
		claim->next->link = claim->link;
	claim->link = NULL;
	atomic_fetch_sub(&fcl_device_side(claim->root, claim->args->side)->users, 1);
}

void fcl_standing_revoke(struct fcl_mem *root)
{
	struct fcl_claim *claim = root->claims;

	while (claim) {
		struct fcl_claim *next = claim->next;

		if (close_to_all(claim->args))
			unlink_claim(claim);
		claim = next;
	}
}

/* No lock is held; no launch is inside, and none can enter. */
static void release_claim(struct fcl_claim *claim)
{
	struct fcl_mem *root = claim->root;

	pthread_mutex_lock(&root->lock);
	if (claim->link)
		unlink_claim(claim);
	if (atomic_load(&fcl_device_side(root, claim->args->side)->users))
		pthread_mutex_unlock(&root->lock);
	else
		fcl_park_unlock(root);
}

static void release_all(struct fcl_args *args)
{
	for (uint32_t i = 0; i < args->nclaims; i++)
		release_claim(&args->claims[i]);
}

/* Releases all claims, including those requested meanwhile. This thread has set BEGINS. */
static void abandon(struct fcl_args *args)
{
	release_all(args);
	atomic_fetch_and(&args->standing, ~(uint32_t)(BEGINS | WANTED));
}

static void end(struct fcl_args *args)
{
	release_all(args);
	free(args->claims);
	free(args->own_cus);
}

/* --- launches --------------------------------------------------------------------------------- */

/*
 * A launch that finds the claim closed has counted itself briefly, and may thus be the last one to
 * leave. With BEGINS set, no other launch can change the list of claims while this one traverses
 * it.
 */
void fcl_standing_leave(struct fcl_args *args)
{
	uint32_t wanted = WANTED;

	if (atomic_fetch_sub(&args->standing, 1) == (WANTED | 1) &&
	    atomic_compare_exchange_strong(&args->standing, &wanted, BEGINS))
		abandon(args);
}

static bool is_settled(const struct fcl_args *args, uint64_t except)
{
	for (uint32_t i = 0; i < args->nclaims; i++)
		if (!fcl_residency_is_settled(&args->claims[i].need) &&
		    !fcl_arg_in(except, args->claims[i].arg))
			return false;
	return true;
}

bool fcl_standing_enter(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			uint64_t except)
{
	if (!(atomic_load_explicit(&args->standing, memory_order_acquire) & STANDS) ||
	    args->instance != instance)
		return false;
	if (atomic_fetch_add(&args->standing, 1) & STANDS && is_settled(args, except))
		return true;
	fcl_standing_leave(args);
	return false;
}

/* --- establishing ----------------------------------------------------------------------------- */

/*
 * Computed again each time, as the host side may have become, or ceased to be, the board's memory
 * (window.h).
 */
static struct fcl_settled need_of(const struct fcl_claim *claim)
{
	const struct fcl_args *args = claim->args;
	const struct fcl_kernel_instance *instance = args->instance;
	const struct fcl_image_arg *facts =
		&instance->image->kernels[instance->index].args[claim->arg];

	return fcl_residency_settled(fcl_args_buffer(args, claim->arg), args->side,
				     fcl_access_of(facts));
}

/* Returns false if a command waits for the buffer, or for its side to have no users. */
static bool link_claim(struct fcl_claim *claim)
{
	struct fcl_mem *root = claim->root;
	bool wanted;

	pthread_mutex_lock(&root->lock);
	wanted = atomic_load(&root->parked);
	claim->need = need_of(claim);
	if (!wanted && !claim->link) {
		claim->link = &root->claims;
		claim->next = root->claims;
		if (claim->next)
			claim->next->link = &claim->next;
		root->claims = claim;
		atomic_fetch_add(&fcl_device_side(root, claim->args->side)->users, 1);
	}
	pthread_mutex_unlock(&root->lock);
	return !wanted;
}

static bool link_all(struct fcl_args *args)
{
	for (uint32_t i = 0; i < args->nclaims; i++)
		if (!link_claim(&args->claims[i]))
			return false;
	return true;
}

/* Sets the parameters of the claims, which are fixed as long as the values are. */
static bool describe(struct fcl_args *args, const struct fcl_kernel_instance *instance,
		     uint32_t side, uint64_t except)
{
	args->claims = malloc((args->nargs + (size_t)1) * sizeof(*args->claims));
	if (!args->claims)
		return false;
	args->instance = instance;
	args->end = end;
	args->side = side;
	args->apart = except;
	for (uint32_t i = 0; i < args->nargs; i++)
		if (fcl_args_buffer(args, i) && !fcl_arg_in(except, i))
			args->claims[args->nclaims++] = (struct fcl_claim){
				.args = args, .root = fcl_args_buffer(args, i)->root, .arg = i};
	return true;
}

/* Stores the instance's own CU list, or a copy of the launch's; no launch is inside. */
static bool keep_cus(struct fcl_args *args, const uint32_t *cus, uint32_t ncus)
{
	free(args->own_cus);
	args->own_cus = NULL;
	args->cus = args->instance->cus;
	args->ncus = args->instance->ncus;
	if (cus == args->instance->cus)
		return true;
	args->own_cus = malloc(ncus * sizeof(*cus));
	if (args->own_cus)
		memcpy(args->own_cus, cus, ncus * sizeof(*cus));
	args->cus = args->own_cus;
	args->ncus = ncus;
	return args->own_cus;
}

/* Lets launches enter, unless a buffer has been requested since. */
static void finish(struct fcl_args *args, bool linked)
{
	uint32_t word = atomic_load(&args->standing);

	do
		if (!linked || word & WANTED) {
			abandon(args);
			return;
		}
	while (!atomic_compare_exchange_weak(&args->standing, &word,
					     (word & ~(uint32_t)BEGINS) | STANDS));
}

/* Excludes these arguments from the claim. Their claims may still be linked from earlier. */
static void exclude(struct fcl_args *args, uint64_t except)
{
	uint32_t kept = 0;

	release_all(args);
	for (uint32_t i = 0; i < args->nclaims; i++)
		if (!fcl_arg_in(except, args->claims[i].arg))
			args->claims[kept++] = args->claims[i];
	args->nclaims = kept;
	args->apart |= except;
}

/* Adapts the claim to what the launch has claimed; some arguments may already be excluded. */
static bool adapt(struct fcl_args *args, const struct fcl_kernel_instance *instance, uint32_t side,
		  uint64_t except)
{
	if (!args->instance)
		return describe(args, instance, side, except);
	if (args->instance != instance)
		return false;
	if (except & ~args->apart)
		exclude(args, except);
	return true;
}

static bool is_worth_it(struct fcl_args *args)
{
	uint32_t launches = atomic_load_explicit(&args->launches, memory_order_relaxed) + 1;

	/* Not atomic read-modify-write: losing a count does not matter. */
	if (launches < MIN_LAUNCHES)
		atomic_store_explicit(&args->launches, launches, memory_order_relaxed);
	return launches >= MIN_LAUNCHES;
}

void fcl_standing_establish(struct fcl_args *args, const struct fcl_kernel_instance *instance,
			    uint32_t side, const uint32_t *cus, uint32_t ncus, uint64_t except)
{
	uint32_t none = 0;

	if (atomic_load_explicit(&args->standing, memory_order_relaxed) || !is_worth_it(args) ||
	    atomic_load_explicit(&args->outdated, memory_order_relaxed) ||
	    !atomic_compare_exchange_strong(&args->standing, &none, BEGINS))
		return;
	finish(args,
	       adapt(args, instance, side, except) && keep_cus(args, cus, ncus) && link_all(args));
}
