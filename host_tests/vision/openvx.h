/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_VISION_OPENVX_H
#define FCL_TEST_VISION_OPENVX_H

#include <VX/vx.h>

#include "reference.h"

/* Graphs of the vision kernels. Every helper fails the running test on an error. */

enum { WIDTH = 90, HEIGHT = 46 };

extern vx_context context;
extern vx_graph graph;

void check(vx_status status, const char *what);

/* A picture of zeros without gaps between its rows. */
struct picture plain_picture(int width, int height, int pixel);

vx_image new_image(int width, int height, vx_df_image format);
vx_image image_of(struct picture *picture, vx_df_image format);
/* Copies between a picture and the image's first plane. */
void copy_image_plane(vx_image image, struct picture *picture, vx_enum usage);
/* Compares, and frees the picture. */
void expect_image(const char *what, vx_image image, struct picture *expected);

vx_scalar scalar_of(vx_enum type, const void *value);
vx_scalar enum_of(vx_enum value);

/* Adds a node with the parameters that follow, and a replicated border if the kernel has one. */
void add_node(const char *name, bool border, vx_uint32 count, ...);

void start_graph(void);
/* Verifies, runs and releases the graph. */
void run_graph(void);

/* For groups of tests: opens a context with the vision kernels. */
int open_vision(void **state);
int close_vision(void **state);

#define NODE(name, border, ...)                                                                    \
	add_node(name, border, sizeof((const void *[]){__VA_ARGS__}) / sizeof(void *), __VA_ARGS__)
#define KHRONOS "org.khronos.openvx."

#endif
