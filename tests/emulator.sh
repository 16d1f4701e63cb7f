# Read by tests/image and tests/bare, which say what `skip` does. As root.

# Programs of arm64 run here while a system of that machine is made or tried: by the machine's own word, or by ours, which is taken back.
lend_emulator() {
    export QEMU_CPU=cortex-a72 # a Raspberry Pi 4's: with all that the emulator knows, numpy multiplies matrices wrongly, and takes longer
    known=/proc/sys/fs/binfmt_misc/qemu-aarch64
    [ ! -e "$known" ] || return 0
    [ -w /proc/sys/fs/binfmt_misc/register ] || skip "this kernel runs no programs of other machines: binfmt_misc is not mounted"
    trap 'echo -1 >"$known"' EXIT
    trap 'exit 1' INT TERM
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >/proc/sys/fs/binfmt_misc/register
}
