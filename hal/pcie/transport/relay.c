/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"

struct kept {
	struct kept *next;
	struct fcl_pcie_mapping mapping; /* its file is a copy */
};

struct relay {
	struct fcl_pcie_transport transport; /* must be first */
	pthread_rwlock_t lock;               /* written to exchange `inner` */
	struct fcl_pcie_transport *inner;    /* NULL: it is away */
	pthread_mutex_t kept_lock;
	struct kept *kept;
	int eventfds[FCL_PCIE_VECTORS];
	uint32_t nevents;
};

static struct relay *relay_of(struct fcl_pcie_transport *transport)
{
	return (struct relay *)transport;
}

static uint32_t relay_access_register(struct fcl_pcie_transport *transport, unsigned region,
				      const struct fcl_pcie_word *words, unsigned nwords,
				      uint64_t read_at)
{
	struct relay *relay = relay_of(transport);
	uint32_t value = read_at == FCL_PCIE_NOTHING ? 0 : FCL_PCIE_GONE;

	pthread_rwlock_rdlock(&relay->lock);
	if (relay->inner)
		value = relay->inner->ops->access(relay->inner, region, words, nwords, read_at);
	pthread_rwlock_unlock(&relay->lock);
	return value;
}

/* --- mappings --------------------------------------------------------------------------------- */

static void free_kept(struct kept *kept)
{
	if (kept->mapping.fd >= 0)
		close(kept->mapping.fd);
	free(kept);
}

static int relay_keep(struct relay *relay, const struct fcl_pcie_mapping *mapping,
		      struct fcl_err *err)
{
	struct kept *kept = malloc(sizeof(*kept));

	if (!kept)
		return fcl_err_set(err, -ENOMEM, "no memory for a mapping");
	kept->mapping = *mapping;
	if (mapping->fd >= 0)
		kept->mapping.fd = fcntl(mapping->fd, F_DUPFD_CLOEXEC, 0);
	if (mapping->fd >= 0 && kept->mapping.fd < 0) {
		free(kept);
		return fcl_err_set(err, -errno, "no descriptor for a mapping: %s", strerror(errno));
	}
	pthread_mutex_lock(&relay->kept_lock);
	kept->next = relay->kept;
	relay->kept = kept;
	pthread_mutex_unlock(&relay->kept_lock);
	return 0;
}

static void relay_forget(struct relay *relay, uint64_t iova)
{
	struct kept **link = &relay->kept, *found;

	pthread_mutex_lock(&relay->kept_lock);
	while (*link && (*link)->mapping.iova != iova)
		link = &(*link)->next;
	found = *link;
	if (found)
		*link = found->next;
	pthread_mutex_unlock(&relay->kept_lock);
	if (found)
		free_kept(found);
}

/* While the function is away, the mapping is made when it comes back. */
static int relay_dma_map(struct fcl_pcie_transport *transport,
			 const struct fcl_pcie_mapping *mapping, struct fcl_err *err)
{
	struct relay *relay = relay_of(transport);
	int error;

	pthread_rwlock_rdlock(&relay->lock);
	error = relay_keep(relay, mapping, err);
	if (!error && relay->inner) {
		error = relay->inner->ops->dma_map(relay->inner, mapping, err);
		if (error)
			relay_forget(relay, mapping->iova);
	}
	pthread_rwlock_unlock(&relay->lock);
	return error;
}

static int relay_dma_unmap(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size)
{
	struct relay *relay = relay_of(transport);
	int error = 0;

	pthread_rwlock_rdlock(&relay->lock);
	if (relay->inner)
		error = relay->inner->ops->dma_unmap(relay->inner, iova, size);
	relay_forget(relay, iova);
	pthread_rwlock_unlock(&relay->lock);
	return error;
}

/* --- the rest --------------------------------------------------------------------------------- */

static int relay_set_irqs(struct fcl_pcie_transport *transport, const int *eventfds, uint32_t count,
			  struct fcl_err *err)
{
	struct relay *relay = relay_of(transport);
	int error = 0;

	pthread_rwlock_rdlock(&relay->lock);
	relay->nevents = count < FCL_PCIE_VECTORS ? count : FCL_PCIE_VECTORS;
	memcpy(relay->eventfds, eventfds, relay->nevents * sizeof(*eventfds));
	if (relay->inner)
		error = relay->inner->ops->irqs(relay->inner, eventfds, count, err);
	pthread_rwlock_unlock(&relay->lock);
	return error;
}

