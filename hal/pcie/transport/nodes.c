/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/pcie/transport/nodes.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/pci_regs.h>

#include "base/file.h"

const struct fcl_pcie_node_calls fcl_pcie_node_calls = {"/sys/class/xdma", pread, pwrite};

enum {
	PATH = 256,
	CHANNELS = 4,
	EVENT_BYTES = 4,
	/* Half of what the module does at once, so a call is one run of the engine. */
	PIECE = 4 << 20,
};

struct nodes {
	struct fcl_pcie_transport transport; /* must be first */
	const struct fcl_pcie_node_calls *calls;
	int user, channels[2][CHANNELS]; /* to the card, to the host */
	uint32_t ids;
	uint64_t user_size;
	uint32_t user_bar;
	void *bounce[2][CHANNELS]; /* PIECE bytes, for pages that the module refuses */
};

static struct nodes *nodes_of(struct fcl_pcie_transport *transport)
{
	return (struct nodes *)transport;
}

/* --- registers -------------------------------------------------------------------------------- */

/* The configuration space is the kernel's; it has enabled memory and bus master. */
static uint32_t read_config(const struct nodes *nodes, uint64_t offset)
{
	if (offset == PCI_VENDOR_ID)
		return nodes->ids;
	return offset == PCI_COMMAND ? PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER : 0;
}

static volatile uint32_t *register_at(const struct nodes *nodes, unsigned region, uint64_t offset)
{
	if (region != nodes->user_bar || offset % 4 || offset > nodes->user_size - 4)
		return NULL;
	return (volatile uint32_t *)(volatile void *)(nodes->transport.maps[region] + offset);
}

static uint32_t nodes_access_register(struct fcl_pcie_transport *transport, unsigned region,
				      const struct fcl_pcie_word *words, unsigned nwords,
				      uint64_t read_at)
{
	const struct nodes *nodes = nodes_of(transport);
	volatile uint32_t *at;

	if (fcl_pcie_is_gone(transport))
		return read_at == FCL_PCIE_NOTHING ? 0 : FCL_PCIE_GONE;
	for (unsigned i = 0; i < nwords; i++) {
		at = register_at(nodes, region, words[i].offset);
		if (at)
			*at = words[i].value;
	}
	if (read_at == FCL_PCIE_NOTHING)
		return 0;
	if (region == FCL_PCIE_CONFIG)
		return read_config(nodes, read_at);
	at = register_at(nodes, region, read_at);
	return at ? *at : 0;
}

/* --- transfers -------------------------------------------------------------------------------- */

struct piece {
	bool to_host;
	unsigned channel;
	uint64_t card;
	char *host;
	size_t bytes;
};

/* One call, which no signal disturbs. Bytes, or a negative errno. */
static ssize_t call(const struct nodes *nodes, const struct piece *piece, void *host)
{
	int fd = nodes->channels[piece->to_host][piece->channel];
	sigset_t all, before;
	ssize_t got;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (piece->to_host)
		got = nodes->calls->read_at(fd, host, piece->bytes, (off_t)piece->card);
	else
		got = nodes->calls->write_at(fd, host, piece->bytes, (off_t)piece->card);
	if (got < 0)
		got = errno ? -errno : -EIO;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return got;
}

/* The module takes a source only if it could write to it as well. */
static ssize_t nodes_bounce(struct nodes *nodes, const struct piece *piece)
{
	void **memory = &nodes->bounce[piece->to_host][piece->channel];
	ssize_t got;

	if (!*memory)
		*memory = malloc(PIECE);
	if (!*memory)
		return -ENOMEM;
	if (!piece->to_host)
		memcpy(*memory, piece->host, piece->bytes);
	got = call(nodes, piece, *memory);
	if (piece->to_host && got > 0)
		memcpy(piece->host, *memory, (size_t)got);
	return got;
}

/* After a failure nothing is tried again: the module may not survive it. */
static int nodes_fail(struct nodes *nodes, const struct piece *piece, ssize_t got,
		      struct fcl_err *err)
{
	const char *why = !got          ? "it moved no bytes"
			  : got == -512 ? "it was interrupted, or timed out"
					: strerror((int)-got);

	if (got == -ENOMEM)
		return fcl_err_set(err, -ENOMEM, "no memory for a transfer");
	fcl_pcie_lose(&nodes->transport);
	return fcl_err_set(
		err, -EIO,
		"%s: %s channel %u: %zu bytes at 0x%" PRIx64
		" of the card failed: %s; the card is not used any more, as the kernel module may not survive another call",
		nodes->transport.name, piece->to_host ? "C2H" : "H2C", piece->channel, piece->bytes,
		piece->card, why);
}

