/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sample picture: houses with lit windows under a moon, which has edges and corners in all
 * directions.
 */
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720, GROUND = 600 };

struct colour {
	double red, green, blue;
};

static struct colour mix(struct colour a, struct colour b, double weight)
{
	return (struct colour){a.red + (b.red - a.red) * weight,
			       a.green + (b.green - a.green) * weight,
			       a.blue + (b.blue - a.blue) * weight};
}

/* A pseudo-random number from 0 to 1, determined by n. */
static double scene_hash(unsigned n)
{
	n = (n ^ 61) ^ (n >> 16);
	n *= 9;
	n = (n ^ (n >> 4)) * 0x27d4eb2d;
	return (n ^ (n >> 15)) % 10000 / 10000.0;
}

static struct colour sky_at(double x, double y)
{
	const struct colour top = {18, 24, 64}, bottom = {238, 140, 90}, moon = {250, 244, 214};
	double distance = hypot(x - 980, y - 150);

	if (distance < 70)
		return mix(moon, top, hypot(x - 960, y - 165) < 22 ? 0.15 : 0);
	return mix(mix(top, bottom, y / GROUND), moon, exp(-distance / 90) * 0.6);
}

/*
 * A house, 160 pixels wide, with a roof and rows of windows; returns whether it covers the
 * position.
 */
static int house_at(double x, double y, struct colour *colour)
{
	const struct colour wall = {70, 58, 72}, roof = {96, 40, 40}, lit = {255, 214, 120},
			    dark = {30, 34, 52};
	unsigned number = (unsigned)(x / 160);
	double left = number * 160 + 12, top = 260 + 200 * scene_hash(number), inside = x - left;
	double column = fmod(inside, 34), row = fmod(y - top - 14, 42);

	if (inside < 0 || inside > 136 || y > GROUND)
		return 0;
	if (y < top) {
		*colour = roof;
		return y > top - 60 + fabs(inside - 68) * 60 / 68;
	}
	*colour = mix(wall, dark, scene_hash(number + 50) * 0.5);
	if (column > 9 && column < 27 && row > 6 && row < 32 && y > top + 14)
		*colour = scene_hash((unsigned)(inside / 34) + 7 * (unsigned)((y - top - 14) / 42) +
				     91 * number) < 0.45
				  ? lit
				  : dark;
	return 1;
}

/* A road with a dashed line that leads to the horizon. */
static struct colour ground_at(double x, double y)
{
	const struct colour grass = {34, 52, 40}, road = {52, 52, 58}, paint = {220, 220, 200};
	double depth = (y - GROUND) / (HEIGHT - GROUND), side = fabs(x - 640) / (90 + 380 * depth);

	if (side > 1)
		return grass;
	return side < 0.03 && fmod(3 / (depth + 0.15), 1) < 0.5 ? paint : road;
}

static struct colour colour_at(double x, double y)
{
	struct colour colour;

	if (y > GROUND)
		return ground_at(x, y);
	return house_at(x, y, &colour) ? colour : sky_at(x, y);
}

int picture_draw_sample(struct picture *ret_picture)
{
	unsigned char *samples = malloc((size_t)WIDTH * HEIGHT * 3), *sample = samples;

	if (!samples)
		return -1;
	for (int y = 0; y < HEIGHT; y++) {
		for (int x = 0; x < WIDTH; x++) {
			/* four samples per pixel, to smooth slanted edges */
			struct colour a = mix(colour_at(x, y), colour_at(x + 0.5, y), 0.5);
			struct colour b = mix(colour_at(x, y + 0.5), colour_at(x + 0.5, y + 0.5),
					      0.5);
			struct colour colour = mix(a, b, 0.5);

			*sample++ = (unsigned char)colour.red;
			*sample++ = (unsigned char)colour.green;
			*sample++ = (unsigned char)colour.blue;
		}
	}
	*ret_picture = (struct picture){samples, WIDTH, HEIGHT, 3};
	return 0;
}
