/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_PARTS_H
#define FCLC_REPORTS_PARTS_H

/* What a part has of everything that reports count. */
struct fclc_part {
	const char *device; /* what its name begins with */
	const char *family;
	unsigned bram_18k, dsp, ff, lut, uram;
};

/* Of the whole part, package and grade included; NULL: an unknown one. */
const struct fclc_part *fclc_part_named(const char *name);
/* The family that the vendor's reports name it by; "" for an unknown part. */
const char *fclc_part_family(const char *name);

#endif
