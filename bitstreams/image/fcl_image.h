/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_H
#define FCL_IMAGE_H

/*
 * Images, for code outside this folder: what one is (model/image.h), how it is read and
 * written, and the names of its sections' kinds. README.md explains the idea.
 */
#include "bitstreams/image/model/image.h"
#include "bitstreams/image/model/kinds.h"
#include "bitstreams/image/read.h"
#include "bitstreams/image/write.h"

#endif
