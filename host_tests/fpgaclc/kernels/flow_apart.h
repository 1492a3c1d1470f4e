/* SPDX-License-Identifier: Apache-2.0 */
/* What flow_apart.cpp calls in flow_parts.cpp. */
#include <hls_stream.h>

typedef hls::stream<int> ints;

extern int rounds;

void read_apart(const int *from, ints &out, int n);
void write_apart(ints &in, int *to, int n);
