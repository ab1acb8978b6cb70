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

build_products() {
  build_program
  build_simulated_tools
}

vsix_version() { (cd "$ROOT" && node -p 'require("./package.json").version'); }
vsix_path() { echo "$ROOT/bazel-apple-$(vsix_version).vsix"; }

# The package carries the programs of this machine.
package_vsix() {
  [ -f "$ROOT/package.json" ] || die "package.json does not exist at the root of the repository" "The extension cannot be packaged without it."
  ensure_node_modules "$ROOT"
  mkdir -p "$ROOT/extension/bin"
  cp "$PROGRAM" "$ROOT/extension/bin/bazel-apple"
  if ! on_macos; then cp "$SIMULATED_TOOLS" "$ROOT/extension/bin/fakeapple"; fi
  say "Packaging the extension"
  (cd "$ROOT" && npm run --silent package)
  [ -f "$(vsix_path)" ] || die "npm run package made no $(vsix_path)"
}
