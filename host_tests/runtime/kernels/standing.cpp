/* SPDX-License-Identifier: Apache-2.0 */

/* Reads a list again and again: result[0] counts the passes in which its sum was `sum`. */
extern "C" void linger(const volatile int *list, int *result, int count, int passes, int sum)
{
	int good = 0;

	for (int pass = 0; pass < passes; pass++) {
		unsigned found = 0;

		for (int i = 0; i < count; i++)
			found += (unsigned)list[i];
		good += found == (unsigned)sum;
	}
	result[0] = good;
}

/* The same, in another bank. */
extern "C" void visit(const volatile int *list, int *result, int count, int passes, int sum)
{
	linger(list, result, count, passes, sum);
}
