/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A shared object with everything that the dynamic linker reads: names and versions of the C
 * library, thread-local data, functions to call on load and unload.
 */
#include <stdlib.h>

__attribute__((visibility("default"))) extern const char *const elf_sample[];
__attribute__((visibility("default"))) long elf_sample_number(unsigned index);

const char *const elf_sample[] = {"4", "11", "19"};
static _Thread_local unsigned uses;
static unsigned loads;

__attribute__((constructor)) static void load(void)
{
	loads++;
}

__attribute__((destructor)) static void unload(void)
{
	loads--;
}

long elf_sample_number(unsigned index)
{
	return strtol(elf_sample[index], NULL, 10) + ++uses + loads;
}