static int nodes_copy(struct fcl_pcie_transport *transport, bool to_host, unsigned channel,
		      uint64_t card, void *host, size_t bytes, struct fcl_err *err)
{
	struct nodes *nodes = nodes_of(transport);
	char *at = host;

	while (bytes) {
		struct piece piece = {to_host, channel, card, at, bytes < PIECE ? bytes : PIECE};
		ssize_t got;

		if (fcl_pcie_is_gone(transport))
			return fcl_err_set(err, -ENODEV, "%s: the card is gone", transport->name);
		got = call(nodes, &piece, at);
		if (got == -EFAULT)
			got = nodes_bounce(nodes, &piece);
		if (got <= 0 || (size_t)got > piece.bytes)
			return nodes_fail(nodes, &piece, got, err);
		at += got;
		card += (uint64_t)got;
		bytes -= (size_t)got;
	}
	return 0;
}

/* --- what the module does itself --------------------------------------------------------------- */

static int nodes_dma_map(struct fcl_pcie_transport *transport,
			 const struct fcl_pcie_mapping *mapping, struct fcl_err *err)
{
	(void)transport;
	(void)mapping;
	(void)err;
	return 0;
}

static int nodes_dma_unmap(struct fcl_pcie_transport *transport, uint64_t iova, uint64_t size)
{
	(void)transport;
	(void)iova;
	(void)size;
	return 0;
}

static int nodes_set_irqs(struct fcl_pcie_transport *transport, const int *eventfds, uint32_t count,
			  struct fcl_err *err)
{
	(void)transport;
	(void)eventfds;
	(void)count;
	(void)err;
	return 0;
}

static int nodes_reset(struct fcl_pcie_transport *transport, struct fcl_err *err)
{
	return fcl_err_set(err, -EOPNOTSUPP, "%s: the kernel module has no reset", transport->name);
}

static bool nodes_withdrawn(struct fcl_pcie_transport *transport)
{
	(void)transport;
	return false;
}

static void close_nodes(struct fcl_pcie_transport *transport)
{
	struct nodes *nodes;

	if (!transport)
		return;
	nodes = nodes_of(transport);
	for (unsigned way = 0; way < 2; way++)
		for (unsigned i = 0; i < CHANNELS; i++) {
			if (nodes->channels[way][i] >= 0)
				close(nodes->channels[way][i]);
			free(nodes->bounce[way][i]);
		}
	while (transport->nvectors)
		close(transport->events[--transport->nvectors]);
	if (transport->maps[nodes->user_bar])
		munmap((void *)(uintptr_t)transport->maps[nodes->user_bar], nodes->user_size);
	if (nodes->user >= 0)
		close(nodes->user);
	free(nodes);
}

static const struct fcl_pcie_transport_ops ops = {
	.close = close_nodes,
	.access = nodes_access_register,
	.dma_map = nodes_dma_map,
	.dma_unmap = nodes_dma_unmap,
	.irqs = nodes_set_irqs,
	.reset = nodes_reset,
	.withdrawn = nodes_withdrawn,
	.copy = nodes_copy,
};

/* --- opening ---------------------------------------------------------------------------------- */

bool fcl_pcie_is_nodes(const char *place)
{
	char path[PATH];
	struct stat about;

	if (snprintf(path, sizeof(path), "%s_user", place) >= (int)sizeof(path))
		return false;
	return stat(place, &about) && !stat(path, &about);
}

static int open_node(const struct nodes *nodes, const char *what, int number, int flags)
{
	char path[PATH];

	if (number < 0)
		snprintf(path, sizeof(path), "%.200s_%s", nodes->transport.name, what);
	else
		snprintf(path, sizeof(path), "%.200s_%s_%d", nodes->transport.name, what, number);
	return open(path, flags | O_CLOEXEC);
}

static int read_sysfs(const struct nodes *nodes, const char *file, char **ret_text)
{
	const char *slash = strrchr(nodes->transport.name, '/');
	const char *name = slash ? slash + 1 : nodes->transport.name;
	char path[2 * PATH];
	size_t size;

	snprintf(path, sizeof(path), "%.200s/%.64s_user/device/%s", nodes->calls->sysfs, name,
		 file);
	return fcl_file_read(path, PATH * 16, ret_text, &size, NULL);
}

static uint32_t nodes_read_id(const struct nodes *nodes, const char *file)
{
	char *text;
	uint32_t id;

	if (read_sysfs(nodes, file, &text))
		return 0xffff;
	id = (uint32_t)strtoul(text, NULL, 16);
	free(text);
	return id & 0xffff;
}

