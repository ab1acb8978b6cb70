# Where things are, which versions are pinned, and how the scripts speak. Sourced first by every script.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/bazel-apple
EXAMPLE=$ROOT/examples/BazelApp

# The one home of each pinned version.
CODE_SERVER_VERSION=4.139.1
EDITOR_NODE_VERSION=24.21.0
GOVULNCHECK_VERSION=v1.9.0
STATICCHECK_VERSION=v0.8.2
FB_IDB_VERSION=1.7.7
PYMOBILEDEVICE3_VERSION=11.45.0
MINILM_VERSION=0.1.0
TOKENIZERS_VERSION=0.23.3
SAFETENSORS_VERSION=0.8.0
NUMPY_VERSION=2.4.6

MINIMUM_NODE=20

say() { printf '%s\n' "$*"; }
note() { printf '   %s\n' "$*"; }

# Ends the script: what failed, and what to do about it.
die() {
  printf 'error: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '       %s\n' "${@:2}" >&2; fi
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }
on_macos() { [ "$(uname -s)" = Darwin ]; }

# The two things that are asked for and never installed.
require_toolchains() {
  have go || die "Go was not found" "Install Go 1.26 or newer, or put it on PATH."
  if ! have node || ! have npm; then die "Node and npm were not found" "Install Node $MINIMUM_NODE or newer, or put it on PATH."; fi
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge "$MINIMUM_NODE" ] || die "Node $major is too old" "Install Node $MINIMUM_NODE or newer."
}
