/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "rtl.h"

/*
 * Files that the HDL opens. Several threads may create and run models of an image; each thread is
 * inside one model at a time.
 */
static __thread const struct fclc_rtl *inside;
static __thread char missing[256];

static const char *last_part(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

void fclc_rtl_enter(const struct fclc_rtl *rtl)
{
	inside = rtl;
	missing[0] = 0;
}

const char *fclc_rtl_leave(void)
{
	inside = NULL;
	return missing[0] ? missing : NULL;
}

FILE *fclc_rtl_fopen(const char *name, const char *mode)
{
	const struct fclc_rtl_design *design = inside ? inside->design : NULL;
	FILE *file;

	for (unsigned i = 0; design && *mode == 'r' && i < design->nfiles; i++)
		if (!strcmp(design->files[i].name, last_part(name)) && design->files[i].size)
			return fmemopen((void *)design->files[i].bytes, design->files[i].size, "r");
	file = fopen(name, mode);
	if (!file && *mode == 'r' && !missing[0])
		snprintf(missing, sizeof(missing), "%s", name);
	return file;
}
