/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

typedef struct {
	int x;
	float y;
} point;

struct tagged {
	char letters[6];
};

union either {
	float f;
	uint32_t u;
};

enum level { LOW, HIGH = 3 };

typedef const int fixed;

void types(point p, struct tagged t, union either u, enum level e, bool b, uint64_t n, double d,
	   unsigned char uc, fixed k, const float *restrict in, float out[])
{
	for (uint64_t i = 0; i < n; i++)
		out[i] = in[i] * p.y + p.x;
	out[n] = t.letters[5];
	out[n + 1] = u.f;
	out[n + 2] = e;
	out[n + 3] = b;
	out[n + 4] = d;
	out[n + 5] = uc;
	out[n + 6] = k;
}
