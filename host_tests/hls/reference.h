/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <cstdio>
#include <cstring>
#include <gmpxx.h>

/*
 * Shared by the tests of the HLS number types: random values, the same in every build; exact values
 * in GMP, read from an object's memory instead of through its methods; and a digest of all results,
 * to compare builds by different compilers.
 */

extern unsigned long checked, failed;

/* Counts a check, and prints the first failures. */
void check(bool good, const char *what, int line, const mpz_class &a, const mpz_class &b,
	   const mpz_class &found, const mpz_class &expected);

/* Prints the digest and returns main()'s result. */
int report(const char *name, unsigned long least);

void digest(const void *bytes, size_t size);

/* Random bits; sometimes long runs of zeros and ones, or a value at a limit. */
mpz_class random_bits(int width);
unsigned random_number(unsigned below);

/* The value of the low `width` bits of x. */
mpz_class wrap(const mpz_class &x, int width, bool is_signed);

/* Numbers are stored as little-endian bytes; bits above their width are ignored. */
template <typename T> mpz_class memory_of(const T &object, int width, bool is_signed)
{
	mpz_class x;

	mpz_import(x.get_mpz_t(), sizeof(object), -1, 1, -1, 0, &object);
	return wrap(x, width, is_signed);
}

/* Writes bits to an object, with noise above its width, as a host's buffer may have. */
template <typename T> void set_memory(T *object, const mpz_class &value, int width)
{
	mpz_class bits = wrap(value, width, false);

	bits += random_bits(int(sizeof(T)) * 8 - width) << width;
	memset(static_cast<void *>(object), 0, sizeof(T));
	mpz_export(object, nullptr, -1, 1, -1, 0, bits.get_mpz_t());
}

/* The double nearest to x / 2^f, ties to even; x must not be too large. */
double nearest_double(const mpz_class &x, int f, int digits = 53);

/* floor(x / 2^shift). A negative shift multiplies. */
mpz_class shifted(const mpz_class &x, int shift);

/* A condition that does not involve numbers. */
#define HOLDS(WHAT, CONDITION)                                                                     \
	do {                                                                                       \
		bool holds = (CONDITION);                                                          \
		check(holds, WHAT, __LINE__, 0, 0, int(holds), mpz_class(1));                      \
	} while (0)

#endif
