/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/vendor/global_pipes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgaclc/opencl/vendor/branches.h"
#include "tools/fpgaclc/opencl/vendor/constant.h"
#include "tools/fpgaclc/opencl/vendor/scan.h"

#define FCLC_DEFAULT_DEPTH 16u
#define FCLC_MOST_DEPTH (1u << 24)
#define FCLC_MOST_ELEMENTS 4096u

struct global_pipe {
	const char *name, *type;
	struct fclc_place place;
	uint32_t extents[2], nextents; /* of an array */
	uint32_t elements, first;      /* number of elements; the first one's index among all */
	uint32_t depth;
	bool channel;
	bool host;      /* the other end is the host's */
	const char *io; /* the name of its port of the board; NULL: none */
};

/* An action of a function: it calls another one, or uses elements of a pipe. */
struct action {
	const char *function, *callee;
	uint32_t pipe, first, count;
	enum fcl_image_direction direction;
};

struct fclc_pipes {
	struct global_pipe *list;
	uint32_t count, capacity, elements;
	struct action *actions;
	uint32_t nactions, actions_capacity;
};

/*
 * A named constant of one function, "const int id = 3;", which an index may use; or, with a NULL function, one
 * at file scope, which the size of an array of channels may use.
 */
struct named {
	const char *function, *name;
	long value;
};

/* A branch that never runs. For example, the last kernel of a chain has no next one to write to. */
struct dead {
	const char *start, *end;
};

struct rewriter {
	struct fclc_program *program;
	struct fclc_pipes *pipes;
	struct fclc_scan scan;
	struct fclc_token token;
	struct fclc_text out;
	const char *copied;           /* the text before this is in `out` */
	const char *candidate;        /* the name before the last "(" at file scope */
	const char *function;         /* the function being scanned; NULL: none */
	unsigned braces, parentheses; /* number of open ones */
	const char *lead;             /* attributes right before the current token, or NULL */
	struct fclc_text leading;     /* their text */
	struct named *named;
	uint32_t nnamed, named_capacity;
	struct dead *dead;
	uint32_t ndead, dead_capacity;
	bool needs_2_0;
	struct fcl_err *err;
};

/* Whether a line begins with the word, as declarations at file scope usually do. */
static bool begins_line(const char *text, const char *word)
{
	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		if (at == text || at[-1] == '\n')
			return true;
	return false;
}

bool fclc_pipes_possible(const char *text)
{
	return strstr(text, "pipe") || strstr(text, "channel") || begins_line(text, "__global") ||
	       begins_line(text, "global");
}

/* --- text ------------------------------------------------------------------------------------- */

static bool is_attribute(const struct fclc_token *token)
{
	return fclc_is_word(token, "__attribute__") || fclc_is_word(token, "__attribute");
}

static void advance(struct rewriter *r)
{
	fclc_scan_next(&r->scan, &r->token);
}

static const char *copy_token(const struct rewriter *r)
{
	return fclc_copy(r->program->arena, r->token.text, r->token.length);
}

/* Replaces the text from `start` up to `end`, but keeps its newlines. */
static void replace(struct rewriter *r, const char *start, const char *end, const char *text)
{
	fclc_text_bytes(&r->out, r->copied, (size_t)(start - r->copied));
	fclc_text_add(&r->out, "%s", text);
	for (; start < end; start++)
		if (*start == '\n')
			fclc_text_bytes(&r->out, "\n", 1);
	r->copied = end;
}

/* The text from the current token, a bracket, to its match, which becomes current. */
static const char *skip_brackets(struct rewriter *r, char open, char close)
{
	const char *start = r->token.text + 1;
	unsigned depth = 0;

	do {
		depth += fclc_is_mark(&r->token, open);
		depth -= fclc_is_mark(&r->token, close);
		if (depth)
			advance(r);
	} while (depth && r->token.kind != FCLC_TOKEN_END);
	return fclc_copy(r->program->arena, start, (size_t)(r->token.text - start));
}

/* --- declarations ----------------------------------------------------------------------------- */

