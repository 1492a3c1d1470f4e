#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""functions.py OUTPUT: writes a test of what hls:: functions return for each pair of operand types.

The rules are those of the overloads in the vendor's open hls_math.h; the program compiles with it
too, apart from the pairs that it leaves ambiguous.
"""
import sys

OWN = ['half', 'float', 'double', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int',
       'unsigned']
PROMOTED = {'char': 'int', 'bool': 'int'}
WIDE = ['long', 'unsigned long long']
CLASSES = ['ap_int<8>', 'ap_uint<16>', 'ap_fixed<16, 8>', 'ap_ufixed<16, 8>']
NUMBERS = OWN + list(PROMOTED) + WIDE
INTEGERS = OWN[3:] + list(PROMOTED)

ONE = '''acosh asinh atanh cbrt ceil cosh erf erfc exp exp2 exp10 expm1 fabs floor lgamma log log10 log1p
log2 logb nearbyint recip rint round rsqrt sinh sqrt tan tanh tanpi tgamma trunc'''.split()
# Whole bits of results, and whether the other bits stay, or the width.
RANGED = {'acos': (3, 1), 'asin': (3, 1), 'cos': (2, 1), 'sin': (2, 1), 'sinpi': (2, 0), 'cospi': (2, 0),
          'atan': (2, 0)}
TWO = 'copysign divide fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder'.split()
ORDER = 'isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater'.split()
COUNTED = 'ldexp pown rootn scalbln scalbn'.split()


def own(name):
    return PROMOTED.get(name, name)


def pair(a, b):
    """The type in which a pair is computed; None if there is none."""
    if a == b:
        return a if a in CLASSES else 'double' if a in WIDE else own(a)
    if a in CLASSES or b in CLASSES:
        number = b if a in CLASSES else a
        return None if number in CLASSES or number in WIDE else own(number)
    if a in WIDE and b in WIDE:
        return 'double'
    if a in WIDE or b in WIDE:
        number = b if a in WIDE else a
        return own(number)
    if own(a) == own(b):
        return own(a)
    kinds = {own(a), own(b)}
    if 'half' in kinds:
        return 'float' if 'float' in kinds else 'double' if 'double' in kinds else 'half'
    return 'double'


def ranged(operand, whole, keeps):
    if 'int<' in operand:
        return operand
    width, bits = (int(x) for x in operand[operand.index('<') + 1:-1].split(','))
    return '%s<%d, %d>' % (operand.split('<')[0], width - bits + whole if keeps else width, whole)


def rows():
    for function in ONE + list(RANGED):
        for a in NUMBERS + CLASSES:
            result = pair(a, a)
            if function in RANGED and a in CLASSES:
                result = ranged(a, *RANGED[function])
                if function == 'atan' and 'int<' in a:
                    result = 'ap_uint<1>' if a.startswith('ap_u') else 'ap_int<2>'
            yield function, [a], result
    for function in TWO + ORDER:
        for a in NUMBERS + CLASSES:
            for b in NUMBERS + CLASSES:
                result = pair(a, b)
                if result and function in ORDER:
                    # Integers that are compared as double have an int.
                    result = 'int' if result in OWN[:3] and not (a == b and a in WIDE) else 'bool'
                yield function, [a, b], result
    for function in COUNTED:
        for a in NUMBERS + CLASSES:
            yield function, [a, 'int'], pair(a, a)


HEAD = '''/* SPDX-License-Identifier: Apache-2.0 */
/* Written by functions.py. */
#include <cstdio>
#include <type_traits>
#include <utility>

#include <ap_fixed.h>
#include <ap_int.h>
#include <hls_math.h>

struct none {
};
static int failed;

template <typename FOUND, typename EXPECTED> static void check(const char *row)
{
\tif (!std::is_same<FOUND, EXPECTED>::value && ++failed)
\t\tstd::printf("%s has another type\\n", row);
}
'''


def main():
    functions = ONE + list(RANGED) + TWO + ORDER + COUNTED
    with open(sys.argv[1], 'w') as out:
        out.write(HEAD)
        for f in functions:
            out.write('template <typename... A> auto try_%s(int) -> decltype(hls::%s(std::declval<A>()...));\n'
                      'template <typename... A> none try_%s(long);\n' % (f, f, f))
        lines = [(f, a, r or 'none') for f, a, r in rows()]
        out.write('\nint main()\n{\n')
        for f, a, result in lines:
            types = ', '.join(a)
            out.write('\tcheck<decltype(try_%s<%s>(0)), %s>("%s(%s): %s");\n' %
                      (f, types, result, f, types, result))
        out.write('\tstd::printf("%d rows\\n");\n\treturn failed != 0;\n}\n' % len(lines))


main()
