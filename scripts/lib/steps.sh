# Named, timed and counted steps. A step is a function; its output goes to a log and is shown when it fails.
# A step that cannot be run here returns NOT_RUN and ends its output with the reason.

NOT_RUN=75
LOGS=$(mktemp -d "${TMPDIR:-/tmp}/bazel-apple-test.XXXXXX")
PASSED=0
FAILED=0
STEP_NUMBER=0
FAILED_STEPS=()
NOT_RUN_STEPS=()

# run_once FUNCTION LOG: sets STATUS and TOOK.
run_once() {
  local started=$SECONDS
  # Neither this call nor the subshell may stand in a condition: bash would ignore set -e inside the step.
  set +e
  (
    set -euo pipefail
    "$1"
  ) >"$2" 2>&1
  STATUS=$?
  set -e
  TOOK=$((SECONDS - started))
}

show_failure() {
  sed 's/^/   | /' "$1" | tail -n 60
  note "whole log: $1"
}

# step NAME FUNCTION [TRIES]
step() {
  local name=$1 tries=${3:-1} attempt=1 log
  STEP_NUMBER=$((STEP_NUMBER + 1))
  say "== $name"
  while :; do
    log=$LOGS/$STEP_NUMBER-$2-$attempt.log
    run_once "$2" "$log"
    if [ "$STATUS" = 0 ] || [ "$STATUS" = "$NOT_RUN" ] || [ "$attempt" = "$tries" ]; then break; fi
    show_failure "$log"
    say "   try $attempt of $tries failed after ${TOOK} s; trying once more"
    attempt=$((attempt + 1))
  done

  case $STATUS in
    0)
      PASSED=$((PASSED + 1))
      local again=
      if [ "$attempt" -gt 1 ]; then again=" at try $attempt (the first try failed)"; fi
      note "passed in ${TOOK} s$again$(step_remark "$log")"
      ;;
    "$NOT_RUN")
      NOT_RUN_STEPS+=("$name: $(tail -n 1 "$log")")
      note "NOT RUN: $(tail -n 1 "$log")"
      ;;
    *)
      FAILED=$((FAILED + 1))
      FAILED_STEPS+=("$name")
      show_failure "$log"
      note "FAILED in ${TOOK} s, try $attempt of $tries"
      ;;
  esac
}

# A step may leave one line that begins with "remark: ", which is shown beside its result.
step_remark() {
  local remark
  remark=$(sed -n 's/^remark: //p' "$1" | tail -n 1)
  if [ -n "$remark" ]; then echo ": $remark"; fi
}

# Adds the counts of a test runner to the closing line: count_tests PASSED FAILED
count_tests() {
  PASSED=$((PASSED + $1))
  FAILED=$((FAILED + $2))
}

# Prints the closing line and ends the script.
finish_steps() {
  local line
  say ""
  say "Time: $((SECONDS / 60)) min $((SECONDS % 60)) s. Logs: $LOGS"
  for line in ${NOT_RUN_STEPS[@]+"${NOT_RUN_STEPS[@]}"}; do say "not run: $line"; done
  for line in ${FAILED_STEPS[@]+"${FAILED_STEPS[@]}"}; do say "failed: $line"; done
  say "$PASSED passed, $FAILED failed"
  [ "$FAILED" = 0 ] && exit 0
  exit 1
}
