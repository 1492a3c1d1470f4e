/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_LAUNCHER_H
#define FCL_IMAGE_LAUNCHER_H

#include "bitstreams/image/codec/writer.h"

/*
 * Appends to a payload what XRT's hardware emulation looks for in BITSTREAM: it unpacks that section as an
 * archive, and starts the script behav_waveform/xsim/simulate.sh in it. An archive may follow other bytes,
 * an ELF may be followed by them, so the section is both. The script starts the board's process on the very
 * file that XRT has unpacked.
 */
int fcl_image_launcher_add(struct fcl_image_writer *w, struct fcl_text *file);

#endif
