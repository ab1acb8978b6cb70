# What is built: the program, the stand-ins for Apple's tools, the extension package.

PROGRAM=$ROOT/bin/bazel-apple
SIMULATED_TOOLS=$ROOT/bin/fakeapple # a folder: the program and one link per Apple program

build_program() {
  say "Building bin/bazel-apple"
  (cd "$ROOT" && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o "$PROGRAM" ./server)
}

build_simulated_tools() {
  say "Building bin/fakeapple (simulated Apple tools, for machines without Xcode)"
  if [ -f "$SIMULATED_TOOLS" ]; then rm "$SIMULATED_TOOLS"; fi
  mkdir -p "$SIMULATED_TOOLS"
  (cd "$ROOT" && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o "$SIMULATED_TOOLS/fakeapple" ./internal/fakeapple/cmd/fakeapple)
  link_simulated_tools "$SIMULATED_TOOLS"
}

# link_simulated_tools FOLDER: the product looks for them in a folder named fakeapple beside its own program.
link_simulated_tools() { "$SIMULATED_TOOLS/fakeapple" install "$1" >/dev/null; }

have_xcode() { on_macos && have xcodebuild && xcodebuild -version >/dev/null 2>&1; }

# Sets APPLE_TOOLS to the name of what stands behind the Apple part of every answer.
choose_apple_tools() {
  APPLE_TOOLS="simulated Apple tools"
  if have_xcode; then APPLE_TOOLS="Xcode"; fi
}

build_products() {
  build_program
  build_simulated_tools
}

vsix_version() { (cd "$ROOT" && node -p 'require("./package.json").version'); }
vsix_path() { echo "$ROOT/bazel-apple-$(vsix_version).vsix"; }

# The package carries bin/bazel-apple, so it fits this kind of machine only. The simulated tools are never part of it.
package_vsix() {
  [ -f "$ROOT/package.json" ] || die "package.json does not exist at the root of the repository" "The extension cannot be packaged without it."
  ensure_node_modules "$ROOT"
  say "Packaging the extension"
  (cd "$ROOT" && npm run --silent package)
  [ -f "$(vsix_path)" ] || die "npm run package made no $(vsix_path)"
}
