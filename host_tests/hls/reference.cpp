/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <cmath>
#include <cstdint>
#include <iostream>

unsigned long checked, failed;

static uint64_t digest_now = 0xcbf29ce484222325u;
static uint64_t state = 88172645463325252u;

static uint64_t next()
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

void digest(const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		digest_now ^= ((const unsigned char *)bytes)[i];
		digest_now *= 0x100000001b3u;
	}
}

void check(bool good, const char *what, int line, const mpz_class &a, const mpz_class &b,
	   const mpz_class &found, const mpz_class &expected)
{
	std::string text = found.get_str(16);

	checked++;
	digest(text.data(), text.size());
	if (good || failed++ >= 20)
		return;
	std::cerr << "line " << line << ": " << what << ": a = " << a << ", b = " << b << ": found "
		  << found << ", expected " << expected << "\n";
}

int report(const char *name, unsigned long least)
{
	printf("%s: %lu checks, digest %016llx\n", name, checked, (unsigned long long)digest_now);
	if (failed)
		fprintf(stderr, "%s: %lu checks failed\n", name, failed);
	if (checked < least)
		fprintf(stderr, "%s: there should be %lu checks\n", name, least);
	return failed || checked < least;
}

unsigned random_number(unsigned below)
{
	return unsigned(next() >> 33) % below;
}

mpz_class random_bits(int width)
{
	mpz_class x = 0;
	unsigned kind = random_number(8);

	if (width <= 0)
		return 0;
	if (kind == 0) /* at an edge */
		return wrap(mpz_class(int(random_number(5)) - 2), width, false);
	if (kind == 1)
		return wrap((mpz_class(1) << (width - 1)) + int(random_number(3)) - 1, width,
			    false);
	if (kind == 2) { /* runs */
		for (int i = 0; i < width; i += 1 + int(random_number(40)))
			x ^= (mpz_class(1) << i) - 1;
		return wrap(x, width, false);
	}
	for (int i = 0; i < width; i += 32)
		x = (x << 32) + unsigned(next() >> 32);
	if (kind == 3)
		x >>= random_number(unsigned(width));
	return wrap(x, width, false);
}

mpz_class wrap(const mpz_class &x, int width, bool is_signed)
{
	mpz_class r;

	mpz_fdiv_r_2exp(r.get_mpz_t(), x.get_mpz_t(), (mp_bitcnt_t)width);
	if (is_signed && mpz_tstbit(r.get_mpz_t(), (mp_bitcnt_t)width - 1))
		r -= mpz_class(1) << width;
	return r;
}

mpz_class shifted(const mpz_class &x, int shift)
{
	mpz_class r;

	if (shift < 0)
		return x << -shift;
	mpz_fdiv_q_2exp(r.get_mpz_t(), x.get_mpz_t(), (mp_bitcnt_t)shift);
	return r;
}

double nearest_double(const mpz_class &x, int f, int digits)
{
	int spare = int(mpz_sizeinbase(x.get_mpz_t(), 2)) - digits;
	mpz_class kept = abs(x), rest;

	if (spare > 0) {
		mpz_class half = mpz_class(1) << (spare - 1);

		mpz_fdiv_r_2exp(rest.get_mpz_t(), kept.get_mpz_t(), (mp_bitcnt_t)spare);
		kept = shifted(kept, spare);
		if (rest > half || (rest == half && mpz_odd_p(kept.get_mpz_t())))
			kept += 1;
		f -= spare;
	}
	return std::ldexp(sgn(x) < 0 ? -kept.get_d() : kept.get_d(), -f);
}
