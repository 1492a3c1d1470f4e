/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CARD_CARD_H
#define FCL_CARD_CARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/tree.h"
#include "base/vfio_user.h"
#include "hal/include/fcl_hal.h"

/*
 * A PCIe card in software: XDMA and the registers of compute units behind vfio-user, in front of a
 * board's memory and compute units. README.md explains the design. One thread owns all of this.
 */

enum {
	FCL_CARD_CHANNELS = 4, /* in each direction */
	FCL_CARD_VECTORS = 32, /* MSI-X */
	FCL_CARD_USER_IRQS = 16,
	FCL_CARD_FDS = 32,         /* descriptors in a message */
	FCL_CARD_SAID_FDS = 16,    /* what clients are told: QEMU takes no higher number */
	FCL_CARD_MAPS = 65535,     /* DMA mappings of a client */
	FCL_CARD_CONNECTIONS = 16, /* one has the card, others ask for its state or are refused */
	FCL_CARD_RULES = 32,
	FCL_CARD_BODY = FCL_VU_MAX_DATA + 64, /* bytes of a message after its header */
	FCL_CARD_SPACE = 4096,                /* PCI configuration space */
	FCL_CARD_XDMA_SIZE = 0x10000,         /* its BAR */
	FCL_CARD_CU_RANGE = 0x10000,          /* of a CU's registers, at most */
	FCL_CARD_CU_STEP = 0x1000,            /* between those of two CUs, at least */
	FCL_CARD_BLOCK = 64,                  /* descriptors fetched at once */
};

/* BARs of a card that no board.xml describes. */
enum { FCL_CARD_USER = 0, FCL_CARD_XDMA = 1 };

struct fcl_card_options {
	const char *board; /* "u250", "emu:u250" */
	const char *image; /* path; NULL: memory only */
	const char *
		design; /* path of the image whose addresses the card has; NULL: those of `image` */
	const char *socket; /* path */
	unsigned channels;  /* in each direction; 0: the board's */
	bool has_ids;       /* else the board's */
	uint16_t vendor, device;
	uint64_t window; /* bytes; 0: none */
	const char *const *faults;
	unsigned nfaults;
};

/* --- what the host shares ------------------------------------------------------------------------ */

/* A file that one or more mappings refer to: a vIOMMU sends the same one for each page. */
struct fcl_card_file {
	struct fcl_card_file *next;
	dev_t device;
	ino_t inode;
	int mode; /* O_RDONLY, O_RDWR */
	int fd;
	unsigned uses;
};

struct fcl_card_map {
	struct fcl_tree_node node; /* key: IOVA; first */
	uint64_t size, offset;
	uint32_t flags;             /* enum fcl_vu_dma_flags */
	struct fcl_card_file *file; /* NULL: by messages */
};

/* --- connections --------------------------------------------------------------------------------- */

struct fcl_card_message {
	struct fcl_card_message *next;
	size_t size, sent;
	int fd; /* that goes with the first byte; not the message's own; -1: none */
	unsigned char bytes[];
};

struct fcl_card_connection {
	int socket; /* -1: unused */
	int pid;
	uint64_t since_ns;
	bool greeted, closing; /* closing: after what is queued has been sent */
	uint16_t next_id;      /* of messages to the client */
	uint64_t most_data;    /* bytes in a message to the client */

	/* The message that is being received. */
	struct fcl_vu_header header;
	size_t received; /* bytes of the header and the body */
	unsigned char *body;
	int fds[FCL_CARD_FDS];
	unsigned nfds;

	struct fcl_card_message *queue, **queue_last;
	size_t queued; /* bytes */
};

/* --- faults -------------------------------------------------------------------------------------- */

enum fcl_card_target {
	FCL_CARD_AT_H2C, /* descriptors */
	FCL_CARD_AT_C2H,
	FCL_CARD_AT_IRQ,    /* messages to vectors */
	FCL_CARD_AT_CU,     /* starts */
	FCL_CARD_AT_BAR,    /* accesses */
	FCL_CARD_AT_CARD,   /* accesses, to configuration space as well */
	FCL_CARD_AT_SOCKET, /* messages of the client */
	FCL_CARD_AT_RESET,
	FCL_CARD_TARGETS
};

enum fcl_card_how {
	FCL_CARD_FINE,
	FCL_CARD_ERROR, /* a status bit */
	FCL_CARD_BUSY_STUCK,
	FCL_CARD_SHORT,
	FCL_CARD_WRITE_BACK_LOST,
	FCL_CARD_WRITE_BACK_CLEAN,
	FCL_CARD_UNMAPPED,
	FCL_CARD_LATE,
	FCL_CARD_EARLY_IRQ,
	FCL_CARD_GONE,
	FCL_CARD_LOST,
	FCL_CARD_DOUBLED,
	FCL_CARD_WRONG,
	FCL_CARD_DONE_LOST,
	FCL_CARD_NEVER_IDLE,
	FCL_CARD_IRQ_STUCK,
	FCL_CARD_CLOSED,
	FCL_CARD_REQ,
	FCL_CARD_ERR,
	FCL_CARD_WRONG_IDS,
};

