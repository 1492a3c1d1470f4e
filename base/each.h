/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_EACH_H
#define FCL_BASE_EACH_H

/* For tables of functions whose rows have a bracket (kind, type, name, ...) for each parameter. */

/* One use of F(index, kind, type, name, ...) for each parameter of a row. */
#define FCL_EACH(F, ...)                                                                           \
	FCL_PICK(__VA_ARGS__, FCL_EACH_16, FCL_EACH_15, FCL_EACH_14, FCL_EACH_13, FCL_EACH_12,     \
		 FCL_EACH_11, FCL_EACH_10, FCL_EACH_9, FCL_EACH_8, FCL_EACH_7, FCL_EACH_6,         \
		 FCL_EACH_5, FCL_EACH_4, FCL_EACH_3, FCL_EACH_2, FCL_EACH_1)                       \
	(F, __VA_ARGS__)
#define FCL_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, each, ...) \
	each
#define FCL_OPEN(...) __VA_ARGS__
#define FCL_ONE(F, ...) F(__VA_ARGS__)
#define FCL_EACH_1(F, a0) FCL_ONE(F, 0, FCL_OPEN a0)
#define FCL_EACH_2(F, a0, a1) FCL_EACH_1(F, a0) FCL_ONE(F, 1, FCL_OPEN a1)
#define FCL_EACH_3(F, a0, a1, a2) FCL_EACH_2(F, a0, a1) FCL_ONE(F, 2, FCL_OPEN a2)
#define FCL_EACH_4(F, a0, a1, a2, a3) FCL_EACH_3(F, a0, a1, a2) FCL_ONE(F, 3, FCL_OPEN a3)
#define FCL_EACH_5(F, a0, a1, a2, a3, a4) FCL_EACH_4(F, a0, a1, a2, a3) FCL_ONE(F, 4, FCL_OPEN a4)
#define FCL_EACH_6(F, a0, a1, a2, a3, a4, a5)                                                      \
	FCL_EACH_5(F, a0, a1, a2, a3, a4) FCL_ONE(F, 5, FCL_OPEN a5)
#define FCL_EACH_7(F, a0, a1, a2, a3, a4, a5, a6)                                                  \
	FCL_EACH_6(F, a0, a1, a2, a3, a4, a5) FCL_ONE(F, 6, FCL_OPEN a6)
#define FCL_EACH_8(F, a0, a1, a2, a3, a4, a5, a6, a7)                                              \
	FCL_EACH_7(F, a0, a1, a2, a3, a4, a5, a6) FCL_ONE(F, 7, FCL_OPEN a7)
#define FCL_EACH_9(F, a0, a1, a2, a3, a4, a5, a6, a7, a8)                                          \
	FCL_EACH_8(F, a0, a1, a2, a3, a4, a5, a6, a7) FCL_ONE(F, 8, FCL_OPEN a8)
#define FCL_EACH_10(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9)                                     \
	FCL_EACH_9(F, a0, a1, a2, a3, a4, a5, a6, a7, a8) FCL_ONE(F, 9, FCL_OPEN a9)
#define FCL_EACH_11(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)                                \
	FCL_EACH_10(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) FCL_ONE(F, 10, FCL_OPEN a10)
#define FCL_EACH_12(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11)                           \
	FCL_EACH_11(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10) FCL_ONE(F, 11, FCL_OPEN a11)
#define FCL_EACH_13(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)                      \
	FCL_EACH_12(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11)                           \
	FCL_ONE(F, 12, FCL_OPEN a12)
#define FCL_EACH_14(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13)                 \
	FCL_EACH_13(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12)                      \
	FCL_ONE(F, 13, FCL_OPEN a13)
#define FCL_EACH_15(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14)            \
	FCL_EACH_14(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13)                 \
	FCL_ONE(F, 14, FCL_OPEN a14)
#define FCL_EACH_16(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15)       \
	FCL_EACH_15(F, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14)            \
	FCL_ONE(F, 15, FCL_OPEN a15)

/* A row's parameters as C declares them, and as it passes them. */
#define FCL_PARAMETERS(...) (FCL_EACH(FCL_PARAMETER, __VA_ARGS__))
#define FCL_ARGUMENTS(...) (FCL_EACH(FCL_ARGUMENT, __VA_ARGS__))
#define FCL_PARAMETER(index, kind, type, name, ...) FCL_COMMA_##index type name
#define FCL_ARGUMENT(index, kind, type, name, ...) FCL_COMMA_##index name
#define FCL_COMMA_0
#define FCL_COMMA_1 ,
#define FCL_COMMA_2 ,
#define FCL_COMMA_3 ,
#define FCL_COMMA_4 ,
#define FCL_COMMA_5 ,
#define FCL_COMMA_6 ,
#define FCL_COMMA_7 ,
#define FCL_COMMA_8 ,
#define FCL_COMMA_9 ,
#define FCL_COMMA_10 ,
#define FCL_COMMA_11 ,
#define FCL_COMMA_12 ,
#define FCL_COMMA_13 ,
#define FCL_COMMA_14 ,
#define FCL_COMMA_15 ,

#endif