/* Lines of first and last address, and flags: one for each BAR. */
static int read_bars(struct nodes *nodes, struct fcl_err *err)
{
	char *text, *at;
	int error = read_sysfs(nodes, "resource", &text);

	if (error)
		return fcl_err_set(err, error,
				   "%s: the sizes of the card's BARs cannot be read in %s: %s",
				   nodes->transport.name, nodes->calls->sysfs, strerror(-error));
	at = text;
	for (unsigned i = 0; i < FCL_PCIE_BARS && *at; i++) {
		uint64_t first = strtoull(at, &at, 16), last = strtoull(at, &at, 16);

		if (last > first)
			nodes->transport.sizes[i] = last - first + 1;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	free(text);
	return 0;
}

static int map_user(struct nodes *nodes, struct fcl_err *err)
{
	const struct fcl_pcie_transport *transport = &nodes->transport;
	void *map;

	if (nodes->user_size > transport->sizes[nodes->user_bar])
		return fcl_err_set(err, -EINVAL,
				   "%s: expected at least 0x%" PRIx64
				   " bytes in BAR %u, for compute units, found 0x%" PRIx64,
				   transport->name, nodes->user_size, nodes->user_bar,
				   transport->sizes[nodes->user_bar]);
	map = mmap(NULL, nodes->user_size, PROT_READ | PROT_WRITE, MAP_SHARED, nodes->user, 0);
	if (map == MAP_FAILED)
		return fcl_err_set(err, -errno, "%s_user: the registers cannot be mapped: %s",
				   transport->name, strerror(errno));
	nodes->transport.maps[nodes->user_bar] = map;
	return 0;
}

/* The module itself lets several processes open them. */
static int open_user(struct nodes *nodes, struct fcl_err *err)
{
	const char *name = nodes->transport.name;

	nodes->user = open_node(nodes, "user", -1, O_RDWR);
	if (nodes->user < 0 && (errno == EACCES || errno == EPERM))
		return fcl_err_set(err, -EPERM, "%s_user: no permission to open it", name);
	if (nodes->user < 0)
		return fcl_err_set(err, -errno, "%s_user cannot be opened: %s", name,
				   strerror(errno));
	if (flock(nodes->user, LOCK_EX | LOCK_NB))
		return fcl_err_set(err, -EBUSY, "%s: another process has the card", name);
	return 0;
}

static unsigned open_channels(struct nodes *nodes, bool to_host)
{
	unsigned count = 0;

	while (count < CHANNELS && (nodes->channels[to_host][count] =
					    open_node(nodes, to_host ? "c2h" : "h2c", (int)count,
						      to_host ? O_RDONLY : O_WRONLY)) >= 0)
		count++;
	return count;
}

/* Without the file of an interrupt, its compute unit and those after it are polled. */
static void nodes_open_events(struct nodes *nodes, uint32_t irqs)
{
	struct fcl_pcie_transport *transport = &nodes->transport;

	transport->event_bytes = EVENT_BYTES;
	while (transport->nvectors < irqs && transport->nvectors < FCL_PCIE_VECTORS) {
		int fd = open_node(nodes, "events", (int)transport->nvectors,
				   O_RDONLY | O_NONBLOCK);

		if (fd < 0)
			return;
		transport->events[transport->nvectors++] = fd;
	}
}

static int open_all(struct nodes *nodes, uint32_t irqs, struct fcl_err *err)
{
	struct fcl_pcie_transport *transport = &nodes->transport;
	int error = open_user(nodes, err);

	if (!error)
		error = read_bars(nodes, err);
	if (!error)
		error = map_user(nodes, err);
	if (error)
		return error;
	nodes->ids = nodes_read_id(nodes, "vendor") | nodes_read_id(nodes, "device") << 16;
	transport->h2c = open_channels(nodes, false);
	transport->c2h = open_channels(nodes, true);
	if (!transport->h2c || !transport->c2h)
		return fcl_err_set(
			err, -EPERM, "%s: expected %s that can be opened, found none: %s",
			transport->name, transport->h2c ? "_c2h_0" : "_h2c_0", strerror(errno));
	nodes_open_events(nodes, irqs);
	return 0;
}

int fcl_pcie_nodes_open(const struct fcl_pcie_node_calls *calls, const char *place,
			uint32_t user_bar, uint64_t user_size, uint32_t irqs,
			struct fcl_pcie_transport **ret_transport, struct fcl_err *err)
{
	struct nodes *nodes = calloc(1, sizeof(*nodes));
	int error;

	if (!nodes)
		return fcl_err_set(err, -ENOMEM, "no memory for a card's files");
	nodes->calls = calls;
	nodes->user_bar = user_bar;
	nodes->user_size = user_size;
	nodes->transport.ops = &ops;
	nodes->transport.iova_last = UINT64_MAX >> 1;
	snprintf(nodes->transport.name, sizeof(nodes->transport.name), "%s", place);
	for (unsigned way = 0; way < 2; way++)
		for (unsigned i = 0; i < CHANNELS; i++)
			nodes->channels[way][i] = -1;
	nodes->user = -1;
	error = open_all(nodes, irqs, err);
	if (error)
		close_nodes(&nodes->transport);
	else
		*ret_transport = &nodes->transport;
	return error;
}