/* Reads the depth from "((depth(8)))". False if no attribute gives a constant depth. */
static bool read_depth(const char *attributes, long *ret_depth)
{
	static const char *const names[] = {"xcl_reqd_pipe_depth", "depth"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *at = strstr(attributes, names[i]);

		at = at ? at + strlen(names[i]) : NULL;
		at = at ? at + strspn(at, "_ \t\n") : NULL;
		if (at && *at == '(')
			return fclc_constant_prefix(at + 1, ret_depth);
	}
	return false;
}

static int add_depth(struct rewriter *r, struct global_pipe *pipe, const char *attributes)
{
	long depth;

	if (!strstr(attributes, "depth"))
		return 0;
	if (!read_depth(attributes, &depth) || depth < 0 || depth > (long)FCLC_MOST_DEPTH ||
	    (!depth && !pipe->channel))
		return fclc_error(r->err, pipe->place,
				  "%s '%s': expected a depth from 1 to %u, found '%s'",
				  pipe->channel ? "channel" : "pipe", pipe->name, FCLC_MOST_DEPTH,
				  attributes);
	/* A channel of depth 0 gets the minimum depth. */
	pipe->depth = depth ? (uint32_t)depth : 1;
	return 0;
}

/* io("name"), whose name is that of a file, too. */
static int add_io(struct rewriter *r, struct global_pipe *pipe, const char *attributes)
{
	static const char safe[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	const char *at = attributes, *end;

	while ((at = strstr(at, "io")) &&
	       ((at > attributes && fclc_is_name_char(at[-1])) || fclc_is_name_char(at[2])))
		at += 2;
	if (!at)
		return 0;
	at += 2 + strspn(at + 2, " \t\n(");
	end = *at == '"' ? at + 1 + strspn(at + 1, safe) : at;
	if (end <= at + 1 || *end != '"' || pipe->elements > 1)
		return fclc_error(r->err, pipe->place,
				  "%s '%s': expected io(\"NAME\") of a single one, with a name of "
				  "letters, digits and _, found '%s'",
				  pipe->channel ? "channel" : "pipe", pipe->name, attributes);
	pipe->io = fclc_copy(r->program->arena, at + 1, (size_t)(end - at - 1));
	return 0;
}

/* --- constants -------------------------------------------------------------------------------- */

/*
 * The constant of that name in this function, or at file scope; NULL if there is none, or two with different
 * values.
 */
static const struct named *find_named(const struct rewriter *r, const char *name, size_t length)
{
	const struct named *found = NULL;

	for (uint32_t i = 0; i < r->nnamed; i++) {
		const struct named *named = &r->named[i];

		if (!named->function != !r->function ||
		    (r->function && strcmp(named->function, r->function) != 0) ||
		    strlen(named->name) != length || strncmp(named->name, name, length) != 0)
			continue;
		if (found && found->value != named->value)
			return NULL;
		found = named;
	}
	return found;
}

/* Like fclc_constant(), but the text may use named constants; *named_one is set if it does. */
static bool evaluate(const struct rewriter *r, const char *text, long *ret_value, bool *named_one)
{
	struct fclc_text values = {.arena = r->program->arena};
	size_t length;

	for (fclc_text_bytes(&values, "", 0); *text; text += length) {
		const struct named *named = NULL;

		length = 1;
		while (fclc_is_name_char(*text) && fclc_is_name_char(text[length]))
			length++;
		if (fclc_is_name_start(*text))
			named = find_named(r, text, length);
		*named_one |= named != NULL;
		if (named)
			fclc_text_add(&values, "(%ld)", named->value);
		else
			fclc_text_bytes(&values, text, length);
	}
	return fclc_constant(values.text, ret_value);
}

/* "[4][2]" */
static int add_extents(struct rewriter *r, struct global_pipe *pipe, const char *text)
{
	for (const char *open = text; (open = strchr(open, '[')); open++) {
		const char *close = strchr(open, ']');
		bool any = false;
		long extent;

		if (pipe->nextents == 2 || !close ||
		    !evaluate(r, fclc_copy(r->program->arena, open + 1, (size_t)(close - open - 1)),
			      &extent, &any) ||
		    extent < 1 || extent > (long)(FCLC_MOST_ELEMENTS / pipe->elements))
			return fclc_error(
				r->err, pipe->place,
				"'%s': expected an array of one or two dimensions and %u elements at most, found '%s'",
				pipe->name, FCLC_MOST_ELEMENTS, text);
		pipe->extents[pipe->nextents++] = (uint32_t)extent;
		pipe->elements *= (uint32_t)extent;
	}
	return 0;
}

/* The length of the text without trailing whitespace. */
static size_t trimmed(const char *text, size_t length)
{
	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	return length;
}

/*
 * "int c[4]", or a further declarator "d" after a comma: the name is the last one before a bracket.
 */
static int add_pipe(struct rewriter *r, struct global_pipe pipe, const char *text,
		    const char *attributes, const char **type)
{
	struct fclc_arena *arena = r->program->arena;
	size_t end = trimmed(text, strcspn(text, "[")), start = end;
	int error;

	while (start && fclc_is_name_char(text[start - 1]))
		start--;
	pipe.name = fclc_copy(arena, text + start, end - start);
	if (!*type)
		*type = fclc_copy(arena, text, trimmed(text, start));
	pipe.type = *type + strspn(*type, " \t\n");
	if (!*pipe.name || !*pipe.type)
		return fclc_error(r->err, pipe.place, "expected '%s <type> <name>', found '%s'",
				  pipe.channel ? "channel" : "pipe", text);
	for (uint32_t i = 0; i < r->pipes->count; i++)
		if (!strcmp(r->pipes->list[i].name, pipe.name))
			return fclc_error(r->err, pipe.place, "'%s' is declared twice", pipe.name);
	pipe.host = strstr(attributes, "intel_host_accessible");
	error = add_extents(r, &pipe, text + end);
	if (!error)
		error = add_depth(r, &pipe, attributes);
	if (!error)
		error = add_io(r, &pipe, attributes);
	if (error)
		return error;
	pipe.first = r->pipes->elements;
	r->pipes->elements += pipe.elements;
	r->pipes->list = fclc_grow(arena, r->pipes->list, r->pipes->count, &r->pipes->capacity,
				   sizeof(*r->pipes->list));
	r->pipes->list[r->pipes->count++] = pipe;
	fclc_text_add(&r->out, "typedef %s fclc_packet_of_%s;", pipe.type, pipe.name);
	return 0;
}

/* Reads from "pipe" or "channel", or the attributes before it, up to the semicolon. */
static int read_declaration(struct rewriter *r)
{
	const char *taken = r->token.text + r->token.length, *type = NULL;
	const char *begin = r->lead ? r->lead : r->token.text;
	struct global_pipe pipe = {.place = r->token.place,
				   .elements = 1,
				   .depth = FCLC_DEFAULT_DEPTH,
				   .channel = fclc_is_word(&r->token, "channel")};
	struct fclc_text text = {.arena = r->program->arena}, attributes = text;
	int error = 0;
	bool more = true;

	/* The declaration is replaced by typedefs. */
	replace(r, begin, begin, "");
	fclc_text_bytes(&text, "", 0);
	fclc_text_bytes(&attributes, "", 0);
	for (advance(r); !error && more; advance(r)) {
		bool attribute = is_attribute(&r->token);

		more = !fclc_is_mark(&r->token, ';') && r->token.kind != FCLC_TOKEN_END;
		if (more && !attribute && !fclc_is_mark(&r->token, ','))
			continue;
		fclc_text_bytes(&text, taken, (size_t)(r->token.text - taken));
		if (attribute) {
			advance(r);
			fclc_text_add(&attributes, "%s", skip_brackets(r, '(', ')'));
		} else {
			/*
			 * Attributes in front apply to all declarators, but a declarator's own take
			 * precedence.
			 */
			if (r->lead)
				fclc_text_add(&attributes, " %s", r->leading.text);
			error = add_pipe(r, pipe, text.text, attributes.text, &type);
			text.length = attributes.length = 0;
			fclc_text_bytes(&attributes, "", 0);
		}
		taken = r->token.text + r->token.length;
	}
	replace(r, begin, taken, "");
	r->lead = NULL;
	return error;
}

/* Keeps an attribute, which may precede a declaration. */
static void read_attribute(struct rewriter *r)
{
	if (!r->lead) {
		r->lead = r->token.text;
		r->leading = (struct fclc_text){.arena = r->program->arena};
	}
	advance(r);
	fclc_text_add(&r->leading, "%s ", skip_brackets(r, '(', ')'));
	advance(r);
}

/* --- uses ------------------------------------------------------------------------------------- */

/* Whether the current token is in a branch that never runs; pipes used there do not count. */
static bool is_dead(const struct rewriter *r)
{
	for (uint32_t i = 0; i < r->ndead; i++)
		if (r->token.text >= r->dead[i].start && r->token.text < r->dead[i].end)
			return true;
	return false;
}

static void add_action(struct rewriter *r, struct action action)
{
	struct fclc_pipes *pipes = r->pipes;

	if (is_dead(r))
		return;
	action.function = r->function;
	pipes->actions = fclc_grow(r->program->arena, pipes->actions, pipes->nactions,
				   &pipes->actions_capacity, sizeof(*pipes->actions));
	pipes->actions[pipes->nactions++] = action;
}

/* The replacement for a channel function; NULL if `name` is not one. */
static const char *channel_function(const char *name)
{
	static const char *const functions[] = {"read_channel_nb", "write_channel_nb",
						"read_channel", "write_channel"};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		size_t length = strlen(functions[i]);

		if (!strncmp(name, functions[i], length) &&
		    (!strcmp(name + length, "_intel") || !strcmp(name + length, "_altera")))
			return functions[i];
	}
	return NULL;
}

