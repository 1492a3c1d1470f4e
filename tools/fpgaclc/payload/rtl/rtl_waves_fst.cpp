/* SPDX-License-Identifier: Apache-2.0 */

/* Verilator's FST writer, with the parts of GTKWave that it includes. */
#include "verilated_fst_c.cpp"
