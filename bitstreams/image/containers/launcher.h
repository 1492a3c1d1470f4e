/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_LAUNCHER_H
#define FCL_IMAGE_LAUNCHER_H

#include "bitstreams/image/codec/writer.h"

/*
 * Appends to a payload what XRT's hardware emulation expects in BITSTREAM: it unpacks that section
 * as a zip archive, and runs the script behav_waveform/xsim/simulate.sh in it. A zip archive may
 * follow other data, and an ELF may be followed by other data, so the section is both. The script
 * starts the board's process with the very file that XRT has unpacked.
 */
int fcl_image_launcher_add(struct fcl_image_writer *w, struct fcl_text *file);

#endif
