#!/bin/bash
# Stand-in for the simulator runner of rules_apple: reads the bundle's test sources and carries out what it understands.
# Honours Bazel's test protocol: filter, shards, XML file, coverage folder.
set -uo pipefail

tests='%tests%'
covered='%covered%'
scripts=%scripts%
if [ ! -d "$scripts" ]; then scripts=../${scripts#external/}; fi

echo "stand-in: no simulator and no Swift compiler; %bundle% is read from its sources"

if [ -n "${TEST_SHARD_STATUS_FILE:-}" ]; then touch "$TEST_SHARD_STATUS_FILE"; fi

plan=$(mktemp "${TEST_TMPDIR:-/tmp}/plan.XXXXXX")
# shellcheck disable=SC2086  # one path a line, none with a space
awk -f "$scripts/value.awk" -f "$scripts/read.awk" $tests |
  awk -v filter="${TESTBRIDGE_TEST_ONLY:-}" -v module=%module% \
    -v shards="${TEST_TOTAL_SHARDS:-1}" -v shard="${TEST_SHARD_INDEX:-0}" -f "$scripts/choose.awk" >"$plan"

# Beside TEST_TMPDIR, which Bazel empties before each attempt.
marker=${TEST_TMPDIR:-/tmp}/../stand-in-marker-%module%-${TEST_SHARD_INDEX:-0}
export NOW
NOW=$(date '+%Y-%m-%d %H:%M:%S.000')
awk -v bundle=%bundle% -v module=%module% -v marker="$marker" -v xml="${XML_OUTPUT_FILE:-}" \
  -f "$scripts/xml.awk" -f "$scripts/run.awk" "$plan"
status=$?

if [ -n "${COVERAGE_DIR:-}" ] && [ -n "$covered" ]; then
  # shellcheck disable=SC2086
  awk -v tests="$tests" -f "$scripts/coverage.awk" $covered >"$COVERAGE_DIR/stand-in.dat"
fi

if [ $status = 139 ]; then kill -SEGV $$; fi
exit $status
