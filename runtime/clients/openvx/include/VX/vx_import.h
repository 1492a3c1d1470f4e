/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VX_IMPORT_H
#define VX_IMPORT_H

#include <VX/vx.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _vx_import *vx_import;

#define VX_TYPE_IMPORT 0x814

/* How an import treats a reference; values of enumeration 0x18. */
#define VX_ENUM_IX_USE 0x18
#define VX_IX_USE_APPLICATION_CREATE (VX_ENUM_BASE(VX_ID_KHRONOS, VX_ENUM_IX_USE) + 0x0)
#define VX_IX_USE_EXPORT_VALUES (VX_ENUM_BASE(VX_ID_KHRONOS, VX_ENUM_IX_USE) + 0x1)
#define VX_IX_USE_NO_EXPORT_VALUES (VX_ENUM_BASE(VX_ID_KHRONOS, VX_ENUM_IX_USE) + 0x2)

VX_API_ENTRY vx_import VX_API_CALL vxImportObjectsFromMemory(vx_context context, vx_size numrefs,
							     vx_reference *refs,
							     const vx_enum *uses,
							     const vx_uint8 *ptr, vx_size length);
VX_API_ENTRY vx_status VX_API_CALL vxReleaseImport(vx_import *import);
VX_API_ENTRY vx_reference VX_API_CALL vxGetImportReferenceByName(vx_import import,
								 const vx_char *name);

#ifdef __cplusplus
}
#endif

#endif
