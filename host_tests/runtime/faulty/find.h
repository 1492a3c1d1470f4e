/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUNTIME_FAULTY_FIND_H
#define RUNTIME_FAULTY_FIND_H

#include <dlfcn.h>

#include "host_tests/runtime/faulty/faulty.h"
#include "host_tests/runtime/host.h"

/* Finds the orders that the module reads; the runtime has loaded the module. */
static inline struct faulty_orders *faulty_find(void)
{
	void *module = dlopen(FAULTY, RTLD_NOW | RTLD_NOLOAD);
	faulty_entry *entry;

	assert_non_null(module);
	*(void **)&entry = dlsym(module, "faulty_get_orders");
	assert_non_null(entry);
	return entry();
}

#endif
