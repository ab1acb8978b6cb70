# The steps of ./scripts/test that look at the TypeScript, the package and the running editor.

check_npm_ci() { ensure_node_modules "$ROOT"; }
check_typescript() { npm run --silent compile; }
check_eslint() { npm run --silent lint; }
check_extension_tests() {
  local status=0
  npm test --silent >"$LOGS/extension-tests.txt" 2>&1 || status=$?
  cat "$LOGS/extension-tests.txt"
  echo "remark: $(node_tests pass) tests"
  return $status
}

# node_tests pass|fail: a count from the closing lines of Node's test runner, in its TAP or its spec form.
node_tests() { sed -n "s/^[#ℹ]* *$1 \([0-9][0-9]*\)\$/\1/p" "$LOGS/extension-tests.txt" | tail -n 1; }

# Call after the step itself, which runs in a subshell.
count_extension_tests() {
  local passed failed
  if [ -f "$LOGS/extension-tests.txt" ]; then
    passed=$(node_tests pass) failed=$(node_tests fail)
    count_tests "${passed:-0}" "${failed:-0}"
  fi
}

check_products() { build_products; }
check_vsix() {
  package_vsix
  node "$ROOT/scripts/lib/vsix_content.mjs" "$(vsix_path)"
}

# Tools that accept no recorded call, and why: the recorded screencapture writes no picture, and no recorded call to these two has idb.
REPLAY_ACCEPTS_NOTHING="bazel_macos_screenshot bazel_ios_swipe bazel_ios_type_text"

# Recorded calls of XcodeBazelMCP: programs, arguments, files and safety are as in the record or as docs/deviations.json says, every
# entry of that list is needed, and no tool refuses all its calls but those above.
check_replay() {
  local folder=${BAZEL_APPLE_REPLAY:-$ROOT/../shared/replay}
  if [ ! -f "$folder/replay.py" ]; then
    echo "there are no recorded calls in $folder; BAZEL_APPLE_REPLAY names their folder"
    return "$NOT_RUN"
  fi
  local output nothing
  output=$(python3 "$folder/replay.py" --server "$PROGRAM mcp --standalone" --workspace-env BAZEL_APPLE_WORKSPACE \
    --env BAZEL_APPLE_HOST=darwin/arm64 --env 'BAZEL_APPLE_APPLICATIONS=<APPS>' --deviations docs/deviations.json --retry 1 --show 20 \
    --json "$LOGS/replay.json")
  echo "$output"
  nothing=$(python3 -c 'import json, sys; print(*sorted(set(json.load(open(sys.argv[1]))["acceptedNothing"]) - set(sys.argv[2].split())))' \
    "$LOGS/replay.json" "$REPLAY_ACCEPTS_NOTHING")
  echo "remark: $(tail -n 1 <<<"$output")${nothing:+; these accept nothing: $nothing}"
  tail -n 1 <<<"$output" | grep -q ' 0 differ .* 0 safety failures' && ! grep -q 'matched nothing' <<<"$output" && [ -z "$nothing" ]
}

check_editor() {
  ensure_node_modules "$ROOT/e2e"
  cd "$ROOT/e2e" || return 1
  BAZEL_APPLE_PROGRAM=$PROGRAM BAZEL_APPLE_SIMULATED_TOOLS=$SIMULATED_TOOLS BAZEL_APPLE_VSIX=$(vsix_path) BAZEL_APPLE_CODE_SERVER=$CODE_SERVER \
    BAZEL_APPLE_CHROMIUM=$(chromium_command) npm test
}
