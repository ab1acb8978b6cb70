#!/bin/bash
# Stand-in for Bazel's coverage merger (a Java program that Debian's Bazel does not bring).
set -euo pipefail

# Bazel calls this through links; the Python file lies beside the script itself.
exec python3 "$(dirname "$(readlink -f "$0")")/lcov_merger.py" "$@"