static int relay_reset(struct fcl_pcie_transport *transport, struct fcl_err *err)
{
	struct relay *relay = relay_of(transport);
	int error;

	pthread_rwlock_rdlock(&relay->lock);
	error = relay->inner ? relay->inner->ops->reset(relay->inner, err)
			     : fcl_err_set(err, -ENODEV, "%s: the card is gone", transport->name);
	pthread_rwlock_unlock(&relay->lock);
	return error;
}

static bool relay_withdrawn(struct fcl_pcie_transport *transport)
{
	struct relay *relay = relay_of(transport);
	bool gone = true;

	pthread_rwlock_rdlock(&relay->lock);
	if (relay->inner)
		gone = fcl_pcie_is_gone(relay->inner) || relay->inner->ops->withdrawn(relay->inner);
	pthread_rwlock_unlock(&relay->lock);
	return gone;
}

static void close_relay(struct fcl_pcie_transport *transport)
{
	struct relay *relay;

	if (!transport)
		return;
	relay = relay_of(transport);
	fcl_pcie_relay_drop(transport);
	while (relay->kept) {
		struct kept *kept = relay->kept;

		relay->kept = kept->next;
		free_kept(kept);
	}
	pthread_rwlock_destroy(&relay->lock);
	pthread_mutex_destroy(&relay->kept_lock);
	free(relay);
}

static const struct fcl_pcie_transport_ops ops = {
	.close = close_relay,
	.access = relay_access_register,
	.dma_map = relay_dma_map,
	.dma_unmap = relay_dma_unmap,
	.irqs = relay_set_irqs,
	.reset = relay_reset,
	.withdrawn = relay_withdrawn,
};

/* --- going and coming ------------------------------------------------------------------------- */

void fcl_pcie_relay_drop(struct fcl_pcie_transport *transport)
{
	struct relay *relay = relay_of(transport);
	struct fcl_pcie_transport *inner;

	fcl_pcie_lose(transport);
	pthread_rwlock_wrlock(&relay->lock);
	inner = relay->inner;
	relay->inner = NULL;
	pthread_rwlock_unlock(&relay->lock);
	if (inner)
		inner->ops->close(inner);
}

/* Also copies what may differ now: sizes, vectors. Nobody else reads them. */
static int relay_restore(struct relay *relay, struct fcl_pcie_transport *inner, struct fcl_err *err)
{
	int error = 0;

	pthread_mutex_lock(&relay->kept_lock);
	for (const struct kept *kept = relay->kept; kept && !error; kept = kept->next)
		error = inner->ops->dma_map(inner, &kept->mapping, err);
	pthread_mutex_unlock(&relay->kept_lock);
	if (!error && relay->nevents)
		error = inner->ops->irqs(inner, relay->eventfds, relay->nevents, err);
	if (error)
		return error;
	memcpy(relay->transport.sizes, inner->sizes, sizeof(inner->sizes));
	relay->transport.nvectors = inner->nvectors;
	relay->transport.resets = inner->resets;
	return 0;
}

int fcl_pcie_relay_connect(struct fcl_pcie_transport *transport, struct fcl_pcie_transport *inner,
			   struct fcl_err *err)
{
	struct relay *relay = relay_of(transport);
	int error;

	pthread_rwlock_wrlock(&relay->lock);
	error = relay_restore(relay, inner, err);
	if (!error)
		relay->inner = inner;
	pthread_rwlock_unlock(&relay->lock);
	if (error)
		inner->ops->close(inner);
	else if (fcl_pcie_is_gone(transport))
		atomic_fetch_add(&transport->losses, 1);
	return error;
}

int fcl_pcie_relay_open(struct fcl_pcie_transport *inner, struct fcl_pcie_transport **ret_transport,
			struct fcl_err *err)
{
	struct relay *relay = calloc(1, sizeof(*relay));
	int error;

	if (!relay) {
		inner->ops->close(inner);
		return fcl_err_set(err, -ENOMEM, "no memory for a card's connection");
	}
	fcl_rwlock_init(&relay->lock);
	pthread_mutex_init(&relay->kept_lock, NULL);
	memcpy(relay->transport.name, inner->name, sizeof(inner->name));
	relay->transport.ops = &ops;
	relay->transport.pins = inner->pins;
	relay->transport.iova_first = inner->iova_first;
	relay->transport.iova_last = inner->iova_last;
	error = fcl_pcie_relay_connect(&relay->transport, inner, err);
	if (error)
		close_relay(&relay->transport);
	else
		*ret_transport = &relay->transport;
	return error;
}
