/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_H
#define FCL_IMAGE_H

/*
 * Images, for code outside of this folder: their contents (model/image.h), reading and writing
 * them, and the names of section kinds. README.md explains the design.
 */
#include "bitstreams/image/containers/signature.h"
#include "bitstreams/image/model/image.h"
#include "bitstreams/image/model/kinds.h"
#include "bitstreams/image/read.h"
#include "bitstreams/image/write.h"

#endif
