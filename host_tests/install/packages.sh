#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# packages.sh CPACK BUILD VERSION: checks the contents and dependencies of the Debian packages, and
# what installing, upgrading, removing and purging the driver's package leaves in a root that holds
# another driver's vendors file.
set -eu
cpack=$1 build=$2 version=$3
for tool in dpkg-deb dpkg-shlibdeps; do
	command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failures=0
fail() {
	echo "$1" >&2
	failures=1
}
find /etc/OpenCL -type f -exec md5sum {} + 2>/dev/null | sort >before
"$cpack" -G DEB --config "$build/CPackConfig.cmake" -B packages -D CPACK_STRIP_FILES=OFF \
	-D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -D CPACK_THREADS=0 >log 2>&1 || { cat log >&2; exit 1; }
find /etc/OpenCL -type f -exec md5sum {} + 2>/dev/null | sort | diff before - || fail "packing changed the system"

# field PACKAGE FIELD
field() { dpkg-deb -f packages/"$1"_*.deb "$2"; }
has() {
	dpkg-deb -c packages/"$1"_*.deb >list
	grep -Eq " \./$2( ->.*)?\$" list || fail "$1 has no $2"
}
library=libfpgacl${version%%.*}
has "$library" 'etc/OpenCL/vendors/fpgacl.icd'
has "$library" "usr/lib/.*libfpgacl.so.$version"
has "$library" usr/lib/.*fpgacl/libpi_fpgacl.so
has fpgacl-tools usr/bin/fpgacl
has fpgacl-tools usr/bin/fpgaclc
has fpgacl-tools usr/share/doc/fpgacl-tools/README.md
has fpgacl-tools usr/share/doc/fpgacl-tools/docs/faults.md
has fpgacl-tools usr/bin/fpgacl-serve
has fpgacl-tools usr/bin/fpgacl-replay
has fpgacl-tools usr/share/man/man1/fpgacl.1.gz
has fpgacl-tools usr/share/man/man1/fpgaclc.1.gz
has fpgacl-tools usr/share/man/man1/fpgacl-serve.1.gz
has fpgacl-tools usr/share/man/man1/fpgacl-replay.1.gz
has fpgacl-tools usr/share/bash-completion/completions/fpgacl
has fpgacl-tools usr/share/zsh/vendor-completions/_fpgacl
for package in packages/*.deb; do
	# Debian's policy for symbolic links: relative within a top-level folder, absolute
	# otherwise.
	dpkg-deb -c "$package" | awk '$1 ~ /^l/ && $6 ~ /^\.\/usr\// && $8 ~ /^\/usr\// {print $6; bad = 1} END {exit !bad}' &&
		fail "$package has absolute links within /usr"
done
has fpgacl-tools usr/libexec/fpgacl/slurm/fpgacl-prolog
has fpgacl-tools 'usr/libexec/fpgacl/vitis/bin/v\+\+'
has libfpgacl-dev 'usr/lib/.*cmake/fpgacl/fpgaclConfig.cmake'
has libfpgacl-dev usr/include/fpgacl/fpgacl_model.h
if [ -e "$build/libopenvx.so" ]; then
	has libopenvx1 'usr/lib/.*libopenvx.so.1.3.0'
	has libopenvx1 'usr/lib/.*fpgacl/vision/vision.vx.json'
	has libopenvx1 'usr/lib/.*fpgacl/vision/vision.xclbin'
	has libopenvx-dev usr/include/VX/vx.h
	has libopenvx-dev 'usr/lib/.*libopenvx.so'
	has libopenvx-dev 'usr/lib/.*pkgconfig/openvx.pc'
	case $(field libopenvx1 Depends) in *"$library"*) fail "OpenVX depends on the driver: $(field libopenvx1 Depends)" ;; esac
fi
has fpgacl-boards usr/share/fpgacl/boards/u250/board.xml

[ "$(field "$library" Provides)" = opencl-icd ] || fail "$library does not provide opencl-icd"
case $(field "$library" Depends) in
*"ocl-icd-libopencl1 | libopencl1"*libc6*) ;;
*) fail "$library depends on $(field "$library" Depends)" ;;
esac
case $(field "$library" Depends) in *xrt*) fail "the driver depends on XRT" ;; esac
# The package with the code of OpenCL C's functions; libpocl2-common contains only their headers.
case $(field fpgacl-tools Suggests) in *"libpocl2 | libpocl2t64"*) ;; *) fail "fpgacl-tools does not suggest PoCL's library" ;; esac
# The vendors file disappears when the package is removed, not only when it is purged, so it is no
# conffile.
for package in packages/*.deb; do
	[ "$(dpkg-deb -f "$package" Version)" = "$version-1" ] || fail "$package is of another version"
	dpkg-deb --ctrl-tarfile "$package" | tar t >list
	if grep -q conffiles list; then fail "$package has conffiles"; fi
	dpkg-deb -c "$package" >list
	# Intel's tree has a file for the linker of that name.
	if grep libOpenCL list | grep -qv 'intel/lib/libOpenCL.so$'; then fail "$package brings a loader"; fi
	if awk '{print $6}' list | grep -Ev '^\./(usr/.*|etc/|etc/OpenCL/|etc/OpenCL/vendors/(fpgacl.icd)?)?$'; then
		fail "$package has files in other places"
	fi
done
# No file is in two packages, and the vendors file names the library of its own package.
for package in packages/*.deb; do dpkg-deb -c "$package" | awk '!/\/$/ {print $6}'; done | sort | uniq -d >twice
[ -s twice ] && fail "in two packages: $(cat twice)"
dpkg-deb -x packages/"$library"_*.deb root
[ -e "root$(cat root/etc/OpenCL/vendors/fpgacl.icd)" ] || fail "the vendors file names $(cat root/etc/OpenCL/vendors/fpgacl.icd)"

# An installation, an upgrade, a removal, another installation, a purge. This root lacks the
# package's dependencies. The package's scripts only run ldconfig, which must not touch the system's
# cache.
mkdir -p bin scratch/var/lib/dpkg/{info,updates,triggers} scratch/etc/OpenCL/vendors scratch/usr
touch scratch/var/lib/dpkg/{status,available}
printf '#!/bin/sh\n' >bin/ldconfig
chmod +x bin/ldconfig
echo libother.so >scratch/etc/OpenCL/vendors/other.icd
dpkg-deb -R packages/"$library"_*.deb newer
sed -i "s/^Version: .*/Version: $version-2/" newer/DEBIAN/control
mv newer/usr/lib/*/libfpgacl.so."$version" newer/usr/lib/libfpgacl.so.newer 2>/dev/null ||
	mv newer/usr/lib/libfpgacl.so."$version" newer/usr/lib/libfpgacl.so.newer
link=$(find newer/usr/lib -name "libfpgacl.so.${version%%.*}")
ln -sf "$(realpath -m --relative-to="$(dirname "$link")" newer/usr/lib/libfpgacl.so.newer)" "$link"
dpkg-deb --root-owner-group -b newer newer.deb >log 2>&1 || { cat log >&2; fail "cannot build a newer package"; }
# step WHAT FILES DPKG-ARGUMENT...: FILES are the vendors files expected afterwards; the libraries
# that ours name must exist.
step() {
	PATH=$PWD/bin:$PATH dpkg --root="$PWD/scratch" --log=/dev/null --force-not-root --force-script-chrootless \
		--force-depends --force-bad-path "${@:3}" >log 2>&1 || { cat log >&2; fail "$1: dpkg failed"; }
	files=$(cd scratch/etc/OpenCL/vendors && echo *)
	[ "$files" = "$2" ] || fail "$1: the vendors files are $files"
	[ "$(cat scratch/etc/OpenCL/vendors/other.icd)" = libother.so ] || fail "$1: the other driver's vendors file has changed"
	[ ! -e scratch/etc/OpenCL/vendors/fpgacl.icd ] || [ -e "scratch$(cat scratch/etc/OpenCL/vendors/fpgacl.icd)" ] ||
		fail "$1: the vendors file names a library that is missing"
}
step installation "fpgacl.icd other.icd" -i packages/"$library"_*.deb
step upgrade "fpgacl.icd other.icd" -i newer.deb
[ -z "$(find scratch -name "libfpgacl.so.$version")" ] || fail "upgrade: the older library is left"
step removal other.icd -r "$library"
step "second installation" "fpgacl.icd other.icd" -i newer.deb
step purge other.icd -P "$library"
left=$(find scratch -path scratch/var -prune -o ! -type d ! -name other.icd -print)
[ -z "$left" ] || fail "purge: left behind: $left"
exit $failures
