/* SPDX-License-Identifier: Apache-2.0 */
/* The functions in flow_parts.cpp that flow_apart.cpp calls. */
#include <hls_stream.h>

typedef hls::stream<int> ints;

extern int rounds;

void read_apart(const int *from, ints &out, int n);
void write_apart(ints &in, int *to, int n);
