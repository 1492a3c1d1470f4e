/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/schedule/streams.h"
#include "tools/fpgaclc/plugin/schedule/versions.h"

#include <map>

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

stream_call stream_called(const CallInst &call)
{
	StringRef name = call.getCalledFunction()->getName().substr(prefix.size());
	auto [what, bytes] = name.split('.');
	stream_call made = {};

	bytes.getAsInteger(10, made.bytes);
	made.kind = StringSwitch<stream_call::stream_kind>(what)
			    .Cases("try_read", "try_write", stream_call::tries)
			    .Cases("read_tried", "write_tried", stream_call::moves_tried)
			    .Cases("empty", "full", stream_call::asks)
			    .Cases("size", "room", stream_call::counts)
			    .Default(stream_call::moves);
	made.writes = what.contains("write") || what == "full" || what == "room";
	return made;
}

/* --- methods ----------------------------------------------------------------------------------- */

namespace
{

enum class method { none, nothing, read, read_to, write, read_nb, write_nb, ask, count };

/* A new body for a method. */
class rewriter
{
      public:
	rewriter(Function &function, unsigned long bytes)
	    : function(function), module(*function.getParent()),
	      builder(BasicBlock::Create(function.getContext(), "", &function)), bytes(bytes),
	      element(IntegerType::get(function.getContext(),
				       static_cast<unsigned>(bytes ? bytes * 8 : 8)))
	{
		first = function.hasStructRetAttr() ? 1 : 0;
	}
	void write_body(method what, StringRef name);

      private:
	Function &function;
	Module &module;
	IRBuilder<> builder;
	unsigned first;      /* the argument that is the stream */
	unsigned long bytes; /* of an element */
	Type *element;       /* as an integer */

	Value *call(StringRef what, Type *result, Value *value = nullptr);
	Value *ask(StringRef what);
	void read_to(Value *pointer);
	Value *try_read(Value *pointer);
	Value *try_write(Value *pointer);
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
		.Cases("empty", "full", method::ask)
		.Cases("size", "capacity", method::count)
		.Default(method::none);
}

Value *rewriter::call(StringRef what, Type *result, Value *value)
{
	std::string name = (prefix + what + "." + std::to_string(bytes)).str();
	Type *pointer = function.getArg(first)->getType();
	FunctionType *type = FunctionType::get(result,
					       value ? ArrayRef<Type *>{pointer, value->getType()}
						     : ArrayRef<Type *>{pointer},
					       false);
	auto *callee = cast<Function>(module.getOrInsertFunction(name, type).getCallee());

	callee->setOnlyAccessesArgMemory();
	callee->setDoesNotThrow();
	callee->addFnAttr(Attribute::WillReturn);
	return value ? builder.CreateCall(type, callee, {function.getArg(first), value})
		     : builder.CreateCall(type, callee, {function.getArg(first)});
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

void rewriter::read_to(Value *pointer)
{
	builder.CreateStore(call("read", element), pointer);
}

Value *rewriter::ask(StringRef what)
{
	return call(what, Type::getInt1Ty(function.getContext()));
}

/* What is not read stays as it is. */
Value *rewriter::try_read(Value *pointer)
{
	Value *blocked = ask("try_read"), *before = builder.CreateLoad(element, pointer);

	builder.CreateStore(builder.CreateSelect(blocked, before, call("read_tried", element)),
			    pointer);
	return builder.CreateNot(blocked);
}

Value *rewriter::try_write(Value *pointer)
{
	Value *blocked = ask("try_write");

	call("write_tried", Type::getVoidTy(function.getContext()),
	     builder.CreateLoad(element, pointer));
	return builder.CreateNot(blocked);
}

void rewriter::write_body(method what, StringRef name)
{
	Type *type = function.getReturnType();
	Value *value = function.arg_size() > first + 1 ? function.getArg(first + 1) : nullptr;

	switch (what) {
	case method::read:
		if (first)
			read_to(function.getArg(0));
		else
			return_value(call("read", element));
		break;
	case method::read_to:
		read_to(value);
		break;
	case method::write:
		call("write", Type::getVoidTy(function.getContext()),
		     builder.CreateLoad(element, value));
		break;
	case method::read_nb:
		return_value(try_read(value));
		break;
	case method::write_nb:
		return_value(try_write(value));
		break;
	case method::ask:
		return_value(ask(name));
		break;
	case method::count:
		return_value(call(name == "size" ? "size" : "room", type));
		break;
	default:
		break;
	}
	if (!builder.GetInsertBlock()->getTerminator())
		builder.CreateRetVoid();
}

/* --- all --------------------------------------------------------------------------------------- */

/* Of an element; 0: the method has none. */
static unsigned long bytes_of(const Function &function, method what)
{
	const DataLayout &layout = function.getParent()->getDataLayout();
	bool returned = function.hasStructRetAttr();
	unsigned argument = returned ? 2 : 1;

	if (what == method::read)
		return layout.getTypeStoreSize(returned ? function.getParamStructRetType(0)
							: function.getReturnType());
	if (what == method::nothing || what == method::ask || what == method::count ||
	    argument >= function.arg_size())
		return 0;
	return std::max<unsigned long>(function.getParamDereferenceableBytes(argument), 1);
}

/* What comes before the method: the stream's type. */
static std::string class_of(const Function &function)
{
	std::string text = demangle(function.getName().str());

	return text.substr(0, text.size() - method_name(text).size());
}

void keep_streams(Module &module)
{
	std::vector<std::pair<Function *, method>> methods;
	std::map<std::string, unsigned long> sizes; /* of elements, by the stream's type */

	for (Function &function : module) {
		method what = function.isDeclaration() ? method::none : method_of(function);

		if (what == method::none || !function.arg_size())
			continue;
		methods.emplace_back(&function, what);
		if (unsigned long bytes = bytes_of(function, what))
			sizes[class_of(function)] = bytes;
	}
	for (auto [function, what] : methods) {
		std::string shown = demangle(function->getName().str());
		StringRef name = method_name(shown).split('(').first;

		function->deleteBody();
		function->setComdat(nullptr);
		function->setLinkage(GlobalValue::InternalLinkage);
		function->removeFnAttr(Attribute::NoInline);
		function->removeFnAttr(Attribute::OptimizeNone);
		function->setSubprogram(nullptr);
		rewriter(*function, sizes[class_of(*function)]).write_body(what, name);
	}
}

} // namespace fclc
