#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""operators.py OUTPUT: writes a test of each operator with each kind of operand, sign and width.

The types and values that it expects are computed here, with Python's integers, from the rules that
docs/fpgaclc.md describes. The program also compiles with the vendor's open headers.
"""
import random
import sys

rng = random.Random(7)


def wrap(x, width, signed):
    x &= (1 << width) - 1
    return x - (1 << width) if signed and x >> (width - 1) else x


class Operand:
    """A variable: its width, its type's sign, its fraction bits (`point`), and values to try."""

    def __init__(self, kind, name, width, sign, point=0):
        self.kind, self.width, self.sign, self.point = kind, width, sign, point
        self.values = [rng.getrandbits(width) | 1, 1 << (width - 1), (1 << width) - 1]
        self.values = [wrap(v, width, sign) for v in self.values]
        self.name = name
        self.value_sign = sign

    def declare(self, variable, value):
        if self.kind == 'C':
            return '%s %s = (%s)%dull;' % (self.name, variable, self.name, value & (1 << 64) - 1)
        bits = value & (1 << self.width) - 1
        words = ', '.join('%dull' % (bits >> i & (1 << 64) - 1) for i in range(0, self.width, 64))
        return '%s %s; fill(%s, %d, {%s});' % (self.name, variable, variable, self.width, words)

    def use(self, variable):
        return variable


class Range(Operand):
    """All bits of a number: as wide as it and unsigned, but its sign counts beside an ap_int."""

    def __init__(self, name, width, sign):
        super().__init__('R', name, width, False)
        self.sign, self.value_sign = sign, False

    def use(self, variable):
        return '%s(%d, 0)' % (variable, self.width - 1)


def integer(width, sign):
    return Operand('V', 'ap_%sint<%d>' % ('' if sign else 'u', width), width, sign)


def fixed(width, whole, sign):
    return Operand('F', 'ap_%sfixed<%d, %d>' % ('' if sign else 'u', width, whole), width, sign,
                   width - whole)


OPERANDS = [integer(w, s) for w, s in ((8, True), (64, False), (65, True), (130, False))]
OPERANDS += [Range('ap_int<8>', 8, True)]
OPERANDS += [Operand('C', *c) for c in (('int', 32, True), ('unsigned', 32, False))]
OPERANDS += [fixed(8, 4, True), fixed(9, 0, True), fixed(33, 20, False)]


def quotient(n, d):
    q = abs(n) // abs(d)
    return q if (n < 0) == (d < 0) else -q


def apply(op, x, y):
    return {'+': x + y, '-': x - y, '*': x * y, '&': x & y, '|': x | y, '^': x ^ y}[op]


def sum_type(op, w1, s1, w2, s2):
    """Width and sign of a result."""
    logic = max(w1 + (s2 and not s1), w2 + (s1 and not s2))
    either = s1 or s2
    return {'+': (logic + 1, either), '-': (logic + 1, True), '*': (w1 + w2, either),
            '/': (w1 + s2, either), '%': (min(w1, w2 + (s1 and not s2)), s1)}.get(op, (logic, either))


def integers(op, a, b, x, y):
    """Type and value of x op y; None where a divisor is 0."""
    s1 = a.sign if b.kind == 'V' else a.value_sign
    s2 = b.sign if a.kind == 'V' else b.value_sign
    if op not in '/%':
        width, sign = sum_type(op, a.width, s1, b.width, s2)
        return width, sign, wrap(apply(op, x, y), width, sign)
    # One type for both operands, with the wider one's sign.
    v1, v2 = a.value_sign, b.value_sign
    both = max(a.width, b.width) + (v1 or v2)
    signed = v1 if a.width > b.width else v2 if b.width > a.width else v1 or v2
    if op == '%':
        signed = signed and v1
    n, d = wrap(x, both, signed), wrap(y, both, signed)
    if d == 0:
        return None
    q = quotient(n, d)
    swapped = a.kind == 'C' and b.kind == 'V'
    width, sign = sum_type(op, *((b.width, s2, a.width, s1) if swapped else (a.width, s1, b.width, s2)))
    return width, sign, wrap(q if op == '/' else n - q * d, width, sign)


def fixed_quotient(a, b):
    """Width, fraction bits and sign."""
    width = a.width + max(b.point, 0) + b.sign
    return width, width - (a.width - a.point + b.point + b.sign), a.sign or b.sign


