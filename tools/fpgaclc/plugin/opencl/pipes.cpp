/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Declarations of pipes and channels outside of functions:
 *	pipe int p __attribute__((xcl_reqd_pipe_depth(32)));
 *	channel float c[4] __attribute__((depth(8)));
 * words.cpp has put an attribute in the place of the first word.
 */
#include "tools/fpgaclc/plugin/opencl/pipes.h"

#include <map>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include "tools/fpgaclc/plugin/opencl/attributes.h"
#include "tools/fpgaclc/plugin/opencl/pipes_code.h"
#include "tools/fpgaclc/plugin/opencl/report.h"
#include "tools/fpgaclc/plugin/opencl/tokens.h"

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static constexpr unsigned default_depth = 16, most_depth = 1 << 24, most_elements = 4096;

/* --- attributes ------------------------------------------------------------------------------- */

namespace
{

/* What the attributes of a variable say, which is a pipe if one of them is a word of words.cpp. */
struct pipe_attributes {
	bool pipe = false, channel = false, host = false;
	bool has_depth = false, has_io = false;
	int64_t depth = -1; /* negative: it is not a constant, or too large */
	std::string depth_text, io, io_text;
};

} // namespace

static std::map<const Decl *, pipe_attributes> attributes_of_variables;

static void take_pipe(Sema &, pipe_attributes &to, const ParsedAttr &)
{
	to.pipe = true;
}

static void take_channel(Sema &, pipe_attributes &to, const ParsedAttr &)
{
	to.pipe = to.channel = true;
}

static void take_host(Sema &, pipe_attributes &to, const ParsedAttr &)
{
	to.host = true;
}

static void take_depth(Sema &sema, pipe_attributes &to, const ParsedAttr &attribute)
{
	auto value = value_of(sema, attribute, 0);

	to.has_depth = true;
	to.depth = value && *value <= most_depth ? value->getExtValue() : -1;
	to.depth_text = text_of(sema, attribute, 0).str();
}

static void take_io(Sema &sema, pipe_attributes &to, const ParsedAttr &attribute)
{
	const auto *name = attribute.isArgExpr(0)
				   ? dyn_cast<StringLiteral>(attribute.getArgAsExpr(0))
				   : nullptr;

	to.has_io = true;
	to.io = name ? name->getString().str() : "";
	to.io_text = text_of(sema, attribute, 0).str();
}

namespace
{

/* Of a parameter, such an attribute has no effect. */
template <const char *NAME, void (*TAKE)(Sema &, pipe_attributes &, const ParsedAttr &),
	  unsigned ARGUMENTS>
class pipe_attribute : public ParsedAttrInfo
{
	static constexpr Spelling spelling = {ParsedAttr::AS_GNU, NAME};

      public:
	pipe_attribute()
	{
		NumArgs = ARGUMENTS;
		Spellings = spelling;
	}
	bool acceptsLangOpts(const LangOptions &options) const override
	{
		return options.OpenCL;
	}
	AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
					 const ParsedAttr &attribute) const override
	{
		if (isa<VarDecl>(declaration) && !isa<ParmVarDecl>(declaration))
			TAKE(sema, attributes_of_variables[declaration], attribute);
		return AttributeApplied;
	}
};

} // namespace

static constexpr char pipe_name[] = "fclc_pipe", channel_name[] = "fclc_channel",
		      host_name[] = "intel_host_accessible", depth_name[] = "depth",
		      xcl_depth_name[] = "xcl_reqd_pipe_depth", io_name[] = "io";

static ParsedAttrInfoRegistry::Add<pipe_attribute<pipe_name, take_pipe, 0>> of_pipe(pipe_name, "");
static ParsedAttrInfoRegistry::Add<pipe_attribute<channel_name, take_channel, 0>>
	of_channel(channel_name, "");
static ParsedAttrInfoRegistry::Add<pipe_attribute<host_name, take_host, 0>> of_host(host_name, "");
static ParsedAttrInfoRegistry::Add<pipe_attribute<depth_name, take_depth, 1>> of_depth(depth_name,
										       "");
static ParsedAttrInfoRegistry::Add<pipe_attribute<xcl_depth_name, take_depth, 1>>
	of_xcl_depth(xcl_depth_name, "");
static ParsedAttrInfoRegistry::Add<pipe_attribute<io_name, take_io, 1>> of_io(io_name, "");

/* --- declarations ----------------------------------------------------------------------------- */

static std::deque<global_pipe> pipes;
static std::map<const Decl *, const global_pipe *> by_variable;

const std::deque<global_pipe> &global_pipes()
{
	return pipes;
}

const global_pipe *find_pipe(const ValueDecl &declaration)
{
	auto found = by_variable.find(declaration.getCanonicalDecl());

	return found == by_variable.end() ? nullptr : found->second;
}

std::string global_pipe::what() const
{
	return (channel ? "channel '" : "pipe '") + name_of(*variable) + "'";
}

std::string global_pipe::element_name(uint64_t element) const
{
	std::string name = variable->getNameAsString();

	if (extents.size() > 1)
		name += "_" + std::to_string(element / extents[1]);
	if (!extents.empty())
		name += "_" + std::to_string(element % extents.back());
	return name;
}

