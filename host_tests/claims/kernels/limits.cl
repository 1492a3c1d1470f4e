/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_limits.c. */

/* Pointers with every qualifier. */
__kernel void qualified(__global int *plain, __global const int *fixed,
			__global volatile int *changing, __global int *restrict alone,
			__global const volatile int *restrict every, __constant int *table,
			__local volatile int *scratch)
{
	*scratch = *plain + *table;
	*alone = *scratch + *fixed + *changing + *every;
}

/* Prints `lines` lines of 64 characters, then one text of `width` characters; then fails. */
__kernel void speak(__global int *out, int lines, int width, int fails)
{
	for (int i = 0; i < lines; i++)
		printf("line %d of the work-item, with a tail up to its character 63, %d.\n",
		       100000 + i, i % 10);
	if (width == 1000)
		printf("[%1000d]\n", 7);
	if (width == 1 << 20)
		printf("[%1048576d]\n", 7);
	if (width == 1000000)
		printf("[%1000000d]\n", 7);
	if (fails)
		out[-(1l << 44)] = 1;
	*out = lines;
}
