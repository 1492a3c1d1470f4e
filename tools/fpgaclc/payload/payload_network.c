/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The network stack of VNx: UDP between the streams of kernels and Ethernet frames, ARP and answers to
 * pings. IPv4 without options or fragments; the check sequence of UDP is not used.
 */

#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "fpgacl/ethernet.h"
#include "fpgacl/external.h"
#include "fpgacl/packets.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

/* The order of its ports. */
enum { ETH_IN, ETH_OUT, APP_IN, APP_OUT };

enum { ADDRESSES = 256, PROBES = 12 };

/* Header sizes and offsets in a frame (RFC 894, 826, 791, 768). */
enum {
	ETH_TYPE = 12,
	IP = 14,
	UDP = 34,
	PAYLOAD = 42,
	ARP_SIZE = 42,
	TYPE_IP = 0x0800,
	TYPE_ARP = 0x0806,
	ICMP = 1,
	UDP_PROTOCOL = 17,
};

/* Traffic at one point: frames, bytes, and the transfers that it took. */
struct probe {
	uint64_t cycles, bytes, packets;
};

/* In the order of their registers. */
enum {
	PROBE_ETH_IN,
	PROBE_PACKET_HANDLER,
	PROBE_ARP_IN,
	PROBE_ARP_OUT,
	PROBE_ICMP_IN,
	PROBE_ICMP_OUT,
	PROBE_HEADER_OUT,
	PROBE_ETH_OUT,
	PROBE_UDP_IN,
	PROBE_APP_OUT,
	PROBE_UDP_OUT,
	PROBE_APP_IN,
};

struct entry {
	uint8_t mac[6];
	uint32_t ip;
	bool valid;
};

struct fclc_network {
	const struct fclc_packets *ports;
	unsigned sockets;
	struct probe probes[PROBES];
	struct entry table[ADDRESSES]; /* by the last byte of the address */
	bool discovers;                /* ARP requests to all addresses are asked for */
	int asked;                     /* an eventfd: that is so */
	unsigned next;                 /* the address that is asked next; 0: none */
	struct fclc_ethernet_packet eth_in, eth_out, app_in, app_out;
	unsigned char transfer[1024];
};

static struct fclc_network *network_of(struct fcl_cu *cu)
{
	return *(struct fclc_network **)cu->state;
}

/* --- registers --------------------------------------------------------------------------------- */

enum {
	MAC = 0x10,
	OWN_IP = 0x18,
	GATEWAY = 0x1c,
	MASK = 0x20,
	PROBE = 0x400,
	PROBE_STEP = 0x18,
	PROBE_END = PROBE + PROBES * PROBE_STEP,
	PROBE_RESET = 0x5f0,
	NSOCKETS = 0x810,
	SOCKET_TABLE = 0x820, /* their IP, their port, my port, valid: a table each */
	ARP_DISCOVERY = 0x1010,
	ARP_VALID = 0x1100,
	ARP_IP = 0x1400,
	ARP_MAC = 0x1800,
	REGISTERS_END = 0x2000,
};

static uint32_t reg(const struct fcl_cu *cu, unsigned offset)
{
	return __atomic_load_n((uint32_t *)(cu->regs + offset), __ATOMIC_RELAXED);
}

static void set_reg(struct fcl_cu *cu, unsigned offset, uint32_t value)
{
	__atomic_store_n((uint32_t *)(cu->regs + offset), value, __ATOMIC_RELAXED);
}

static uint64_t own_mac(const struct fcl_cu *cu)
{
	return (uint64_t)(reg(cu, MAC + 4) & 0xffff) << 32 | reg(cu, MAC);
}

/* Addresses are in the tables as they are on the wire. */
static uint32_t read_arp(const struct fclc_network *network, uint32_t offset)
{
	uint32_t value = 0;

	if (offset >= ARP_MAC) {
		const struct entry *entry = &network->table[(offset - ARP_MAC) / 8];

		memcpy(&value, entry->mac + (offset % 8 ? 4 : 0), offset % 8 ? 2 : 4);
		return value;
	}
	if (offset >= ARP_IP)
		return __builtin_bswap32(network->table[(offset - ARP_IP) / 4].ip);
	for (unsigned i = 0; i < 4; i++)
		value |= (uint32_t)network->table[offset - ARP_VALID + i].valid << 8 * i;
	return value;
}