static bool is_pipe_function(const char *name)
{
	return strstr(name, "_pipe") &&
	       (strstr(name, "read_pipe") || strstr(name, "write_pipe") ||
		!strcmp(name, "get_pipe_num_packets") || !strcmp(name, "get_pipe_max_packets"));
}

static struct global_pipe *find_pipe(const struct rewriter *r)
{
	for (uint32_t i = 0; i < r->pipes->count; i++)
		if (fclc_is_word(&r->token, r->pipes->list[i].name))
			return &r->pipes->list[i];
	return NULL;
}

/* Whether what is declared after it keeps its value. */
static bool is_constant(const struct fclc_token *token)
{
	return fclc_is_word(token, "const") || fclc_is_word(token, "constant") ||
	       fclc_is_word(token, "__constant");
}

/*
 * Remembers "const int id = 3;", with which autorun kernels typically name their get_compute_id().
 * The current token is "const" or "constant", or a type if nothing changes the variable. The value is only used
 * to find the elements that the kernel uses: the index itself is still computed at run time.
 */
static void read_named(struct rewriter *r)
{
	bool fixed = is_constant(&r->token), any = false;
	struct fclc_scan ahead = r->scan;
	struct fclc_token token;
	struct named named = {.function = r->function};
	const char *start, *end;

	for (fclc_scan_next(&ahead, &token); token.kind == FCLC_TOKEN_NAME;
	     fclc_scan_next(&ahead, &token))
		named.name = fclc_copy(r->program->arena, token.text, token.length);
	if (!named.name || !fclc_is_mark(&token, '=') || (!fixed && r->parentheses))
		return;
	start = token.text + 1;
	end = start + strcspn(start, ",;{");
	if (*end != ';' ||
	    !evaluate(r, fclc_copy(r->program->arena, start, (size_t)(end - start)), &named.value,
		      &any) ||
	    (!fixed && fclc_branch_changes(&ahead, named.name)))
		return;
	r->named = fclc_grow(r->program->arena, r->named, r->nnamed, &r->named_capacity,
			     sizeof(*r->named));
	r->named[r->nnamed++] = named;
}

