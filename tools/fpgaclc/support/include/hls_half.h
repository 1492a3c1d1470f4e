/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_HALF_H
#define FPGACL_HLS_HALF_H

/* IEEE 754 binary16, as the compiler has it. */
typedef _Float16 half;

#endif
