# Debian and Ubuntu packages: installed only when missing, with one update of the lists per run.

APT_LISTS_FRESH=

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    die "installing packages needs root, and sudo was not found" "Run as root: $*"
  fi
}

apt_update_once() {
  if [ -z "$APT_LISTS_FRESH" ]; then
    note "reading the package lists (apt-get update)"
    as_root apt-get update -qq || die "apt-get update failed" "Check the network and /etc/apt/sources.list."
    APT_LISTS_FRESH=yes
  fi
}

apt_has() { apt-cache show "$1" >/dev/null 2>&1; }

# apt_install WHY PACKAGE...: says what and why, then installs.
apt_install() {
  local why=$1
  shift
  have apt-get || die "cannot install $*: this is neither Debian nor Ubuntu" "Install it by hand; it is needed for: $why."
  apt_update_once
  say "Installing $* for $why"
  local log=$CACHE/apt.log
  mkdir -p "$CACHE"
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    die "apt-get could not install $*" "Try it by hand: apt-get install $*"
  fi
}
