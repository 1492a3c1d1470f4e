/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/opencl/attributes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringMap.h>

#include "tools/fpgaclc/common/kernel.h"
#include "tools/fpgaclc/plugin/opencl/report.h"
#include "tools/fpgaclc/plugin/pragmas/plugin.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

/* Of each declaration, in the order of the source. The compiler runs once in a process. */
static llvm::MapVector<const Decl *, aoc_attributes> known;
/* Also for passes, which run when the AST is gone. */
static llvm::StringMap<unsigned> known_lanes;

/* --- reading ---------------------------------------------------------------------------------- */

/* The constant that a name alone stands for, which clang's parser leaves to attributes. */
static const Expr *constant_named(Sema &sema, const IdentifierLoc &name)
{
	LookupResult found(sema, name.Ident, name.Loc, Sema::LookupOrdinaryName);

	sema.LookupName(found, sema.TUScope);
	const auto *constant = found.getAsSingle<EnumConstantDecl>();
	return constant ? constant->getInitExpr() : nullptr;
}

optional_number value_of(Sema &sema, const ParsedAttr &attribute, unsigned i)
{
	const Expr *expression;

	if (attribute.isArgExpr(i))
		expression = attribute.getArgAsExpr(i);
	else
		expression = constant_named(sema, *attribute.getArgAsIdent(i));
	if (!expression)
		return {};
	return expression->getIntegerConstantExpr(sema.getASTContext());
}

static SourceRange range_of(const ParsedAttr &attribute, unsigned i)
{
	return attribute.isArgExpr(i) ? attribute.getArgAsExpr(i)->getSourceRange()
				      : SourceRange(attribute.getArgAsIdent(i)->Loc);
}

StringRef text_of(Sema &sema, const ParsedAttr &attribute, unsigned i)
{
	return Lexer::getSourceText(CharSourceRange::getTokenRange(range_of(attribute, i)),
				    sema.getSourceManager(), sema.getLangOpts());
}

/* Each number, and their product, must be in this range. */
static bool read_numbers(Sema &sema, const ParsedAttr &attribute, unsigned least, unsigned most,
			 asked_number &asked)
{
	asked_number found{true, 1, {1, 1, 1}, attribute.getLoc()};

	for (unsigned i = 0; i < attribute.getNumArgs(); i++) {
		auto value = value_of(sema, attribute, i);

		if (value && *value >= static_cast<int64_t>(least) &&
		    *value <= static_cast<int64_t>(most) &&
		    found.number * value->getExtValue() <= static_cast<int64_t>(most)) {
			found.extents[i] = static_cast<unsigned>(value->getExtValue());
			found.number *= found.extents[i];
			continue;
		}
		report_error(sema, range_of(attribute, i).getBegin(),
			     attribute.getAttrName()->getName().trim('_').str() +
				     ": expected a number from " + std::to_string(least) + " to " +
				     std::to_string(most) + ", found " +
				     text_of(sema, attribute, i).str());
		return false;
	}
	asked = found;
	return true;
}

namespace
{

/* An attribute of kernels with numbers for arguments. */
class number_attribute : public ParsedAttrInfo
{
      public:
	bool acceptsLangOpts(const LangOptions &options) const override
	{
		return options.OpenCL;
	}
	AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
					 const ParsedAttr &attribute) const override
	{
		if (!isa<FunctionDecl>(declaration) ||
		    !read_numbers(sema, attribute, least, most, known[declaration].*member))
			return AttributeNotApplied;
		if (member == &aoc_attributes::lanes)
			known_lanes[cast<FunctionDecl>(declaration)->getName()] =
				known[declaration].lanes.number;
		return AttributeApplied;
	}

      protected:
	number_attribute(const Spelling &spelling, unsigned optional, unsigned least, unsigned most,
			 asked_number aoc_attributes::*member)
	    : least(least), most(most), member(member)
	{
		NumArgs = 1;
		OptArgs = optional & 0xf;
		Spellings = spelling;
	}

      private:
	unsigned least, most;
	asked_number aoc_attributes::*member;
};

class num_compute_units : public number_attribute
{
	static constexpr Spelling spelling = {ParsedAttr::AS_GNU, "num_compute_units"};

      public:
	num_compute_units()
	    : number_attribute(spelling, 2, 1, FCLC_MOST_UNITS, &aoc_attributes::units)
	{
	}
};

class num_simd_work_items : public number_attribute
{
	static constexpr Spelling spelling = {ParsedAttr::AS_GNU, "num_simd_work_items"};

      public:
	num_simd_work_items() : number_attribute(spelling, 0, 1, 16, &aoc_attributes::lanes)
	{
	}
};

class autorun : public ParsedAttrInfo
{
	static constexpr Spelling spelling = {ParsedAttr::AS_GNU, "autorun"};

      public:
	autorun()
	{
		Spellings = spelling;
	}
	AttrHandling handleDeclAttribute(Sema &, Decl *declaration,
					 const ParsedAttr &) const override
	{
		if (isa<FunctionDecl>(declaration))
			known[declaration].autorun = true;
		return AttributeApplied;
	}
};

class max_global_work_dim : public number_attribute
{
	static constexpr Spelling spelling = {ParsedAttr::AS_GNU, "max_global_work_dim"};

      public:
	max_global_work_dim() : number_attribute(spelling, 0, 0, 3, &aoc_attributes::dimensions)
	{
	}
};

} // namespace

