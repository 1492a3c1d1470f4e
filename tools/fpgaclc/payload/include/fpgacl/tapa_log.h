/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_LOG_H
#define FPGACL_TAPA_LOG_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * TAPA's header brings glog along. Hosts have the library's own header, if it is installed. Kernels, and other
 * hosts, get macros of the same names: what is logged goes to standard error, except VLOG and DLOG, and a CHECK that fails
 * ends the execution.
 */

#if !defined(__FPGACLC__) && defined(__has_include)
#if __has_include(<glog/logging.h>)
#define FCLC_TAPA_GLOG
#include <glog/logging.h>
#endif
#endif

#ifndef FCLC_TAPA_GLOG

#include <iostream>
#include <sstream>

namespace fclc_tapa
{

/* One message. */
class message
{
	std::ostringstream text_;
	const char *kind_;

      public:
	explicit message(const char *kind, const char *file, int line) : kind_(kind)
	{
		text_ << kind << " " << file << ":" << line << ": ";
	}
	~message() noexcept(false)
	{
		if (*kind_ == 'F')
			fclc_rt_fail(text_.str().c_str());
		text_ << "\n";
		std::cerr << text_.str();
	}
	std::ostream &stream()
	{
		return text_;
	}
};

/* Makes a conditional expression of type void. */
struct message_end {
	void operator&(std::ostream &)
	{
	}
};

} // namespace fclc_tapa

#define FCLC_TAPA_KIND_INFO "INFO"
#define FCLC_TAPA_KIND_WARNING "WARNING"
#define FCLC_TAPA_KIND_ERROR "ERROR"
#define FCLC_TAPA_KIND_FATAL "FATAL"
#define FCLC_TAPA_LOG_IF(KIND, CONDITION)                                                          \
	!(CONDITION) ? (void)0                                                                     \
		     : ::fclc_tapa::message_end() &                                                \
			       ::fclc_tapa::message(KIND, __FILE__, __LINE__).stream()

#ifndef LOG
#define LOG(LEVEL) FCLC_TAPA_LOG_IF(FCLC_TAPA_KIND_##LEVEL, true)
#define LOG_IF(LEVEL, CONDITION) FCLC_TAPA_LOG_IF(FCLC_TAPA_KIND_##LEVEL, CONDITION)
#define DLOG(LEVEL) FCLC_TAPA_LOG_IF(FCLC_TAPA_KIND_##LEVEL, false)
#define DLOG_IF(LEVEL, CONDITION) FCLC_TAPA_LOG_IF(FCLC_TAPA_KIND_##LEVEL, false && (CONDITION))
#define VLOG(LEVEL) FCLC_TAPA_LOG_IF("VLOG", false && (LEVEL))
#define VLOG_IF(LEVEL, CONDITION) FCLC_TAPA_LOG_IF("VLOG", false && (LEVEL) && (CONDITION))
#define VLOG_IS_ON(LEVEL) (false && (LEVEL))
#endif
#ifndef CHECK
#define CHECK(CONDITION) FCLC_TAPA_LOG_IF("FATAL", !(CONDITION)) << "Check failed: " #CONDITION " "
#define FCLC_TAPA_CHECK(OP, A, B)                                                                  \
	FCLC_TAPA_LOG_IF("FATAL", !((A)OP(B)))                                                     \
		<< "Check failed: " #A " " #OP " " #B " (" << (A) << " vs. " << (B) << ") "
#define CHECK_EQ(A, B) FCLC_TAPA_CHECK(==, A, B)
#define CHECK_NE(A, B) FCLC_TAPA_CHECK(!=, A, B)
#define CHECK_LT(A, B) FCLC_TAPA_CHECK(<, A, B)
#define CHECK_LE(A, B) FCLC_TAPA_CHECK(<=, A, B)
#define CHECK_GT(A, B) FCLC_TAPA_CHECK(>, A, B)
#define CHECK_GE(A, B) FCLC_TAPA_CHECK(>=, A, B)
#define DCHECK(CONDITION) CHECK(true || (CONDITION))
#define DCHECK_EQ(A, B) DCHECK((A) == (B))
#define DCHECK_NE(A, B) DCHECK((A) != (B))
#define DCHECK_LT(A, B) DCHECK((A) < (B))
#define DCHECK_LE(A, B) DCHECK((A) <= (B))
#define DCHECK_GT(A, B) DCHECK((A) > (B))
#define DCHECK_GE(A, B) DCHECK((A) >= (B))
#endif
#endif

#endif
