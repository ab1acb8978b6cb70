#!/bin/bash
# Stand-in for swiftc: reads Swift sources for a few real mistakes and reports them in swiftc's own form.
# usage: swiftc.sh OUTPUT MODULE IMPORTABLE SOURCE...    IMPORTABLE: comma-separated modules of all dependencies
set -euo pipefail

output=$1 module=$2 importable=$3
shift 3

here=${BASH_SOURCE[0]%/*}
check=$here/check.awk
[ -f "$check" ] || check=$0.runfiles/build_bazel_rules_swift/compile/check.awk

seconds=$(sed -n 's|.*// stand-in: compiling takes \([0-9][0-9]*\) s.*|\1|p' "$@" | sort -n | tail -n 1)
if [ -n "$seconds" ]; then sleep "$seconds"; fi

if ! awk -v importable="$importable" -f "$check" "$@" >&2; then exit 1; fi

{
  echo "stand-in swiftmodule $module (no Swift compiler was run)"
  printf '%s\n' "$@"
} >"$output"
