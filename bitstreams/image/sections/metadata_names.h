/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_IMAGE_METADATA_NAMES_H
#define FCL_IMAGE_METADATA_NAMES_H

/*
 * Our own attributes in EMBEDDED_METADATA. Vendor tools ignore unknown attributes; vendors' files
 * have none of these, and the reader does not require them.
 */
#define FCL_IMAGE_XML_DIRECTION "fpgaclDirection"    /* arg: "in", "out", "inout" */
#define FCL_IMAGE_XML_PACKET_SIZE "fpgaclPacketSize" /* stream arg, connection: bytes */
#define FCL_IMAGE_XML_DEPTH "fpgaclDepth"            /* connection: packets */
#define FCL_IMAGE_XML_NAME "fpgaclName"              /* connection */
#define FCL_IMAGE_XML_LOCAL_MEM "fpgaclLocalMemSize" /* kernel: bytes */
#define FCL_IMAGE_XML_NON_UNIFORM "fpgaclNonUniform" /* kernel: 1 */
#define FCL_IMAGE_XML_WORK_DIMS "fpgaclWorkDims"     /* kernel: dimensions of a range, plus 1 */
#define FCL_IMAGE_XML_INNER_DIM "fpgaclInnerDim"  /* kernel: dimension of consecutive work-items */
#define FCL_IMAGE_XML_TILED "fpgaclTiled"         /* kernel: groups should be short in that one */
#define FCL_IMAGE_XML_RANGE "fpgaclRange"         /* kernel: offset of struct fcl_image_range */
#define FCL_IMAGE_XML_VARIABLES "fpgaclVariables" /* core: bytes */
#define FCL_IMAGE_XML_HIDDEN "fpgaclHidden"       /* arg: 1 */

#endif
