/* SPDX-License-Identifier: Apache-2.0 */
void empty(int *memory, int number)
{
	(void)memory;
	(void)number;
}
