/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/types.h"

#include <dwarf.h>
#include <string.h>

/* A type stripped of typedefs and qualifiers, and what was stripped. */
struct peeled {
	Dwarf_Die die;
	int tag;                   /* 0 for void */
	const char *outer_typedef; /* name of the outermost typedef, or NULL */
	const char *inner_typedef; /* name of the innermost typedef, or NULL */
	bool is_const, is_volatile, is_restrict;
};

Dwarf_Die *fclc_type_of(Dwarf_Die *die, Dwarf_Die *ret_type)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr_integrate(die, DW_AT_type, &attribute))
		return NULL;
	return dwarf_formref_die(&attribute, ret_type);
}

/* Strips typedefs and qualifiers. `type` NULL is void. */
static void peel(Dwarf_Die *type, struct peeled *peeled)
{
	Dwarf_Die die, next;

	memset(peeled, 0, sizeof(*peeled));
	if (!type)
		return;
	die = *type;
	for (;;) {
		int tag = dwarf_tag(&die);

		if (tag == DW_TAG_typedef) {
			peeled->inner_typedef = dwarf_diename(&die);
			if (!peeled->outer_typedef)
				peeled->outer_typedef = peeled->inner_typedef;
		} else if (tag == DW_TAG_const_type) {
			peeled->is_const = true;
		} else if (tag == DW_TAG_volatile_type) {
			peeled->is_volatile = true;
		} else if (tag == DW_TAG_restrict_type) {
			peeled->is_restrict = true;
		} else if (tag != DW_TAG_atomic_type) {
			peeled->die = die;
			peeled->tag = tag;
			return;
		}
		if (!fclc_type_of(&die, &next))
			return;
		die = next;
	}
}

