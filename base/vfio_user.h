/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_VFIO_USER_H
#define FCL_BASE_VFIO_USER_H

#include <stdint.h>

#include <linux/vfio.h>

/*
 * The messages of vfio-user, version 0.0: a PCI device's registers, memory and interrupts over a
 * Unix socket (https://www.qemu.org/docs/master/interop/vfio-user.html). The client is the device's
 * user, the server is the device. All numbers are in the host's byte order. A message is a header
 * and a body; a reply has the `id` and `command` of its command's header, and a body of its own.
 * Where a body is a structure of linux/vfio.h, that is named here:
 *
 *   command           body                             reply
 *   VERSION           fcl_vu_version, JSON, NUL        the same
 *   DMA_MAP           fcl_vu_dma_map; at most one fd   none
 *   DMA_UNMAP         fcl_vu_dma_unmap                 the same
 *   INFO              fcl_vu_info                      the same
 *   REGION_INFO       vfio_region_info                 the same, its capabilities; fd
 *   IRQ_INFO          vfio_irq_info                    the same
 *   SET_IRQS          vfio_irq_set; eventfds           none
 *   REGION_READ       fcl_vu_access                    the same, the bytes
 *   REGION_WRITE      fcl_vu_access, the bytes         fcl_vu_access
 *   DMA_READ          fcl_vu_dma_access                the same, the bytes     (server to client)
 *   DMA_WRITE         fcl_vu_dma_access, the bytes     fcl_vu_dma_access       (server to client)
 *   RESET             none                             none
 *
 * A reply with FCL_VU_ERROR has no body. The fd of a REGION_INFO comes if the region can be mapped.
 * File descriptors come with the first byte of their message.
 */

enum fcl_vu_command {
	FCL_VU_VERSION = 1,
	FCL_VU_DMA_MAP = 2,
	FCL_VU_DMA_UNMAP = 3,
	FCL_VU_INFO = 4,
	FCL_VU_REGION_INFO = 5,
	FCL_VU_REGION_IO_FDS = 6,
	FCL_VU_IRQ_INFO = 7,
	FCL_VU_SET_IRQS = 8,
	FCL_VU_REGION_READ = 9,
	FCL_VU_REGION_WRITE = 10,
	FCL_VU_DMA_READ = 11,
	FCL_VU_DMA_WRITE = 12,
	FCL_VU_RESET = 13,
	FCL_VU_REGION_WRITE_MULTI = 15,
	FCL_VU_FEATURE = 16,
	FCL_VU_MIG_DATA_READ = 17,
	FCL_VU_MIG_DATA_WRITE = 18,
	/*
	 * Not in the specification: to a card of fpgacl, on any connection, even if another one has
	 * the card (VERSION fails with EBUSY then). The body is a uint32_t, enum fcl_vu_card; the
	 * reply is a JSON object and a NUL: {"board":…,"process":…,"user":{"process":…,"name":…}}
	 * with the process that has the card in "user".
	 */
	FCL_VU_CARD = 0x4643,
};

enum fcl_vu_card { FCL_VU_CARD_STATE = 0, FCL_VU_CARD_STOP = 1 };

enum fcl_vu_flags {
	FCL_VU_TYPE = 0xf,      /* 0: a command; else FCL_VU_REPLY */
	FCL_VU_REPLY = 1,       /* a value of the type */
	FCL_VU_NO_REPLY = 0x10, /* a command that wants no reply */
	FCL_VU_ERROR = 0x20,    /* a reply: the command failed, `error` says why */
};

enum {
	FCL_VU_MAJOR = 0,
	FCL_VU_MINOR = 0,
	/* What holds for a peer that does not say otherwise in its JSON. */
	FCL_VU_MAX_FDS = 1,            /* file descriptors in a message */
	FCL_VU_MAX_DATA = 1024 * 1024, /* bytes of data in a read or write */
};

struct fcl_vu_header {
	uint16_t id;
	uint16_t command;
	uint32_t size; /* bytes of the message, this header included */
	uint32_t flags;
	uint32_t error; /* errno of a reply with FCL_VU_ERROR */
};

struct fcl_vu_version {
	uint16_t major;
	uint16_t minor;
	/* {"capabilities":{"max_msg_fds":…,"max_data_xfer_size":…,…}}, NUL; may be missing */
};

/* vfio_device_info without what later kernels have added to it. */
struct fcl_vu_info {
	uint32_t argsz;
	uint32_t flags; /* VFIO_DEVICE_FLAGS_… */
	uint32_t regions;
	uint32_t irqs;
};

enum fcl_vu_dma_flags { FCL_VU_DMA_READABLE = 1, FCL_VU_DMA_WRITABLE = 2 };

struct fcl_vu_dma_map {
	uint32_t argsz;
	uint32_t flags;  /* enum fcl_vu_dma_flags: what the device may do */
	uint64_t offset; /* in the file of the descriptor */
	uint64_t iova;
	uint64_t size;
};

struct fcl_vu_dma_unmap {
	uint32_t argsz;
	uint32_t flags; /* VFIO_DMA_UNMAP_FLAG_ALL, with iova and size 0 */
	uint64_t iova;
	uint64_t size;
};

struct fcl_vu_access {
	uint64_t offset; /* in the region */
	uint32_t region;
	uint32_t count; /* bytes */
};

struct fcl_vu_dma_access {
	uint64_t iova;
	uint64_t count; /* bytes */
};

_Static_assert(sizeof(struct fcl_vu_header) == 16 && sizeof(struct fcl_vu_version) == 4 &&
		       sizeof(struct fcl_vu_info) == 16 && sizeof(struct fcl_vu_dma_map) == 32 &&
		       sizeof(struct fcl_vu_dma_unmap) == 24 &&
		       sizeof(struct fcl_vu_access) == 16 && sizeof(struct fcl_vu_dma_access) == 16,
	       "no padding");

#endif
