# Bazel itself.

bazel_command() {
  if have bazel; then command -v bazel; elif have bazelisk; then command -v bazelisk; else return 1; fi
}

ensure_bazel() {
  if bazel_command >/dev/null; then return; fi
  local why="building the example and the tests with real Bazel"
  if on_macos; then
    have brew || die "Bazel was not found" "Install bazelisk (for example with Homebrew: brew install bazelisk) and start again."
    say "Installing bazelisk with Homebrew for $why"
    brew install bazelisk
  else
    apt_install "$why" bazel-bootstrap python3
  fi
}
