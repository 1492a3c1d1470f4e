/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/plugin/facts/record.h"

using llvm::StringRef;

namespace fclc
{

/* Strings have no end of line: file names may. */
void fact_record::put(const char *key, StringRef value)
{
	out << key << ' ';
	for (char c : value)
		if (c == '\n' || c == '\\')
			out << '\\' << (c == '\n' ? 'n' : c);
		else
			out << c;
	out << '\n';
}

void fact_record::put_text(const char *key, StringRef value)
{
	if (!value.empty())
		put(key, value);
}

void fact_record::put_number(const char *key, uint64_t value)
{
	if (value)
		out << key << ' ' << value << '\n';
}

void fact_record::put_type(const argument_facts &arg)
{
	const struct {
		const char *key;
		StringRef value;
	} texts[] = {
		{"name", arg.name},
		{"kind", arg.kind},
		{"why", arg.why},
		{"type", arg.type_name},
		{"spelling", arg.spelling},
		{"direction", arg.direction ? arg.direction : ""},
		{"record", arg.record},
		{"space", arg.space ? arg.space : ""},
		{"packet-type", arg.packet_type},
		{"global", arg.global},
		{"file", arg.file},
		{"io", arg.io},
	};
	const struct {
		const char *key;
		uint64_t value;
	} numbers[] = {
		{"line", arg.line},
		{"parameter", arg.parameter},
		{"size", arg.size},
		{"element-size", arg.element_size},
		{"elements", arg.elements},
		{"const", arg.is_const},
		{"reference", arg.reference},
		{"array", arg.array},
		{"extended", arg.extended},
		{"holder", arg.holder},
		{"tapa", arg.tapa},
		{"reads", arg.reads},
		{"writes", arg.writes},
		{"loads", arg.loads},
		{"stores", arg.stores},
		{"part", arg.part},
		{"record-offset", arg.record_offset},
		{"record-step", arg.record_step},
		{"packet-size", arg.packet_size},
		{"packet-const", arg.packet_const},
		{"packet-pointer", arg.packet_pointer},
		{"depth", arg.depth},
		{"number", arg.number},
		{"certain", arg.certain},
		{"host", arg.host},
	};

	for (const auto &text : texts)
		put_text(text.key, text.value);
	for (const auto &number : numbers)
		put_number(number.key, number.value);
}

} // namespace fclc
