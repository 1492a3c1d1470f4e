/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's writer of FST, with the parts of GTKWave that it brings. */
#include "verilated_fst_c.cpp"
