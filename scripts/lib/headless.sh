# The main job without an editor: build, test and run the example's app through the command line.

# On a machine without Xcode the simulated Apple tools take its place, and every line that depends on them says so.
# BAZEL_APPLE_SIMULATED=1 is exported so that a workspace without the setting works too.
choose_apple_tools() {
  if have xcodebuild && xcodebuild -version >/dev/null 2>&1; then
    APPLE_TOOLS="Xcode"
  else
    APPLE_TOOLS="simulated Apple tools"
    export BAZEL_APPLE_SIMULATED=1
    export PATH=$ROOT/bin:$PATH
  fi
}

# call TITLE TOOL ARGUMENTS: runs one tool and shows its answer.
call() {
  say ""
  say "== $1 ($2, $APPLE_TOOLS)"
  "$PROGRAM" call "$2" "$3" --workspace "$HEADLESS_WORKSPACE" || die "$2 failed" "Its answer stands above."
}

run_headless() {
  HEADLESS_WORKSPACE=$1
  choose_apple_tools
  say "Workspace $1, real Bazel ($(bazel_command)), $APPLE_TOOLS"
  call "Build the iOS app" bazel_ios_build '{"target": "//App:App"}'
  call "Test the module Core" bazel_ios_test '{"target": "//Modules/Core:CoreTests"}'
  call "Run the app on a simulator" bazel_ios_build_and_run '{"target": "//App:App"}'
  say ""
  say "Done: //App:App was built, tested and run with $APPLE_TOOLS."
}
