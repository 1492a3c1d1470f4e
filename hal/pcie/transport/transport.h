/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_PCIE_TRANSPORT_H
#define FCL_PCIE_TRANSPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * What a driver in user space needs of a PCIe function, and no more: 32-bit registers, DMA to memory
 * of this process, interrupts as eventfds, and a reset. Three ways lead to a function: a vfio-user
 * socket, the kernel's VFIO, and the device files of AMD's kernel module, which moves data itself.
 *
 * A function that does not answer any more is *gone*, which is final: reads then return all ones,
 * as on the bus, and writes have no effect.
 */

enum {
	FCL_PCIE_BARS = 6,
	FCL_PCIE_CONFIG = 7, /* the region of the configuration space; BARs are regions 0 to 5 */
	FCL_PCIE_REGIONS = 8,
	FCL_PCIE_VECTORS = 32, /* MSI-X vectors that are used at most */
	FCL_PCIE_PAGE = 4096,
	FCL_PCIE_NEWS = 2, /* VFIO's interrupts for errors and for requests */
};

#define FCL_PCIE_GONE UINT32_MAX    /* what a register of a function that is gone reads as */
#define FCL_PCIE_NOTHING UINT64_MAX /* as the offset of a read: there is none */

struct fcl_pcie_word {
	uint64_t offset;
	uint32_t value;
};

/* Memory of this process for the function's DMA. */
struct fcl_pcie_mapping {
	void *memory; /* whole pages */
	uint64_t size, iova;
	bool writable;   /* the function may write to it, not only read */
	int fd;          /* the file that is mapped there; -1: none */
	uint64_t offset; /* in the file */
};

struct fcl_pcie_transport;

struct fcl_pcie_transport_ops {
	/* Drops mappings and eventfds; the function keeps its state. */
	void (*close)(struct fcl_pcie_transport *transport);
	/*
	 * Any thread, concurrently. Writes the words, in this order, then reads the register at
	 * `read_at`, unless that is FCL_PCIE_NOTHING (returns 0). Writes may still be under way
	 * when this returns; a later read waits for them. Offsets are inside of the region.
	 */
	uint32_t (*access)(struct fcl_pcie_transport *transport, unsigned region,
			   const struct fcl_pcie_word *words, unsigned nwords, uint64_t read_at);
	/* Any thread. -ENOMEM: the limit of locked memory, or none left. */
	int (*dma_map)(struct fcl_pcie_transport *transport, const struct fcl_pcie_mapping *mapping,
		       struct fcl_err *err);
	/* Any thread. When it returns 0, the function cannot reach that memory any more. */
	int (*dma_unmap)(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size);
	/* One thread. Connects the first `count` MSI-X vectors; 0: disconnects all. */
	int (*irqs)(struct fcl_pcie_transport *transport, const int *eventfds, uint32_t count,
		    struct fcl_err *err);
	/* One thread, with no other call under way. -EOPNOTSUPP: it cannot be reset alone. */
	int (*reset)(struct fcl_pcie_transport *transport, struct fcl_err *err);
	/*
	 * Any thread. Whether the function is lost, or wanted by its owner (an error or a request
	 * of VFIO): it counts as gone then.
	 */
	bool (*withdrawn)(struct fcl_pcie_transport *transport);
	/*
	 * NULL: the engine is ours, through its registers and dma_map(). Else it is a kernel module's,
	 * which moves bytes between the card and memory of any kind. Any thread, but one at a time for
	 * each channel. An error is final: the function is gone then, unless it is -ENOMEM.
	 */
	int (*copy)(struct fcl_pcie_transport *transport, bool to_host, unsigned channel,
		    uint64_t card, void *host, size_t bytes, struct fcl_err *err);
};

/* Facts that an implementation fills in when it opens the function; constant but for `losses`. */
struct fcl_pcie_transport {
	const struct fcl_pcie_transport_ops *ops;
	char name[128];                   /* for messages: the socket, or the address on the bus */
	uint64_t sizes[FCL_PCIE_REGIONS]; /* bytes of each region; 0: there is none */
	volatile unsigned char *maps[FCL_PCIE_BARS]; /* BARs in this process's memory, or NULL */
	uint32_t nvectors;
	bool resets;
	bool pins;                      /* dma_map() takes any memory, not only files */
	uint64_t iova_first, iova_last; /* the largest range of addresses for mappings */
	/* With copy(): its channels, and what can be polled for users' interrupts, of which 4 bytes are read. */
	unsigned h2c, c2h;
	int events[FCL_PCIE_VECTORS];
	size_t event_bytes; /* 0: eventfds, of which 8 are */
	/* Odd: it is gone. A relay's grows again when the function is back. */
	_Atomic uint32_t losses;
};

static inline bool fcl_pcie_is_gone(const struct fcl_pcie_transport *transport)
{
	return atomic_load_explicit(&transport->losses, memory_order_relaxed) & 1;
}

static inline void fcl_pcie_lose(struct fcl_pcie_transport *transport)
{
	atomic_fetch_or(&transport->losses, 1);
}

/*
 * What a thread has found counts for the function that was there when it began to look (`since`): by
 * now, that one may have been exchanged for another. Returns whether this thread is the first.
 */
static inline bool fcl_pcie_lose_since(struct fcl_pcie_transport *transport, uint32_t since)
{
	return !(since & 1) &&
	       atomic_compare_exchange_strong(&transport->losses, &since, since | 1);
}

static inline uint32_t fcl_pcie_losses(const struct fcl_pcie_transport *transport)
{
	return atomic_load(&transport->losses);
}

/* Asks for news; for threads that wait. */
static inline void fcl_pcie_look(struct fcl_pcie_transport *transport)
{
	uint32_t since = fcl_pcie_losses(transport);

	if (transport->ops->withdrawn(transport))
		fcl_pcie_lose_since(transport, since);
}

static inline void fcl_pcie_write(struct fcl_pcie_transport *transport, unsigned region,
				  const struct fcl_pcie_word *words, unsigned nwords)
{
	transport->ops->access(transport, region, words, nwords, FCL_PCIE_NOTHING);
}

static inline uint32_t fcl_pcie_read(struct fcl_pcie_transport *transport, unsigned region,
				     uint64_t offset)
{
	return transport->ops->access(transport, region, NULL, 0, offset);
}

/* Whether the function is gone; asks a register that never reads as all ones while it is there. */
static inline bool fcl_pcie_ask(struct fcl_pcie_transport *transport, unsigned region,
				uint64_t offset)
{
	uint32_t since = fcl_pcie_losses(transport);

	if (!(since & 1) && fcl_pcie_read(transport, region, offset) == FCL_PCIE_GONE)
		fcl_pcie_lose_since(transport, since);
	return fcl_pcie_is_gone(transport);
}

#endif