uint32_t fclc_network_read(struct fcl_cu *cu, uint32_t offset)
{
	const struct fclc_network *network = network_of(cu);

	if (offset >= PROBE && offset < PROBE_END) {
		const struct probe *probe = &network->probes[(offset - PROBE) / PROBE_STEP];
		const uint64_t *words[] = {&probe->cycles, &probe->bytes, &probe->packets};
		uint64_t value = __atomic_load_n(words[(offset - PROBE) % PROBE_STEP / 8],
						 __ATOMIC_RELAXED);

		return (uint32_t)(offset % 8 ? value >> 32 : value);
	}
	if ((offset >= ARP_VALID && offset < ARP_VALID + ADDRESSES) ||
	    (offset >= ARP_IP && offset < ARP_IP + 4 * ADDRESSES) ||
	    (offset >= ARP_MAC && offset < ARP_MAC + 8 * ADDRESSES))
		return read_arp(network, offset);
	return offset == NSOCKETS ? network->sockets : reg(cu, offset);
}

void fclc_network_write(struct fcl_cu *cu, uint32_t offset, uint32_t value)
{
	struct fclc_network *network = network_of(cu);

	if (offset == PROBE_RESET && value & 1)
		for (size_t i = 0; i < sizeof(network->probes) / (sizeof(uint64_t)); i++)
			__atomic_store_n((uint64_t *)network->probes + i, 0, __ATOMIC_RELAXED);
	/* At a rising edge. */
	if (offset == ARP_DISCOVERY && value & 1 && !(reg(cu, offset) & 1)) {
		__atomic_store_n(&network->discovers, true, __ATOMIC_RELEASE);
		eventfd_write(network->asked, 1);
	}
	if (offset)
		set_reg(cu, offset, value);
}

static void count(struct fclc_network *network, unsigned index, unsigned bytes)
{
	struct probe *probe = &network->probes[index];

	__atomic_fetch_add(&probe->cycles, (bytes + 63) / 64, __ATOMIC_RELAXED);
	__atomic_fetch_add(&probe->bytes, bytes, __ATOMIC_RELAXED);
	__atomic_fetch_add(&probe->packets, 1, __ATOMIC_RELAXED);
}

/* --- bytes ------------------------------------------------------------------------------------- */

static uint32_t get16(const unsigned char *at)
{
	return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t get32(const unsigned char *at)
{
	return get16(at) << 16 | get16(at + 2);
}

static void put16(unsigned char *at, uint32_t value)
{
	at[0] = (unsigned char)(value >> 8);
	at[1] = (unsigned char)value;
}

static void put32(unsigned char *at, uint32_t value)
{
	put16(at, value >> 16);
	put16(at + 2, value & 0xffff);
}

static void put_mac(unsigned char *at, uint64_t mac)
{
	put16(at, (uint32_t)(mac >> 32));
	put32(at + 2, (uint32_t)mac);
}

/* The Internet checksum (RFC 1071) of these bytes. */
static uint32_t checksum(const unsigned char *at, unsigned size)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i + 1 < size; i += 2)
		sum += get16(at + i);
	if (size % 2)
		sum += (uint32_t)at[size - 1] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

/* --- sending ----------------------------------------------------------------------------------- */

static bool out_is_free(const struct fclc_network *network)
{
	return network->eth_out.at >= network->eth_out.size;
}

static void finish_frame(struct fcl_cu *cu, struct fclc_network *network, unsigned size,
			 uint32_t type)
{
	struct fclc_ethernet_packet *out = &network->eth_out;

	put_mac(out->bytes + 6, own_mac(cu));
	put16(out->bytes + ETH_TYPE, type);
	out->size = size;
	out->at = 0;
	count(network, PROBE_ETH_OUT, size);
}

