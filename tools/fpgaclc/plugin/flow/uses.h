/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_FLOW_USES_H
#define FCLC_PLUGIN_FLOW_USES_H

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <string>

namespace llvm
{
class Argument;
class CallBase;
class DataLayout;
class Function;
class GlobalVariable;
class Module;
class Type;
class Use;
class Value;
} // namespace llvm

namespace fclc
{

/* The same values as enum fclc_use. */
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
	llvm::Value *object = nullptr; /* start of the memory used */
	llvm::Value *base = nullptr;   /* start of the whole variable */
	uint64_t size = 0, each = 0;
	unsigned bits = 0;
	std::string name;
	/* `object` and `base` are what is at this offset from this argument of the call. */
	bool loaded = false;
	unsigned argument = 0;
	int64_t offset = 0; /* or ANYWHERE */
};

/* The variable, or the function's argument, from which a pointer is derived; nullptr: unknown. */
llvm::Value *object_of(llvm::Value *pointer);

class Uses
{
	/* A place in memory, as an offset from an argument of a function. */
	typedef std::pair<llvm::Argument *, int64_t> Place;
	/* Memory that a function uses besides its variables and arguments. */
	struct Hidden {
		llvm::MapVector<llvm::GlobalVariable *, unsigned> globals;
		llvm::MapVector<Place, unsigned> loaded; /* through the pointers at these places */
		unsigned wild = 0;                       /* through pointers of unknown origin */
		bool undefined = false;
		void add(llvm::Value *pointer, unsigned bits, const llvm::DataLayout &layout);
	};
	const llvm::DataLayout &layout;
	uint64_t stream_size = 0, fifo_offset = 0;
	llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, unsigned> known;
	llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, bool> known_kept;

	unsigned of_member(const llvm::Function *function, unsigned i);
	unsigned of_value(const llvm::Value *pointer, unsigned depth);
	unsigned of_argument(const llvm::Function *function, unsigned i, unsigned depth);
	bool call_writes(const llvm::CallBase &call, const llvm::Use &use, int64_t offset,
			 unsigned depth);
	bool pointee_written(const llvm::Value &pointer, int64_t offset, unsigned depth);
	bool is_argument_kept(const llvm::CallBase &call, unsigned i, unsigned depth);
	bool is_kept(const llvm::Value &pointer, unsigned depth);
	void of_body(llvm::Function &function, Hidden &hidden);
	bool lift(const Place &place, llvm::Function *to,
		  const llvm::SetVector<llvm::Function *> &reached, unsigned depth,
		  llvm::SmallVectorImpl<Place> &found) const;
	void add_loaded(Hidden &hidden, llvm::Function *function,
			const llvm::SetVector<llvm::Function *> &reached,
			llvm::SmallVectorImpl<Use_> &found) const;

      public:
	explicit Uses(llvm::Module &module);
	/* The offset of struct fclc_fifo in a stream; 0: the module has no streams. */
	uint64_t fifo() const
	{
		return fifo_offset;
	}
	/* How a call uses argument i. Returns false if the use cannot affect others. */
	bool find(const llvm::CallBase &call, unsigned i, Use_ &ret_use);
	static bool is_stream(llvm::Type *type);
	static bool contains_stream(llvm::Type *type);
	/* Whether a pointer refers to a stream, or several, and to nothing else. */
	bool is_only_stream(const llvm::Value &pointer) const;
	/* Whether a call reads or writes a stream argument. */
	bool uses_stream(const llvm::CallBase &call);
	/*
	 * Whether a variable's address escapes to where object_of() cannot find it, for example
	 * into a lambda.
	 */
	bool is_kept(const llvm::Value &variable)
	{
		return is_kept(variable, 0);
	}
	/* Whether a call may write a pointer at this offset from argument i, or ANYWHERE. */
	bool writes(const llvm::CallBase &call, unsigned i, int64_t offset);
	/* The part of a variable that a pointer refers to. */
	bool range(llvm::Value *pointer, Use_ &ret_use) const;
	/*
	 * The memory, other than arguments, that a function and its callees use. If a pointer that
	 * they load is at a place that they reach from an argument, the use is `loaded`.
	 */
	void find_hidden(llvm::Function *function, llvm::SmallVectorImpl<Use_> &found);
	/*
	 * For a call that is not a process: the stream that an argument refers to. False if it is
	 * neither read nor written.
	 */
	bool turn(const llvm::CallBase &call, unsigned i, Use_ &ret_use);
	/* How a call that is not a process uses argument i; 0 if it need not wait. */
	unsigned in_place(const llvm::CallBase &call, unsigned i);
};

} // namespace fclc

#endif
