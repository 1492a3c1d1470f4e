/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/checks/library.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringSet.h>

using namespace clang;
using llvm::StringRef;

namespace fclc
{

static std::string own_headers;

void set_own_headers(const std::string &folder)
{
	own_headers = folder + "/";
}

owner owner_of(const ASTContext &context, SourceLocation location)
{
	const SourceManager &sources = context.getSourceManager();
	SourceLocation at = sources.getExpansionLoc(location);

	if (at.isInvalid())
		return owner::library;
	StringRef file = sources.getFilename(at);

	if (!own_headers.empty() && file.consume_front(own_headers))
		return owner::ours;
	return sources.isInSystemHeader(at) ? owner::library : owner::user;
}

static bool is_in(const char *words, StringRef word)
{
	size_t at = 0;
	StringRef all = words;

	for (; (at = all.find(word, at)) != StringRef::npos; at += word.size())
		if ((!at || all[at - 1] == ' ') &&
		    (at + word.size() == all.size() || all[at + word.size()] == ' '))
			return true;
	return false;
}

/* clang-format off */
static const char memory[] =
	"malloc calloc realloc reallocarray free cfree alloca aligned_alloc posix_memalign memalign valloc pvalloc "
	"strdup strndup asprintf vasprintf mmap munmap sbrk brk "
	"__builtin_alloca __builtin_alloca_with_align __builtin_malloc __builtin_calloc __builtin_realloc __builtin_free "
	"__builtin_operator_new __builtin_operator_delete";
static const char printing[] =
	"printf fprintf vprintf vfprintf puts fputs putchar putc fputc putchar_unlocked fwrite_unlocked fflush perror "
	"__printf_chk __fprintf_chk __assert_fail __assert __assert_rtn __assert_perror_fail";
/* With the suffix f, too. UG1399 lists those of the HLS math library; the rest takes them as they are. */
static const char functions[] =
	"abs labs llabs div ldiv lldiv fabs acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi "
	"cos cosh cospi sin sinh sinpi sincos tan tanh tanpi exp exp2 exp10 pow10 expm1 frexp ldexp modf ilogb log log10 log1p log2 logb "
	"cbrt hypot pow rsqrt sqrt erf erfc lgamma lgamma_r tgamma ceil floor llrint llround lrint lround nearbyint rint round "
	"trunc roundeven fmod remainder remquo drem copysign nan nextafter nexttoward scalbn scalbln fdim fmax fmin fma "
	"finite isfinite isinf isnan isnormal signbit __signbit __fpclassify __isinf __isnan __finite __issignaling "
	"memcpy memmove memset memcmp memchr mempcpy bcopy bzero bcmp index "
	"strlen strnlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr "
	"isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper toascii "
	"__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc ffs ffsl ffsll htonl htons ntohl ntohs __errno_location "
	"abort exit _exit _Exit "
	"cabs carg cimag creal conj cproj cacos casin catan ccos csin ctan ccosh csinh ctanh cexp clog cpow csqrt";
static const char no_hardware[] = "j0 j1 jn y0 y1 yn gamma scalb significand";
static const char special[] =
	"assoc_laguerre assoc_legendre beta comp_ellint_1 comp_ellint_2 comp_ellint_3 cyl_bessel_i cyl_bessel_j cyl_bessel_k "
	"cyl_neumann ellint_1 ellint_2 ellint_3 expint hermite laguerre legendre riemann_zeta sph_bessel sph_legendre sph_neumann";
static const char containers[] =
	"basic_string vector deque list forward_list map multimap set multiset unordered_map unordered_multimap unordered_set "
	"unordered_multiset queue stack priority_queue function any shared_ptr weak_ptr unique_ptr valarray";
static const char systems[] =
	"basic_ifstream basic_ofstream basic_fstream basic_filebuf basic_istream basic_iostream basic_stringstream basic_ostringstream "
	"basic_istringstream basic_stringbuf thread jthread mutex recursive_mutex timed_mutex recursive_timed_mutex condition_variable "
	"future promise packaged_task random_device locale basic_regex";
/* clang-format on */

bool only_prints(const FunctionDecl &function)
{
	const auto *method = dyn_cast<CXXMethodDecl>(&function);
	StringRef of_class = method && method->getParent()->getIdentifier()
				     ? method->getParent()->getName()
				     : "";

	if (of_class == "basic_ostream" || of_class == "basic_ios" || of_class == "ios_base")
		return true;
	if (function.getIdentifier() && is_in(printing, function.getName()))
		return true;
	/* operator<<(ostream &, ...), endl and the like */
	if (!function.getNumParams())
		return false;
	const auto *stream =
		function.getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();

	return stream && stream->isInStdNamespace() && stream->getIdentifier() &&
	       stream->getName() == "basic_ostream";
}

static bool is_known(StringRef name)
{
	return is_in(functions, name) ||
	       (name.size() > 1 && name.back() == 'f' && is_in(functions, name.drop_back()));
}

static bool takes_long_double(const FunctionDecl &function)
{
	auto is_long = [](QualType type) {
		return type->isSpecificBuiltinType(BuiltinType::LongDouble);
	};

	for (const ParmVarDecl *parameter : function.parameters())
		if (is_long(parameter->getType()))
			return true;
	return is_long(function.getReturnType());
}

static effect effect_of_c(const FunctionDecl &function, StringRef name)
{
	StringRef plain = name;

	plain.consume_front("__builtin_");
	if (is_in(no_hardware, plain) ||
	    (plain.size() > 1 && strchr("fl", plain.back()) &&
	     is_in(no_hardware, plain.drop_back())) ||
	    (plain.size() > 1 && plain.back() == 'l' && is_in(functions, plain.drop_back()) &&
	     takes_long_double(function)))
		return effect::computes;
	if (name.substr(0, 2) == "__" || is_known(name))
		return effect::none;
	return effect::calls_system;
}

effect effect_of(const FunctionDecl &function)
{
	const auto *method = dyn_cast<CXXMethodDecl>(&function);
	OverloadedOperatorKind kind = function.getOverloadedOperator();
	StringRef name = function.getIdentifier() ? function.getName() : "";

	/* The placement form allocates nothing. */
	if (kind == OO_New || kind == OO_Array_New || kind == OO_Delete || kind == OO_Array_Delete)
		return function.isReservedGlobalPlacementOperator() ? effect::none
								    : effect::allocates;
	if (method)
		return effect_of(*method->getParent());
	if (name.empty() || only_prints(function))
		return effect::none;
	if (is_in(memory, name))
		return effect::allocates;
	if (function.isInStdNamespace() && is_in(special, name))
		return effect::computes;
	if (function.hasBody() || !function.isExternC())
		return effect::none;
	return effect_of_c(function, name);
}

effect effect_of(const CXXRecordDecl &record)
{
	if (!record.getIdentifier() || !record.isInStdNamespace())
		return effect::none;
	return is_in(containers, record.getName()) ? effect::allocates
	       : is_in(systems, record.getName())  ? effect::calls_system
						   : effect::none;
}

} // namespace fclc
