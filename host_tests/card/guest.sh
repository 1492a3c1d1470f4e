#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# guest.sh <fpgacl> <hal_conformance> <models>... <folder>: the conformance suite in a guest, on the backend pcie and
# the guest's own VFIO, with a card in software as the guest's PCI device. <folder> has the boards of host_tests/pcie.
# By hand: with XDMA_MODULE=<xdma.ko>, built for the guest's kernel, on the device files of AMD's module instead.
# Needs a QEMU with a client of vfio-user (10.1, Debian 13's backports), a kernel in /boot, busybox and cpio; skipped
# without them. Runs without KVM.
set -eu

skip() {
	echo "skipped: $1"
	exit 77
}

fpgacl=$1 suite=$2
shift 2
models=
while [ $# -gt 1 ]; do
	models="$models $1"
	shift
done
boards=$1
for tool in qemu-system-x86_64 busybox cpio; do
	command -v $tool >/dev/null || skip "there is no $tool"
done
qemu-system-x86_64 -device help 2>/dev/null | grep -q '"vfio-user-pci"' ||
	skip "qemu-system-x86_64 has no vfio-user-pci, which came with QEMU 10.1"
kernel=
for each in /boot/vmlinuz-*; do
	modules=/lib/modules/${each#/boot/vmlinuz-}
	[ -z "$(find "$modules" -name 'vfio-pci.ko*' 2>/dev/null)" ] || kernel=$each
done
[ -n "$kernel" ] || skip "there is no kernel with the module vfio-pci in /boot and /lib/modules"
modules=/lib/modules/${kernel#/boot/vmlinuz-}

folder=$(mktemp -d)
root=$folder/root
card=
end() {
	[ -z "$card" ] || kill "$card" 2>/dev/null || :
	rm -rf "$folder"
}
trap end EXIT

# --- what the guest has: programs with their libraries, modules, boards

add() {
	mkdir -p "$root$(dirname "$1")"
	cp -L "$1" "$root$1"
}
add_program() {
	add "$1"
	ldd "$1" 2>/dev/null | grep -oE '/[^ ]+' | while read -r library; do add "$library"; done
}
add_module() {
	file=$(find "$modules" -name "$1.ko*" | head -n 1)
	case $file in
	*.xz) tool=xz ;;
	*.zst) tool=zstd ;;
	*) tool='cat' ;;
	esac
	command -v $tool >/dev/null || skip "there is no $tool for the kernel's modules"
	case $tool in
	cat) cat "$file" ;;
	*) $tool -dc "$file" ;;
	esac >"$root/modules/$1.ko"
}

mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$root/modules"
add_program "$(command -v busybox)"
cp -L "$(command -v busybox)" "$root/bin/busybox"
add_program "$suite"
for each in $models; do add "$each"; done
place="\$device"
if [ -n "${XDMA_MODULE-}" ]; then
	cp "$XDMA_MODULE" "$root/modules/xdma.ko"
	place=/dev/xdma0
else
	for each in irqbypass vfio vfio_iommu_type1 vfio-pci-core vfio-pci; do add_module $each; done
fi
cp -r "$boards/boards" "$boards/blind" "$root"

cat >"$root/init" <<END
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
for module in irqbypass vfio vfio_iommu_type1 vfio-pci-core vfio-pci xdma; do
	[ ! -e /modules/\$module.ko ] || insmod /modules/\$module.ko
done
for each in /sys/bus/pci/devices/*; do
	[ "\$(cat \$each/vendor)" != 0x10ee ] || device=\$(basename \$each)
done
if [ ! -e /dev/xdma0_user ]; then
	echo vfio-pci >/sys/bus/pci/devices/\$device/driver_override
	echo \$device >/sys/bus/pci/drivers_probe
fi
export FPGACL_PCIE_CARDS=small-card@$place
FPGACL_BOARD_PATH=/blind $suite pcie:small-card@$place load
echo "blind: exit status \$?"
FPGACL_BOARD_PATH=/boards $suite pcie:small-card@$place
echo "uuid: exit status \$?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc 2>/dev/null | gzip -1) >"$folder/initrd"

# --- the card and the guest

export FPGACL_BOARD_PATH="$boards/boards"
"$suite" emu:small-card image "$folder/suite.xclbin"
"$fpgacl" card start small-card --image "$folder/suite.xclbin" --socket "$folder/socket" >"$folder/said" &
card=$!
tries=0
until [ -s "$folder/said" ]; do
	kill -0 "$card"
	tries=$((tries + 1))
	[ "$tries" -lt 600 ] || exit 1
	sleep 0.1
done
qemu-system-x86_64 -M q35,kernel-irqchip=split -accel tcg -smp 2 -cpu max -m 1G \
	-object memory-backend-memfd,id=memory,size=1G,share=on -numa node,memdev=memory \
	-device intel-iommu,intremap=on,caching-mode=on -nographic -no-reboot -net none \
	-kernel "$kernel" -initrd "$folder/initrd" -append "console=ttyS0 quiet rdinit=/init panic=-1 intel_iommu=on no_timer_check" \
	-device '{"driver":"vfio-user-pci","socket":{"type":"unix","path":"'"$folder/socket"'"}}' \
	</dev/null >"$folder/output" 2>&1 || :
tr -d '\r' <"$folder/output" | grep -a ' run, .* skipped, \|exit status\|FAILED\|ERROR' || :
for each in blind uuid; do
	tr -d '\r' <"$folder/output" | grep -aqx "$each: exit status 0" || {
		tail -n 60 "$folder/output"
		exit 1
	}
done
