/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;

namespace fclc
{

static constexpr StringLiteral prefix = "fclc.stream.";

stream_access stream_accessed(const Instruction &instruction)
{
	const auto *call = dyn_cast<CallInst>(&instruction);
	const Function *callee = call ? call->getCalledFunction() : nullptr;
	StringRef name = callee ? callee->getName() : "";

	if (!name.consume_front(prefix))
		return stream_access::none;
	if (begins_with(name, "read"))
		return stream_access::read;
	return begins_with(name, "write") ? stream_access::write : stream_access::ask;
}

/* --- methods ----------------------------------------------------------------------------------- */

namespace
{

enum class method { none, nothing, read, read_to, write, read_nb, write_nb, ask };

/* A new body for a method. */
class rewriter
{
      public:
	explicit rewriter(Function &function)
	    : function(function), module(*function.getParent()),
	      builder(BasicBlock::Create(function.getContext(), "", &function))
	{
		first = function.hasStructRetAttr() ? 1 : 0;
	}
	void write_body(method what);

      private:
	Function &function;
	Module &module;
	IRBuilder<> builder;
	unsigned first; /* the argument that is the stream */

	Value *call(StringRef what, Type *result, Value *value = nullptr);
	Type *integer_of(unsigned argument) const;
	Value *ask(bool empty);
	void read_to(unsigned argument);
	void write_from(unsigned argument);
	void return_value(Value *value);
};

} // namespace

/* After "hls::stream<...>::" of a method; empty: it is none. */
static StringRef method_name(StringRef shown)
{
	unsigned depth = 0;

	if (!shown.consume_front("hls::stream<"))
		return "";
	for (size_t i = 0; i < shown.size(); i++) {
		depth += shown[i] == '<';
		if (shown[i] != '>')
			continue;
		if (!depth--)
			return begins_with(shown.substr(i + 1), "::") ? shown.substr(i + 3) : "";
	}
	return "";
}

static method method_of(const Function &function)
{
	std::string text = demangle(function.getName().str());
	StringRef name = method_name(text);
	StringRef alone = name.split('(').first;

	if (alone == "stream" || alone == "~stream" || alone == "set_name")
		return method::nothing;
	if (alone == "read")
		return name == "read()" ? method::read : method::read_to;
	return StringSwitch<method>(alone)
		.Case("write", method::write)
		.Case("read_nb", method::read_nb)
		.Case("write_nb", method::write_nb)
		.Cases("empty", "full", "size", "capacity", method::ask)
		.Default(method::none);
}

Value *rewriter::call(StringRef what, Type *result, Value *value)
{
	std::string name = (prefix + what).str();
	Type *pointer = function.getArg(first)->getType();
	FunctionType *type = FunctionType::get(result,
					       value ? ArrayRef<Type *>{pointer, value->getType()}
						     : ArrayRef<Type *>{pointer},
					       false);

	if (value)
		name += "." + std::to_string(value->getType()->getIntegerBitWidth());
	else if (result->isIntegerTy())
		name += "." + std::to_string(result->getIntegerBitWidth());
	auto *callee = cast<Function>(module.getOrInsertFunction(name, type).getCallee());

	callee->setOnlyAccessesArgMemory();
	callee->setDoesNotThrow();
	callee->addFnAttr(Attribute::WillReturn);
	return value ? builder.CreateCall(type, callee, {function.getArg(first), value})
		     : builder.CreateCall(type, callee, {function.getArg(first)});
}

/* An element, as an integer of its size. */
Type *rewriter::integer_of(unsigned argument) const
{
	uint64_t bytes = function.getParamDereferenceableBytes(argument);

	return IntegerType::get(function.getContext(),
				static_cast<unsigned>(bytes ? bytes * 8 : 8));
}

void rewriter::return_value(Value *value)
{
	Type *type = function.getReturnType();

	if (value->getType() == type) {
		builder.CreateRet(value);
		return;
	}
	if (type->isIntegerTy() && value->getType()->isIntegerTy()) {
		builder.CreateRet(builder.CreateZExtOrTrunc(value, type));
		return;
	}
	AllocaInst *memory = builder.CreateAlloca(type);

	builder.CreateStore(value, memory);
	builder.CreateRet(builder.CreateLoad(type, memory));
}

void rewriter::read_to(unsigned argument)
{
	builder.CreateStore(call("read", integer_of(argument)), function.getArg(argument));
}

void rewriter::write_from(unsigned argument)
{
	call("write", Type::getVoidTy(function.getContext()),
	     builder.CreateLoad(integer_of(argument), function.getArg(argument)));
}

Value *rewriter::ask(bool empty)
{
	return call(empty ? "empty" : "full", Type::getInt1Ty(function.getContext()));
}

void rewriter::write_body(method what)
{
	const DataLayout &layout = module.getDataLayout();
	Type *type = function.getReturnType();
	bool reads = what == method::read_nb;

	if (what == method::read && function.hasStructRetAttr()) {
		Type *value = function.getParamStructRetType(0);

		builder.CreateStore(
			call("read", IntegerType::get(function.getContext(),
						      static_cast<unsigned>(
							      layout.getTypeStoreSizeInBits(value)
								      .getFixedValue()))),
			function.getArg(0));
		builder.CreateRetVoid();
	} else if (what == method::read) {
		return_value(call(
			"read",
			IntegerType::get(
				function.getContext(),
				static_cast<unsigned>(
					layout.getTypeStoreSizeInBits(type).getFixedValue()))));
	} else if (what == method::read_to || what == method::write) {
		if (what == method::write)
			write_from(first + 1);
		else
			read_to(first + 1);
		builder.CreateRetVoid();
	} else if (what == method::read_nb || what == method::write_nb) {
		Value *blocked = ask(reads);

		if (reads)
			read_to(first + 1);
		else
			write_from(first + 1);
		return_value(builder.CreateNot(blocked));
	} else if (type->isVoidTy()) {
		builder.CreateRetVoid();
	} else {
		return_value(ask(function.getName().contains("empty")));
	}
}

/* --- all --------------------------------------------------------------------------------------- */

void keep_streams(Module &module)
{
	std::vector<std::pair<Function *, method>> methods;

	for (Function &function : module) {
		method what = function.isDeclaration() ? method::none : method_of(function);

		if (what != method::none && function.arg_size())
			methods.emplace_back(&function, what);
	}
	for (auto [function, what] : methods) {
		function->deleteBody();
		function->setComdat(nullptr);
		function->setLinkage(GlobalValue::InternalLinkage);
		function->removeFnAttr(Attribute::NoInline);
		function->removeFnAttr(Attribute::OptimizeNone);
		function->setSubprogram(nullptr);
		rewriter(*function).write_body(what);
	}
}

} // namespace fclc
