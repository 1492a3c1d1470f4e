/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/workgroups/items/ids.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace fclc
{

static const char field_function[] = "fclc.field";

static FunctionCallee field_callee(Module &module)
{
	LLVMContext &context = module.getContext();
	FunctionCallee callee = module.getOrInsertFunction(
		field_function, Type::getInt64Ty(context), Type::getInt32Ty(context));
	Function *function = cast<Function>(callee.getCallee());

	function->setDoesNotAccessMemory();
	function->setDoesNotThrow();
	function->addFnAttr(Attribute::WillReturn);
	function->addFnAttr(Attribute::NoSync);
	function->addFnAttr(Attribute::Speculatable);
	return callee;
}

static Value *read(IRBuilder<> &builder, unsigned field)
{
	return builder.CreateCall(field_callee(*builder.GetInsertBlock()->getModule()),
				  builder.getInt32(field));
}

Field field_of(const Value *value)
{
	const CallInst *call = dyn_cast<CallInst>(value);
	const Function *callee = call ? call->getCalledFunction() : nullptr;

	if (!callee || callee->getName() != field_function)
		return FIELDS;
	return (Field)cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
}

/* --- variables that the library's functions read ---------------------------------------------- */

static void lower_variable(Module &module, StringRef name, unsigned field)
{
	GlobalVariable *variable = module.getGlobalVariable(name);

	if (!variable)
		return;
	for (User *user : make_early_inc_range(variable->users())) {
		LoadInst *load = dyn_cast<LoadInst>(user);

		if (!load)
			continue;
		IRBuilder<> builder(load);
		load->replaceAllUsesWith(
			builder.CreateZExtOrTrunc(read(builder, field), load->getType()));
		load->eraseFromParent();
	}
}

static void lower_variables(Module &module)
{
	static const struct {
		const char *name;
		unsigned field;
	} variables[] = {{"_local_id_", LOCAL_ID_X},
			 {"_local_size_", LOCAL_SIZE_X},
			 {"_group_id_", GROUP_ID_X},
			 {"_num_groups_", NUM_GROUPS_X},
			 {"_global_offset_", GLOBAL_OFFSET_X}};

	for (const auto &variable : variables)
		for (unsigned i = 0; i < 3; i++)
			lower_variable(module,
				       (Twine(variable.name) + Twine((char)('x' + i))).str(),
				       variable.field + i);
	lower_variable(module, "_work_dim", WORK_DIM);
}

/* --- functions -------------------------------------------------------------------------------- */

/* Selects the value for a dimension given at run time; `beyond` if the dimension does not exist. */
static Value *by_dimension(IRBuilder<> &builder, Value *dimension, Value *const values[3],
			   uint64_t beyond)
{
	Value *result = builder.getInt64(beyond);

	for (unsigned i = 3; i-- > 0;)
		result = builder.CreateSelect(
			builder.CreateICmpEQ(dimension, ConstantInt::get(dimension->getType(), i)),
			values[i], result);
	return result;
}

static Value *global_id(IRBuilder<> &builder, unsigned i)
{
	Value *start = builder.CreateMul(read(builder, GROUP_ID_X + i),
					 read(builder, ENQUEUED_SIZE_X + i));

	return builder.CreateAdd(builder.CreateAdd(start, read(builder, LOCAL_ID_X + i)),
				 read(builder, GLOBAL_OFFSET_X + i));
}

/*
 * OpenCL C 3.0, 6.15.1: work-item functions, with their results for dimensions that do not exist.
 */
static Value *body_of(IRBuilder<> &builder, StringRef name, Function &function)
{
	static const struct {
		const char *name;
		unsigned field;
		uint64_t beyond;
	} fields[] = {{"get_local_id", LOCAL_ID_X, 0},
		      {"get_local_size", LOCAL_SIZE_X, 1},
		      {"get_enqueued_local_size", ENQUEUED_SIZE_X, 1},
		      {"get_group_id", GROUP_ID_X, 0},
		      {"get_num_groups", NUM_GROUPS_X, 1},
		      {"get_global_size", GLOBAL_SIZE_X, 1},
		      {"get_global_offset", GLOBAL_OFFSET_X, 0}};
	Value *values[3];

	for (const auto &field : fields) {
		if (name != field.name)
			continue;
		for (unsigned i = 0; i < 3; i++)
			values[i] = read(builder, field.field + i);
		return by_dimension(builder, function.getArg(0), values, field.beyond);
	}
	for (unsigned i = 0; i < 3; i++)
		values[i] = global_id(builder, i);
	if (name == "get_global_id")
		return by_dimension(builder, function.getArg(0), values, 0);
	if (name == "get_work_dim")
		return read(builder, WORK_DIM);
	if (name == "fclc_group_shared")
		return builder.CreateIntToPtr(read(builder, SHARED), function.getReturnType());
	if (name == "get_global_linear_id") {
		for (unsigned i = 0; i < 3; i++)
			values[i] = builder.CreateSub(values[i],
						      read(builder, GLOBAL_OFFSET_X + i));
		values[1] = builder.CreateAdd(
			builder.CreateMul(values[2], read(builder, GLOBAL_SIZE_Y)), values[1]);
		return builder.CreateAdd(builder.CreateMul(values[1], read(builder, GLOBAL_SIZE_X)),
					 values[0]);
	}
	if (name == "get_local_linear_id") {
		Value *row = builder.CreateAdd(
			builder.CreateMul(read(builder, LOCAL_ID_Z), read(builder, LOCAL_SIZE_Y)),
			read(builder, LOCAL_ID_Y));

		return builder.CreateAdd(builder.CreateMul(row, read(builder, LOCAL_SIZE_X)),
					 read(builder, LOCAL_ID_X));
	}
	report_fatal_error("not a work-item function");
}

StringRef source_name(StringRef symbol)
{
	unsigned length = 0;

	if (!symbol.consume_front("_Z") || symbol.consumeInteger(10, length))
		return "";
	symbol = symbol.take_front(length);
	symbol.consume_front("_cl_");
	return symbol;
}

bool is_work_item_function(StringRef name)
{
	static const char *const names[] = {
		"get_local_id",  "get_local_size",       "get_enqueued_local_size",
		"get_group_id",  "get_num_groups",       "get_global_size",
		"get_global_id", "get_global_linear_id", "get_global_offset",
		"get_work_dim",  "get_local_linear_id",  "fclc_group_shared"};

	return is_contained(names, name);
}

static void lower_function(Function &function)
{
	StringRef name = source_name(function.getName());
	Value *result;

	if (!is_work_item_function(name))
		return;
	function.deleteBody();
	IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
	result = body_of(builder, name, function);
	if (function.getReturnType()->isIntegerTy())
		result = builder.CreateZExtOrTrunc(result, function.getReturnType());
	builder.CreateRet(result);
	function.setVisibility(GlobalValue::DefaultVisibility);
	function.setLinkage(GlobalValue::InternalLinkage);
	function.removeFnAttr(Attribute::NoInline);
	function.removeFnAttr(Attribute::OptimizeNone);
}

void lower_ids(Module &module)
{
	for (Function &function : make_early_inc_range(module))
		lower_function(function);
	lower_variables(module);
}

} // namespace fclc