static bool is_record(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

static uint64_t type_size(Dwarf_Die *type)
{
	Dwarf_Word size;

	if (!type || dwarf_aggregate_size(type, &size))
		return 0;
	return size;
}

static const char *integer_name(bool is_unsigned, uint64_t size, const char *name)
{
	/* DWARF does not record the width of a _BitInt. */
	if (name && strstr(name, "_BitInt"))
		return name;
	switch (size) {
	case 1:
		return is_unsigned ? "uchar" : "char";
	case 2:
		return is_unsigned ? "ushort" : "short";
	case 4:
		return is_unsigned ? "uint" : "int";
	case 8:
		return is_unsigned ? "ulong" : "long";
	default:
		return name ? name : "";
	}
}

static const char *base_name(Dwarf_Die *die, uint64_t size)
{
	const char *name = dwarf_diename(die);
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0;

	if (dwarf_attr(die, DW_AT_encoding, &attribute))
		dwarf_formudata(&attribute, &encoding);
	switch (encoding) {
	case DW_ATE_signed:
	case DW_ATE_signed_char:
		return integer_name(false, size, name);
	case DW_ATE_unsigned:
	case DW_ATE_unsigned_char:
	case DW_ATE_UTF:
		return integer_name(true, size, name);
	case DW_ATE_boolean:
		return "bool";
	case DW_ATE_float:
		return size == 2 ? "half" : size == 4 ? "float" : size == 8 ? "double" : name;
	default:
		return name ? name : "";
	}
}

/* Names a type as OpenCL does: "uint", "float4", a struct by its name. */
static const char *opencl_name(struct fclc_arena *arena, const struct peeled *peeled)
{
	Dwarf_Die die = peeled->die, element;
	struct peeled inner;
	uint64_t size, count;
	const char *name;

	if (!peeled->tag)
		return "void";
	size = type_size(&die);
	if (peeled->tag == DW_TAG_base_type) {
		name = base_name(&die, size);
	} else if (peeled->tag == DW_TAG_array_type) {
		peel(fclc_type_of(&die, &element), &inner);
		name = opencl_name(arena, &inner);
		if (dwarf_hasattr(&die, DW_AT_GNU_vector) && type_size(&inner.die)) {
			count = size / type_size(&inner.die);
			name = fclc_format(arena, "%s%llu", name, (unsigned long long)count);
		}
	} else {
		name = dwarf_diename(&die);
		if (!name)
			name = peeled->inner_typedef;
	}
	return fclc_format(arena, "%s", name ? name : "");
}

/* Names a value's type as C source does: by a typedef, a base type, or a tag. */
static const char *c_spelling(struct fclc_arena *arena, const struct peeled *peeled)
{
	Dwarf_Die die = peeled->die;
	const char *name = dwarf_diename(&die);

	if (peeled->outer_typedef)
		return fclc_format(arena, "%s", peeled->outer_typedef);
	if (!name || strstr(name, "_BitInt"))
		return NULL;
	switch (peeled->tag) {
	case DW_TAG_structure_type:
		return fclc_format(arena, "struct %s", name);
	case DW_TAG_union_type:
		return fclc_format(arena, "union %s", name);
	case DW_TAG_enumeration_type:
		return fclc_format(arena, "enum %s", name);
	default:
		return fclc_format(arena, "%s", name);
	}
}

/* Whether a record is an instance of the class template `name`. */
static bool is_instance(const struct peeled *peeled, const char *name)
{
	Dwarf_Die die = peeled->die;
	const char *text = is_record(peeled->tag) ? dwarf_diename(&die) : NULL;
	size_t length = strlen(name);

	return text && !strncmp(text, name, length) && (!text[length] || text[length] == '<');
}

static void bad(struct fclc_arg *arg, const char *why)
{
	arg->kind = FCLC_ARG_BAD;
	arg->why = why;
}

/* Its size is missing in the debug information, as for a template that nothing instantiates. */
static void incomplete(struct fclc_arg *arg, const char *why)
{
	bad(arg, why);
	arg->incomplete = true;
}

/* Whether a value contains a host address, which the board could not use. */
static bool holds_pointer(Dwarf_Die *type, unsigned depth)
{
	struct peeled peeled;
	Dwarf_Die child, member;

	if (depth > 32)
		return false;
	peel(type, &peeled);
	if (peeled.tag == DW_TAG_pointer_type || peeled.tag == DW_TAG_reference_type ||
	    peeled.tag == DW_TAG_rvalue_reference_type)
		return true;
	if (peeled.tag == DW_TAG_array_type)
		return fclc_type_of(&peeled.die, &member) && holds_pointer(&member, depth + 1);
	if (!is_record(peeled.tag) || dwarf_child(&peeled.die, &child))
		return false;
	do {
		int tag = dwarf_tag(&child);

		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
		    !dwarf_hasattr(&child, DW_AT_external) &&
		    !dwarf_hasattr(&child, DW_AT_declaration) && fclc_type_of(&child, &member) &&
		    holds_pointer(&member, depth + 1))
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* The innermost elements of an array, with the qualifiers of all levels; any other type itself. */
static struct peeled innermost(const struct peeled *outer)
{
	struct peeled element = *outer, inner;
	Dwarf_Die die;

	while (element.tag == DW_TAG_array_type && !dwarf_hasattr(&element.die, DW_AT_GNU_vector)) {
		peel(fclc_type_of(&element.die, &die), &inner);
		inner.is_const |= element.is_const;
		inner.is_volatile |= element.is_volatile;
		element = inner;
	}
	return element;
}

/* Describes the packets of a value or an array: its innermost elements. */
static void classify_packet(struct fclc_arena *arena, const struct peeled *outer,
			    struct fclc_item *packet)
{
	struct peeled element = innermost(outer);

	packet->is_const = element.is_const;
	packet->type_name = opencl_name(arena, &element);
	packet->size = element.tag ? type_size(&element.die) : 0;
	packet->holds_pointer = element.tag && holds_pointer(&element.die, 0);
}

static void classify_value(struct fclc_arena *arena, struct peeled *peeled, struct fclc_arg *arg)
{
	arg->kind = FCLC_ARG_VALUE;
	arg->type_name = opencl_name(arena, peeled);
	arg->spelling = c_spelling(arena, peeled);
	arg->size = type_size(&peeled->die);
	arg->element_size = arg->size;
	arg->direction = FCL_DIR_IN;
	classify_packet(arena, peeled, &arg->packet);
	if (is_instance(peeled, "stream"))
		bad(arg, "expected a stream by reference (hls::stream<T> &), found one by value");
	else if (holds_pointer(&peeled->die, 0))
		bad(arg, "a value that holds pointers cannot be passed to a board");
	else if (!arg->size)
		incomplete(arg, "its type is incomplete or empty");
}

/* The element type T of hls::stream<T, DEPTH> and similar templates. */
static Dwarf_Die *element_of(Dwarf_Die *instance, Dwarf_Die *ret_type)
{
	Dwarf_Die child;

	if (dwarf_child(instance, &child))
		return NULL;
	do {
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
			return fclc_type_of(&child, ret_type);
	} while (!dwarf_siblingof(&child, &child));
	return NULL;
}

static void classify_stream(struct fclc_arena *arena, struct peeled *stream, struct fclc_arg *arg)
{
	struct peeled element;
	Dwarf_Die die;

	arg->kind = FCLC_ARG_STREAM;
	peel(element_of(&stream->die, &die), &element);
	arg->type_name = fclc_format(arena, "stream<%s>", opencl_name(arena, &element));
	arg->size = element.tag ? type_size(&element.die) : 0;
	arg->element_size = arg->size;
	if (stream->is_const)
		bad(arg, "a reference to a const stream can be neither read nor written");
	else if (!arg->size)
		incomplete(arg, "the type of its elements is incomplete");
	else if (holds_pointer(&element.die, 0))
		bad(arg, "a stream of pointers cannot leave a kernel");
}

/* Whether an array of any dimension has streams as elements. */
static bool innermost_is_stream(const struct peeled *array)
{
	struct peeled element = *array;
	Dwarf_Die die;

	while (element.tag == DW_TAG_array_type)
		peel(fclc_type_of(&element.die, &die), &element);
	return is_instance(&element, "stream");
}

/* hls::stream<T> (&s)[N] */
static void classify_streams(struct fclc_arena *arena, struct peeled *array, struct fclc_arg *arg)
{
	uint64_t bytes = type_size(&array->die), each;
	struct peeled stream;
	Dwarf_Die die;

	peel(fclc_type_of(&array->die, &die), &stream);
	if (stream.tag == DW_TAG_array_type) {
		bad(arg, "an array of streams can have one dimension only");
		return;
	}
	classify_stream(arena, &stream, arg);
	each = type_size(&stream.die);
	arg->array = true;
	arg->elements = each ? (uint32_t)(bytes / each) : 0;
}

/* Memory behind an AXI4 master, whose elements are of the type `target`. */
static void classify_memory(struct fclc_arena *arena, const struct peeled *target, bool is_restrict,
			    struct fclc_arg *arg)
{
	struct peeled element = innermost(target);
	Dwarf_Die die = target->die;

	arg->kind = FCLC_ARG_POINTER;
	arg->type_name = fclc_format(arena, "%s%s%s*%s", element.is_const ? "const " : "",
				     element.is_volatile ? "volatile " : "",
				     opencl_name(arena, &element), is_restrict ? " restrict" : "");
	arg->size = 8;
	arg->is_const = element.is_const;
	arg->element_size = target->tag ? type_size(&die) : 1;
	arg->direction = element.is_const ? FCL_DIR_IN : FCL_DIR_UNKNOWN;
	classify_packet(arena, target, &arg->packet);
	if (element.tag == DW_TAG_pointer_type)
		bad(arg, "a pointer to pointers cannot be an AXI4 master");
	else if (element.tag == DW_TAG_subroutine_type)
		bad(arg, "a pointer to a function cannot be passed to a board");
	else if (element.tag && !arg->element_size)
		incomplete(arg, "it points to an incomplete type");
}

/* The number of elements in an array's first dimension; 0 if it is not in the debug information. */
static uint32_t first_extent(Dwarf_Die *array)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value = 0;
	Dwarf_Die child;

	if (dwarf_child(array, &child) || dwarf_tag(&child) != DW_TAG_subrange_type)
		return 0;
	if (dwarf_attr(&child, DW_AT_count, &attribute))
		return dwarf_formudata(&attribute, &value) ? 0 : (uint32_t)value;
	if (dwarf_attr(&child, DW_AT_upper_bound, &attribute) &&
	    !dwarf_formudata(&attribute, &value))
		return (uint32_t)value + 1;
	return 0;
}

/* T (&a)[N] is memory, as T a[N] is. DWARF has one array type for all dimensions. */
static void classify_array_reference(struct fclc_arena *arena, struct peeled *array,
				     struct fclc_arg *arg)
{
	classify_memory(arena, array, false, arg);
	arg->cxx_reference = true;
	arg->elements = first_extent(&array->die);
	if (arg->elements)
		arg->element_size /= arg->elements;
	else if (arg->kind != FCLC_ARG_BAD)
		bad(arg, "the length of its array is not known");
}

static void classify_pointer(struct fclc_arena *arena, struct peeled *pointer, struct fclc_arg *arg)
{
	struct peeled target;
	Dwarf_Die die;

	peel(fclc_type_of(&pointer->die, &die), &target);
	if (is_instance(&target, "stream")) {
		/* hls::stream<T> s[N] */
		classify_stream(arena, &target, arg);
		arg->array = true;
		return;
	}
	if (target.tag == DW_TAG_array_type && innermost_is_stream(&target)) {
		bad(arg, "an array of streams can have one dimension only");
		return;
	}
	classify_memory(arena, &target, pointer->is_restrict, arg);
}

/* hls::burst_maxi<T>: an AXI4 master like T *. */
static void classify_master(struct fclc_arena *arena, struct peeled *master, struct fclc_arg *arg)
{
	struct peeled element;
	Dwarf_Die die;

	peel(element_of(&master->die, &die), &element);
	arg->kind = FCLC_ARG_POINTER;
	arg->type_name = fclc_format(arena, "%s*", opencl_name(arena, &element));
	arg->size = 8;
	arg->element_size = element.tag ? type_size(&element.die) : 0;
	arg->direction = FCL_DIR_UNKNOWN;
	if (!arg->element_size)
		incomplete(arg, "the type of its elements is incomplete");
}

/* --- tapa.h ----------------------------------------------------------------------------------- */

/* The base class of a record, at any depth, that is an instance of this template. */
static bool find_base(Dwarf_Die *record, const char *name, Dwarf_Die *ret_base, unsigned depth)
{
	Dwarf_Die child, type;

	if (depth > 4 || dwarf_child(record, &child))
		return false;
	do {
		struct peeled base;

		if (dwarf_tag(&child) != DW_TAG_inheritance || !fclc_type_of(&child, &type))
			continue;
		peel(&type, &base);
		if (is_instance(&base, name)) {
			*ret_base = base.die;
			return true;
		}
		if (is_record(base.tag) && find_base(&base.die, name, ret_base, depth + 1))
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

/* The first number among a template's parameters; 0: none. */
static uint32_t count_of(Dwarf_Die *instance)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;
	Dwarf_Die child;

	if (dwarf_child(instance, &child))
		return 0;
	do {
		if (dwarf_tag(&child) == DW_TAG_template_value_parameter &&
		    dwarf_attr(&child, DW_AT_const_value, &attribute) &&
		    !dwarf_formudata(&attribute, &value))
			return (uint32_t)value;
	} while (!dwarf_siblingof(&child, &child));
	return 0;
}

static void classify_tapa_stream(struct fclc_arena *arena, Dwarf_Die *base,
				 enum fcl_image_direction direction, struct fclc_arg *arg)
{
	struct peeled marker = {.die = *base};

	classify_stream(arena, &marker, arg);
	arg->direction = direction;
}

static void classify_tapa_memory(struct fclc_arena *arena, Dwarf_Die *base, struct fclc_arg *arg)
{
	struct peeled element;
	Dwarf_Die die;

	peel(element_of(base, &die), &element);
	arg->kind = FCLC_ARG_POINTER;
	arg->type_name = fclc_format(arena, "%s%s*", element.is_const ? "const " : "",
				     opencl_name(arena, &element));
	arg->size = 8;
	arg->is_const = element.is_const;
	arg->element_size = element.tag ? type_size(&element.die) : 0;
	arg->direction = element.is_const ? FCL_DIR_IN : FCL_DIR_UNKNOWN;
	if (!arg->element_size)
		incomplete(arg, "the type of its elements is incomplete");
}

/* The streams and memories of tapa.h have bases for fpgaclc to find (fpgacl/tapa_stream.h, tapa_memory.h). */
static bool classify_tapa(struct fclc_arena *arena, const struct peeled *peeled,
			  struct fclc_arg *arg)
{
	Dwarf_Die record = peeled->die, base, other;
	bool inputs, outputs;

	if (!is_record(peeled->tag))
		return false;
	inputs = find_base(&record, "fclc_inputs", &base, 0);
	outputs = !inputs && find_base(&record, "fclc_outputs", &base, 0);
	if (inputs || outputs) {
		classify_tapa_stream(arena, &base, inputs ? FCL_DIR_IN : FCL_DIR_OUT, arg);
		arg->elements = count_of(&base);
		arg->array = true;
	} else if (find_base(&record, "fclc_input", &base, 0)) {
		classify_tapa_stream(arena, &base, FCL_DIR_IN, arg);
		if (find_base(&record, "fclc_output", &other, 0))
			bad(arg,
			    "a port has one direction: expected tapa::istream or tapa::ostream");
	} else if (find_base(&record, "fclc_output", &base, 0)) {
		classify_tapa_stream(arena, &base, FCL_DIR_OUT, arg);
	} else if (find_base(&record, "fclc_memories", &base, 0)) {
		classify_tapa_memory(arena, &base, arg);
		arg->elements = count_of(&base);
		arg->array = true;
	} else if (find_base(&record, "fclc_memory", &base, 0)) {
		classify_tapa_memory(arena, &base, arg);
	} else {
		return false;
	}
	arg->tapa = true;
	return true;
}

/* Whether a child DIE of a record is a base class or a member. Returns its stripped type. */
static bool is_part(Dwarf_Die *child, struct peeled *ret_part)
{
	Dwarf_Die type;
	int tag = dwarf_tag(child);

	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
	    dwarf_hasattr(child, DW_AT_external) || dwarf_hasattr(child, DW_AT_declaration) ||
	    !fclc_type_of(child, &type))
		return false;
	peel(&type, ret_part);
	return true;
}

/* Finds the only base class or member of a record that is not empty. */
static bool only_member(Dwarf_Die *record, struct peeled *ret_member)
{
	Dwarf_Die child;
	unsigned count = 0;

	if (dwarf_child(record, &child))
		return false;
	do {
		struct peeled member;

		if (!is_part(&child, &member))
			continue;
		/* An empty base class has size 1 but shares its byte with the next member. */
		if (dwarf_tag(&child) == DW_TAG_inheritance && type_size(&member.die) <= 1)
			continue;
		*ret_member = member;
		count++;
	} while (!dwarf_siblingof(&child, &child));
	return count == 1;
}

/* Descends into user classes that wrap a stream and nothing else. */
static bool find_stream(const struct peeled *target, struct peeled *ret_stream)
{
	struct peeled at = *target;
	uint64_t size = type_size(&at.die);

	for (unsigned depth = 0; depth < 8; depth++) {
		if (is_instance(&at, "stream")) {
			*ret_stream = at;
			ret_stream->is_const |= target->is_const;
			return type_size(&at.die) == size;
		}
		if (!is_record(at.tag) || !only_member(&at.die, &at))
			return false;
	}
	return false;
}

void fclc_type_classify(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg)
{
	struct peeled peeled, target, stream;
	Dwarf_Die die;

	peel(type, &peeled);
	switch (peeled.tag) {
	case DW_TAG_pointer_type:
		classify_pointer(arena, &peeled, arg);
		return;
	case DW_TAG_reference_type:
		peel(fclc_type_of(&peeled.die, &die), &target);
		if (classify_tapa(arena, &target, arg)) {
			arg->cxx_reference = true;
		} else if (is_instance(&target, "stream")) {
			classify_stream(arena, &target, arg);
		} else if (target.tag == DW_TAG_array_type && innermost_is_stream(&target)) {
			classify_streams(arena, &target, arg);
		} else if (find_stream(&target, &stream)) {
			classify_stream(arena, &stream, arg);
			arg->holder = true;
		} else if (target.tag == DW_TAG_pointer_type) {
			bad(arg, "a reference to a pointer cannot be passed to a board");
		} else if (target.tag == DW_TAG_array_type &&
			   !dwarf_hasattr(&target.die, DW_AT_GNU_vector)) {
			classify_array_reference(arena, &target, arg);
		} else {
			/* A non-const reference: the kernel's final value stays in its register. */
			classify_value(arena, &target, arg);
			arg->cxx_reference = true;
		}
		return;
	case DW_TAG_rvalue_reference_type:
	case DW_TAG_ptr_to_member_type:
	case DW_TAG_unspecified_type:
	case 0:
		bad(arg, "its type cannot be passed to a board");
		return;
	default:
		if (classify_tapa(arena, &peeled, arg))
			return;
		if (is_instance(&peeled, "burst_maxi"))
			classify_master(arena, &peeled, arg);
		else
			classify_value(arena, &peeled, arg);
	}
}

/* Whether a record has a stream among its members, at any depth. */
static bool holds_stream(Dwarf_Die *record, unsigned depth)
{
	Dwarf_Die child;

	if (depth > 8 || dwarf_child(record, &child))
		return false;
	do {
		struct peeled member;

		if (!is_part(&child, &member))
			continue;
		if (is_instance(&member, "stream") ||
		    (member.tag == DW_TAG_array_type && innermost_is_stream(&member)) ||
		    (is_record(member.tag) && holds_stream(&member.die, depth + 1)))
			return true;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

bool fclc_type_is_record(Dwarf_Die *type, Dwarf_Die *ret_record)
{
	struct peeled peeled, stream;
	Dwarf_Die die;

	peel(type, &peeled);
	if (peeled.tag == DW_TAG_reference_type) {
		peel(fclc_type_of(&peeled.die, &die), &peeled);
		if (find_stream(&peeled, &stream))
			return false;
	}
	if (!is_record(peeled.tag) || is_instance(&peeled, "stream") ||
	    is_instance(&peeled, "burst_maxi") || !holds_stream(&peeled.die, 0))
		return false;
	*ret_record = peeled.die;
	return true;
}

void fclc_type_classify_member(struct fclc_arena *arena, Dwarf_Die *type, struct fclc_arg *arg)
{
	struct peeled peeled, element;
	Dwarf_Die die;

	peel(type, &peeled);
	if (is_instance(&peeled, "stream")) {
		classify_stream(arena, &peeled, arg);
		arg->record_step = type_size(&peeled.die);
	} else if (peeled.tag == DW_TAG_array_type && innermost_is_stream(&peeled)) {
		classify_streams(arena, &peeled, arg);
		peel(fclc_type_of(&peeled.die, &die), &element);
		arg->record_step = type_size(&element.die);
	} else {
		classify_value(arena, &peeled, arg);
	}
}
