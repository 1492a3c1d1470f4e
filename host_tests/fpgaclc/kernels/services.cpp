/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that a payload gets from the board instead of the host process. */
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {

void speak(int number)
{
	printf("printf %d\n", number);
	puts("puts");
	putchar('c');
	fputc('\n', stdout);
	fprintf(stderr, "fprintf %s\n", "stderr");
	std::cout << "cout " << number << ' ' << 2.5 << std::endl;
	std::cerr << "cerr" << '\n';
}

void remember(int *out)
{
	void *block = malloc(1000), *aligned = nullptr;
	std::vector<int> numbers;
	char *copy = strdup("made by the C library");

	memset(block, 1, 1000);
	block = realloc(block, 2000);
	out[0] = ((char *)block)[999];
	out[1] = posix_memalign(&aligned, 4096, 10) == 0 && (uintptr_t)aligned % 4096 == 0;
	for (int i = 0; i < 100; i++)
		numbers.push_back(i);
	out[2] = numbers[99];
	out[3] = (int)strlen(copy);
	void *volatile huge = calloc(1ul << 40, 1ul << 40); /* keeps the compiler from dropping the
							     * call */
	out[4] = huge == nullptr;
	int *zeros = (int *)calloc(10, sizeof(int));
	out[5] = zeros[9];
	free(zeros);
	free(copy);
	free(aligned);
	free(block);
}

void leak(int *out)
{
	void *volatile block = malloc(100);

	*out = block != nullptr;
}

struct guard {
	int *flag;
	~guard()
	{
		*flag = 77;
	}
};

void end(int how, int *out)
{
	guard g = {out};

	if (how == 0)
		throw std::runtime_error("out of cheese");
	if (how == 1)
		throw 42;
	if (how == 2)
		assert(how != 2 && "two");
	if (how == 3)
		abort();
	if (how == 4)
		exit(5);
	if (how == 5) {
		try {
			throw std::string("caught");
		} catch (const std::string &text) {
			printf("%s\n", text.c_str());
		}
	}
}
}
