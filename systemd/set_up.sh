# Shared by ./start and ./check: everything a fresh Debian or Raspberry Pi OS needs. Safe to run again; asks nothing.
# Usage: . systemd/set_up.sh; set_up EXTRAS PACKAGES...   (EXTRAS such as "" or "[dev]"; PACKAGES = useful Debian packages)

say() { printf '%s\n' "$*" >&2; }

# Install Debian packages if we may; status 1 if we may not or it fails.
apt_install() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n"
    fi
    say "Installing $* ..."
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    $as_root apt-get update -qq >/dev/null 2>&1
    $as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# A Python that is new enough, by its full name.
find_python() {
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    say "Python 3.11, 3.12 or 3.13 is needed. On Debian 12 or Raspberry Pi OS type: sudo apt install python3 python3-venv"
    return 1
}

have_library() { "$python" -c "import ctypes.util, sys; sys.exit(ctypes.util.find_library('$1') is None)"; }

# want TEST WHAT-IS-OFF PACKAGES...: install packages if TEST fails; if they cannot be had, say what is off and go on.
want() {
    test_command=$1 off=$2
    shift 2
    eval "$test_command" >/dev/null 2>&1 && return 0
    apt_install "$@" && return 0
    say "Notice: $off until you type: sudo apt install $*"
}

# Raspberry Pi OS brings picamera2 and lgpio by apt only, so the environment must see the system's packages there.
on_a_pi() { [ -d /usr/lib/python3/dist-packages/picamera2 ] || [ -d /usr/lib/python3/dist-packages/lgpio ]; }

make_environment() {
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        apt_install python3-venv || { say "Python's venv is missing. Type: sudo apt install python3-venv - then run this again."; return 1; }
    fi
    site=""
    on_a_pi && site="--system-site-packages"
    "$python" -m venv $site .venv || { rm -rf .venv; say "The environment .venv could not be made; is the disk full?"; return 1; }
}

install_packages() {
    extras=$1
    constraint="-c requirements.lock"
    if on_a_pi && "$python" -c 'import numpy, sys; sys.exit(not numpy.__version__.startswith("1."))' 2>/dev/null; then
        constraint=""  # bookworm's picamera2 is built on numpy 1: an extra holds numpy and OpenCV back instead of the lock
        extras=$(printf '%s' "$extras" | sed 's/]$/,pi-bookworm]/; s/^$/[pi-bookworm]/')
    fi
    .venv/bin/python -m pip install --quiet --disable-pip-version-check $constraint -e ".$extras" && return 0
    say "The Python packages could not be installed. Is this machine on the internet? Run this again when it is."
    return 1
}

set_up() {
    extras=$1
    shift
    python=$(find_python) || return 1
    want "have_library zbar" "reading QR control cards is off" libzbar0
    for package in "$@"; do
        want "dpkg -s $package" "the tests that need $package are skipped" "$package"
    done
    stamp=$(cat pyproject.toml requirements.lock | cksum)"$extras"
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
        rm -rf .venv
        make_environment || return 1
    fi
    if [ "$(cat .venv/set-up"$extras" 2>/dev/null)" != "$stamp" ]; then
        say "Installing Python packages (once, about a minute) ..."
        install_packages "$extras" || return 1
        printf '%s' "$stamp" >.venv/set-up"$extras"
    fi
}
