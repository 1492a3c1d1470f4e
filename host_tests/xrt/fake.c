/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/xrt/fake.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* If the fake XRT is not loaded yet, it reads the environment later. */
void fake(const char *words)
{
	void *module = dlopen("libxrt_coreutil.so.2", RTLD_NOW | RTLD_NOLOAD);
	void (*say)(const char *) = NULL;

	assert_int_equal(setenv("FAKE_XRT", words, 1), 0);
	if (!module)
		return;
	*(void **)&say = dlsym(module, "fake_xrt_say");
	assert_non_null(say);
	say(words);
	dlclose(module);
}
