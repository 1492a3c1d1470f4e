/* SPDX-License-Identifier: Apache-2.0 */
/* Read-only static data with addresses that the loader relocates. */
static const char *const names[] = {"zero", "one", "two"};

extern "C" void letter(int which, char *out)
{
	*out = names[which][0];
}
