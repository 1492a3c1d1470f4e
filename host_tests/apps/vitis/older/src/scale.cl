/* SPDX-License-Identifier: Apache-2.0 */
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void scale(__global int *data, int factor, int size)
{
	for (int i = 0; i < size; i++)
		data[i] *= factor;
}
