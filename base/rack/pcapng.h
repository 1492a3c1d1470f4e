/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_RACK_PCAPNG_H
#define FCL_RACK_PCAPNG_H

#include "base/rack/rack.h"

/*
 * Records of what links carry, as pcapng (draft-ietf-opsawg-pcapng): a file LINK.pcapng for each link in
 * the folder FPGACL_RACK_PCAP, with an interface for each port. All programs that send over a link append
 * to its file, a whole block at a time, so that it can be read while it grows.
 */

struct fcl_rack_pcap;

/* *ret_pcap is NULL if nothing is to be recorded. */
int fcl_rack_pcap_open(const struct fcl_rack *rack, uint32_t port, struct fcl_rack_pcap **ret_pcap,
		       struct fcl_err *err);
void fcl_rack_pcap_close(struct fcl_rack_pcap *pcap);

/* A frame that the port sends. If the disk is full, the log says so once, and nothing more is recorded. */
void fcl_rack_pcap_put(struct fcl_rack_pcap *pcap, const void *bytes, uint32_t size);

#endif