/* Whether a declaration that read_named() understands may begin here. */
static bool is_integer(const struct fclc_token *token)
{
	static const char *const names[] = {"const", "int",      "uint",  "char",  "uchar",
					    "short", "ushort",   "long",  "ulong", "size_t",
					    "bool",  "unsigned", "signed"};
	bool found = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		found |= fclc_is_word(token, names[i]);
	return found;
}

static bool evaluate_condition(void *context, const char *text, long *ret_value)
{
	bool any = false;

	return evaluate(context, text, ret_value, &any);
}

/* The current token is "if". */
static void read_branch(struct rewriter *r)
{
	struct dead dead;

	if (!fclc_branch_find_dead(&r->scan, evaluate_condition, r, &dead.start, &dead.end))
		return;
	r->dead = fclc_grow(r->program->arena, r->dead, r->ndead, &r->dead_capacity,
			    sizeof(*r->dead));
	r->dead[r->ndead++] = dead;
}

/*
 * Combines the subscripts after a pipe's name into one index. The token after them becomes current.
 */
static int read_index(struct rewriter *r, const struct global_pipe *pipe, struct action *action,
		      const char **ret_index, const char **ret_end)
{
	struct fclc_place place = r->token.place;
	long value, all = 0;
	bool known = true, named = false;
	uint32_t count = 0;

	*ret_index = "0";
	*ret_end = r->token.text + r->token.length;
	for (advance(r); fclc_is_mark(&r->token, '['); advance(r)) {
		const char *text = skip_brackets(r, '[', ']');

		*ret_end = r->token.text + 1;
		if (count < pipe->nextents)
			*ret_index = fclc_format(r->program->arena, "(%s) * %u + (%s)", *ret_index,
						 pipe->extents[count], text);
		known &= evaluate(r, text, &value, &named);
		all = known && count < pipe->nextents ? all * pipe->extents[count] + value : 0;
		count++;
	}
	/*
	 * The copies of an autorun kernel at the ends of a chain compute out-of-range indices for
	 * their missing neighbours.
	 */
	if (known && named && count == pipe->nextents && (all < 0 || all >= (long)pipe->elements))
		return 0;
	if (count != pipe->nextents ||
	    (known && !is_dead(r) && (all < 0 || all >= (long)pipe->elements)))
		return fclc_error(r->err, place, "'%s': expected %u %s for one of %u elements",
				  pipe->name, pipe->nextents,
				  pipe->nextents == 1 ? "index" : "indices", pipe->elements);
	action->first = known ? (uint32_t)all : 0;
	action->count = known ? 1 : pipe->elements;
	return 0;
}

