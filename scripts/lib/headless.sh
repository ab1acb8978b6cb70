# The main job without an editor: build, test and run the example's app through the command line.

# call TITLE TOOL ARGUMENTS: runs one tool and shows its answer.
call() {
  say ""
  say "== $1 ($2, $APPLE_TOOLS)"
  "$PROGRAM" call "$2" "$3" --workspace "$HEADLESS_WORKSPACE" || die "$2 failed" "Its answer stands above."
}

run_headless() {
  HEADLESS_WORKSPACE=$1
  choose_apple_tools
  if ! have_xcode; then export BAZEL_APPLE_SIMULATED=1; fi
  say "Workspace $1, real Bazel ($(bazel_command)), $APPLE_TOOLS"
  call "Build the iOS app" bazel_ios_build '{"target": "//App:App"}'
  call "Test the module Core" bazel_ios_test '{"target": "//Modules/Core:CoreTests"}'
  call "Run the app on a simulator" bazel_ios_build_and_run '{"target": "//App:App"}'
  say ""
  say "Done: //App:App was built, tested and run with $APPLE_TOOLS."
}
