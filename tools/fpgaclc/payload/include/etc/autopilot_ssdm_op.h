/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some sources include this header of the vendor's compiler, but use nothing from it: it declares
 * what pragmas are translated to.
 */