/* A call: `name` is at `start`, and the current token is the "(" after it. */
static int read_call(struct rewriter *r, const char *start, const char *name)
{
	const char *channel = channel_function(name), *index, *end, *text;
	struct action action = {.direction = strstr(name, "write_")  ? FCL_DIR_OUT
					     : strstr(name, "read_") ? FCL_DIR_IN
								     : FCL_DIR_UNKNOWN};
	struct global_pipe *pipe;
	int error;

	r->parentheses++;
	advance(r);
	pipe = channel || is_pipe_function(name) ? find_pipe(r) : NULL;
	if (!pipe || pipe->channel != !!channel) {
		add_action(r, (struct action){.callee = name});
		return 0;
	}
	action.pipe = (uint32_t)(pipe - r->pipes->list);
	error = read_index(r, pipe, &action, &index, &end);
	if (error)
		return error;
	add_action(r, action);
	text = fclc_format(r->program->arena, "fclc_packet_of_%s, fclc_pipe_of(%uu, %uu, %s)",
			   pipe->name, pipe->first, pipe->elements, index);
	replace(r, start, end,
		fclc_format(r->program->arena, "fclc_%s(%s", channel ? channel : name, text));
	return 0;
}

/* A name inside a function. The token after it becomes current. */
static int read_name(struct rewriter *r)
{
	const char *start = r->token.text, *name = copy_token(r);

	if (is_integer(&r->token))
		read_named(r);
	else if (fclc_is_word(&r->token, "if"))
		read_branch(r);
	advance(r);
	return fclc_is_mark(&r->token, '(') ? read_call(r, start, name) : 0;
}

