// SPDX-License-Identifier: Apache-2.0
// Kernels whose cycles depend on their data (test_cycles.c).

extern "C" {

// One element in each cycle.
void copy(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port = in bundle = one
#pragma HLS INTERFACE m_axi port = out bundle = two
	for (int i = 0; i < n; i++)
#pragma HLS PIPELINE II = 1
		out[i] = in[i] + 1;
}

// Each iteration waits for the sum of the one before.
void total(const float *in, float *out, int n)
{
#pragma HLS INTERFACE m_axi port = in bundle = one
#pragma HLS INTERFACE m_axi port = out bundle = two
	float sum = 0;

	for (int i = 0; i < n; i++)
#pragma HLS PIPELINE II = 1
		sum += in[i];
	*out = sum;
}

// Nobody knows how often it runs before it has.
void steps(int *out, unsigned n)
{
	int count = 0;

	while (n != 1) {
#pragma HLS PIPELINE II = 3
		n = n % 2 ? 3 * n + 1 : n / 2;
		count++;
	}
	*out = count;
}

// A pipeline in each iteration, of another length each time.
void triangle(int *out, int n)
{
	int memory[64];
	int sum = 0;

	for (int i = 0; i < 64; i++)
		memory[i] = i * n;
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE off
		for (int j = 0; j < i; j++)
#pragma HLS PIPELINE II = 1
			sum += memory[j] ^ i;
		sum ^= n;
	}
	*out = sum;
}

// Ends at the first that is found.
void find(const int *in, int *out, int n, int what)
{
	int memory[256];
	int at = -1;

	for (int i = 0; i < 256; i++)
		memory[i] = in[i];
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II = 2
		if (memory[i] == what) {
			at = i;
			break;
		}
	}
	*out = at;
}

static int spend(const int *memory, int n)
{
#pragma HLS INLINE off
	int sum = 0;

	for (int i = 0; i < n; i++)
#pragma HLS PIPELINE II = 1
		sum += memory[i];
	return sum;
}

// One way calls, the other does not.
void choose(const int *in, int *out, int n)
{
	int memory[128];

	for (int i = 0; i < 128; i++)
		memory[i] = in[i];
	if (n & 1)
		*out = spend(memory, n) + 1;
	else
		*out = spend(memory, 2 * n);
}

// What is behind a loop comes after its header, also if it has no iteration.
void skip(const int *in, int *out, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE off
		sum += in[i];
	}
	*out = sum;
}

// Both may be the same memory.
void twice(const int *in, int *out, int n)
{
	for (int i = 1; i < n; i++)
#pragma HLS PIPELINE II = 1
		out[i] = in[i - 1] + 1;
}

static int set_once()
{
	return 7;
}

// A variable that is set when it is first reached has no place in a schedule.
void lazy(int *out)
{
	static int kept = set_once() + *out;

	*out = kept++;
}
}
