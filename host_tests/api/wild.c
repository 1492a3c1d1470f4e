/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/wild.h"

#include <sys/mman.h>

enum { PAGE = 4096 };

void wild_make(struct wild *wild, void *live)
{
	char *object = live;
	void *freed = aligned_alloc(64, 1024);

	assert_non_null(freed);
	wild->page = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(wild->page != MAP_FAILED);
	memcpy(wild->copy[0], live, sizeof(wild->copy[0]));
	memcpy(freed, live, sizeof(wild->copy[0]));
	memset(wild->copy[1], 0xFC, sizeof(wild->copy[1]));
	const struct {
		void *handle;
		const char *name;
	} rows[WILD_HANDLES] = {
		{wild->page, "memory without access"},
		{(char *)wild->page + 64, "inside memory without access"},
		{freed, "freed memory"},
		{wild->copy[0], "a copy of an object"},
		{wild->copy[1], "memory of the host"},
		{object + 1, "an odd address"},
		{object + 8, "8 bytes into an object"},
		{object + 64, "64 bytes into an object"},
		{object - 64, "64 bytes before an object"},
		{(void *)64, "a small number"},
		{(void *)0x800000000000, "an address that no process has"},
		{(void *)(UINTPTR_MAX - 63), "the last address"},
	};

	for (int i = 0; i < WILD_HANDLES; i++) {
		wild->handles[i] = rows[i].handle;
		wild->names[i] = rows[i].name;
	}
	free(freed);
}

void wild_free(struct wild *wild)
{
	munmap(wild->page, PAGE);
}

const struct _cl_icd_dispatch *wild_table(void)
{
	return *(const struct _cl_icd_dispatch **)api.context;
}