def fixeds(op, a, b, x, y):
    """Width, fraction bits, sign and value."""
    f = max(a.point, b.point)
    either = a.sign or b.sign
    if op == '*':
        return a.width + b.width, a.point + b.point, either, wrap(x * y, a.width + b.width, either)
    if op == '/':
        if y == 0:
            return None
        bits = max(a.width + max(b.point, 0) + (b.sign and not a.sign), b.width + (a.sign and not b.sign))
        width, point, sign = fixed_quotient(a, b)
        q = wrap(wrap(quotient(x << max(b.point, 0), y), bits, sign), width, sign)
        if a.kind != 'C':
            return width, point, sign, q
        to = fixed_quotient(b, a)
        q = q << to[1] - point if to[1] >= point else q >> point - to[1]
        return to[0], to[1], to[2], wrap(q, to[0], to[2])
    whole, sign = sum_type(op, a.width - a.point, a.sign, b.width - b.point, b.sign)
    width = whole + f
    return width, f, sign, wrap(apply(op, x << f - a.point, y << f - b.point), width, sign)


def ordered(op, w1, s1, x, w2, s2, y):
    """A negative number is a large one beside an unsigned one that is at least as wide."""
    widest = max(w1, w2, 32)
    if op == '==':
        return wrap(x, widest, False) == wrap(y, widest, False)
    if s1 != s2 and max(w1, w2) >= 32 and (w2 >= w1 if s1 else w1 >= w2):
        x, y = wrap(x, widest + 1, False), wrap(y, widest + 1, False)
    return x < y


def compared(op, a, b, x, y):
    if a.kind != 'F' and b.kind != 'F':
        return ordered(op, a.width, a.value_sign, x, b.width, b.value_sign, y)
    more = b.point - a.point
    w1, x = (a.width + more + 1, x << more) if more > 0 else (a.width, x)
    w2, y = (b.width - more, y << -more) if more < 0 else (b.width, y)
    return ordered(op, w1, a.sign, x, w2, b.sign, y)


def whole_part(a, x):
    """The integer part as a compound operator takes it: width, sign, value."""
    bits = a.width - a.point
    if a.kind != 'F':
        return a.width, a.value_sign, x
    if bits <= 0:
        return 1, a.sign, -1 if bits == 0 and x < 0 else 0
    return bits, a.sign, quotient(x << max(-a.point, 0), 1 << max(a.point, 0))


def compound(op, a, b, x, y):
    part = Operand('V', '', *whole_part(b, y)[:2])
    y = whole_part(b, y)[2]
    if b.kind == 'R':
        part.width, y = 64, wrap(y, 64, False)
    result = integers(op, a, part, x, y)
    return result and wrap(result[2], a.width, a.sign)


def digits(value, width):
    return '"%x"' % (value & (1 << width) - 1)


def pair(a, b, out):
    kinds = a.kind + b.kind
    if kinds == 'CC' or kinds in ('RF', 'FR'):
        return
    for x, y in zip(a.values, b.values[::-1]):
        out.write('\t{\n\t\t%s\n\t\t%s\n' % (a.declare('a', x), b.declare('b', y)))
        for op in '+-*/%&|^':
            what = '%s(a) %s %s(b)' % (a.name, op, b.name)
            use = '%s %s %s' % (a.use('a'), op, b.use('b'))
            if 'F' in kinds:
                r = None if op == '%' else fixeds(op, a, b, x, y)
                if r:
                    out.write('\t\tis_fixed("%s", %s, %d, %d, %d, %s);\n' %
                              (what, use, r[0], r[0] - r[1], r[2], digits(r[3], r[0])))
            else:
                r = integers(op, a, b, x, y)
                if r:
                    out.write('\t\tis_integer("%s", %s, %d, %d, %s);\n' %
                              (what, use, r[0], r[1], digits(r[2], r[0])))
        if 'R' not in kinds:
            for op in ('<', '=='):
                out.write('\t\tis("%s %s %s", (a %s b) == %d);\n' %
                          (a.name, op, b.name, op, compared(op, a, b, x, y)))
        for op in '+-*/&|^' if a.kind == 'V' else '':
            r = compound(op, a, b, x, y)
            if r is not None:
                out.write('\t\t{ %s c = a; c %s= %s; is_integer("%s %s= %s", c, %d, %d, %s); }\n' %
                          (a.name, op, b.use('b'), a.name, op, b.name, a.width, a.sign,
                           digits(r, a.width)))
        out.write('\t}\n')


