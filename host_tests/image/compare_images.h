/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_COMPARE_IMAGES_H
#define FCL_COMPARE_IMAGES_H

#include "bitstreams/image/fcl_image.h"

/*
 * Walks everything that an image holds and promises: indices in their tables, strings that end,
 * sections inside the bytes. Returns a number that depends on all of it, so that no compiler drops
 * the walk; fails the running cmocka test where a promise is broken.
 */
unsigned long walk_image(const struct fcl_image *image);

/* Fails the running cmocka test where the tables of the two differ. */
void assert_same_image(const struct fcl_image *image, const struct fcl_image *expected);

#endif
