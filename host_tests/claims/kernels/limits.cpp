/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_memory.c and test_limits.c. */

extern "C" {

/* Writes the first and the last word of a buffer. */
void ends(int *data, long words, int value)
{
	data[0] = value;
	data[words - 1] = value + 1;
}

/* Pointers with every qualifier. */
void qualified(int *plain, const int *fixed, volatile int *changing, int *__restrict__ alone,
	       const volatile int *__restrict__ every)
{
	*alone = *plain + *fixed + *changing + *every;
}
}
