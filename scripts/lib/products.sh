# What is built: the program, the stand-ins for Apple's tools, the extension package.

PROGRAM=$ROOT/bin/bazel-apple
SIMULATED_TOOLS=$ROOT/bin/fakeapple

build_program() {
  say "Building bin/bazel-apple"
  (cd "$ROOT" && CGO_ENABLED=0 go build -trimpath -o "$PROGRAM" ./server)
}

build_simulated_tools() {
  say "Building bin/fakeapple (simulated Apple tools, for machines without Xcode)"
  (cd "$ROOT" && CGO_ENABLED=0 go build -trimpath -o "$SIMULATED_TOOLS" ./internal/fakeapple/cmd/fakeapple)
}

have_xcode() { on_macos && have xcodebuild && xcodebuild -version >/dev/null 2>&1; }

# Where no Xcode is, the simulated tools are put at the end of PATH, where they hide nothing; sets APPLE_TOOLS to their name.
choose_apple_tools() {
  APPLE_TOOLS="Xcode"
  if have_xcode; then return; fi
  APPLE_TOOLS="simulated Apple tools"
  "$SIMULATED_TOOLS" install "$CACHE/simulated-tools" >/dev/null
  export PATH=$PATH:$ROOT/bin:$CACHE/simulated-tools
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
