/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <strings.h>

#include "rtl.h"

/* Bits above a signal's width must stay 0, as the model relies on it. */
static void clear_above(const struct fclc_signal *signal)
{
	unsigned bytes = fclc_signal_bytes(signal->bits), whole = signal->bits / 8;

	if (whole >= bytes)
		return;
	signal->at[whole] &= (unsigned char)((1u << signal->bits % 8) - 1);
	memset(signal->at + whole + 1, 0, bytes - whole - 1);
}

void fclc_put(const struct fclc_signal *signal, uint64_t value)
{
	if (!signal->at)
		return;
	if (signal->bits < 64)
		value &= (1ull << signal->bits) - 1;
	switch (fclc_signal_bytes(signal->bits)) {
	case 1:
		*signal->at = (uint8_t)value;
		break;
	case 2:
		*(uint16_t *)signal->at = (uint16_t)value;
		break;
	case 4:
		*(uint32_t *)signal->at = (uint32_t)value;
		break;
	default:
		fclc_put_bytes(signal, &value, sizeof(value));
	}
}

void fclc_put_bytes(const struct fclc_signal *signal, const void *from, size_t size)
{
	unsigned bytes = fclc_signal_bytes(signal->bits);

	if (!signal->at)
		return;
	if (size < bytes)
		memset(signal->at + size, 0, bytes - size);
	memcpy(signal->at, from, size < bytes ? size : bytes);
	clear_above(signal);
}

void fclc_get_bytes(const struct fclc_signal *signal, void *to, size_t size)
{
	unsigned bytes = signal->at ? fclc_signal_bytes(signal->bits) : 0;

	if (bytes < size)
		memset((char *)to + bytes, 0, size - bytes);
	if (bytes)
		memcpy(to, signal->at, size < bytes ? size : bytes);
}

static bool is_called(const char *name, const char *prefix, const char *suffix)
{
	size_t length = prefix ? strlen(prefix) : 0;

	if (!prefix)
		return !strcasecmp(name, suffix);
	return !strncasecmp(name, prefix, length) && name[length] == '_' &&
	       !strcasecmp(name + length + 1, suffix);
}

struct fclc_signal fclc_find(const struct fclc_rtl *rtl, const char *prefix, const char *suffix)
{
	for (unsigned i = 0; i < rtl->design->nsignals; i++) {
		const struct fclc_rtl_named *signal = &rtl->signals[i];

		if (is_called(signal->name, prefix, suffix))
			return (struct fclc_signal){signal->at, signal->bits};
	}
	return (struct fclc_signal){0};
}

/* Called by Verilator's runtime. Atomics of up to 8 bytes are lock-free. */
__attribute__((visibility("hidden"))) bool
fclc_is_lock_free(size_t size, const volatile void *at) __asm__("__atomic_is_lock_free");

bool fclc_is_lock_free(size_t size, const volatile void *at)
{
	(void)at;
	return size <= 8;
}
