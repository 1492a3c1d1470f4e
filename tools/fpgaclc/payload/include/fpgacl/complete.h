/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_COMPLETE_H
#define FPGACLC_COMPLETE_H

/*
 * Instantiates the class templates among a kernel's parameters. If the source only names one, as in
 * a pointer that it hands on, debug information has neither its size nor its elements.
 */
namespace fclc
{

template <typename type_, unsigned long size_ = sizeof(type_)> constexpr bool has_size(int)
{
	return size_ != 0;
}
template <typename type_> constexpr bool has_size(long)
{
	return false;
}

template <typename type_> struct complete {
	static constexpr bool value = has_size<type_>(0);
};
template <typename type_> struct complete<const type_> : complete<type_> {
};
template <typename type_> struct complete<type_ *> : complete<type_> {
};
template <typename type_> struct complete<type_ &> : complete<type_> {
};
template <typename type_, unsigned long count_> struct complete<type_[count_]> : complete<type_> {
};
template <typename type_, unsigned long count_>
struct complete<const type_[count_]> : complete<type_> {
};
/* hls::stream and the like. */
template <template <typename, int> class stream_, typename type_, int depth_>
struct complete<stream_<type_, depth_>> {
	static constexpr bool value = has_size<stream_<type_, depth_>>(0) && complete<type_>::value;
};
template <template <typename> class stream_, typename type_> struct complete<stream_<type_>> {
	static constexpr bool value = has_size<stream_<type_>>(0) && complete<type_>::value;
};

template <typename function_> struct complete_parameters;
template <typename result_, typename... parameters_>
struct complete_parameters<result_(parameters_...)> {
	static constexpr bool all[] = {true, complete<parameters_>::value...};
};
#if __cplusplus >= 201703L
template <typename result_, typename... parameters_>
struct complete_parameters<result_(parameters_...) noexcept>
    : complete_parameters<result_(parameters_...)> {
};
#endif

} // namespace fclc

#endif