static void read_mark(struct rewriter *r)
{
	char mark = *r->token.text;

	r->lead = NULL;
	if (mark == '{' && !r->braces++ && !r->parentheses)
		r->function = r->candidate;
	else if (mark == '}' && r->braces && !--r->braces)
		r->function = r->candidate = NULL;
	else if (mark == '(')
		r->parentheses++;
	else if (mark == ')' && r->parentheses)
		r->parentheses--;
	else if (mark == ';' && !r->braces)
		r->candidate = NULL;
	advance(r);
}

/* Whether this is the keyword `word` before a type, not a variable of that name. */
static bool is_before_type(const struct rewriter *r, const char *word)
{
	struct fclc_scan ahead = r->scan;
	struct fclc_token next;

	if (!fclc_is_word(&r->token, word))
		return false;
	fclc_scan_next(&ahead, &next);
	return next.kind == FCLC_TOKEN_NAME;
}

/* Whether "global", the current token, starts a variable, not a function that returns a pointer. */
static bool is_variable(const struct rewriter *r)
{
	struct fclc_scan ahead = r->scan;
	struct fclc_token token;
	bool attribute = false;
	unsigned depth = 0;

	if (r->braces || r->parentheses ||
	    (!fclc_is_word(&r->token, "__global") && !fclc_is_word(&r->token, "global")))
		return false;
	for (fclc_scan_next(&ahead, &token);
	     token.kind == FCLC_TOKEN_NAME || (token.kind != FCLC_TOKEN_END && depth) ||
	     (fclc_is_mark(&token, '(') && attribute);
	     fclc_scan_next(&ahead, &token)) {
		attribute = is_attribute(&token);
		depth += fclc_is_mark(&token, '(');
		depth -= fclc_is_mark(&token, ')');
	}
	return fclc_is_mark(&token, '[') || fclc_is_mark(&token, '=') ||
	       fclc_is_mark(&token, ';') || fclc_is_mark(&token, ',');
}

/* A name at file scope. */
static int read_outer_name(struct rewriter *r)
{
	bool pipe = is_before_type(r, "pipe"), channel = is_before_type(r, "channel");
	const char *name;

	r->needs_2_0 |= pipe || channel || is_variable(r);
	if ((pipe || channel) && !r->parentheses && !r->braces)
		return read_declaration(r);
	if (is_attribute(&r->token) && !r->parentheses && !r->braces) {
		read_attribute(r);
		return 0;
	}
	if (is_constant(&r->token) && !r->parentheses && !r->braces)
		read_named(r);
	r->lead = NULL;
	name = copy_token(r);
	advance(r);
	if (fclc_is_mark(&r->token, '(') && !r->parentheses)
		r->candidate = name;
	return 0;
}

int fclc_pipes_rewrite(struct fclc_program *program, struct fclc_source *source, const char *text,
		       const char **ret_text, struct fcl_err *err)
{
	struct rewriter r = {.program = program, .err = err, .copied = text};
	int error = 0;

	r.pipes = fclc_alloc(program->arena, 1, sizeof(*r.pipes));
	r.scan = (struct fclc_scan){.arena = program->arena, .at = text, .line_start = true};
	r.out.arena = program->arena;
	advance(&r);
	while (!error && r.token.kind != FCLC_TOKEN_END)
		if (r.token.kind == FCLC_TOKEN_PUNCT)
			read_mark(&r);
		else if (r.token.kind != FCLC_TOKEN_NAME)
			advance(&r);
		else
			error = r.function ? read_name(&r) : read_outer_name(&r);
	source->needs_2_0 = r.needs_2_0;
	*ret_text = NULL;
	if (error || !r.pipes->count)
		return error;
	replace(&r, strchr(r.copied, 0), strchr(r.copied, 0), "");
	source->pipes = r.pipes;
	*ret_text = r.out.text;
	return 0;
}

/* --- ports of kernels ------------------------------------------------------------------------- */

