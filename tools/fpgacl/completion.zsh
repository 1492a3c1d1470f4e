#compdef fpgacl fpgaclc
# zsh completion for fpgacl and fpgaclc. fpgacl itself knows what fits: `fpgacl completion answer WORD...`.

# Offers the arguments. One that begins with a tab stands for files, behind what follows the tab.
_fpgacl_offer() {
	local line
	local -a plain open
	for line in "$@"; do
		case $line in
		$'\t'*)
			line=${line#$'\t'}
			[[ -z $line ]] || compset -P ${(b)line}
			_files
			;;
		*=) open+=("$line") ;;
		?*) plain+=("$line") ;;
		esac
	done
	(( ! $#plain )) || compadd -- "${(@u)plain}"
	(( ! $#open )) || compadd -S '' -- "${(@u)open}"
}

_fpgacl_tool() {
	_fpgacl_offer "${(@f)$("${(Q)words[1]/#\~\//$HOME/}" completion answer "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"
}

_fpgaclc() {
	local compiler=${(Q)words[1]/#\~\//$HOME/}
	case $words[CURRENT-1] in
	-t | --target) _fpgacl_offer sw_emu hw_emu hw ;;
	-f | --platform) _fpgacl_offer "${(@f)$("${compiler%fpgaclc}fpgacl" completion answer board start '' 2>/dev/null)}" ;;
	--waves) _fpgacl_offer fst vcd ;;
	--check) _fpgacl_offer memory ;;
	--dataflow) _fpgacl_offer concurrent ordered sequential ;;
	*)
		if [[ $words[CURRENT] == -* ]]; then
			_fpgacl_offer ${=$("$compiler" --help 2>/dev/null |
				sed -n 's/^ \{2,4\}\(-.*\)/\1/p' | sed 's/   .*//' | grep -oE '(^|[ ,])--?[a-zA-Z][a-zA-Z0-9_.-]*' |
				grep -vE -- '-fFLAG|-cl-OPTION|-Wwarning' | tr -d ,)}
		else
			_files
		fi
		;;
	esac
}

_fpgacl() {
	case ${words[1]:t} in
	fpgaclc) _fpgaclc ;;
	*) _fpgacl_tool ;;
	esac
}

# As a file in $fpath this is the body of the function; sourced, it only defines it.
if [[ $funcstack[1] == _fpgacl ]]; then
	_fpgacl "$@"
else
	(( $+functions[compdef] )) || { autoload -U compinit && compinit }
	compdef _fpgacl fpgacl fpgaclc
fi
