/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels for test_host.c: they use the C library, and write to the console in all possible ways.
 */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <sys/uio.h>
#include <unistd.h>

extern "C" {

/* Through pointers, so that the compiler does not inline the functions. */
void borrow(int *out, int value)
{
	int (*volatile absolute)(int) = std::abs;
	int (*volatile number)(const char *) = std::atoi;

	out[0] = absolute(value);
	out[1] = number("77");
}

void shout(int *out, int value)
{
	char first[] = "writev ", second[] = "in two parts\n";
	struct iovec parts[2] = {{first, sizeof(first) - 1}, {second, sizeof(second) - 1}};

	errno = ENOENT;
	std::perror("perror");
	dprintf(STDOUT_FILENO, "dprintf %d\n", value);
	out[0] = (int)write(STDERR_FILENO, "write\n", 6);
	out[1] = (int)writev(STDOUT_FILENO, parts, 2);
	fputs_unlocked("fputs_unlocked\n", stdout);
	putchar_unlocked('!');
	putchar_unlocked('\n');
	std::cout << "cout " << value << std::endl;
}
}
