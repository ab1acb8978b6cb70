# The step of ./scripts/test that runs real Bazel on a copy of the example workspace.

# Every target builds, every test ends in the state it is there for, a second run is cached, a mistake is reported at its place.
check_example() {
  if on_macos; then
    echo "on a Mac the example uses the real rules, which boot simulators and open the app; try it with ./scripts/run"
    return "$NOT_RUN"
  fi
  # One place for every run, so that output bases do not pile up.
  local copy=$CACHE/example/BazelApp
  rm -rf "$copy"
  mkdir -p "$copy"
  (cd "$EXAMPLE" && tar -cf - --exclude './bazel-*' .) | tar -xf - -C "$copy"
  bazel=("$(bazel_command)" "--output_base=$CACHE/example/output")
  cd "$copy" || return 1
  trap '"${bazel[@]}" shutdown' EXIT

  "${bazel[@]}" build //... --color=no --curses=no
  # 3: the build is fine and tests failed, as they should.
  local status=0
  "${bazel[@]}" test //... --keep_going --nocache_test_results --color=no --curses=no \
    --build_event_json_file="$LOGS/example-events.json" || status=$?
  [ $status = 3 ] || { echo "bazel test //... ended with $status, want 3"; return 1; }
  node "$ROOT/scripts/lib/example_states.mjs" "$LOGS/example-events.json"

  "${bazel[@]}" test //Modules/... //States:GreenTests --color=no --curses=no >"$LOGS/example-again.txt" 2>&1
  grep -q '(cached) PASSED' "$LOGS/example-again.txt"
  "${bazel[@]}" coverage --combined_report=lcov //cpp:ledger_test --color=no --curses=no
  grep -q '^SF:cpp/ledger.cc' "$("${bazel[@]}" info bazel-testlogs)/cpp/ledger_test/coverage.dat"

  status=0
  "${bazel[@]}" build //broken:Broken --color=no --curses=no >"$LOGS/example-broken.txt" 2>&1 || status=$?
  [ $status = 1 ]
  grep -q "^broken/Broken.swift:2:18: error: cannot convert value of type 'String'" "$LOGS/example-broken.txt"
  "${bazel[@]}" run //Mac:MacApp --color=no --curses=no >"$LOGS/example-run.txt"
  grep -q 'BazelApp for Mac started' "$LOGS/example-run.txt"
}
