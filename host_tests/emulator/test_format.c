/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments that kernels may pass to printf. */
#include "host_tests/emulator/unit_test.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

#include "emulator/primitives/format.h"

static char why[256];

static bool good(const char *format, ...)
{
	va_list args;
	bool result;

	why[0] = '\0';
	va_start(args, format);
	result = fcl_emu_format_check(format, args, why, sizeof(why));
	va_end(args);
	assert_int_equal(result, why[0] == '\0');
	return result;
}

/* A readable page, followed by an inaccessible one. */
static char *edge(void)
{
	static char *page;

	if (page)
		return page + 4096;
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(page, MAP_FAILED);
	memset(page, 'x', 4096);
	assert_int_equal(mprotect(page + 4096, 4096, PROT_NONE), 0);
	return page + 4096;
}

/*
 * The arguments before the string are skipped according to their types; otherwise the wrong one
 * would be checked.
 */
static void finds_the_text(void **state)
{
	const char *bad = edge();

	(void)state;
	assert_true(good("%s", "text"));
	assert_false(good("%s", bad));
	assert_non_null(strstr(why, "for %s is not text in readable memory"));
	assert_false(good("%d %ld %lld %zu %hhd %c %s", 1, 2L, 3LL, (size_t)4, 5, 'c', bad));
	assert_true(good("%d %ld %lld %zu %hhd %c %s", 1, 2L, 3LL, (size_t)4, 5, 'c', "good"));
	assert_false(good("%f %Lf %e %.3g %5.*f %p %s", 1., 2.L, 3., 4., 2, 5., bad, bad));
	assert_true(good("%f %Lf %e %.3g %5.*f %p %s", 1., 2.L, 3., 4., 2, 5., bad, "good"));
	assert_false(good("%*d%%%-5.2s", 3, 4, bad));
	assert_true(good("%d%%s %p %m", 1, bad));
	assert_false(good("%s %s", "good", bad));
	assert_false(good("%s", (char *)1));
	assert_true(good("%s", (char *)NULL));
	assert_true(good("100%"));
	assert_true(good("%2$s %1$d", 1, "good"));
}

/* The check only reads as far as printf would. */
static void ends(void **state)
{
	char *end = edge();

	(void)state;
	assert_false(good("%s", end - 3));
	assert_true(good("%.3s", end - 3));
	assert_false(good("%.4s", end - 3));
	assert_true(good("%.*s", 3, end - 3));
	assert_false(good("%.*s", -1, end - 3));
	assert_true(good("%.0s", end));
	end[-1] = '\0';
	assert_true(good("%s", end - 4000));
	end[-1] = 'x';
	memset(end - 8, 0, 8);
	assert_true(good("%ls", (wchar_t *)(void *)(end - 8)));
	memset(end - 8, 'x', 8);
	assert_false(good("%ls", (wchar_t *)(void *)(end - 8)));
}

static void refuses(void **state)
{
	int count = 0;

	(void)state;
	assert_false(good("%d%n", 1, &count));
	assert_non_null(strstr(why, "%n"));
	assert_false(good(edge()));
	assert_non_null(strstr(why, "the format at"));
	assert_false(good(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_text),
		cmocka_unit_test(ends),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
