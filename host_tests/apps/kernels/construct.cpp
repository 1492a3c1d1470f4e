/* SPDX-License-Identifier: Apache-2.0 */
/* Static constructors that return (HOW 0), or end in various other ways. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

static int eat_stack(volatile int depth)
{
	volatile char frame[4096];

	frame[0] = (char)depth;
	return depth > 1 << 20 ? frame[0] : eat_stack(depth + 1) + frame[0];
}

struct built {
	std::vector<int> values;
	int count = 0;

	built() : values(1000, 7)
	{
#if HOW == 1
		throw std::runtime_error("no table " + std::to_string(values.size()));
#elif HOW == 2
		*(volatile int *)16 = 1;
#elif HOW == 3
		std::abort();
#elif HOW == 4
		((void (*)(void))(uintptr_t)values.data()[0])();
#elif HOW == 5
		count = eat_stack(0);
#elif HOW == 7
		while (*(volatile int *)values.data())
			;
#elif HOW == 6
		throw 7;
#endif
		count += 2;
	}
};

static built first;
static std::string second = std::string(100, 'x') + std::to_string(first.count);

/* Like the writer of a waveform or a profile. */
__attribute__((destructor)) static void end()
{
	const char *path = getenv("CONSTRUCT_ENDS");
	FILE *file = path ? fopen(path, "a") : nullptr;

	if (file) {
		fputc('x', file);
		fclose(file);
	}
}

extern "C" void sum(int *out)
{
	out[0] = first.values[999] + first.count + (int)second.size();
}
