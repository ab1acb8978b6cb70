# A C++ compiler: Bazel's C++ targets and Go's race detector need one.

ensure_compiler() {
  if have g++ || have clang++; then return; fi
  on_macos && die "no C++ compiler was found" "Install Xcode or its command line tools: xcode-select --install"
  apt_install "the C++ targets of the example and Go's race detector" g++
}
