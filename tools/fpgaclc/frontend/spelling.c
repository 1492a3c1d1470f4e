/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/frontend/spelling.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/frontend/types.h"

static const char *spell(struct fclc_arena *arena, Dwarf_Die *type, unsigned depth);

/* False for a name with an unnamed part, or whose bit width DWARF does not record. */
static bool is_writable(const char *name)
{
	return name && !strstr(name, "(anonymous") && !strstr(name, "(lambda") &&
	       !strstr(name, "(unnamed") && !strchr(name, '{') && !strstr(name, "_BitInt");
}

/*
 * The scope before a type's name, "::a::b::". NULL if a scope is neither a namespace nor a class.
 */
static const char *spell_scope(struct fclc_arena *arena, Dwarf_Die *die)
{
	const char *scope = "::";
	Dwarf_Die *scopes;
	int count = dwarf_getscopes_die(die, &scopes);

	/* scopes[0] is the type itself, the last one the compilation unit. */
	for (int i = count - 2; scope && i > 0; i--) {
		int tag = dwarf_tag(&scopes[i]);
		const char *name = dwarf_diename(&scopes[i]);

		if ((tag == DW_TAG_namespace || tag == DW_TAG_structure_type ||
		     tag == DW_TAG_class_type || tag == DW_TAG_union_type) &&
		    is_writable(name))
			scope = fclc_format(arena, "%s%s::", scope, name);
		else
			scope = NULL;
	}
	if (count > 0)
		free(scopes);
	return count > 0 ? scope : NULL;
}

static const char *spell_named(struct fclc_arena *arena, Dwarf_Die *die)
{
	const char *name = dwarf_diename(die), *scope;

	if (!is_writable(name))
		return NULL;
	if (dwarf_tag(die) == DW_TAG_base_type)
		return fclc_format(arena, "%s", strcmp(name, "_Bool") ? name : "bool");
	scope = spell_scope(arena, die);
	return scope ? fclc_format(arena, "%s%s", scope, name) : NULL;
}

static bool is_in_class(Dwarf_Die *die)
{
	Dwarf_Die *scopes;
	int count = dwarf_getscopes_die(die, &scopes), tag = 0;

	if (count > 1)
		tag = dwarf_tag(&scopes[1]);
	if (count > 0)
		free(scopes);
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/*
 * Whether the type under pointers, references and qualifiers is declared in a class, and so may be
 * private.
 */
static bool may_be_private(Dwarf_Die *die)
{
	Dwarf_Die type = *die;
	unsigned depth = 0;

	while (depth++ < 32 && !is_in_class(&type))
		if (!fclc_type_of(&type, &type))
			return false;
	return depth <= 32;
}

/*
 * Spells the type that a typedef stands for. Keeps the typedef's name if that type may be private,
 * because then the source may only name the typedef, or if the type has no other name.
 */
static const char *spell_typedef(struct fclc_arena *arena, Dwarf_Die *die, unsigned depth)
{
	const char *text = may_be_private(die) ? spell_named(arena, die) : NULL;
	Dwarf_Die type;

	if (!text)
		text = fclc_type_of(die, &type) ? spell(arena, &type, depth) : "void";
	return text ? text : spell_named(arena, die);
}

/* Writes a pointer, a reference or a qualifier after the type that it applies to. */
static const char *spell_around(struct fclc_arena *arena, Dwarf_Die *die, const char *after,
				unsigned depth)
{
	Dwarf_Die type;
	const char *inner = fclc_type_of(die, &type) ? spell(arena, &type, depth) : "void";

	return inner ? fclc_format(arena, "%s%s", inner, after) : NULL;
}

/* Dimensions are separate DIEs, the outermost first. */
static const char *spell_array(struct fclc_arena *arena, Dwarf_Die *die, unsigned depth)
{
	const char *head = "", *tail = "", *inner;
	Dwarf_Attribute attribute;
	Dwarf_Die type, child;
	Dwarf_Word count;

	if (dwarf_hasattr(die, DW_AT_GNU_vector) || !fclc_type_of(die, &type) ||
	    dwarf_child(die, &child))
		return NULL;
	do {
		if (dwarf_tag(&child) != DW_TAG_subrange_type)
			continue;
		if (!dwarf_attr(&child, DW_AT_count, &attribute) ||
		    dwarf_formudata(&attribute, &count))
			return NULL;
		head = fclc_format(arena, "%s::fclc::array_of<", head);
		tail = fclc_format(arena, ", %llu>::type%s", (unsigned long long)count, tail);
	} while (!dwarf_siblingof(&child, &child));
	inner = spell(arena, &type, depth);
	return inner ? fclc_format(arena, "%s%s%s", head, inner, tail) : NULL;
}

static const char *spell(struct fclc_arena *arena, Dwarf_Die *type, unsigned depth)
{
	if (depth++ > 32)
		return NULL;
	switch (dwarf_tag(type)) {
	case DW_TAG_typedef:
		return spell_typedef(arena, type, depth);
	case DW_TAG_const_type:
		return spell_around(arena, type, " const", depth);
	case DW_TAG_volatile_type:
		return spell_around(arena, type, " volatile", depth);
	case DW_TAG_restrict_type:
		return spell_around(arena, type, " __restrict", depth);
	case DW_TAG_pointer_type:
		return spell_around(arena, type, " *", depth);
	case DW_TAG_reference_type:
		return spell_around(arena, type, " &", depth);
	case DW_TAG_array_type:
		return spell_array(arena, type, depth);
	case DW_TAG_base_type:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
		return spell_named(arena, type);
	default:
		return NULL;
	}
}

const char *fclc_spell_function(struct fclc_arena *arena, Dwarf_Die *function)
{
	struct fclc_text out = {.arena = arena};
	const char *separator = "", *text;
	Dwarf_Die type, child;

	text = fclc_type_of(function, &type) ? spell(arena, &type, 0) : "void";
	if (!text)
		return NULL;
	fclc_text_add(&out, "%s (", text);
	if (dwarf_child(function, &child)) {
		fclc_text_add(&out, ")");
		return out.text;
	}
	do {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		text = fclc_type_of(&child, &type) ? spell(arena, &type, 0) : NULL;
		if (!text)
			return NULL;
		fclc_text_add(&out, "%s%s", separator, text);
		separator = ", ";
	} while (!dwarf_siblingof(&child, &child));
	fclc_text_add(&out, ")");
	return out.text;
}