struct fcl_card_rule {
	enum fcl_card_target target;
	enum fcl_card_how how;
	uint32_t bit;         /* of FCL_CARD_ERROR */
	uint64_t first, last; /* counted from 1 */
};

/* --- XDMA ---------------------------------------------------------------------------------------- */

enum fcl_card_state {
	FCL_CARD_IDLE,
	FCL_CARD_FETCHES,     /* the next block of descriptors */
	FCL_CARD_BEGINS,      /* the descriptor at `at` */
	FCL_CARD_MOVES,       /* its data */
	FCL_CARD_COMPLETES,   /* its data has been moved; may be delayed until `due_ns` */
	FCL_CARD_WRITES_BACK, /* the number of completed descriptors */
	FCL_CARD_STUCK,       /* by a fault: Busy for ever */
};

struct fcl_card_descriptor {
	uint32_t control, length;
	uint64_t source, target, next;
};

/* A host access by messages that an engine waits for. */
struct fcl_card_wait {
	bool waits, ended;
	uint16_t id;
	bool writes;
	void *to; /* where a reply's bytes go */
	uint32_t bytes;
	int error;
};

struct fcl_card_engine {
	bool c2h;
	unsigned index;
	uint32_t control, status, mask, completed;
	uint64_t first, write_back;
	uint32_t first_adjacent, credits;
	uint32_t counting; /* the performance monitor's control */
	uint64_t busy_ns, busy_since_ns, moved;

	enum fcl_card_state state;
	uint64_t next; /* descriptor */
	uint32_t next_adjacent;
	struct fcl_card_descriptor block[FCL_CARD_BLOCK];
	uint32_t nblock, at;
	uint64_t done, limit; /* bytes of the block or the descriptor: read or moved, of how many */
	uint32_t error;       /* bit of the status that ends this descriptor; 0: none */
	uint64_t due_ns;
	uint32_t word;           /* that is written back */
	enum fcl_card_how fault; /* what happens to this descriptor */
	uint32_t fault_bit;
	bool told; /* that a write was lost */
	struct fcl_card_wait wait;
};

/* --- compute units ------------------------------------------------------------------------------- */

struct fcl_card_unit {
	uint32_t cu, irq;   /* irq: number of its user interrupt */
	uint32_t base, end; /* in the BAR */
	/* Whose registers it shows, and whose it has: those of another design may be in other places. */
	const struct fcl_image_kernel *shown, *kernel;
	bool managed; /* the emulated board interprets its control register */
	bool chain;
	bool enabled;              /* GIE */
	bool line;                 /* its interrupt */
	uint32_t starts;           /* whose end is awaited */
	uint64_t event_ns, due_ns; /* of the last start; when to look again */
	bool never_idle, done_lost, irq_stuck;
};

struct fcl_card_bank {
	uint64_t base, size;
	struct fcl_hal_buffer *buffer;
	char *map;
};

struct fcl_card {
	const struct fcl_card_options *options;

	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *board;
	struct fcl_image *image, *design;
	const struct fcl_image *shown; /* the one of them that hosts are to find, or NULL */
	struct fcl_hal_program *program;
	struct fcl_card_bank *banks;
	uint32_t nbanks;
	struct fcl_card_unit *units;
	uint32_t nunits;
	uint32_t user_bar, dma_bar, window_bar; /* the window's BAR has 64 bits */
	uint64_t user_base;                     /* the address of the user BAR's first byte */
	uint64_t user_least, user_size;         /* of that BAR */
	uint64_t uuid_at, id_at;                /* offsets in it; UINT64_MAX: none */
	uint32_t id;
	uint16_t vendor, device;
	unsigned channels;
	char *window;  /* the default bank's first byte */
	int window_fd; /* its file, and the position there */
	uint64_t window_at;
	bool units_used; /* since the image was loaded */

	int listener, signals;
	struct stat socket_at;
	struct fcl_card_connection connections[FCL_CARD_CONNECTIONS];
	struct fcl_card_connection *client; /* the one that uses the card, or NULL */
	struct fcl_tree maps;
	uint32_t nmaps;
	struct fcl_card_file *files;
	int vectors[FCL_CARD_VECTORS]; /* eventfds; -1: none */
	int error_event, request_event;

	uint8_t space[FCL_CARD_SPACE], writable[FCL_CARD_SPACE];
	struct fcl_card_engine engines[2 * FCL_CARD_CHANNELS]; /* H2C, then C2H */
	unsigned nengines;
	uint32_t user_enable, channel_enable, user_sent, channel_sent;
	uint32_t user_vectors[4], channel_vectors[2];
	uint32_t halt, credit_mode;
	uint32_t settings[4]; /* of the config block; xdma.c */
	uint8_t table[FCL_CARD_VECTORS * 16];

	struct fcl_card_rule rules[FCL_CARD_RULES];
	unsigned nrules;
	uint64_t counts[FCL_CARD_TARGETS];
	uint64_t late_ns;
	bool bar_gone, gone;

	bool stop;
};

#endif
