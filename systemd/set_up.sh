# Shared by ./start and ./check: everything a fresh Debian or Raspberry Pi OS needs. Safe to run again; asks nothing.
# Usage: . systemd/set_up.sh; set_up EXTRAS PACKAGES...   (EXTRAS such as "" or "[dev]"; PACKAGES = useful Debian packages)

environment=.venv  # where Python's packages go
editable=-e         # "" = a copy of the package, which does not need its sources any more

say() { printf '%s\n' "$*" >&2; }

# loudly WHAT COMMAND...: run what may take minutes. Every ten seconds it says how long it has run and what it is at; when it fails,
# its last lines are shown.
loudly() {
    what=$1
    shift
    log=$(mktemp) || return 1
    say "$what ..."
    beat "$log" &
    heart=$!
    "$@" >"$log" 2>&1 </dev/null
    status=$?
    kill "$heart" 2>/dev/null
    wait "$heart" 2>/dev/null
    [ "$status" = 0 ] || tail -n 60 "$log" >&2
    rm -f "$log"
    return "$status"
}

beat() {
    waited=0
    while sleep 10 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
        waited=$((waited + 10))
        say "  ... $waited s: $(tail -n 1 "$1" | cut -c 1-100)"
    done
}

# Install Debian packages if we may; status 1 if we may not or it fails.
apt_install() {
    [ -z "${PACKAGED:-}" ] || return 1 # dpkg is at work, and lets nobody in beside it
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root="sudo -n"
    fi
    loudly "Installing from Debian: $*" apt_get "$@"
}

apt_get() {
    apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -q"
    $apt install -y --no-install-recommends "$@" && return 0
    echo "Once more with fresh lists of packages"
    $apt update && $apt install -y --no-install-recommends "$@"
}

# A Python that is new enough, by its full name. PACKAGES: what is named together with it where there is none.
find_python() {
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            command -v "$name"
            return 0
        fi
    done
    say "Python 3.11, 3.12 or 3.13 is needed. On Debian 12 or Raspberry Pi OS type: sudo apt install python3 $*"
    return 1
}

have_library() { "$python" -c "import ctypes.util, sys; sys.exit(ctypes.util.find_library('$1') is None)"; }

have_environment() { [ -x "$environment/bin/python" ] && "$environment/bin/python" -m pip --version; }

# Is there already what a Debian package would bring?
is_there() {
    case $1 in
        python3-venv) have_environment || "$python" -c 'import ensurepip, venv' ;;
        libzbar0) have_library zbar ;;
        libatomic1) have_library atomic ;;
        chromium*) command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome ;;
        poppler-utils) command -v pdftoppm ;;
        systemd) command -v systemd-analyze ;;
        *) dpkg -s "$1" ;;
    esac >/dev/null 2>&1
}

# Those of the packages whose work nobody does yet, in one line.
missing() {
    found=""
    for package in "$@"; do
        is_there "$package" || found="$found $package"
    done
    printf '%s' "${found# }"
}

# Install what is missing, all at once. Where that is not allowed one line names it all; only without python3-venv there is no going on.
want() {
    lacking=$(missing "$@")
    [ -n "$lacking" ] || return 0
    # shellcheck disable=SC2086  # a list of names
    apt_install $lacking
    lacking=$(missing "$@")
    case " $lacking " in
        "  ") return 0 ;;
        *" python3-venv "*) say "Debian packages are missing. Type: sudo apt install $lacking - then run this again." && return 1 ;;
    esac
    say "Notice: what needs these packages is off (reading QR cards, some tests) until you type: sudo apt install $lacking"
}

# Raspberry Pi OS brings picamera2 and lgpio by apt only, so the environment must see the system's packages there.
on_a_pi() { [ -d /usr/lib/python3/dist-packages/picamera2 ] || [ -d /usr/lib/python3/dist-packages/lgpio ]; }

make_environment() {
    site=""
    on_a_pi && site="--system-site-packages"
    rm -rf "$environment"
    loudly "Making the environment $environment" "$python" -m venv $site "$environment" && return 0
    rm -rf "$environment"
    say "The environment $environment could not be made: is the disk full, or this folder somebody else's?"
    return 1
}

# Does this machine bring a numpy of the first generation, as bookworm's picamera2 wants it?
on_numpy_1() { on_a_pi && "$python" -c 'import numpy, sys; sys.exit(not numpy.__version__.startswith("1."))' 2>/dev/null; }

pip() {
    [ ! -d "${wheels:-}" ] || set -- --no-index --find-links "$wheels" "$@"
    "$environment/bin/python" -m pip install --progress-bar off --disable-pip-version-check "$@"
}

# Everything comes as a wheel whose hash the lock knows; then our own package, which is built from what is here.
install_locked() {
    lock=$1
    extras=$2
    # shellcheck disable=SC2086  # none or one word
    pip --require-hashes --only-binary=:all: -r "$lock" && pip --no-deps --no-build-isolation $editable "." || return 1
    [ -z "$extras" ] || pip $editable ".$extras"
}

install_packages() {
    lock=requirements.lock
    more=""
    [ "$1" != "[dev]" ] || lock=requirements-dev.lock
    [ "$1" != "[club]" ] || lock=requirements-club.lock
    if on_numpy_1; then
        lock=requirements-pi-bookworm.lock
        # What is for development or a club alone has no lock there.
        [ -z "$1" ] || more="${1%]},pi-bookworm]"
    fi
    loudly "Installing Python packages (once, some minutes on a slow machine)" install_locked "$lock" "$more" && return 0
    say "The Python packages could not be installed. Is this machine on the internet? Run this again when it is."
    return 1
}

set_up() {
    extras=$1
    shift
    python=$(find_python python3-venv libzbar0 "$@") || return 1
    want python3-venv libzbar0 "$@" || return 1
    stamp=$(cat pyproject.toml requirements*.lock | cksum)"$extras"
    have_environment >/dev/null 2>&1 || make_environment || return 1
    if [ "$(cat "$environment/set-up$extras" 2>/dev/null)" != "$stamp" ]; then
        install_packages "$extras" || return 1
        printf '%s' "$stamp" >"$environment/set-up$extras"
    fi
}

# Can a browser be opened here?
has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; }
