/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VISION_SCENE_H
#define VISION_SCENE_H

#include "picture.h"

/* A street at dusk, of 1280 x 720 pixels. 0, or -1 if memory is short. */
int picture_draw_sample(struct picture *ret_picture);

#endif
