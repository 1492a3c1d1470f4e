/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/shape.h"
#include "tools/fpgaclc/plugin/pragmas/extents.h"
#include "tools/fpgaclc/plugin/schedule/options.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral kept = "fpgacl.declared";
static constexpr StringLiteral extents = "fpgacl.extents";

/* --- types of debug information ---------------------------------------------------------------- */

static const DIType *named(const DIType *type)
{
	while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
		unsigned tag = derived->getTag();

		if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type &&
		    tag != dwarf::DW_TAG_volatile_type && tag != dwarf::DW_TAG_restrict_type)
			break;
		type = derived->getBaseType();
	}
	return type;
}

static bool is_pointer(const DIType *type)
{
	unsigned tag = type ? type->getTag() : 0;

	return tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
	       tag == dwarf::DW_TAG_rvalue_reference_type;
}

static void read_array(const DICompositeType &array, declared &found)
{
	for (const Metadata *each : array.getElements()) {
		const auto *range = dyn_cast<DISubrange>(each);
		const auto count = range ? range->getCount() : DISubrange::BoundType();
		const auto *number = count.dyn_cast<ConstantInt *>();

		found.counts.push_back(number ? number->getZExtValue() : 0);
	}
}

static void read_type(const DIType *type, declared &found)
{
	type = named(type);
	if (is_pointer(type)) {
		bool reference = type->getTag() != dwarf::DW_TAG_pointer_type;

		type = named(cast<DIDerivedType>(type)->getBaseType());
		if (!reference)
			found.counts.push_back(0);
	}
	while (type && type->getTag() == dwarf::DW_TAG_array_type) {
		read_array(*cast<DICompositeType>(type), found);
		type = named(cast<DICompositeType>(type)->getBaseType());
	}
	found.element = type ? type->getSizeInBits() / 8 : 0;
	found.type = type ? type->getName().str() : "";
}

/* --- arguments --------------------------------------------------------------------------------- */

static Argument *argument_kept_in(const Value *variable)
{
	for (const User *user : variable->users())
		if (const auto *store = dyn_cast<StoreInst>(user))
			if (store->getPointerOperand() == variable)
				if (auto *argument = dyn_cast<Argument>(store->getValueOperand()))
					return const_cast<Argument *>(argument);
	return nullptr;
}

static void keep(Function &function, const Argument &argument, const DILocalVariable &variable)
{
	LLVMContext &context = function.getContext();
	Metadata *parts[] = {ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context),
								      argument.getArgNo())),
			     const_cast<DILocalVariable *>(&variable)};

	function.addMetadata(kept, *MDNode::get(context, parts));
}

static const IntrinsicInst *annotation_of(const Instruction &instruction)
{
	const auto *call = dyn_cast<IntrinsicInst>(&instruction);

	return call && call->getIntrinsicID() == Intrinsic::var_annotation ? call : nullptr;
}

/* Notes how many elements an argument has, as the source says; of other annotations, nothing is kept. */
static void keep_extent(const IntrinsicInst &annotation)
{
	LLVMContext &context = annotation.getContext();
	Argument *argument = argument_kept_in(annotation.getArgOperand(0)->stripPointerCasts());
	uint64_t count = 0;
	StringRef text;

	if (!argument || !getConstantStringInfo(annotation.getArgOperand(1), text) ||
	    !text.consume_front(extent_prefix) || text.getAsInteger(10, count))
		return;
	Metadata *parts[] = {
		ConstantAsMetadata::get(
			ConstantInt::get(Type::getInt32Ty(context), argument->getArgNo())),
		ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), count))};

	argument->getParent()->addMetadata(extents, *MDNode::get(context, parts));
}

static void keep_extents(Module &module)
{
	for (Function &function : module)
		for (Instruction &instruction : llvm::make_early_inc_range(instructions(function)))
			if (const IntrinsicInst *annotation = annotation_of(instruction)) {
				keep_extent(*annotation);
				instruction.eraseFromParent();
			}
}

/* 0: the source does not say it. */
static uint64_t extent_of(const Argument &argument)
{
	SmallVector<MDNode *, 8> nodes;

	argument.getParent()->getMetadata(argument.getParent()->getContext().getMDKindID(extents),
					  nodes);
	for (const MDNode *node : nodes)
		if (mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue() ==
		    argument.getArgNo())
			return mdconst::extract<ConstantInt>(node->getOperand(1))->getZExtValue();
	return 0;
}

