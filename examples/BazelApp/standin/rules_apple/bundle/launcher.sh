#!/bin/bash
# What `bazel run` starts. The real rule opens a simulator (or the app on a Mac); this one runs the stand-in program.
set -euo pipefail

echo "stand-in: launching %bundle_id% for %platform% (no Apple tool is used)"
program=%program%
[ -x "$program" ] || program=$0.runfiles/bazel_app/$program
exec "$program" "$@"
