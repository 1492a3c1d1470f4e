/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rack/pcapng.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "base/log.h"
#include "base/rack/frame.h"
#include "base/text.h"
#include "base/trust.h"

enum {
	SECTION_HEADER = 0x0A0D0D0A,
	INTERFACE = 1,
	ENHANCED_PACKET = 6,
	BYTE_ORDER_MAGIC = 0x1A2B3C4D,
	LINKTYPE_ETHERNET = 1,
	IF_NAME = 2,
	IF_SPEED = 8,
	IF_TSRESOL = 9,
	NANOSECONDS = 9,
};

struct fcl_rack_pcap {
	int file;
	uint32_t interface;
	char path[4096];
};

/* --- blocks ------------------------------------------------------------------------------------ */

static void put32(struct fcl_text *out, uint32_t word)
{
	fcl_text_append(out, &word, sizeof(word));
}

/* A block without its length, which is at both ends. */
static void put_block(struct fcl_text *out, uint32_t kind, const struct fcl_text *body)
{
	uint32_t size = (uint32_t)body->size + 12;

	put32(out, kind);
	put32(out, size);
	fcl_text_append(out, body->bytes, body->size);
	put32(out, size);
}

static void put_option(struct fcl_text *out, uint16_t code, const void *bytes, uint16_t size)
{
	fcl_text_append(out, &code, sizeof(code));
	fcl_text_append(out, &size, sizeof(size));
	fcl_text_append(out, bytes, size);
	fcl_text_align(out, 4);
}

static void put_interface(struct fcl_text *out, const struct fcl_rack *rack,
			  const struct fcl_rack_link *link, uint32_t port)
{
	const char *name = rack->ports[port].name;
	uint64_t speed = link->rate_mbps * 1000000;
	uint8_t resolution = NANOSECONDS;
	struct fcl_text body = {0};

	put32(&body, LINKTYPE_ETHERNET);
	put32(&body, FCL_RACK_MAX_FRAME);
	put_option(&body, IF_NAME, name, (uint16_t)strlen(name));
	if (speed)
		put_option(&body, IF_SPEED, &speed, sizeof(speed));
	put_option(&body, IF_TSRESOL, &resolution, 1);
	put32(&body, 0);
	put_block(out, INTERFACE, &body);
	out->failed |= body.failed;
	fcl_text_free(&body);
}

static void put_start(struct fcl_text *out, const struct fcl_rack *rack,
		      const struct fcl_rack_link *link)
{
	struct fcl_text body = {0};

	put32(&body, BYTE_ORDER_MAGIC);
	put32(&body, 1); /* version 1.0 */
	put32(&body, UINT32_MAX);
	put32(&body, UINT32_MAX); /* the section's length is not known */
	put_block(out, SECTION_HEADER, &body);
	out->failed |= body.failed;
	fcl_text_free(&body);
	for (uint32_t i = 0; i < link->nports; i++)
		put_interface(out, rack, link, link->ports[i]);
}

/* --- files ------------------------------------------------------------------------------------- */

/* The first program that comes writes the start. */
static int pcap_start(const struct fcl_rack_pcap *pcap, const struct fcl_rack *rack,
		      const struct fcl_rack_link *link)
{
	struct fcl_text start = {0};
	struct stat facts;
	int error;

	if (flock(pcap->file, LOCK_EX) || fstat(pcap->file, &facts))
		return -errno;
	if (!facts.st_size)
		put_start(&start, rack, link);
	error = start.failed ? -ENOMEM : 0;
	if (!error && start.size)
		error = fcl_file_write_all(pcap->file, start.bytes, start.size);
	flock(pcap->file, LOCK_UN);
	fcl_text_free(&start);
	return error;
}

int fcl_rack_pcap_open(const struct fcl_rack *rack, uint32_t port, struct fcl_rack_pcap **ret_pcap,
		       struct fcl_err *err)
{
	const char *folder = fcl_config_string(FCL_CONFIG_RACK_PCAP);
	const struct fcl_rack_link *link = &rack->links[rack->ports[port].link];
	struct fcl_rack_pcap *pcap;
	int error = 0;

	*ret_pcap = NULL;
	if (!*folder)
		return 0;
	pcap = calloc(1, sizeof(*pcap));
	if (!pcap)
		return fcl_err_set(err, -ENOMEM, "out of memory");
	while (link->ports[pcap->interface] != port)
		pcap->interface++;
	snprintf(pcap->path, sizeof(pcap->path), "%s/%s.pcapng", folder, link->name);
	pcap->file = fcl_trust_output(pcap->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644,
				      err);
	if (pcap->file < 0)
		error = pcap->file;
	else if ((error = pcap_start(pcap, rack, link)))
		fcl_err_set(err, error, "cannot write to %s: %s", pcap->path, strerror(-error));
	if (error) {
		fcl_rack_pcap_close(pcap);
		return error;
	}
	*ret_pcap = pcap;
	return 0;
}

void fcl_rack_pcap_close(struct fcl_rack_pcap *pcap)
{
	if (!pcap)
		return;
	if (pcap->file >= 0)
		close(pcap->file);
	free(pcap);
}

void fcl_rack_pcap_put(struct fcl_rack_pcap *pcap, const void *bytes, uint32_t size)
{
	uint32_t padding = -size & 3, total = 32 + size + padding, zero = 0;
	struct timespec now;
	uint64_t ns;
	uint32_t head[7];
	struct iovec parts[] = {{head, sizeof(head)},
				{(void *)bytes, size},
				{&zero, padding},
				{&total, sizeof(total)}};

	if (pcap->file < 0)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	memcpy(head,
	       (uint32_t[]){ENHANCED_PACKET, total, pcap->interface, (uint32_t)(ns >> 32),
			    (uint32_t)ns, size, size},
	       sizeof(head));
	if (fcl_file_append_allowed(pcap->file, total) &&
	    writev(pcap->file, parts, 4) == (ssize_t)total)
		return;
	fcl_log(FCL_LOG_ERROR, "rack", "%s ends here: a block could not be written (%s)",
		pcap->path, strerror(errno));
	close(pcap->file);
	pcap->file = -1;
}