# --- one bit, bits and concatenations of integers ---

NUMBERS = [integer(w, s) for w, s in ((8, True), (33, False), (65, True), (130, False))]


class Part:
    """
    How it is written, its width, and its type's sign and its value beside an ap_int. In arithmetic,
    a concatenation is an unsigned long long.
    """

    def __init__(self, text, width, sign, value, joined=False):
        self.text, self.width, self.sign, self.value = text, width, sign, value
        self.joined = joined

    def beside(self, op, b):
        """Its value; width and sign of the result."""
        if not self.joined:
            return self.value, sum_type(op, self.width, self.sign, b.width, b.sign)
        if op in '&|^':
            return self.value, (max(self.width, b.width), b.sign)
        return wrap(self.value, 64, False), sum_type(op, 64, False, b.width, b.sign)


def parts(a, x):
    """Parts of the variable a, whose bits are x. In types a range is as wide as its number."""
    low = a.width // 3
    bits = x & (1 << a.width) - 1
    middle = bits >> low & (1 << a.width - 2 * low) - 1
    return [Part('a[%d]' % low, 1, False, bits >> low & 1),
            Part('a(%d, %d)' % (a.width - low - 1, low), a.width, a.sign, middle),
            Part('(a, a)', 2 * a.width, False, bits << a.width | bits, True),
            Part('(a[%d], a)' % low, a.width + 1, False, (bits >> low & 1) << a.width | bits, True)]


def is_integer(what, use, width, sign, value):
    return '\t\tis_integer("%s", %s, %d, %d, %s);\n' % (what, use, width, sign, digits(value, width))


def beside_number(part, b, y, out):
    for op in '+-*&|^':
        value, (width, sign) = part.beside(op, b)
        for use, result in (('%s %s b' % (part.text, op), apply(op, value, y)),
                            ('b %s %s' % (op, part.text), apply(op, y, value))):
            out.write(is_integer(use, use, width, sign, wrap(result, width, sign)))
    for op in '&|^' if part.joined else '':
        width, sign = sum_type(op, b.width, b.sign, 64, False)
        result = wrap(apply(op, y, wrap(part.value, 64, False)), width, sign)
        use = 'constant(b) %s %s' % (op, part.text)
        out.write(is_integer(use, use, width, sign, result))


def unary(a, x, out):
    out.write(is_integer('~a', '~a', a.width, a.sign, ~x))
    out.write(is_integer('-a', '-a', a.width + 1, True, -x))
    out.write('\t\t{ %s c = a; ++c; %s\t\tc--; --c; %s\t\t}\n' %
              (a.name, is_integer('++a', 'c', a.width, a.sign, x + 1).strip(),
               is_integer('--a', 'c', a.width, a.sign, x - 1).strip()))
    out.write('\t\tis("!a", (!a) == %d);\n' % (x == 0))


def moved(x, distance):
    return x << distance if distance >= 0 else x >> -distance