static void write_arp(struct fcl_cu *cu, struct fclc_network *network, unsigned operation,
		      uint32_t to, const unsigned char *mac)
{
	static const unsigned char all[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	static const unsigned char head[] = {0, 1, 8, 0, 6, 4, 0};
	unsigned char *arp = network->eth_out.bytes + IP;

	memset(network->eth_out.bytes, 0, FCLC_ETHERNET_SMALLEST);
	memcpy(network->eth_out.bytes, mac ? mac : all, 6);
	memcpy(arp, head, sizeof(head));
	arp[7] = (unsigned char)operation;
	put_mac(arp + 8, own_mac(cu));
	put32(arp + 14, reg(cu, OWN_IP));
	if (mac)
		memcpy(arp + 18, mac, 6);
	put32(arp + 24, to);
	count(network, PROBE_ARP_OUT, ARP_SIZE);
	finish_frame(cu, network, FCLC_ETHERNET_SMALLEST, TYPE_ARP);
}

/* The entry for an address: its own, or the gateway's if it is in another network. NULL: asks for it. */
static const struct entry *resolve(struct fcl_cu *cu, struct fclc_network *network, uint32_t ip)
{
	uint32_t mask = reg(cu, MASK);
	uint32_t hop = (ip & mask) == (reg(cu, OWN_IP) & mask) ? ip : reg(cu, GATEWAY);
	const struct entry *entry = &network->table[hop & 0xff];

	if (entry->valid && entry->ip == hop)
		return entry;
	write_arp(cu, network, 1, hop, NULL);
	return NULL;
}

static void write_ip(struct fcl_cu *cu, unsigned char *ip, unsigned size, unsigned protocol,
		     unsigned ttl, uint32_t to)
{
	memset(ip, 0, 20);
	ip[0] = 0x45;
	put16(ip + 2, size);
	ip[8] = (unsigned char)ttl;
	ip[9] = (unsigned char)protocol;
	put32(ip + 12, reg(cu, OWN_IP));
	put32(ip + 16, to);
	put16(ip + 10, checksum(ip, 20));
}

/* A packet of a kernel becomes a frame, if its socket is valid and the address is known. */
static void send_datagram(struct fcl_cu *cu, struct fclc_network *network)
{
	struct fclc_ethernet_packet *in = &network->app_in;
	unsigned at = SOCKET_TABLE + (unsigned)(in->dest % network->sockets) * 8;
	unsigned step = 8 * network->sockets;
	unsigned char *frame = network->eth_out.bytes;
	uint32_t ip = reg(cu, at);
	const struct entry *entry;

	count(network, PROBE_APP_IN, in->size);
	if (in->dest >= network->sockets || !(reg(cu, at + 3 * step) & 1) || in->too_long ||
	    in->size + PAYLOAD > FCLC_ETHERNET_LARGEST)
		return;
	entry = resolve(cu, network, ip);
	if (!entry)
		return;
	memcpy(frame, entry->mac, 6);
	write_ip(cu, frame + IP, in->size + PAYLOAD - IP, UDP_PROTOCOL, 64, ip);
	put16(frame + UDP, reg(cu, at + 2 * step));
	put16(frame + UDP + 2, reg(cu, at + step));
	put16(frame + UDP + 4, in->size + 8);
	put16(frame + UDP + 6, 0);
	memcpy(frame + PAYLOAD, in->bytes, in->size);
	count(network, PROBE_UDP_OUT, in->size + 8);
	count(network, PROBE_HEADER_OUT, in->size + PAYLOAD);
	finish_frame(cu, network, in->size + PAYLOAD, TYPE_IP);
}

/* Asks for the next address of the network, if the host has requested all. */
static bool discover(struct fcl_cu *cu, struct fclc_network *network)
{
	uint32_t own = reg(cu, OWN_IP);

	if (__atomic_exchange_n(&network->discovers, false, __ATOMIC_RELAXED))
		network->next = 1;
	if (network->next == (own & 0xff))
		network->next++;
	if (!network->next || network->next > 254) {
		network->next = 0;
		return false;
	}
	write_arp(cu, network, 1, (own & ~0xffu) | network->next++, NULL);
	return true;
}

/* --- receiving --------------------------------------------------------------------------------- */

/* It learns from answers only. */
static void take_arp(struct fcl_cu *cu, struct fclc_network *network)
{
	const unsigned char *arp = network->eth_in.bytes + IP;
	uint32_t from = get32(arp + 14);

	count(network, PROBE_ARP_IN, ARP_SIZE);
	if (network->eth_in.size < ARP_SIZE || get16(arp) != 1 || get16(arp + 2) != TYPE_IP ||
	    get32(arp + 24) != reg(cu, OWN_IP))
		return;
	if (get16(arp + 6) == 1) {
		write_arp(cu, network, 2, from, arp + 8);
	} else if (get16(arp + 6) == 2) {
		struct entry *entry = &network->table[from & 0xff];

		memcpy(entry->mac, arp + 8, 6);
		entry->ip = from;
		__atomic_store_n(&entry->valid, true, __ATOMIC_RELEASE);
	}
}

/* Bytes of the IP datagram, which the frame may only pad. 0: it is damaged. */
static unsigned datagram_size(const struct fclc_ethernet_packet *in)
{
	unsigned size = get16(in->bytes + IP + 2);

	return size >= 28 && size + IP <= in->size ? size : 0;
}

static void answer_ping(struct fcl_cu *cu, struct fclc_network *network)
{
	const struct fclc_ethernet_packet *in = &network->eth_in;
	unsigned char *frame = network->eth_out.bytes, *icmp = frame + UDP;
	unsigned size = datagram_size(in);

	count(network, PROBE_ICMP_IN, in->size);
	if (!size || in->bytes[UDP] != 8)
		return;
	memcpy(frame, in->bytes, IP + size);
	memcpy(frame, in->bytes + 6, 6);
	write_ip(cu, frame + IP, size, ICMP, 128, get32(in->bytes + IP + 12));
	icmp[0] = 0;
	put16(icmp + 2, 0);
	put16(icmp + 2, checksum(icmp, size - 20));
	size += IP;
	if (size < FCLC_ETHERNET_SMALLEST) {
		memset(frame + size, 0, FCLC_ETHERNET_SMALLEST - size);
		size = FCLC_ETHERNET_SMALLEST;
	}
	count(network, PROBE_ICMP_OUT, size);
	finish_frame(cu, network, size, TYPE_IP);
}

/* A datagram is for the kernels if a socket has exactly its addresses. */
static void take_datagram(struct fcl_cu *cu, struct fclc_network *network)
{
	const unsigned char *frame = network->eth_in.bytes;
	uint32_t ip = get32(frame + IP + 12), theirs = get16(frame + UDP),
		 mine = get16(frame + UDP + 2);
	struct fclc_ethernet_packet *out = &network->app_out;

	if (network->eth_in.size <= PAYLOAD)
		return;
	count(network, PROBE_UDP_IN, network->eth_in.size - UDP);
	for (unsigned i = 0; i < network->sockets; i++) {
		unsigned at = SOCKET_TABLE + 8 * i, step = 8 * network->sockets;
		uint32_t user[3] = {mine << 16 | theirs, ip, reg(cu, OWN_IP)};

		if (!(reg(cu, at + 3 * step) & 1) || reg(cu, at) != ip ||
		    reg(cu, at + step) != theirs || reg(cu, at + 2 * step) != mine)
			continue;
		out->size = network->eth_in.size - PAYLOAD;
		out->at = 0;
		out->dest = i;
		memcpy(out->user, user, sizeof(user));
		memcpy(out->bytes, frame + PAYLOAD, out->size);
		count(network, PROBE_APP_OUT, out->size);
		return;
	}
}

/* The frame has all of an IP header without options. */
static bool is_ip_for_me(const struct fcl_cu *cu, const struct fclc_ethernet_packet *in)
{
	return in->size >= UDP + 8 && get16(in->bytes + ETH_TYPE) == TYPE_IP &&
	       in->bytes[IP] == 0x45 && get32(in->bytes + IP + 16) == reg(cu, OWN_IP);
}

static void take_frame(struct fcl_cu *cu, struct fclc_network *network)
{
	struct fclc_ethernet_packet *in = &network->eth_in;

	count(network, PROBE_ETH_IN, in->size);
	if (!in->too_long && in->size >= IP && get16(in->bytes + ETH_TYPE) == TYPE_ARP) {
		take_arp(cu, network);
	} else if (!in->too_long && is_ip_for_me(cu, in)) {
		count(network, PROBE_PACKET_HANDLER, in->size);
		if (in->bytes[IP + 9] == ICMP)
			answer_ping(cu, network);
		else if (in->bytes[IP + 9] == UDP_PROTOCOL)
			take_datagram(cu, network);
	}
}

/* --- the unit ---------------------------------------------------------------------------------- */

int fclc_network_open(struct fcl_cu *cu, const struct fclc_external *external)
{
	struct fclc_network *network = fclc_unit_map(sizeof(*network));

	if (!network)
		return -12; /* ENOMEM */
	*(struct fclc_network **)cu->state = network;
	network->ports = external->ports;
	network->sockets = external->sockets;
	network->asked = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	set_reg(cu, MAC, 0x35029de5);
	set_reg(cu, MAC + 4, 0x000a);
	set_reg(cu, OWN_IP, 0xc0a80005);
	set_reg(cu, GATEWAY, 0xc0a80001);
	set_reg(cu, MASK, 0xffffff00);
	return 0;
}

void fclc_network_close(struct fcl_cu *cu)
{
	struct fclc_network *network = network_of(cu);

	if (!network)
		return;
	if (network->asked >= 0)
		close(network->asked);
	fclc_unit_unmap(network, sizeof(*network));
	*(struct fclc_network **)cu->state = NULL;
}

static void begin_packet(struct fclc_ethernet_packet *packet)
{
	packet->size = packet->at = 0;
	packet->whole = packet->too_long = false;
}

/* Moves what can be moved; false: nothing. A frame is taken when the answer to it has room. */
static bool network_step(struct fcl_cu *cu, struct fclc_network *network)
{
	const struct fclc_packets *ports = network->ports;
	unsigned char *transfer = network->transfer;
	unsigned before = network->eth_out.at + network->app_out.at;
	bool sent = fclc_ethernet_put(cu, ETH_OUT, &ports[ETH_OUT], &network->eth_out,
				      network->eth_out.bytes, transfer);
	bool given = fclc_ethernet_put(cu, APP_OUT, &ports[APP_OUT], &network->app_out,
				       network->app_out.bytes, transfer);
	bool moved = network->eth_out.at + network->app_out.at != before;

	if (sent && given &&
	    fclc_ethernet_gather(cu, ETH_IN, &ports[ETH_IN], &network->eth_in, transfer)) {
		take_frame(cu, network);
		begin_packet(&network->eth_in);
		return true;
	}
	if (out_is_free(network) && discover(cu, network))
		return true;
	if (out_is_free(network) &&
	    fclc_ethernet_gather(cu, APP_IN, &ports[APP_IN], &network->app_in, transfer)) {
		send_datagram(cu, network);
		begin_packet(&network->app_in);
		return true;
	}
	return moved;
}

int fclc_network_run(struct fcl_cu *cu)
{
	struct fclc_network *network = network_of(cu);

	for (;;) {
		uint32_t ports[4], count = 0;
		eventfd_t times;

		if (network_step(cu, network))
			continue;
		if (!out_is_free(network))
			ports[count++] = ETH_OUT;
		else
			ports[count++] = APP_IN;
		if (network->app_out.at < network->app_out.size)
			ports[count++] = APP_OUT;
		else if (out_is_free(network))
			ports[count++] = ETH_IN;
		eventfd_read(network->asked, &times);
		if (!__atomic_load_n(&network->discovers, __ATOMIC_RELAXED))
			cu->host->wait_outside(cu, network->asked, POLLIN, ports, count);
	}
}

#pragma GCC visibility pop
