/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BENCH_TASK_H
#define FCL_BENCH_TASK_H

/* The same body for OpenCL C and C. Each step depends on the previous one. */
#define MIX(in, out, count)                                                                        \
	for (int i = 0; i < (count); i++) {                                                        \
		unsigned value = (in)[i];                                                          \
                                                                                                   \
		for (unsigned round = 0; round < 32; round++) {                                    \
			value ^= value << 13;                                                      \
			value ^= value >> 17;                                                      \
			value += (value & 65535) * round;                                          \
		}                                                                                  \
		(out)[i] = value;                                                                  \
	}

#endif