def shifts(a, x, out):
    for n in (0, 1, a.width // 2, a.width - 1, a.width, -3):
        left, right = wrap(moved(x, n), a.width, a.sign), wrap(moved(x, -n), a.width, a.sign)
        out.write(is_integer('a << %d' % n, 'a << (%d)' % n, a.width, a.sign, left))
        out.write(is_integer('a >> %d' % n, 'a >> (%d)' % n, a.width, a.sign, right))
        out.write(is_integer('a << ap_int', 'a << ap_int<9>(%d)' % n, a.width, a.sign, left))
    low = a.width // 3
    bit = (x >> low) & 1
    out.write('\t\tis("a bit << 5", (a[%d] << 5) == %d);\n' % (low, bit << 5))
    out.write('\t\tis("a bit << a range", (a[%d] << a(1, 0)) == %d);\n' %
              (low, bit << (x & 3) & 1))


def named(a, x, b, y, out):
    """On the left of compound operators: a variable that refers to a bit or to bits of a number."""
    low, high = a.width // 3, a.width // 2
    ones = (1 << high - low + 1) - 1
    for op in '+-*&|^':
        bit = apply(op, x >> low & 1, y) & 1
        use = '{ %s c = a; auto r = c[%d]; r %s= b; %%s }\n' % (a.name, low, op)
        out.write('\t\t' + use % is_integer('a bit %s= b' % op, 'c', a.width, a.sign,
                                            x & ~(1 << low) | bit << low).strip())
        bits = apply(op, x >> low & ones, y) & ones
        use = '{ %s c = a; auto r = c(%d, %d); r %s= b; %%s }\n' % (a.name, high, low, op)
        out.write('\t\t' + use % is_integer('a range %s= b' % op, 'c', a.width, a.sign,
                                            x & ~(ones << low) | bits << low).strip())


def beside_c(a, x, out):
    """A negative C integer fills what is above it, and a concatenation on its left, with its sign."""
    bits = x & (1 << a.width) - 1
    low = a.width // 3
    length = a.width - low
    for c in (5, -5):
        plain = bits << 32 | c & 0xffffffff
        out.write(is_integer('(a, %d)' % c, '(a, %d)' % c, a.width + 32, False, plain))
        out.write(is_integer('(%d, a)' % c, '(%d, a)' % c, a.width + 32, False, c << a.width | bits))
        out.write(is_integer('(%d, range)' % c, '(%d, a(%d, %d))' % (c, a.width - 1, low),
                             a.width + 32, False, c << length | bits >> low))
        both = (bits << a.width | bits) << 32 | c
        out.write(is_integer('(a, a, %d)' % c, '((a, a), %d)' % c, 2 * a.width + 32, False, both))
        out.write(is_integer('(%d, bit)' % c, '(%d, a[%d])' % (c, low), 33, False,
                             c << 1 | bits >> low & 1))


def of_parts(a, out):
    for i, x in enumerate(a.values):
        for b in NUMBERS:
            y = b.values[-1 - i]
            out.write('\t{\n\t\t%s\n\t\t%s\n' % (a.declare('a', x), b.declare('b', y)))
            for part in parts(a, x):
                beside_number(part, b, y, out)
            named(a, x, b, y, out)
            out.write('\t}\n')
        out.write('\t{\n\t\t%s\n' % a.declare('a', x))
        unary(a, x, out)
        shifts(a, x, out)
        beside_c(a, x, out)
        out.write('\t}\n')


HEAD = '''/* Written by operators.py. */
#include <ap_int.h>
#include <ap_fixed.h>

#include <cstdio>
#include <initializer_list>
#include <string>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wuser-defined-warnings" /* about results that surprise */
#endif

static unsigned long checked, failed;

static void is(const char *what, bool good, const std::string &found = "")
{
	checked++;
	if (!good && failed++ < 20)
		printf("wrong: %s %s\\n", what, found.c_str());
}

template <typename T> void fill(T &v, int width, std::initializer_list<unsigned long long> words)
{
	for (int i = 0; i < width; i++)
		v[i] = bool(words.begin()[i / 64] >> i % 64 & 1);
}

template <typename T> const T &constant(const T &v)
{
	return v;
}

template <typename T> std::string digits(const T &v, int width)
{
	std::string text;

	for (int i = 0; i < width; i += 4) {
		int d = 0;

		for (int k = i; k < i + 4 && k < width; k++)
			d |= int(bool(v[k])) << (k - i);
		text.insert(text.begin(), "0123456789abcdef"[d]);
	}
	text.erase(0, text.find_first_not_of('0'));
	return text.empty() ? "0" : text;
}

template <int W, bool S>
void is_integer(const char *what, const ap_int_base<W, S> &v, int width, bool sign, const char *bits)
{
	is(what, W == width && S == sign && digits(v, W) == bits, digits(v, W));
}

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
void is_fixed(const char *what, const ap_fixed_base<W, I, S, Q, O, N> &v, int width, int whole,
	      bool sign, const char *bits)
{
	is(what, W == width && I == whole && S == sign && digits(v, W) == bits, digits(v, W));
}

'''

with open(sys.argv[1], 'w') as out:
    out.write(HEAD)
    names = []
    for i, a in enumerate(OPERANDS):
        for j, b in enumerate(OPERANDS):
            names.append('pair_%d_%d' % (i, j))
            out.write('static void %s()\n{\n' % names[-1])
            pair(a, b, out)
            out.write('}\n')
    for i, a in enumerate(NUMBERS):
        names.append('parts_%d' % i)
        out.write('static void %s()\n{\n' % names[-1])
        of_parts(a, out)
        out.write('}\n')
    out.write('\nint main()\n{\n%s\tprintf("%%lu checks, %%lu wrong\\n", checked, failed);\n'
              '\treturn failed || checked < 6500;\n}\n' % ''.join('\t%s();\n' % n for n in names))
