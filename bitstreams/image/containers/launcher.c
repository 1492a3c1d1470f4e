/* SPDX-License-Identifier: Apache-2.0 */
#include "bitstreams/image/containers/launcher.h"

#include <errno.h>
#include <string.h>

#include "bitstreams/image/model/kinds.h"

/* xsim is the simulator that XRT tries first. */
static const char name[] = "behav_waveform/xsim/simulate.sh";

/*
 * XRT runs it in <folder>/binary_<n>/behav_waveform/xsim, and has stored the section as
 * <folder>/tempFile_<n>.zip. If the simulator does not start, the host would wait for five minutes,
 * so the script kills it.
 */
static const char script[] =
	"#!/bin/sh\n"
	"# SPDX-License-Identifier: Apache-2.0\n"
	"number=${PWD%/behav_waveform/*}\n"
	"number=${number##*/binary_}\n"
	"model=${XILINX_VITIS:-}/data/emulation/unified/cpu_em/generic_pcie/model/genericpciemodel\n"
	"[ -x \"$model\" ] && exec \"$model\" --image \"../../../tempFile_$number.zip\"\n"
	"echo \"simulate.sh: there is no $model; source settings64.sh of fpgacl\" >&2\n"
	"kill -TERM \"$PPID\"\n";

enum {
	VERSION = 10,
	UNIX = 3 << 8,      /* "version made by": the mode is a Unix mode */
	DATE = 1 << 5 | 1,  /* 1980-01-01, for reproducible images */
	MODE = 0100755,     /* an executable regular file */
	LOCAL = 0x04034b50, /* APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16 */
	CENTRAL = 0x02014b50,
	END = 0x06054b50,
	MAX_BYTES = 0x7fffffff, /* bytes, as offsets have 32 bits */
};

static uint32_t crc32_of(const char *bytes, size_t size)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < size; i++) {
		crc ^= (unsigned char)bytes[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

static void add16(struct fcl_text *file, uint32_t value)
{
	const unsigned char bytes[2] = {value & 0xff, value >> 8 & 0xff};

	fcl_text_append(file, bytes, sizeof(bytes));
}

static void add32(struct fcl_text *file, uint32_t value)
{
	add16(file, value & 0xffff);
	add16(file, value >> 16);
}

/* Fields that both headers of a file share, starting with the version needed to unpack it. */
static void add_facts(struct fcl_text *file)
{
	add16(file, VERSION);
	add16(file, 0); /* flags */
	add16(file, 0); /* stored uncompressed */
	add16(file, 0); /* time */
	add16(file, DATE);
	add32(file, crc32_of(script, strlen(script)));
	add32(file, sizeof(script) - 1);
	add32(file, sizeof(script) - 1);
	add16(file, sizeof(name) - 1);
	add16(file, 0); /* no extra field */
}

static void add_local(struct fcl_text *file)
{
	add32(file, LOCAL);
	add_facts(file);
	fcl_text_append(file, name, sizeof(name) - 1);
	fcl_text_append(file, script, sizeof(script) - 1);
}

static void add_central(struct fcl_text *file, uint32_t local_at)
{
	add32(file, CENTRAL);
	add16(file, UNIX | VERSION);
	add_facts(file);
	add16(file, 0); /* no comment */
	add16(file, 0); /* disk */
	add16(file, 0); /* internal attributes */
	add32(file, (uint32_t)MODE << 16);
	add32(file, local_at);
	fcl_text_append(file, name, sizeof(name) - 1);
}

static void launcher_add_end(struct fcl_text *file, uint32_t central_at, uint32_t central_size)
{
	add32(file, END);
	add16(file, 0); /* disks */
	add16(file, 0);
	add16(file, 1); /* files: on this disk, in total */
	add16(file, 1);
	add32(file, central_size);
	add32(file, central_at);
	add16(file, 0); /* no comment */
}

int fcl_image_launcher_add(struct fcl_image_writer *w, struct fcl_text *file)
{
	uint32_t local_at, central_at;

	fcl_text_align(file, 8);
	if (file->size > MAX_BYTES)
		return fcl_err_set(w->err, -EFBIG,
				   "the payload has %zu bytes: an image for hw_emu has at most %d",
				   file->size, MAX_BYTES);
	/* Offsets are relative to the first byte of the section, as unzip expects. */
	local_at = (uint32_t)file->size;
	add_local(file);
	central_at = (uint32_t)file->size;
	add_central(file, local_at);
	launcher_add_end(file, central_at, (uint32_t)file->size - central_at);
	return file->failed ? fcl_image_no_memory(w->err) : 0;
}
