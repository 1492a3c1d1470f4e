/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/residency/standing.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/core/residency/park.h"

/*
 * standing->word: the number of launches inside, and these bits:
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
static bool close_to_all(struct fcl_standing *standing)
{
	uint32_t word = atomic_load(&standing->word), next;
	bool inside;

	do {
		inside = word & (COUNT | BEGINS);
		next = inside ? (word & ~STANDS) | WANTED : word & ~STANDS;
	} while (!atomic_compare_exchange_weak(&standing->word, &word, next));
	return !inside;
}

/* The root's lock is held. */
static void unlink_claim(struct fcl_claim *claim)
{
	*claim->link = claim->next;
	if (claim->next)
		claim->next->link = claim->link;
	claim->link = NULL;
	atomic_fetch_sub(&fcl_device_side(claim->mem->root, claim->standing->side)->users, 1);
}

void fcl_standing_revoke(struct fcl_mem *root)
{
	struct fcl_claim *claim = root->claims;

	while (claim) {
		struct fcl_claim *next = claim->next;

		if (close_to_all(claim->standing))
			unlink_claim(claim);
		claim = next;
	}
}

/* No lock is held; no launch is inside, and none can enter. */
static void release_claim(struct fcl_claim *claim)
{
	struct fcl_mem *root = claim->mem->root;

	pthread_mutex_lock(&root->lock);
	if (claim->link)
		unlink_claim(claim);
	if (atomic_load(&fcl_device_side(root, claim->standing->side)->users))
		pthread_mutex_unlock(&root->lock);
	else
		fcl_park_unlock(root);
}

static void standing_release_all(struct fcl_standing *standing)
{
	for (uint32_t i = 0; i < standing->nclaims; i++)
		release_claim(&standing->claims[i]);
}

/* Releases all claims, including those requested meanwhile. This thread has set BEGINS. */
static void abandon(struct fcl_standing *standing)
{
	standing_release_all(standing);
	atomic_fetch_and(&standing->word, ~(uint32_t)(BEGINS | WANTED));
}

void fcl_standing_end(struct fcl_standing *standing)
{
	standing_release_all(standing);
	free(standing->claims);
	free(standing->own_cus);
}

/* --- launches --------------------------------------------------------------------------------- */

/*
 * A launch that finds the claim closed has counted itself briefly, and may thus be the last one to
 * leave. With BEGINS set, no other launch can change the list of claims while this one traverses
 * it.
 */
void fcl_standing_leave(struct fcl_standing *standing)
{
	uint32_t wanted = WANTED;

	if (atomic_fetch_sub(&standing->word, 1) == (WANTED | 1) &&
	    atomic_compare_exchange_strong(&standing->word, &wanted, BEGINS))
		abandon(standing);
}

static bool is_settled(const struct fcl_standing *standing, uint64_t except)
{
	for (uint32_t i = 0; i < standing->nclaims; i++)
		if (!fcl_residency_is_settled(&standing->claims[i].need) &&
		    !fcl_arg_in(except, standing->claims[i].arg))
			return false;
	return true;
}

bool fcl_standing_enter(struct fcl_standing *standing, const struct fcl_kernel_instance *instance,
			uint64_t except)
{
	if (!(atomic_load_explicit(&standing->word, memory_order_acquire) & STANDS) ||
	    standing->instance != instance)
		return false;
	if (atomic_fetch_add(&standing->word, 1) & STANDS && is_settled(standing, except))
		return true;
	fcl_standing_leave(standing);
	return false;
}

/* --- establishing ----------------------------------------------------------------------------- */

/*
 * Computed again each time, as the host side may have become, or ceased to be, the board's memory
 * (window.h).
 */
static struct fcl_settled need_of(const struct fcl_claim *claim)
{
	const struct fcl_kernel_instance *instance = claim->standing->instance;
	const struct fcl_image_arg *facts =
		&instance->image->kernels[instance->index].args[claim->arg];

	return fcl_residency_settled(claim->mem, claim->standing->side, fcl_access_of(facts));
}