/* What has been found for one kernel: a direction for each element. */
struct collected {
	struct fclc_program *program;
	const struct fclc_pipes *pipes;
	const struct fclc_kernel *kernel;
	enum fcl_image_direction *directions;
	bool *certain;
	bool *visited; /* indexed by action */
	struct fcl_err *err;
};

static int collect_use(struct collected *c, const struct action *action)
{
	const struct global_pipe *pipe = &c->pipes->list[action->pipe];

	for (uint32_t i = 0; i < action->count; i++) {
		enum fcl_image_direction *direction =
			&c->directions[pipe->first + action->first + i];

		if (*direction && action->direction && *direction != action->direction)
			return fclc_error(
				c->err, c->kernel->place,
				"kernel '%s' reads and writes %s '%s': expected another kernel at its other end",
				c->kernel->name, pipe->channel ? "channel" : "pipe", pipe->name);
		if (action->direction)
			*direction = action->direction;
		c->certain[pipe->first + action->first + i] |= action->count == 1;
	}
	return 0;
}

static int collect(struct collected *c, const char *function)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < c->pipes->nactions; i++) {
		const struct action *action = &c->pipes->actions[i];

		if (c->visited[i] || strcmp(action->function, function) != 0)
			continue;
		c->visited[i] = true;
		error = action->callee ? collect(c, action->callee) : collect_use(c, action);
	}
	return error;
}

static const char *element_name(struct fclc_program *program, const struct global_pipe *pipe,
				uint32_t element)
{
	if (!pipe->nextents)
		return pipe->name;
	if (pipe->nextents == 1)
		return fclc_format(program->arena, "%s_%u", pipe->name, element);
	return fclc_format(program->arena, "%s_%u_%u", pipe->name, element / pipe->extents[1],
			   element % pipe->extents[1]);
}

static uint64_t packet_size(const struct fclc_source *source, const struct global_pipe *pipe)
{
	for (uint32_t i = 0; i < source->npackets; i++)
		if (!strcmp(source->packets[i].name, pipe->name))
			return source->packets[i].size;
	return 0;
}

static void add_arg(struct fclc_program *program, struct fclc_kernel *kernel,
		    const struct global_pipe *pipe, uint32_t element, const struct collected *c)
{
	struct fclc_arg *arg = &kernel->args[kernel->nargs++];

	arg->name = arg->global = element_name(program, pipe, element);
	arg->kind = FCLC_ARG_STREAM;
	arg->place = pipe->place;
	arg->type_name = pipe->type;
	arg->size = arg->element_size = packet_size(kernel->source, pipe);
	arg->direction = c->directions[pipe->first + element];
	arg->certain = c->certain[pipe->first + element];
	arg->depth = pipe->depth;
	arg->host = pipe->host;
	arg->io = pipe->io;
	arg->number = pipe->first + element;
}

int fclc_pipes_add_args(struct fclc_program *program, struct fclc_kernel *kernel,
			struct fcl_err *err)
{
	const struct fclc_pipes *pipes = kernel->source->pipes;
	struct collected c = {.program = program, .pipes = pipes, .kernel = kernel, .err = err};
	struct fclc_arg *args;
	int error;

	if (!pipes)
		return 0;
	c.directions = fclc_alloc(program->arena, pipes->elements, sizeof(*c.directions));
	c.certain = fclc_alloc(program->arena, pipes->elements, sizeof(*c.certain));
	c.visited = fclc_alloc(program->arena, (size_t)pipes->nactions + 1, sizeof(*c.visited));
	error = collect(&c, kernel->symbol);
	if (error)
		return error;
	args = fclc_alloc(program->arena, (size_t)kernel->nargs + pipes->elements, sizeof(*args));
	if (kernel->nargs)
		memcpy(args, kernel->args, kernel->nargs * sizeof(*args));
	kernel->args = args;
	for (uint32_t i = 0; i < pipes->count; i++)
		for (uint32_t j = 0; j < pipes->list[i].elements; j++)
			if (c.directions[pipes->list[i].first + j])
				add_arg(program, kernel, &pipes->list[i], j, &c);
	return 0;
}
