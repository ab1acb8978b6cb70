#!/bin/bash
# Stand-in for the program behind --combined_report=lcov: appends the LCOV files of all tests to one.
# Bazel passes --reports_file (a list of files) and --output_file.
set -euo pipefail

for argument in "$@"; do
  case $argument in
    --reports_file=*) reports=${argument#*=} ;;
    --output_file=*) output=${argument#*=} ;;
  esac
done

: >"$output"
while read -r report; do
  if [ -s "$report" ]; then cat "$report" >>"$output"; fi
done <"$reports"