/* Returns false if a command waits for the buffer, or for its side to have no users. */
static bool link_claim(struct fcl_claim *claim)
{
	struct fcl_mem *root = claim->mem->root;
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
		atomic_fetch_add(&fcl_device_side(root, claim->standing->side)->users, 1);
	}
	pthread_mutex_unlock(&root->lock);
	return !wanted;
}

static bool link_all(struct fcl_standing *standing)
{
	for (uint32_t i = 0; i < standing->nclaims; i++)
		if (!link_claim(&standing->claims[i]))
			return false;
	return true;
}

/* Sets the parameters of the claims, which are fixed as long as the values are. */
static bool standing_describe(struct fcl_standing *standing, const struct fcl_claimed *claimed)
{
	standing->claims = malloc((claimed->nvalues + (size_t)1) * sizeof(*standing->claims));
	if (!standing->claims)
		return false;
	standing->instance = claimed->instance;
	standing->side = claimed->side;
	standing->apart = claimed->except;
	for (uint32_t i = 0; i < claimed->nvalues; i++) {
		struct fcl_mem *mem = fcl_arg_buffer(&claimed->values[i]);

		if (mem && !fcl_arg_in(claimed->except, i))
			standing->claims[standing->nclaims++] =
				(struct fcl_claim){.standing = standing, .mem = mem, .arg = i};
	}
	return true;
}

/* Stores the instance's own CU list, or a copy of the launch's; no launch is inside. */
static bool keep_cus(struct fcl_standing *standing, const uint32_t *cus, uint32_t ncus)
{
	free(standing->own_cus);
	standing->own_cus = NULL;
	standing->cus = standing->instance->cus;
	standing->ncus = standing->instance->ncus;
	if (cus == standing->instance->cus)
		return true;
	standing->own_cus = malloc(ncus * sizeof(*cus));
	if (standing->own_cus)
		memcpy(standing->own_cus, cus, ncus * sizeof(*cus));
	standing->cus = standing->own_cus;
	standing->ncus = ncus;
	return standing->own_cus;
}

/* Lets launches enter, unless a buffer has been requested since. */
static void standing_finish(struct fcl_standing *standing, bool linked)
{
	uint32_t word = atomic_load(&standing->word);

	do
		if (!linked || word & WANTED) {
			abandon(standing);
			return;
		}
	while (!atomic_compare_exchange_weak(&standing->word, &word,
					     (word & ~(uint32_t)BEGINS) | STANDS));
}

/* Excludes these arguments from the claim. Their claims may still be linked from earlier. */
static void exclude(struct fcl_standing *standing, uint64_t except)
{
	uint32_t kept = 0;

	standing_release_all(standing);
	for (uint32_t i = 0; i < standing->nclaims; i++)
		if (!fcl_arg_in(except, standing->claims[i].arg))
			standing->claims[kept++] = standing->claims[i];
	standing->nclaims = kept;
	standing->apart |= except;
}

/* Adapts the claim to what the launch has claimed; some arguments may already be excluded. */
static bool adapt(struct fcl_standing *standing, const struct fcl_claimed *claimed)
{
	if (!standing->claims)
		return standing_describe(standing, claimed);
	if (standing->instance != claimed->instance)
		return false;
	if (claimed->except & ~standing->apart)
		exclude(standing, claimed->except);
	return true;
}

static bool is_worth_it(struct fcl_standing *standing)
{
	uint32_t launches = atomic_load_explicit(&standing->launches, memory_order_relaxed) + 1;

	/* Not atomic read-modify-write: losing a count does not matter. */
	if (launches < MIN_LAUNCHES)
		atomic_store_explicit(&standing->launches, launches, memory_order_relaxed);
	return launches >= MIN_LAUNCHES;
}

void fcl_standing_establish(struct fcl_standing *standing, const struct fcl_claimed *claimed)
{
	uint32_t none = 0;

	if (atomic_load_explicit(&standing->word, memory_order_relaxed) || !is_worth_it(standing) ||
	    !atomic_compare_exchange_strong(&standing->word, &none, BEGINS))
		return;
	standing_finish(standing, adapt(standing, claimed) &&
					  keep_cus(standing, claimed->cus, claimed->ncus) &&
					  link_all(standing));
}
