# The steps of ./scripts/test that look at Go. Each runs in a subshell with set -e, at the root of the repository.

check_gofmt() {
  local unformatted
  unformatted=$(git ls-files -z -co --exclude-standard '*.go' | xargs -0 gofmt -l)
  if [ -n "$unformatted" ]; then
    echo "not formatted:"
    echo "$unformatted"
    return 1
  fi
}

check_vet() { go vet ./...; }
check_vet_darwin() { GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go vet ./...; }

# Compiles and links program and tests for a Mac, and throws the results away.
compile_for_darwin() {
  GOOS=darwin GOARCH=$1 CGO_ENABLED=0 go build -o /dev/null ./...
  GOOS=darwin GOARCH=$1 CGO_ENABLED=0 go test -c -o /dev/null ./...
}
check_darwin_arm64() { compile_for_darwin arm64; }
check_darwin_amd64() { compile_for_darwin amd64; }

check_staticcheck() {
  local program
  program=$(staticcheck_program)
  "$program" ./...
  GOOS=darwin GOARCH=arm64 "$program" ./...
}

# Processes are started by internal/run alone; tests and benchmarks, which run peers beside the product, may start what they like.
check_imports() {
  local system offenders list=$LOGS/imports.txt
  for system in linux darwin; do
    GOOS=$system CGO_ENABLED=0 go list -f '{{.ImportPath}}{{range .Imports}} {{.}}{{end}}' ./... >"$list"
    offenders=$(awk '$1 != "bazelapple/internal/run" && $1 != "bazelapple/bench" { for (i = 2; i <= NF; i++) if ($i == "os/exec") print $1 }' "$list")
    if [ -n "$offenders" ]; then
      echo "only internal/run may import os/exec; on $system these do too:"
      echo "$offenders"
      return 1
    fi
  done
}

# -v, so that the tests can be counted. Re-executed test programs would each wait a second at their end without GORACE.
check_go_tests() {
  local status=0
  GORACE=atexit_sleep_ms=0 go test -race -v -timeout 20m ./... >"$LOGS/go-test.txt" 2>&1 || status=$?
  local failed
  failed=$(grep -c '^ *--- FAIL' "$LOGS/go-test.txt" || true)
  if [ $status != 0 ]; then
    grep -E -B 12 '^ *--- FAIL|^panic:|^FAIL|WARNING: DATA RACE' "$LOGS/go-test.txt" | grep -vE '^ *(=== |--- (PASS|SKIP))' || tail -n 40 "$LOGS/go-test.txt"
    echo "$failed tests failed; everything they said: $LOGS/go-test.txt"
    return 1
  fi
  echo "remark: $(grep -c '^ *--- PASS' "$LOGS/go-test.txt" || true) tests, $(grep -c '^ *--- SKIP' "$LOGS/go-test.txt" || true) skipped"
}

# Call after the step itself, which runs in a subshell.
count_go_tests() {
  if [ -f "$LOGS/go-test.txt" ]; then
    count_tests "$(grep -c '^ *--- PASS' "$LOGS/go-test.txt" || true)" "$(grep -c '^ *--- FAIL' "$LOGS/go-test.txt" || true)"
  fi
}

# Generates again; what then differs was not up to date.
check_generated() {
  local before after
  before=$LOGS/generated-before.txt after=$LOGS/generated-after.txt
  checksums_of_sources >"$before"
  "$ROOT/scripts/generate"
  checksums_of_sources >"$after"
  if ! cmp -s "$before" "$after"; then
    echo "these generated files were not up to date; run ./scripts/generate and commit them:"
    diff "$before" "$after" | sed -n 's/^> [0-9a-f]* *//p'
    return 1
  fi
}

checksums_of_sources() {
  local list=$LOGS/sources.txt file
  git ls-files -co --exclude-standard | sort | while IFS= read -r file; do
    if [ -f "$file" ]; then echo "$file"; fi
  done >"$list"
  git hash-object --stdin-paths <"$list" >"$list.hashes"
  paste -d ' ' "$list.hashes" "$list"
}

check_vulnerabilities() {
  local program output status=0
  program=$(govulncheck_program)
  output=$("$program" ./... 2>&1) || status=$?
  echo "$output"
  if [ $status != 0 ] && grep -qiE 'fetching vulnerabilities|dial tcp|no such host|connection refused|timeout|forbidden|bad gateway|proxyconnect' <<<"$output"; then
    echo "govulncheck could not reach its vulnerability database ($(tail -n 1 <<<"$output"))"
    return "$NOT_RUN"
  fi
  return $status
}
