/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VISION_SCENE_H
#define VISION_SCENE_H

#include "picture.h"

/* Draws a street at dusk, 1280 x 720 pixels. 0, or -1: out of memory. */
int picture_draw_sample(struct picture *ret_picture);

#endif
