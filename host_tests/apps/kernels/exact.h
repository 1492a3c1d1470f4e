/* SPDX-License-Identifier: Apache-2.0 */

/*
 * INTEGER(name, call, reference): a function of integers x, y, z, and the same in sufficiently wide
 * arithmetic, with LOW and HIGH the type's limits and BITS its width. RELATION(name, call,
 * reference): a relation of floating-point numbers x and y. exact.cl and test_exact.c include these
 * lists.
 */
#ifdef INTEGER
INTEGER(abs, abs(x), x < 0 ? -x : x)
INTEGER(abs_diff, abs_diff(x, y), x < y ? y - x : x - y)
INTEGER(add_sat, add_sat(x, y), saturate(x + y, LOW, HIGH))
INTEGER(sub_sat, sub_sat(x, y), saturate(x - y, LOW, HIGH))
INTEGER(hadd, hadd(x, y), (x + y) >> 1)
INTEGER(rhadd, rhadd(x, y), (x + y + 1) >> 1)
INTEGER(clamp, clamp(x, min(y, z), max(y, z)), saturate(x, y < z ? y : z, y < z ? z : y))
INTEGER(clz, clz(x), leading(x, BITS))
INTEGER(popcount, popcount(x), ones(x, BITS))
INTEGER(mul_hi, mul_hi(x, y), upper(x, y, BITS))
INTEGER(mad_hi, mad_hi(x, y, z), upper(x, y, BITS) + z)
INTEGER(mad_sat, mad_sat(x, y, z), mad_saturate(x, y, z, LOW, HIGH))
INTEGER(max, max(x, y), x < y ? y : x)
INTEGER(min, min(x, y), x < y ? x : y)
INTEGER(rotate, rotate(x, y), turn(x, y, BITS))
INTEGER(bitselect, bitselect(x, y, z), (x & ~z) | (y & z))
#endif

#ifdef RELATION
RELATION(isequal, isequal(x, y), x == y)
RELATION(isnotequal, isnotequal(x, y), x != y)
RELATION(isgreater, isgreater(x, y), x > y)
RELATION(isgreaterequal, isgreaterequal(x, y), x >= y)
RELATION(isless, isless(x, y), x < y)
RELATION(islessequal, islessequal(x, y), x <= y)
RELATION(islessgreater, islessgreater(x, y), x<y || x> y)
RELATION(isfinite, isfinite(x), isfinite(x))
RELATION(isinf, isinf(x), isinf(x))
RELATION(isnan, isnan(x), isnan(x))
RELATION(isnormal, isnormal(x), isnormal(x))
RELATION(isordered, isordered(x, y), !isnan(x) && !isnan(y))
RELATION(isunordered, isunordered(x, y), isnan(x) || isnan(y))
RELATION(signbit, signbit(x), signbit(x))
#endif
