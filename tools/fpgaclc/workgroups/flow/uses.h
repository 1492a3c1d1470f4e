/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_WORKGROUPS_FLOW_USES_H
#define FCLC_WORKGROUPS_FLOW_USES_H

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <string>

namespace llvm
{
class CallBase;
class DataLayout;
class Function;
class GlobalVariable;
class Module;
class Type;
class User;
class Value;
} // namespace llvm

namespace fclc
{

/* As enum fclc_use. */
enum {
	USE_READ = 1,
	USE_WRITE = 2,
	USE_STREAM = 4,
	USE_SOFT = 8,
	USE_WILD = 16,
	USE_SIDE = 64,
	USE_ARRAY = 128,
	USE_LOOP = 256,
	USE_TURN = 512
};

/* The memory that an argument of a call points to. */
struct Use_ {
	llvm::Value *object = nullptr; /* where it begins */
	llvm::Value *base = nullptr;   /* of the whole variable */
	uint64_t size = 0, each = 0;
	unsigned bits = 0;
	std::string name;
};

/* The variable that a pointer is derived from, or the function's argument; nullptr: unknown. */
llvm::Value *object_of(llvm::Value *pointer);

/* Whether an instruction clears a variable before its function does anything, as -ftrivial-auto-var-init does. */
bool is_zeroed_first(const llvm::User *user);

class Uses
{
	/* What a function uses besides its variables and arguments. */
	struct Hidden {
		llvm::MapVector<llvm::GlobalVariable *, unsigned> globals;
		unsigned wild = 0; /* through pointers of unknown origin */
		bool undefined = false;
		void add(llvm::Value *pointer, unsigned bits);
	};
	const llvm::DataLayout &layout;
	uint64_t stream_size = 0, fifo_offset = 0;
	llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, unsigned> known;
	llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, bool> known_kept;

	unsigned of_member(const llvm::Function *function, unsigned i);
	unsigned of_value(const llvm::Value *pointer, unsigned depth);
	unsigned of_argument(const llvm::Function *function, unsigned i, unsigned depth);
	bool is_argument_kept(const llvm::CallBase &call, unsigned i, unsigned depth);
	bool is_kept(const llvm::Value &pointer, unsigned depth);
	void of_body(llvm::Function &function, Hidden &hidden);

      public:
	explicit Uses(llvm::Module &module);
	/* Where in a stream its struct fclc_fifo is; 0: the module has no streams. */
	uint64_t fifo() const
	{
		return fifo_offset;
	}
	/* What a call does with argument i. False: nothing that others could notice. */
	bool find(const llvm::CallBase &call, unsigned i, Use_ &ret_use);
	static bool is_stream(llvm::Type *type);
	static bool contains_stream(llvm::Type *type);
	/* Whether a pointer is to a stream, or several of them, and to nothing else. */
	bool is_only_stream(const llvm::Value &pointer) const;
	/* Whether a call reads or writes a stream that it is passed. */
	bool uses_stream(const llvm::CallBase &call);
	/* Whether the address of a variable gets to where object_of() does not find it, such as into a lambda. */
	bool is_kept(const llvm::Value &variable)
	{
		return is_kept(variable, 0);
	}
	/* The part of a variable that a pointer stands for. */
	bool range(llvm::Value *pointer, Use_ &ret_use) const;
	/* The memory that a function and those it calls use without having it as an argument. */
	void find_hidden(llvm::Function *function, llvm::SmallVectorImpl<Use_> &found);
	/* Of a call that is not a process: the stream that an argument is. False: it neither reads nor writes one. */
	bool turn(const llvm::CallBase &call, unsigned i, Use_ &ret_use);
	/* What a call that is not a process does; 0 if it need not wait. */
	unsigned in_place(const llvm::CallBase &call, unsigned i);
};

} // namespace fclc

#endif
