/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_REGISTER_H
#define FCL_CORE_REGISTER_H

/*
 * Registers the object types and the graph's actions; called once, before the first object is
 * created.
 */
void fcl_core_register(void);

#endif
