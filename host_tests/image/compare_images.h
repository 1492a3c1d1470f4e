/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_COMPARE_IMAGES_H
#define FCL_COMPARE_IMAGES_H

#include "bitstreams/image/fcl_image.h"

/*
 * Walks through everything in an image and checks its invariants: indices are inside their tables,
 * strings end, sections are inside the bytes. Returns a number that depends on all of it, so that
 * the compiler cannot drop the walk. Fails the running cmocka test if an invariant is violated.
 */
unsigned long walk_image(const struct fcl_image *image);

/* Fails the running cmocka test if the tables of the two images differ. */
void assert_same_image(const struct fcl_image *image, const struct fcl_image *expected);

#endif