namespace
{

class pipe_consumer : public SemaConsumer
{
      public:
	explicit pipe_consumer(Preprocessor &)
	{
	}
	void InitializeSema(Sema &sema) override
	{
		semantics = &sema;
	}
	void ForgetSema() override
	{
		semantics = nullptr;
	}
	bool HandleTopLevelDecl(DeclGroupRef group) override;

      private:
	Sema *semantics = nullptr;

	void declare(VarDecl &variable, const pipe_attributes &attributes);
	void refuse(const global_pipe &pipe, const std::string &why) const;
	bool read_extents(global_pipe &pipe, QualType type) const;
	bool read_depth(global_pipe &pipe, const pipe_attributes &attributes) const;
	bool read_io(global_pipe &pipe, const pipe_attributes &attributes) const;
	QualType type_of(const global_pipe &pipe) const;
};

} // namespace

void pipe_consumer::refuse(const global_pipe &pipe, const std::string &why) const
{
	report_error(*semantics, pipe.variable->getLocation(), pipe.what() + ": " + why);
}

bool pipe_consumer::read_extents(global_pipe &pipe, QualType type) const
{
	ASTContext &context = semantics->getASTContext();
	uint64_t elements = 1;
	const ConstantArrayType *array;

	while (pipe.extents.size() < 2 && (array = context.getAsConstantArrayType(type))) {
		pipe.extents.push_back(array->getSize().getLimitedValue(most_elements + 1));
		elements *= pipe.extents.back();
		type = array->getElementType();
	}
	pipe.elements = static_cast<unsigned>(elements);
	pipe.packet = type.getUnqualifiedType();
	if (elements && elements <= most_elements && !type->isArrayType() &&
	    !type->isIncompleteType())
		return true;
	refuse(pipe, "expected packets, or an array of one or two dimensions and " +
			     std::to_string(most_elements) + " elements at most, found '" +
			     pipe.variable->getType().getUnqualifiedType().getAsString() + "'");
	return false;
}

/* A channel of depth 0 gets the minimum depth. */
bool pipe_consumer::read_depth(global_pipe &pipe, const pipe_attributes &attributes) const
{
	pipe.depth = default_depth;
	if (!attributes.has_depth)
		return true;
	pipe.depth = static_cast<unsigned>(std::max<int64_t>(attributes.depth, 1));
	if (attributes.depth > 0 || (!attributes.depth && pipe.channel))
		return true;
	refuse(pipe, "expected a depth from 1 to " + std::to_string(most_depth) + ", found " +
			     attributes.depth_text);
	return false;
}

/* The name is that of a file, too. */
bool pipe_consumer::read_io(global_pipe &pipe, const pipe_attributes &attributes) const
{
	auto is_safe = [](char c) { return llvm::isAlnum(c) || c == '_'; };

	if (!attributes.has_io)
		return true;
	pipe.io = attributes.io;
	if (!pipe.io.empty() && llvm::all_of(pipe.io, is_safe) && pipe.elements == 1)
		return true;
	refuse(pipe, "expected io(\"NAME\") of a single one, with a name of letters, digits and "
		     "_, found " +
			     attributes.io_text);
	return false;
}

/* A pointer to a packet, in as many dimensions. */
QualType pipe_consumer::type_of(const global_pipe &pipe) const
{
#if CLANG_VERSION_MAJOR >= 18
	constexpr ArraySizeModifier normal = ArraySizeModifier::Normal;
#else
	constexpr ArrayType::ArraySizeModifier normal = ArrayType::Normal;
#endif
	ASTContext &context = semantics->getASTContext();
	QualType type = context.getPointerType(
		context.getAddrSpaceQualType(pipe.packet, LangAS::opencl_global));

	type = context.getAddrSpaceQualType(type, LangAS::opencl_global);
	for (size_t i = pipe.extents.size(); i > 0; i--)
		type = context.getConstantArrayType(type, llvm::APInt(64, pipe.extents[i - 1]),
						    nullptr, normal, 0);
	return type;
}

void pipe_consumer::declare(VarDecl &variable, const pipe_attributes &attributes)
{
	global_pipe pipe{variable.getFirstDecl(), {}, {}, 0, 0, default_depth, attributes.channel,
			 attributes.host,         {}};

	if (!pipes.empty())
		pipe.first = pipes.back().first + pipes.back().elements;
	if (variable.getInit())
		refuse(pipe, "expected no initial value");
	if (!read_extents(pipe, variable.getType()) || !read_depth(pipe, attributes) ||
	    !read_io(pipe, attributes))
		return;
	variable.setType(type_of(pipe));
	pipes.push_back(pipe);
	by_variable[pipe.variable] = &pipes.back();
	add_numbered_pipes(variable.getNameAsString(), pipe.first, pipe.elements);
}

bool pipe_consumer::HandleTopLevelDecl(DeclGroupRef group)
{
	for (Decl *declaration : group) {
		auto *variable = dyn_cast<VarDecl>(declaration);
		auto found = attributes_of_variables.find(declaration);

		if (variable && found != attributes_of_variables.end() && found->second.pipe &&
		    !variable->isInvalidDecl())
			declare(*variable, found->second);
	}
	return true;
}

static FrontendPluginRegistry::Add<opencl_action<pipe_consumer>>
	of_declarations("fpgaclc-pipes", "declarations of pipes and channels");

} // namespace fclc
