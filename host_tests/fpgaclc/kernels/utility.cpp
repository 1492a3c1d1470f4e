/* SPDX-License-Identifier: Apache-2.0 */
int utility(int x)
{
	return x * 10000000;
}
