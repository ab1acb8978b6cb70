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

# Recorded calls, as far as the tools exist: programs, arguments and safety as in the record or as docs/deviations.json says.
check_replay() {
  local folder=$ROOT/../shared/replay
  if [ ! -f "$folder/replay.py" ]; then
    echo "the recorded calls are not beside this checkout (../shared/replay)"
    return "$NOT_RUN"
  fi
  local options=(--retry 1 --show 20)
  if [ -f docs/deviations.json ]; then options+=(--deviations docs/deviations.json); fi
  local name
  while read -r name; do options+=(--only "$name#*"); done < <("$PROGRAM" tools --json | node -e '
    const tools = JSON.parse(require("fs").readFileSync(0, "utf8"));
    console.log(tools.map((tool) => tool.name).join("\n"));')
  local output
  output=$(BAZEL_APPLE_HOST=darwin/arm64 python3 "$folder/replay.py" --server "$PROGRAM mcp --standalone --workflows all" \
    --env BAZEL_APPLE_HOST=darwin/arm64 --env 'BAZEL_APPLE_APPLICATIONS=<APPS>' "${options[@]}")
  echo "$output"
  echo "remark: $(tail -n 1 <<<"$output")"
  tail -n 1 <<<"$output" | grep -q ' 0 differ .* 0 safety failures'
}

check_editor() {
  ensure_node_modules "$ROOT/e2e"
  cd "$ROOT/e2e" || return 1
  BAZEL_APPLE_PROGRAM=$PROGRAM BAZEL_APPLE_SIMULATED_TOOLS=$SIMULATED_TOOLS BAZEL_APPLE_VSIX=$(vsix_path) BAZEL_APPLE_CODE_SERVER=$CODE_SERVER \
    BAZEL_APPLE_CHROMIUM=$(chromium_command) npm test
}
