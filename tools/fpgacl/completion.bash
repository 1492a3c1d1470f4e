# bash completion for fpgacl and fpgaclc. fpgacl itself knows what fits: `fpgacl completion answer WORD...`.

# Puts what the lines of standard input offer into COMPREPLY. Readline takes a word such as a=@f apart at = and @, and
# wants only the last part.
_fpgacl_reply() {
	local word=$1 breaks=${COMP_WORDBREAKS//[^=:@]/} line cut=''
	[ -z "$breaks" ] || cut=${word%"${word##*["$breaks"]}"}
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ $line == $'\t'* ]]; then
			line=${line#$'\t'}
			compopt -o filenames 2>/dev/null
			while IFS= read -r file; do
				COMPREPLY+=("${file#"$cut"}")
			done < <(compgen -f -P "$line" -- "${word#"$line"}")
		else
			[[ $line != *= ]] || compopt -o nospace 2>/dev/null
			COMPREPLY+=("${line#"$cut"}")
		fi
	done
}

# The words up to the cursor: COMP_WORDS has them in parts.
_fpgacl_words() {
	local line=${COMP_LINE:0:COMP_POINT}
	read -ra words <<<"$line"
	[[ $line != *[[:space:]] ]] || words+=('')
	words[0]=${words[0]/#~\//$HOME/}
}

_fpgacl() {
	local words file
	_fpgacl_words
	_fpgacl_reply "${words[-1]}" < <("${words[0]}" completion answer "${words[@]:1}" 2>/dev/null)
}

_fpgaclc() {
	local words file word offers=''
	_fpgacl_words
	word=${words[-1]}
	case ${words[-2]} in
	-t | --target) offers='sw_emu hw_emu hw' ;;
	-f | --platform) offers=$("${words[0]%fpgaclc}fpgacl" completion answer board start '' 2>/dev/null) ;;
	--waves) offers='fst vcd' ;;
	--check) offers=memory ;;
	--dataflow) offers='concurrent ordered sequential' ;;
	esac
	if [ -z "$offers" ] && [[ $word == -* ]]; then
		offers=$("${words[0]}" --help 2>/dev/null |
			sed -n 's/^ \{2,4\}\(-.*\)/\1/p' | sed 's/   .*//' | grep -oE '(^|[ ,])--?[a-zA-Z][a-zA-Z0-9_.-]*' |
				grep -vE -- '-fFLAG|-cl-OPTION|-Wwarning')
	fi
	if [ -n "$offers" ]; then
		_fpgacl_reply "$word" < <(compgen -W "$offers" -- "$word")
	else
		_fpgacl_reply "$word" <<<$'\t'
	fi
}

complete -F _fpgacl fpgacl
complete -F _fpgaclc fpgaclc