void keep_declared(Module &module)
{
	keep_extents(module);
	for (Function &function : module)
		for (Instruction &instruction : instructions(function)) {
			auto *declare = dyn_cast<DbgDeclareInst>(&instruction);

			if (!declare || !declare->getAddress() || !declare->getVariable()->getArg())
				continue;
			if (Argument *argument = argument_kept_in(declare->getAddress()))
				keep(function, *argument, *declare->getVariable());
			else if (auto *direct = dyn_cast<Argument>(declare->getAddress()))
				keep(function, *direct, *declare->getVariable());
		}
}

static place place_of_variable(const DILocalVariable &variable)
{
	place at;

	at.line = variable.getLine();
	if (const DIFile *file = variable.getFile())
		at.file = file->getFilename().str();
	return at;
}

declared declared_of(const Argument &argument)
{
	SmallVector<MDNode *, 8> nodes;
	declared found;

	argument.getParent()->getMetadata(argument.getParent()->getContext().getMDKindID(kept),
					  nodes);
	for (const MDNode *node : nodes) {
		const auto *number = mdconst::dyn_extract<ConstantInt>(node->getOperand(0));
		const auto *variable = dyn_cast<DILocalVariable>(node->getOperand(1));

		if (!number || !variable || number->getZExtValue() != argument.getArgNo())
			continue;
		found.name = variable->getName().str();
		found.at = place_of_variable(*variable);
		read_type(variable->getType(), found);
		if (!found.counts.empty() && !found.counts.front())
			found.counts.front() = extent_of(argument);
		return found;
	}
	found.name = argument.getName().str();
	return found;
}

/* --- variables --------------------------------------------------------------------------------- */

static void read_type(Type *type, const DataLayout &layout, declared &found)
{
	while (auto *array = dyn_cast<ArrayType>(type)) {
		found.counts.push_back(array->getNumElements());
		type = array->getElementType();
	}
	if (auto *record = dyn_cast<StructType>(type))
		found.type = record->hasName() ? record->getName().str() : "";
	found.element = type->isSized() ? layout.getTypeAllocSize(type).getFixedValue() : 0;
}

/* clang calls what an array starts with "__const.FUNCTION.ARRAY". */
static std::string name_of_variable(StringRef name)
{
	if (name.consume_front("__const."))
		name = name.split('.').second;
	return name.split('.').first.str();
}

declared declared_of(const Value &variable, const DataLayout &layout)
{
	declared found;

	if (const auto *argument = dyn_cast<Argument>(&variable))
		return declared_of(*argument);
	found.name = name_of_variable(variable.getName());
	if (const auto *local = dyn_cast<AllocaInst>(&variable)) {
		read_type(local->getAllocatedType(), layout, found);
		for (DbgDeclareInst *declare : declares_of(*const_cast<AllocaInst *>(local))) {
			declared shown;

			read_type(declare->getVariable()->getType(), shown);
			found.type = shown.type;
			found.name = declare->getVariable()->getName().str();
			found.at = place_of_variable(*declare->getVariable());
		}
	} else if (const auto *global = dyn_cast<GlobalVariable>(&variable)) {
		SmallVector<DIGlobalVariableExpression *, 1> expressions;

		read_type(global->getValueType(), layout, found);
		global->getDebugInfo(expressions);
		for (const DIGlobalVariableExpression *expression : expressions) {
			found.name = expression->getVariable()->getName().str();
			found.at.line = expression->getVariable()->getLine();
			found.at.file = expression->getVariable()->getFilename().str();
		}
	}
	return found;
}

/* --- places ------------------------------------------------------------------------------------ */

std::string path_of(StringRef folder, StringRef file)
{
	SmallString<256> path(file);

	/* Images have no paths of the machine. */
	if (!sys::path::is_absolute(file) && !options_of_schedule().counted) {
		path = folder;
		sys::path::append(path, file);
	}
	return path.str().str();
}

place place_of(const Instruction &instruction)
{
	place at;

	if (const DILocation *location = instruction.getDebugLoc()) {
		at.file = path_of(location->getDirectory(), location->getFilename());
		at.line = location->getLine();
	}
	return at;
}

place place_of(const Function &function)
{
	place at;

	if (const DISubprogram *program = function.getSubprogram()) {
		at.file = path_of(program->getDirectory(), program->getFilename());
		at.line = program->getLine();
	}
	return at;
}

std::string function_named(const Function &function)
{
	std::string shown = demangle(function.getName().str());
	StringRef name = StringRef(shown).split('(').first.split('<').first;

	name = name.substr(name.rfind(' ') == StringRef::npos ? 0 : name.rfind(' ') + 1);
	return name.substr(name.rfind(':') == StringRef::npos ? 0 : name.rfind(':') + 1).str();
}

bool is_stream_type(StringRef type)
{
	type.consume_front("class.");
	type.consume_front("hls::");
	return type == "stream" || begins_with(type, "stream<") || begins_with(type, "stream.");
}

} // namespace fclc
