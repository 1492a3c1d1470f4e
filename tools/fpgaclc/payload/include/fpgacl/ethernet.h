/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_ETHERNET_H
#define FPGACLC_ETHERNET_H

/*
 * Ethernet between boards: the kernels cmac_0, cmac_1 and networklayer of Xilinx's
 * xup_vitis_network_example (VNx), and EasyNet's cmac_krnl, by behaviour. Kernels do not include this
 * header.
 */

#include <stdbool.h>
#include <stdint.h>

struct fcl_cu;
struct fclc_external;
struct fclc_packets;

enum {
	FCLC_ETHERNET_SMALLEST = 60, /* bytes of a frame, without its check sequence */
	FCLC_ETHERNET_LARGEST = 16 * 1024,
};

/* A packet that is gathered from a stream, or put into one, transfer by transfer. */
struct fclc_ethernet_packet {
	unsigned size, at; /* bytes; those that are in the stream already */
	bool whole;        /* up to TLAST, or not begun to be put */
	bool too_long;     /* what is beyond the largest frame is dropped */
	uint64_t dest;     /* TDEST of the first transfer */
	unsigned char user[16];
	unsigned char bytes[FCLC_ETHERNET_LARGEST];
};

#pragma GCC visibility push(hidden)

/* Takes transfers until the packet is whole; false: there is none yet. `transfer` is room for one. */
bool fclc_ethernet_gather(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
			  struct fclc_ethernet_packet *packet, unsigned char *transfer);
/* Puts transfers of `bytes` until the packet is in the stream; false: the stream is full. */
bool fclc_ethernet_put(struct fcl_cu *cu, unsigned port, const struct fclc_packets *packets,
		       struct fclc_ethernet_packet *packet, const unsigned char *bytes,
		       unsigned char *transfer);

int fclc_cmac_open(struct fcl_cu *cu, const struct fclc_external *external);
void fclc_cmac_close(struct fcl_cu *cu);
int fclc_cmac_run(struct fcl_cu *cu);
uint32_t fclc_cmac_read(struct fcl_cu *cu, uint32_t offset);
void fclc_cmac_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);

int fclc_network_open(struct fcl_cu *cu, const struct fclc_external *external);
void fclc_network_close(struct fcl_cu *cu);
int fclc_network_run(struct fcl_cu *cu);
uint32_t fclc_network_read(struct fcl_cu *cu, uint32_t offset);
void fclc_network_write(struct fcl_cu *cu, uint32_t offset, uint32_t value);

#pragma GCC visibility pop

#endif