static ParsedAttrInfoRegistry::Add<num_compute_units> units("num_compute_units", "");
static ParsedAttrInfoRegistry::Add<num_simd_work_items> lanes("num_simd_work_items", "");
static ParsedAttrInfoRegistry::Add<autorun> autoruns("autorun", "");
static ParsedAttrInfoRegistry::Add<max_global_work_dim> dimensions("max_global_work_dim", "");

aoc_attributes attributes_of(const FunctionDecl &function)
{
	aoc_attributes all;

	for (const FunctionDecl *declaration : function.redecls()) {
		auto found = known.find(declaration);

		if (found == known.end())
			continue;
		all.autorun |= found->second.autorun;
		for (auto member :
		     {&aoc_attributes::units, &aoc_attributes::lanes, &aoc_attributes::dimensions})
			if ((found->second.*member).given)
				all.*member = found->second.*member;
	}
	return all;
}

unsigned lanes_of(const std::string &kernel)
{
	auto found = known_lanes.find(kernel);

	return found == known_lanes.end() ? 1 : found->second;
}

/* --- what they demand of a work-group's size -------------------------------------------------- */

static void check_lanes(Sema &sema, const FunctionDecl &kernel, const asked_number &lanes)
{
	const auto *size = kernel.getAttr<ReqdWorkGroupSizeAttr>();
	uint64_t items = size ? static_cast<uint64_t>(size->getXDim()) * size->getYDim() *
					 size->getZDim()
			      : 0;
	std::string name = "kernel '" + name_of(kernel) + "': num_simd_work_items";

	if (lanes.number <= 1)
		return;
	if (lanes.number & (lanes.number - 1))
		report_error(sema, lanes.location,
			     name + " must be 1, 2, 4, 8 or 16, found " +
				     std::to_string(lanes.number));
	else if (items % lanes.number)
		report_error(sema, lanes.location,
			     name + "(" + std::to_string(lanes.number) +
				     ") must divide the work-items of a group, which are " +
				     std::to_string(items));
	else if (!items)
		report_warning(sema, lanes.location,
			       name + " has no effect without reqd_work_group_size");
}

static void check_dimensions(Sema &sema, const FunctionDecl &kernel, const asked_number &most)
{
	const auto *size = kernel.getAttr<ReqdWorkGroupSizeAttr>();

	if (!size)
		return;
	const unsigned sizes[] = {size->getXDim(), size->getYDim(), size->getZDim()};
	for (unsigned i = most.number; i < 3; i++) {
		if (sizes[i] <= 1)
			continue;
		report_error(sema, most.location,
			     "kernel '" + name_of(kernel) + "': max_global_work_dim(" +
				     std::to_string(most.number) +
				     ") does not allow reqd_work_group_size(" +
				     std::to_string(sizes[0]) + ", " + std::to_string(sizes[1]) +
				     ", " + std::to_string(sizes[2]) + ")");
		return;
	}
}

static void check_autorun(Sema &sema, const FunctionDecl &kernel)
{
	const auto *size = kernel.getAttr<ReqdWorkGroupSizeAttr>();
	std::string name = "kernel '" + name_of(kernel) + "' is autorun: expected ";

	if (kernel.getNumParams())
		report_error(sema, kernel.getLocation(),
			     name + "no arguments, found " + std::to_string(kernel.getNumParams()));
	if (size && (size->getXDim() != 1 || size->getYDim() != 1 || size->getZDim() != 1))
		report_error(sema, kernel.getLocation(),
			     name + "one work-item, found reqd_work_group_size(" +
				     std::to_string(size->getXDim()) + ", " +
				     std::to_string(size->getYDim()) + ", " +
				     std::to_string(size->getZDim()) + ")");
}

static void check_attributes(Sema &sema, const std::vector<record> &)
{
	llvm::SmallPtrSet<const FunctionDecl *, 8> checked;

	for (const auto &[declaration, ignored] : known) {
		const FunctionDecl *kernel = cast<FunctionDecl>(declaration)->getMostRecentDecl();

		if (!kernel->hasAttr<OpenCLKernelAttr>() || !checked.insert(kernel).second)
			continue;
		aoc_attributes asked = attributes_of(*kernel);
		if (asked.autorun)
			check_autorun(sema, *kernel);
		if (asked.lanes.given)
			check_lanes(sema, *kernel, asked.lanes);
		if (asked.dimensions.given)
			check_dimensions(sema, *kernel, asked.dimensions);
	}
}

/* Without optimisation, clang emits no definition for functions that are just `inline`, which leaves them undefined. */
static void define_inline(Sema &sema, const std::vector<record> &)
{
	ASTContext &context = sema.getASTContext();

	if (!sema.getLangOpts().OpenCL || sema.getLangOpts().Optimize)
		return;
	for (Decl *declaration : context.getTranslationUnitDecl()->noload_decls()) {
		auto *function = dyn_cast<FunctionDecl>(declaration);

		if (function && function->doesThisDeclarationHaveABody() &&
		    function->isInlineSpecified() &&
		    !function->isInlineDefinitionExternallyVisible())
			function->addAttr(GNUInlineAttr::CreateImplicit(context));
	}
}

static bool take_nothing(StringRef)
{
	return false;
}

[[maybe_unused]] static const bool attributes_added =
	add_source_check({take_nothing, check_attributes}) &&
	add_source_check({take_nothing, define_inline});

} // namespace fclc
